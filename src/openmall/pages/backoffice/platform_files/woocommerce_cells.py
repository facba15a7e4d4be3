"""How WooCommerce writes texts, lists, dates and sizes in a cell."""

import html
import re
from datetime import datetime
from decimal import Decimal
from typing import Final

from openmall.http.web import rich_text, typed_numbers

_PARTS: Final = re.compile(r"(?<!\\),")
_MOMENT: Final = re.compile(
    r"([0-9]{4}-[0-9]{2}-[0-9]{2})(?:[ T]([0-9]{1,2}):([0-9]{2})(?::([0-9]{2}))?)?"
)
_BLOCKS: Final = re.compile(r"<(p|br|div|ul|ol|li|table|h[1-6]|section|pre|blockquote)\b", re.I)
_CENTIMETRES: Final = {"cm": "1", "mm": "0.1", "m": "100", "in": "2.54", "yd": "91.44"}


def split(text: str) -> list[str]:
    """Return the parts of a text that commas part; one behind a backslash does not."""
    parts = (part.replace("\\,", ",").strip() for part in _PARTS.split(text))
    return [plain(part) for part in parts if part]


def plain(text: str) -> str:
    """Return a text of one line without escapes; names are stored as HTML there."""
    return html.unescape(text.replace("\\,", ",").replace("\\n", " ")).strip()


def line_breaks(text: str) -> str:
    """Return a text with its line breaks, which are breaks in HTML as well."""
    broken = "\\n".join(part.replace("\\n", "\n") for part in text.split("\\\\n"))
    if "\n" in broken and rich_text.has_markup(broken) and not _BLOCKS.search(broken):
        return broken.replace("\n", "<br>\n")
    return broken


def number(text: str) -> Decimal:
    """Return an amount; 0 for what is none."""
    return typed_numbers.amount(text) or Decimal(0)


def is_lower(sale: str, regular: str) -> bool:
    """Return whether a sale price is below the regular one."""
    lower, higher = typed_numbers.amount(sale), typed_numbers.amount(regular)
    return lower is not None and higher is not None and lower < higher


def moment(text: str, time: str) -> str | None:
    """Return a date as `2026-11-28 00:00:00`; empty: none is given; None: it cannot be read.

    `time`: that of a date without one. Hours are exported without a leading zero.
    """
    if not text:
        return ""
    matched = _MOMENT.fullmatch(text)
    if matched is None:
        return None
    day, hour, minute, second = matched.groups()
    at = time if hour is None else f"{int(hour):02}:{minute}:{second or '00'}"
    try:
        datetime.fromisoformat(f"{day}T{at}")
    except ValueError:
        return None
    return f"{day} {at}"


def centimetres(text: str, unit: str) -> str:
    """Return a length in centimetres; empty: there is none."""
    factor = _CENTIMETRES.get(unit.lower())
    size = number(text) * Decimal(factor) if factor else Decimal(0)
    return f"{size:.2f}".rstrip("0").rstrip(".") if size > 0 else ""
