"""Which lines are shown as one: those of one button, and of one editing in the shop editor.

The editor sends its form in every pause of typing. Log and history keep every line.
"""

import re
from collections.abc import Iterable
from datetime import timedelta
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from openmall.commerce.design.themes import theme_look
from openmall.commerce.undo.office import OfficeWriteLine
from openmall.contract.json_values import Encodable
from openmall.pages.backoffice.history.search import Line

PAUSE: Final = timedelta(minutes=10)
"""Longest time between two changes of one editing."""
EDITS: Final = frozenset(
    {
        "POST themes/{skin_no}/pages",
        "PUT themes/{skin_no}/pages",
        "PUT themes/{skin_no}/pages/undo",
        "PUT themes/{skin_no}/pages/redo",
    }
)
"""Operations with which the shop editor changes a draft."""
ONE_BUTTON: Final = timedelta(minutes=1)
"""Time in which the writes of one button follow each other."""
_EDITOR: Final = re.compile(r"/[^/]+/storefront/\d{1,9}")
"""Path of a draft in the shop editor, below that of the back office."""
_API: Final = "/api/"
_PAGE: Final = f"page {theme_look.PATH} of theme "


def is_of_one_button(later: OfficeWriteLine, write: OfficeWriteLine) -> bool:
    """Return whether two writes that follow each other came from one form of a page."""
    # calls of apps name their own object in the path, pages that of the page
    if write.client_id or write.path.startswith(_API) or write.undoes:
        return False
    since = later.created_date - write.created_date
    is_of_page = (write.path, write.user_id) == (later.path, later.user_id)
    if _EDITOR.fullmatch(write.path) and {write.operation, later.operation} <= EDITS:
        return is_of_page and since < PAUSE
    if write.request_id and later.request_id:
        return write.request_id == later.request_id and not later.undoes
    return is_of_page and write.operation == later.operation and since < ONE_BUTTON


class JoinedLine(Struct, frozen=True):
    """Lines of the log that are shown as one."""

    line: Line
    """The newest, with what the oldest changed from."""
    oldest: int
    """Number of the oldest one."""
    count: int


def join(lines: Iterable[Line]) -> list[JoinedLine]:
    """Join lines that follow each other, the newest first."""
    found: list[JoinedLine] = []
    earlier: Line | None = None
    for each in lines:
        if earlier is not None and _is_one_editing(earlier, each):
            last = found[-1]
            changes = _spanning(each, last.line)
            found[-1] = JoinedLine(
                replace(last.line, changes=changes), each.process_no, last.count + 1
            )
        else:
            found.append(JoinedLine(each, each.process_no, 1))
        earlier = each
    return found


def _is_one_editing(later: Line, line: Line) -> bool:
    subject = later.content.partition(": ")[0]
    return (
        {later.action, line.action} <= EDITS
        and subject.startswith(_PAGE)
        and subject == line.content.partition(": ")[0]
        and (later.manager_id, later.client_id) == (line.manager_id, "")
        and line.client_id == ""
        and later.process_date - line.process_date < PAUSE.total_seconds()
    )


def _spanning(oldest: Line, newest: Line) -> str:
    """Return the changes from before one line to after another one."""
    first: dict[str, list[Encodable]] = msgspec.json.decode(oldest.changes)
    last: dict[str, list[Encodable]] = msgspec.json.decode(newest.changes)
    spanning = {
        name: [first.get(name, sides)[0], sides[1]] for name, sides in {**first, **last}.items()
    }
    return msgspec.json.encode(spanning).decode()
