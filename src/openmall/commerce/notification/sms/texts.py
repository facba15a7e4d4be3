"""Text messages as providers count them: in bytes, two for a character of East Asian scripts."""

from typing import Final, Literal

SMS_BYTES: Final = 90
LMS_BYTES: Final = 2_000
Kind = Literal["SMS", "LMS"]


def size(text: str) -> int:
    """Return the bytes of a text as providers count them."""
    return sum(1 if character.isascii() else 2 for character in text)


def split(text: str) -> list[str]:
    """Return a text in parts, each of which fits a short text message."""
    parts, part, used = [], "", 0
    for character in text:
        width = size(character)
        if used + width > SMS_BYTES:
            parts.append(part)
            part, used = "", 0
        part, used = part + character, used + width
    return [*parts, part]


def as_sent(text: str, *, long_in_one: bool) -> tuple[Kind, list[str]]:
    """Return how a text is sent, and its parts: one, or several short ones.

    `long_in_one`: what does not fit a short text message is sent as one long one.
    """
    if size(text) <= SMS_BYTES:
        return "SMS", [text]
    return ("LMS", [text]) if long_in_one else ("SMS", split(text))
