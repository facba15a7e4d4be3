"""The lines of the activity log that undos are about, through undos of undos."""

import re
from collections.abc import Iterable, Mapping
from typing import Final

from openmall.database.session import Session
from openmall.pages.backoffice.history import search
from openmall.pages.backoffice.history.search import Line

_ROUNDS: Final = 2
"""Searches for the lines of a page: of what it lists, and of what that has undone."""
_UNDONE: Final = re.compile(r"write (\d+)(?:: .*)?")


def undone_by(line: Line) -> int:
    """Return the number of the write that a line is the undo of; 0: it is none."""
    match = _UNDONE.fullmatch(line.content) if line.action.endswith("/undo") else None
    return int(match[1]) if match else 0


async def read(db: Session, numbers: Iterable[int]) -> dict[int, Line]:
    """Return the lines of writes, and those of the writes that they have undone."""
    found: dict[int, Line] = {}
    wanted = {*numbers}
    for _ in range(_ROUNDS):
        if not wanted:
            break
        more = await search.of_writes(db, wanted)
        found |= more
        wanted = {undone_by(each) for each in more.values()} - found.keys() - {0}
    return found


def undone_of(lines: Mapping[int, Line], number: int) -> tuple[Line | None, bool]:
    """Return the line of the change that the undo of a write is about, and whether it redoes it."""
    line, again = lines.get(number), False
    for _ in range(_ROUNDS):
        if line is None or not (inner := undone_by(line)):
            break
        line, again = lines.get(inner), not again
    return (None if line is not None and undone_by(line) else line), again
