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
_NO_JOINERS: Final = dict.fromkeys(map(ord, _JOINERS))


def name(text: str) -> str:
    """Return a name as it is kept: without blanks at its ends and without invisible characters.

    No-break spaces and blanks of other widths become spaces.
    """
    if text.isascii():
        return text.strip()
    return _BLANKS.sub(" ", _INVISIBLE.sub("", text)).strip(f" \t\r\n{_JOINERS}")


def code(text: str) -> str:
    """Return a code or an e-mail address as it is kept: as a name, without joiners."""
    return name(text).translate(_NO_JOINERS)
