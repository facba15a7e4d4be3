"""Shapes of secrets and of personal data in texts: keys, mail addresses, mobile phone numbers.

Input of clients is cut before any pattern runs on it, and every pattern takes time in proportion
to the text: anybody may send it, and it is masked between other calls.
"""

import re
from collections.abc import Callable
from typing import Final

from openmall.contract.journal.record import MASK

CUT: Final = "…"
"""The end of a text that was cut."""
MARGIN: Final = 400
"""Characters that are masked beyond those kept: a secret cut in two ends in them, and is dropped
with them."""
SHORTEST_SHAPE: Final = 6
"""Characters of the shortest text that has such a shape."""
_SHORTEST_KEY: Final = 20
_KEY: Final = re.compile(rf"[0-9A-Za-z]{{{_SHORTEST_KEY},}}")
_ALNUM_AS_X: Final = bytes(
    ord("x") if chr(code).isascii() and chr(code).isalnum() else ord(" ") for code in range(256)
)
_RUN: Final = b"x" * _SHORTEST_KEY
"""What a run as long as a key is, once translated by `_ALNUM_AS_X`: found ten times as fast."""
_WORD: Final = re.compile(r"[^\s\"<>,;:/?&=()]+")
"""A word that may contain a mail address: searched from "@" to "@", as no pattern for a whole
address takes linear time."""
_ENDING: Final = re.compile(r"\.[A-Za-z]{2,}")
# the literal comes first and the lookbehind after it: this is found thirty times as fast
_MOBILE: Final = re.compile(r"01(?<!\d01)[016-9][- ]?\d{3,4}[- ]?\d{4}(?!\d)")


def shapes_masked(text: str) -> str:
    """Return a text with everything shaped like a secret, a mail address or a phone masked."""
    if len(text) < SHORTEST_SHAPE:
        return text
    text = _MOBILE.sub(MASK, _KEY.sub(_key_masked, text))
    return _WORD.sub(_mail_masked, text) if "@" in text else text


def may_have_shapes(body: bytes) -> bool:
    """Say whether a text within a JSON body may have something shaped like a secret.

    Texts stand in a body as they are, unless a character is written by its number (`\\u0040`).
    """
    return (
        b"@" in body
        or b"\\u" in body
        or _RUN in body.translate(_ALNUM_AS_X)
        or _MOBILE.search(body.decode()) is not None
    )


def cut(text: str, most: int, mask: Callable[[str], str] = shapes_masked) -> str:
    """Return at most `most` characters of a text, masked, and a mark if it was longer."""
    if len(text) <= most:
        return mask(text)
    return f"{mask(text[: most + MARGIN])[:-MARGIN][:most]}{CUT}"


def _mail_masked(found: re.Match[str]) -> str:
    """Mask a word up to the end of the last mail address in it."""
    word = found[0]
    before, *parts = word.split("@")
    at, end = len(before), 0
    for part in parts:
        if before:
            # a name of at least one character stands before the ending
            for ending in _ENDING.finditer(part, 1):
                end = at + 1 + ending.end()
        at, before = at + 1 + len(part), part
    return MASK + word[end:] if end else word


def _key_masked(found: re.Match[str]) -> str:
    """Mask a run of letters and digits in both cases, as random keys have."""
    run = found[0]
    return run if run == run.lower() or run == run.upper() else MASK
