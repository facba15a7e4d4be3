"""Codes and bounds of shipping, shared by shops, suppliers and carriers."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Annotated, Final, Literal

from msgspec import Meta

from openmall.contract.errors import Invalid
from openmall.contract.params import amount_bounds
from openmall.contract.refusals import TIER_ENDS_EARLY, TIERS_NOT_JOINED

FeeType = Literal["T", "R", "M", "D", "W", "C", "N"]
"""T free, R fixed, M free from an amount, D, W, C tiered by amount, weight, quantity, N a unit."""
Method = Literal[
    "shipping_01", "shipping_02", "shipping_04", "shipping_05", "shipping_06", "shipping_07",
    "shipping_08", "shipping_09",
]  # fmt: skip
"""Parcel, express, own delivery, courier, other, freight, store pickup, nothing to ship."""
COLLECTED: Final = frozenset({"shipping_08", "shipping_09"})
"""Methods without delivery, and so without a shipping fee."""
Prepaid = Literal["C", "P", "B"]
"""C paid on delivery, P prepaid, B as the customer likes."""
Scope = Literal["A", "C", "B"]
"""A within the country, C abroad, B both."""

LARGEST_FEE: Final = 999_999_999
Fee = Annotated[Decimal, Meta(extra=amount_bounds(0, LARGEST_FEE))]
Kilograms = Annotated[Decimal, Meta(extra={"ge": Decimal(0), "le": Decimal(30)})]
HsCode = Annotated[str, Meta(max_length=20)]
Etc = Annotated[str, Meta(max_length=25)]
Place = Annotated[str, Meta(max_length=127)]
Zipcode = Annotated[str, Meta(max_length=8)]
RegionSetting = Literal["A", "N", "Z"]
"""Surcharged are: A the country's own remote areas, N regions by name, Z ranges of zip codes."""


def require_tiers(tiers: Sequence[tuple[Decimal, Decimal]], *, parameter: str) -> None:
    """Raise Invalid (422) unless each tier begins where the one before it ends, the first at 0 up.

    `tiers`: (begin, end) of each.
    """
    end: Decimal | None = None
    for begins, ends in tiers:
        if begins < 0 or ends < begins:
            raise Invalid(TIER_ENDS_EARLY, parameter=parameter)
        if end is not None and begins != end:
            raise Invalid(TIERS_NOT_JOINED, parameter=parameter)
        end = ends


def zipcodes(region: Mapping[str, str]) -> dict[str, str]:
    """Return the fields of a region with both ends of its zip code range, in order.

    One end alone is a range of one.
    """
    ends = [region[name] for name in ("start_zipcode", "end_zipcode") if region.get(name)] or [""]
    return {**region, "start_zipcode": min(ends), "end_zipcode": max(ends)}
