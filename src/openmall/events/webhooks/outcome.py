"""The outcome of one delivery attempt, and the bounds of its stored texts."""

from collections.abc import Awaitable, Callable
from typing import Final

from msgspec import Struct

MAX_ANSWER_BYTES: Final = 64 * 1024
"""Bytes of an answer that are read; a longer one closes the connection and is no failure."""
MAX_STORED_CHARACTERS: Final = 1_000
"""Characters of an answer, or of a failure, that are stored."""

Lookup = Callable[[str, int], Awaitable[list[str]]]
"""Host and port -> its IP addresses."""


class Outcome(Struct, frozen=True, kw_only=True):
    """Outcome of one attempt."""

    success: bool
    code: int | None = None
    """Status of the answer; None: there was none."""
    answer: str | None = None
    """Beginning of the answer of a failed attempt."""
    failure: str = ""
    """Why there was no answer."""
    took: int
    """Milliseconds."""
