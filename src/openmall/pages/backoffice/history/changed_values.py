"""A value before or after a change, for people: amounts, codes, pictures and shortened texts."""

import re
from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from typing import Final

from msgspec import Struct

from openmall.contract.journal import record
from openmall.contract.json_values import Encodable
from openmall.contract.money import money
from openmall.contract.pictures import FILES
from openmall.database.seal import MARK
from openmall.http.web.languages import marked
from openmall.pages.backoffice import rendering
from openmall.pages.backoffice.history import value_words
from openmall.pages.backoffice.history.subjects import NO_NAMES, Names
from openmall.pages.backoffice.page_context import PageContext, time

SHORT: Final = 160
"""Characters that are shown of a text; more are unfolded."""
MOST_CHARACTERS: Final = 20_000
"""Characters of an unfolded text."""
_MOST_PICTURES: Final = 20
_STORED_AMOUNTS: Final = frozenset(
    {
        "price",
        "retail_price",
        "supply_price",
        "additional_amount",
        "additional_price",
        "product_price",
        "option_price",
        "payment_amount",
        "paid_amount",
        "payed_amount",
        "order_amount",
        "tax_amount",
        "tax_free_amount",
        "coupon_discount_price",
        "additional_discount_price",
        "additional_payment_amount",
        "app_item_discount_amount",
    }
)
"""Columns with hundredths of a currency."""
_AMOUNT_WORDS: Final = re.compile(r"amount|price|fee|surcharge|points?\b|credits?\b")
_AMOUNT: Final = re.compile(r"-?\d+\.\d\d")
"""An amount as the API writes it."""
_ISO_TIME: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?([+-]\d\d:?\d\d|Z)?")
"""A time as the API writes it."""
_MOMENT: Final = re.compile(r"_(?:at|date|datetime|until|since)$")
"""Fields with a time, which tables have as UTC seconds."""
_FIRST_MOMENT: Final = 100_000_000
"""Least number that is such a time; smaller ones are days, or none (0)."""
PICTURES: Final = re.compile(r"(?:^|_)(?:image|images|picture|additionalimages)$")
_FORMATTED: Final = re.compile(r"description|content|terms|privacy|_info$")
"""Fields with markup, which is left out where the texts differ; other texts are shown as stored."""
_YES: Final = {"T": marked("Yes"), "F": marked("No")}


class ShownValue(Struct, frozen=True, kw_only=True):
    """A value as it is shown."""

    text: str
    whole: str = ""
    """The unfolded text, where `text` is shortened."""
    pictures: list[str] = []
    """Addresses of pictures, which are shown in place of the text."""


NOTHING: Final = ShownValue(text="–")


class Reading(Struct, frozen=True, kw_only=True):
    """What values are read with."""

    currency: str
    names: Names = NO_NAMES
    choices: Mapping[str, Mapping[str, str]] = {}
    """Path of a field -> code -> label, as its form offers them."""


def shown(
    context: PageContext, name: str, value: Encodable, reading: Reading, *, source: bool = False
) -> ShownValue:
    """Return a value as it is shown. `source`: a text with its markup."""
    last = name.rpartition(".")[2]
    # the first that fits decides: a secret is masked before anything of it is shown
    if value is None or value in ("", [], {}):
        return NOTHING
    if _is_secret(last, value):
        return ShownValue(text=record.MASK)
    if PICTURES.search(last) and (pictures := _pictures(context, value)):
        return ShownValue(text=str(len(pictures)), pictures=pictures)
    if words := _words(context, name, last, value, reading):
        return _text(words)
    if _is_amount(last, value):
        return ShownValue(text=_amount(value, reading.currency))
    if isinstance(value, int) and not isinstance(value, bool) and _MOMENT.search(last):
        if value > _FIRST_MOMENT:
            return ShownValue(text=time(value).text)
        if not value:
            return NOTHING
    # texts are shown as they are only where they are no time and no code
    if isinstance(value, str) and _ISO_TIME.fullmatch(value):
        return ShownValue(text=rendering.when(value))
    if isinstance(value, bool):
        value = "T" if value else "F"
    if isinstance(value, str) and value in ("T", "F"):
        return ShownValue(text=context.translate(_YES[value]))
    # short values stand in one line; what is left has no form of its own
    if isinstance(value, list) and all(isinstance(each, str | int) for each in value):
        value = ", ".join(map(str, value))
    if isinstance(value, str):
        plain = not source and _FORMATTED.search(last)
        return _text((rendering.text(value) if plain else "") or value)
    [redacted, _] = record.redacted({last: (value, value)})[last]
    return _text(record.render_value(redacted, most=MOST_CHARACTERS))


def _words(context: PageContext, name: str, last: str, value: Encodable, reading: Reading) -> str:
    """Return the names or words that ids and codes stand for; empty: the value is none."""
    held = value if isinstance(value, list) else [value]
    if not all(isinstance(each, str | int | bool) for each in held):
        return ""
    codes = ["FT"[each] if isinstance(each, bool) else str(each) for each in held]
    plain = ".".join(step for step in name.split(".") if not step.isdecimal())
    if choices := reading.choices.get(plain):
        return ", ".join(context.translate(choices.get(each, each)) for each in codes)
    kind = value_words.KIND_OF_FIELD.get(last)
    # the root of categories is no category
    if kind is not None and value_words.is_id(last, value):
        return ", ".join(reading.names.value(context, kind, each) for each in codes)
    found = [value_words.of_code(context, last, each) for each in codes]
    return ", ".join(found) if all(found) else ""


def _text(value: str) -> ShownValue:
    if len(value) > MOST_CHARACTERS:
        value = f"{value[: MOST_CHARACTERS - 1]}…"
    line = " ".join(value.split())
    if len(line) <= SHORT:
        return ShownValue(text=line or '""')
    return ShownValue(text=f"{line[: SHORT - 1].rstrip()}…", whole=value)


def _is_secret(name: str, value: Encodable) -> bool:
    # sealed texts are secrets whatever their field is called
    sealed = isinstance(value, str) and value.startswith(MARK)
    return sealed or record.SECRET_WORDS.search(name) is not None


def _pictures(context: PageContext, value: Encodable) -> list[str]:
    """Return the addresses of pictures; empty where one of them is not the shop's own.

    Browsers load no others on these pages, so that the address itself is shown.
    """
    found = []
    for each in value if isinstance(value, list) else [value]:
        # additional pictures have three sizes each
        place = next(filter(None, each.values()), "") if isinstance(each, Mapping) else each
        address = str(place)
        origin = context.visit.address.origin
        if address.startswith(FILES):
            address = f"{origin}{address}"
        if not address.startswith(f"{origin}{FILES}"):
            return []
        found.append(address)
    return found[:_MOST_PICTURES]


def _is_amount(name: str, value: Encodable) -> bool:
    if isinstance(value, str):
        return bool(_AMOUNT.fullmatch(value) and _AMOUNT_WORDS.search(name))
    return isinstance(value, int | Decimal) and name in _STORED_AMOUNTS


def _amount(value: Encodable, currency: str) -> str:
    try:
        amount = money(value) if isinstance(value, int) else Decimal(str(value))
    except InvalidOperation:
        return str(value)
    return rendering.money(str(amount), currency)
