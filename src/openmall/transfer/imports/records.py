"""A raw row of a file, and the errors of files."""

from typing import Any

from msgspec import Struct


class CannotRead(Exception):
    """The file is not there, not readable, or nothing a row could be read from."""


class BrokenFile(Exception):
    """The file ends, or is damaged, in the middle."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(reason)
        self.line = line
        self.reason = reason


class Record(Struct, frozen=True):
    """A row as it is in the file."""

    line: int
    """Where it starts, from 1; of a Saleor fixture: which object, from 1."""
    values: dict[str, Any]
    error: str = ""
    """Why it cannot be used; empty when it can."""
    column: str = ""
    """The column that is at fault; empty: the row as a whole."""
