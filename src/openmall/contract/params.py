"""Parameter types: bounds as named types, defined once for query, body and response.

A list parameter of a GET or DELETE is a comma-separated list; any of its values may match.
Specification: "Shared query conventions"; "Resources and their fields".
"""

from decimal import Decimal
from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct

from openmall.contract import moments, patterns
from openmall.contract.refusal import RefusedValue
from openmall.contract.refusals import NO_MOMENT

MOST_LISTED: Final = 100
"""Maximum number of values in a comma-separated list (Limits 6)."""
LARGEST_INTEGER: Final = 2_147_483_647

Flag = Literal["T", "F"]
"""Yes or no."""

ShopNo = Annotated[int, Meta(ge=1, le=LARGEST_INTEGER)]
"""Number of a multi-language shop of the mall; 1 is the basic shop."""

Number = Annotated[int, Meta(ge=0, le=LARGEST_INTEGER)]
EntityNo = Annotated[int, Meta(ge=1, le=LARGEST_INTEGER)]
Limit100 = Annotated[int, Meta(ge=1, le=100)]
Offset8000 = Annotated[int, Meta(ge=0, le=8000)]
MONTH: Final = patterns.pattern(r"^20[0-9]{2}-?(0[1-9]|1[0-2])\Z", "a month, as in 2026-04")
Month = Annotated[str, Meta(pattern=MONTH)]
"""`2026-04`, or `202604`."""
Order = Literal["asc", "desc"]


def amount_bounds(
    lowest: Decimal | int,
    highest: Decimal | int,
    *,
    percentage_if: tuple[str, str] | None = None,
    above_whole: bool = False,
) -> dict[str, Any]:
    """Return the `Meta(extra=...)` of an amount of money: bounds in units of the currency.

    Sent to a write it has no more decimals than the currency of the shop
    (`contract/currency_units.py`). `percentage_if`: it is a percentage instead where the field of
    this name beside it has this value, of at most 100 unless it may be `above_whole`.
    """
    bounds = {"ge": Decimal(lowest), "le": Decimal(highest), "money": True}
    if percentage_if is None:
        return bounds
    return bounds | {"percentage_if": percentage_if, "above_whole": above_whole}


Price = Annotated[Decimal, Meta(extra=amount_bounds(0, LARGEST_INTEGER))]
"""An amount of the shop's currency, with as many decimals as that has, two at most."""
SignedAmount = Annotated[Decimal, Meta(extra=amount_bounds(-LARGEST_INTEGER, LARGEST_INTEGER))]
UncheckedAmount = Annotated[Decimal, Meta(extra={"ge": Decimal(0), "le": Decimal(LARGEST_INTEGER)})]
"""A value whose decimals the currency does not decide alone: a percentage or an amount, a
threshold of any quantity, or what was reported by others."""


Country = Annotated[str, Meta(max_length=2, pattern=patterns.COUNTRY)]
"""A country in two letters, or an empty text where there is none."""
ShortText = Annotated[str, Meta(max_length=255)]
"""A text of a line, where the reference has no bound."""
LongText = Annotated[str, Meta(max_length=65_535)]
"""A text of paragraphs, where the reference has no bound."""
MOST_OPTION_NAME: Final = 100
MOST_OPTION_VALUE: Final = 255
OptionName = Annotated[str, Meta(min_length=1, max_length=MOST_OPTION_NAME)]
OptionValue = Annotated[str, Meta(min_length=1, max_length=MOST_OPTION_VALUE)]
Tag = Annotated[str, Meta(max_length=100)]
"""A word by which products or categories are found."""

SECRET: Final = {"secret": True}
"""`Meta(extra=SECRET)`: the value is encrypted in the database and never logged."""
Secret = Annotated[str, Meta(extra=SECRET)]


class StartDate(int):
    """A date filter's start, in UTC seconds: the beginning of the day when no time is given."""


class EndDate(int):
    """A date filter's end, in UTC seconds: the last second of the day when no time is given."""


class Params(Struct, frozen=True, kw_only=True):
    """Parameters of an operation, from path, query and body."""


class ShopParams(Params, frozen=True, kw_only=True):
    """Parameters of an operation on one multi-language shop."""

    shop_no: ShopNo = 1


def from_text(kind: type, value: Any) -> Any:
    """Convert a value to one of our own parameter types; a `dec_hook` of msgspec."""
    if kind is StartDate:
        return StartDate(moments.read(_text(value)))
    if kind is EndDate:
        return EndDate(moments.read(_text(value), end=True))
    raise TypeError(f"{kind} is no parameter type")


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise RefusedValue(NO_MOMENT)
    return value
