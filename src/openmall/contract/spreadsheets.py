"""Cells of spreadsheet programs: formulas in what is exported, damage in what is imported.

A text that looks like a formula is exported with a leading quote, which import removes. A code that
such a program has taken for a number or a date is told by its form: the digits that were lost
cannot be brought back.
"""

import re
from typing import Final, Literal

from openmall.contract import refusals
from openmall.contract.json_values import Encodable
from openmall.contract.refusal import RefusedValue

_NUMBER: Final = re.compile(r"-?[0-9]+(\.[0-9]+)?")
_FORMULA: Final = re.compile(r"'*[=+\-@\t\r\n＝＋－＠]")  # wide ones, too
"""The beginning of a formula, or of a text that is already escaped."""

CodeKind = Literal["own", "number", "zip", "phone"]
"""own: of letters as the merchant likes, kept as it is; number: of digits and letters that others
give out, such as a tracking number; zip and phone: likewise, whose leading zero may be lost."""
_SCIENTIFIC: Final = re.compile(r"[+-]?\d+(?:[.,]\d*)?[eE]\+\d{1,3}|[+-]?\d[.,]\d+[eE]\d{1,3}")
_SCIENTIFIC_WHOLE: Final = re.compile(r"[1-9]\d?[eE]\d{2}")
"""One that only a column of numbers has by damage: `1E11`."""
_ERRORS: Final = frozenset(
    {"#REF!", "#N/A", "#VALUE!", "#NAME?", "#DIV/0!", "#NUM!", "#NULL!", "#SPILL!", "#CALC!"}
)
_HASHES: Final = re.compile(r"#{2,}")
_MONTH: Final = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)"
_DATE: Final = re.compile(
    rf"\d{{1,2}}-{_MONTH}(?:-\d{{2,4}})?|{_MONTH}-\d{{2}}"
    r"|\d{4}-\d{2}-\d{2} 00:00:00|\d{1,2}월 \d{1,2}일"
)
"""As such programs write a day; codes of people have capitals alone, such as `10-MAY`."""
_ROUNDED: Final = re.compile(r"[1-9]\d{14}0{3,}")
"""A spreadsheet keeps fifteen digits of a number."""
_POINT: Final = re.compile(r"(\d+)\.0+")
_WIDE: Final = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {0x3000: 0x20}
_ZIPS: Final = {
    "KR": 5, "US": 5, "DE": 5, "FR": 5, "IT": 5, "ES": 5, "MX": 5, "TR": 5, "FI": 5, "MY": 5,
    "JP": 7, "CN": 6, "IN": 6, "RU": 6, "SG": 6, "AT": 4, "AU": 4, "BE": 4, "CH": 4, "DK": 4,
}  # fmt: skip
"""Country -> digits of its postal codes, all of which are digits."""
_KOREAN_PHONE: Final = re.compile(r"(?:10\d{8}|2\d{7,8}|[3-6][1-5]\d{7,8})")
"""A Korean telephone number without its zero."""


class DamagedCode(RefusedValue):
    """A spreadsheet program has damaged a code; the reason says how."""


def safe(value: Encodable) -> str:
    """Return a cell, with a leading quote if a spreadsheet program would run it as a formula."""
    text = "" if value is None else str(value)
    if _FORMULA.match(text) and not _NUMBER.fullmatch(text):
        return f"'{text}"
    return text


def meant(cell: str) -> str:
    """Return the text of a cell without the quote that `safe` or a person put before it."""
    return cell[1:] if cell[:1] == "'" and _FORMULA.match(cell) else cell


def intact_code(value: Encodable, kind: CodeKind) -> str:
    """Return a code of a file as it was meant. Raises DamagedCode where digits of it are lost.

    Wide digits, a quote before a number and `.0` behind it are put right, except in codes of the
    merchant's own, which may be written so.
    """
    if isinstance(value, float):
        raise DamagedCode(refusals.CODE_IS_NO_TEXT)
    text = str(value).strip()
    wide = text.translate(_WIDE).strip()
    if wide.upper() in _ERRORS or _HASHES.fullmatch(wide):
        raise DamagedCode(refusals.SPREADSHEET_ERROR)
    if _SCIENTIFIC.fullmatch(wide):
        raise DamagedCode(refusals.CODE_SHORTENED)
    if _DATE.fullmatch(wide):
        raise DamagedCode(refusals.CODE_MADE_A_DATE)
    if kind == "own":
        return text
    code = wide.lstrip("'’") if wide[1:2].isalnum() or wide[1:2] == "+" else wide
    if pointed := _POINT.fullmatch(code):
        code = pointed[1]
    if _SCIENTIFIC_WHOLE.fullmatch(code):
        raise DamagedCode(refusals.CODE_SHORTENED)
    if _ROUNDED.fullmatch(code):
        raise DamagedCode(refusals.CODE_ROUNDED)
    return code


def with_lost_zero(code: str, kind: CodeKind, country: str) -> str:
    """Return a postal code or telephone number with the leading zero that a spreadsheet took away.

    `country`: ISO 3166, two letters. Only where every such code of the country has that length.
    """
    if kind == "zip" and code.isdigit() and len(code) + 1 == _ZIPS.get(country):
        return f"0{code}"
    if kind == "phone" and country == "KR" and _KOREAN_PHONE.fullmatch(code):
        return f"0{code}"
    return code
