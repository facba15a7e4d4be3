"""What products of every platform have in common: codes, pictures, stock, weights."""

import hashlib
import re
from collections.abc import Iterable, Sequence
from decimal import ROUND_HALF_UP, Decimal
from typing import Final

import msgspec

from openmall.contract.json_values import Encodable
from openmall.http.web import typed_numbers
from openmall.pages.backoffice.platform_files import notes
from openmall.pages.backoffice.platform_files.notes import Notes

Line = dict[str, str]
LINE: Final = "import_line"
"""Column: the line of the platform's file at which the row began."""
MOST_CODE: Final = 40
MOST_BRAND: Final = 50
MOST_PICTURES: Final = 21
MOST_TEXT: Final = 250
_DIGEST: Final = 8
_GRAMS: Final = {
    "g": "1",
    "kg": "1000",
    "lb": "453.59237",
    "lbs": "453.59237",
    "oz": "28.349523125",
}
_LEAST_KG: Final = Decimal("0.01")
_WHOLE: Final = re.compile(r"(-?[0-9]{1,10})(?:[.,]([0-9]+))?")
_GROUPED: Final = re.compile(r"-?[0-9]{1,3}([.,][0-9]{3})+")


def code_of(text: str, found: Notes) -> str:
    """Return a code of at most 40 characters, the same each time; a longer one ends otherwise."""
    if len(text) <= MOST_CODE:
        return text
    found.add(notes.SHORTENED_CODE, text)
    digest = hashlib.sha256(text.encode()).hexdigest()[:_DIGEST]
    return f"{text[: MOST_CODE - _DIGEST - 1]}-{digest}"


def brand_of(name: str, found: Notes) -> str:
    """Return the name of a brand as it may be here."""
    if len(name) > MOST_BRAND:
        found.add(notes.SHORTENED, name)
    return name[:MOST_BRAND].strip()


def listed(values: Iterable[Encodable]) -> str:
    """Return a list as one cell, whatever its texts hold; empty for none."""
    kept = list(values)
    return msgspec.json.encode(kept).decode() if kept else ""


def kilograms(text: str, unit: str) -> str:
    """Return a weight in kilograms, at least 0.01 where there is any; empty: there is none."""
    factor, weight = _GRAMS.get(unit.strip().lower()), typed_numbers.amount(text)
    if factor is None or weight is None or weight <= 0:
        return ""
    grams = weight * Decimal(factor)
    return str(max((grams / 1000).quantize(_LEAST_KG, ROUND_HALF_UP), _LEAST_KG))


def address_of(text: str, code: str, found: Notes) -> str:
    """Return the address of a picture; empty, with a note, for what is none."""
    address = f"https:{text}" if text.startswith("//") else text
    if address.lower().startswith(("https://", "http://")):
        return address
    if address:
        found.add(notes.NO_ADDRESS, f"{code}: {address}")
    return ""


def pictures(addresses: Sequence[tuple[str, str]], code: str, found: Notes) -> Line:
    """Return the fields of a product's pictures, each an address and its alternative text."""
    texts: dict[str, str] = {}
    for address, text in addresses:
        if address and not texts.get(address):
            texts[address] = text[:MOST_TEXT]
    for address in list(texts)[MOST_PICTURES:]:
        found.add(notes.MORE_PICTURES, f"{code}: {address}")
    shown = list(texts)[:MOST_PICTURES]
    if not shown:
        return {}
    main, others = shown[0], shown[1:]
    line = dict.fromkeys(("detail_image", "list_image", "tiny_image", "small_image"), main)
    line["additional_image"] = listed(others)
    if any(texts[each] for each in shown):
        line["image_alt"] = listed(texts[each] for each in shown)
    return line


def quantity(text: str, code: str, found: Notes) -> str:
    """Return a quantity as a whole number; what is no number as it is.

    `1,000` and `1.000` are a thousand in one country and one in another, so they stay and are
    refused.
    """
    matched = _WHOLE.fullmatch(text)
    if matched is None or _GROUPED.fullmatch(text):
        return text
    if (matched[2] or "").strip("0"):
        found.add(notes.FRACTIONS, code)
        return str(int(matched[1]) - 1 if matched[1].startswith("-") else int(matched[1]))
    return matched[1]


def divided(text: str, parts: int) -> list[str]:
    """Return a quantity in as many parts, whose sum is the quantity."""
    try:
        whole = int(text)
    except ValueError:
        return [text] * parts
    if whole < 0:
        return [text] * parts
    each, rest = divmod(whole, parts)
    return [str(each + (at < rest)) for at in range(parts)]
