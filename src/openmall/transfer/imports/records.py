"""A raw row of a file, and the errors of files."""

from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from openmall.contract.refusal import Cause

MOST_TOGETHER: Final = 10_000
"""Rows of one product or order: they are in memory at once."""


class CannotRead(Exception):
    """The file is not there, not readable, or nothing a row could be read from."""

    def __init__(self, reason: Cause, path: Path | None = None) -> None:
        """`path`: what a command calls the file; None: it has one file."""
        super().__init__(reason if path is None else f"{path}: {reason}")
        self.reason = reason


class BrokenFile(Exception):
    """The file ends, or is damaged, in the middle."""

    def __init__(self, line: int, reason: Cause) -> None:
        super().__init__(reason)
        self.line = line
        self.reason = reason


class Record(Struct, frozen=True):
    """A row as it is in the file."""

    line: int
    """Where it starts, from 1; of a Saleor fixture: which object, from 1."""
    values: dict[str, Any]
    error: Cause | None = None
    """Why it cannot be used; None when it can."""
    column: str = ""
    """The column that is at fault; empty: the row as a whole."""
