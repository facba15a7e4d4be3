"""Texts as people and programs enter them: one rule trims codes, names, addresses and numbers.

It holds for parameters of calls, forms of pages and cells of files, for what is stored and for what
is searched for. Texts of several lines (descriptions, memos, articles) are kept as they are.
"""

import re
import unicodedata
from collections.abc import Callable, Mapping
from typing import Final, Literal

from openmall.contract.json_values import Encodable
from openmall.database.text_search.trimming import code, name

Kind = Literal["phone", "code", "name"]
_HYPHENS: Final = dict.fromkeys((*range(0x2010, 0x2016), 0x2212), "-")
_NAME: Final = re.compile(r"(?:.*_)?(?:name|names|holder)(?:_.*)?|keyword|tags?|product_tag")
_CODE: Final = re.compile(
    r"(?:.*_)?(?:code|codes|email|zipcode|hscode|tracking_no|invoice_no|account_no|registration_no)"
    r"|serial_code_list|(?:member|user|order|recommend|supplier)_id"
)
_PHONE: Final = re.compile(
    r"(?:.*_)?(?:phone|cellphone|virtual_phone_no)|mobile|fax|(?:secondary_)?contact|recipients"
)
_AS_SENT: Final = "pixel_code"
"""A script, whose blanks belong to it."""


def phone(text: str) -> str:
    """Return a phone number as it is kept: as typed, with digits and signs of normal width."""
    trimmed = code(text)
    if trimmed.isascii():
        return trimmed
    return code(unicodedata.normalize("NFKC", trimmed)).translate(_HYPHENS)


def kind(parameter: str) -> Kind | None:
    """Return by which rule a parameter, or a column of a file, is trimmed; None: kept as sent."""
    if _PHONE.fullmatch(parameter):
        return "phone"
    if _CODE.fullmatch(parameter) and parameter != _AS_SENT:
        return "code"
    return "name" if _NAME.fullmatch(parameter) else None


_RULES: Final[dict[Kind, Callable[[str], str]]] = {"phone": phone, "code": code, "name": name}


def trimmed(values: Mapping[str, Encodable]) -> dict[str, Encodable]:
    """Return the parameters of a call with trimmed codes, names, e-mail addresses and numbers."""
    return {key: _trimmed(key, value) for key, value in values.items()}


def _trimmed(key: str, value: Encodable) -> Encodable:
    if isinstance(value, str):
        rule = kind(key)
        return value if rule is None else _RULES[rule](value)
    if isinstance(value, list):
        return [_trimmed(key, each) for each in value]
    if isinstance(value, dict):
        return trimmed(value)
    return value
