"""The rule by which names and codes are trimmed, wherever they enter and in what is stored."""

import re
from typing import Final

_INVISIBLE: Final = re.compile(
    "[\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u2064\u2066-\u2069\ufeff]"
)
"""Zero width, marks and isolates of direction, soft hyphen, byte order mark."""
_JOINERS: Final = "\u200c\u200d"
"""Letters of some scripts and pictures join by them; at an end they join nothing."""
_BLANKS: Final = re.compile("[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]")
_LINES: Final = re.compile("[\t\n\v\f\r]+")
_NO_JOINERS: Final = dict.fromkeys(map(ord, _JOINERS))


def name(text: str) -> str:
    """Return a name as it is kept: one visible line without blanks at its ends.

    No-break spaces, blanks of other widths, tabs and line breaks become spaces.
    """
    return _LINES.sub(" ", _visible(text))


def code(text: str) -> str:
    """Return a code or an e-mail address as it is kept: visible, and without joiners."""
    return _visible(text).translate(_NO_JOINERS)


def _visible(text: str) -> str:
    if text.isascii():
        return text.strip()
    return _BLANKS.sub(" ", _INVISIBLE.sub("", text)).strip(f" \t\r\n{_JOINERS}")
