"""Searches of the activity log: newest first, a page at a time."""

from collections.abc import Iterable
from typing import Final

from msgspec import Struct
from sqlalchemy import ColumnElement, SelectBase, bindparam, select

from openmall.contract.journal.tables import ACTIVITY
from openmall.database.session import Session
from openmall.database.statements import InList, Statement, StatementCache
from openmall.database.values import BoundValue

PAGE: Final = 20
"""Lines on a page."""

_A: Final = ACTIVITY.c


class Line(Struct, frozen=True):
    """One audit entry."""

    process_no: int
    type: str
    content: str
    action: str
    process_date: int
    manager_id: str
    manager_type: str
    client_id: str
    shop_no: int
    changes: str
    """JSON: field -> [before, after]."""


class ActivityPage(Struct, frozen=True):
    """A page of lines, and whether newer and older matching lines exist."""

    lines: list[Line]
    newer: bool
    older: bool


_CONDITIONS: Final[dict[str, ColumnElement[bool]]] = {
    "manager_id": _A.manager_id == bindparam("manager_id"),
    "client_id": _A.client_id == bindparam("client_id"),
    "start": _A.process_date >= bindparam("start"),
    "end": _A.process_date <= bindparam("end"),
    "before": _A.process_no < bindparam("before"),
    "after": _A.process_no > bindparam("after"),
}


def _statement(filters: tuple[str, ...]) -> SelectBase:
    # the previous page is searched backwards from the first line shown
    order = _A.process_no.asc() if "after" in filters else _A.process_no.desc()
    return (
        select(*(_A[name] for name in Line.__struct_fields__))
        .where(_A.mall_id == bindparam("mall_id"), *(_CONDITIONS[name] for name in filters))
        .order_by(order)
        .limit(PAGE + 1)
    )


_STATEMENTS: Final = StatementCache(_statement)
_BY_NUMBERS: Final = Statement(
    select(*(_A[name] for name in Line.__struct_fields__)).where(
        _A.mall_id == bindparam("mall_id"), InList(_A.process_no, "numbers")
    )
)


async def lines(db: Session, filters: dict[str, BoundValue]) -> ActivityPage:
    """Return the newest lines of the session's mall that match all `filters`.

    `manager_id`, `client_id`; `start`, `end` in UTC seconds; `before` and `after` a `process_no`,
    at most one of them.
    """
    rows = await db.all(_STATEMENTS.of(tuple(sorted(filters))), **filters)
    more, lines = len(rows) > PAGE, [Line(*row) for row in rows[:PAGE]]
    if "after" in filters:
        return ActivityPage(lines[::-1], newer=more, older=True)
    return ActivityPage(lines, newer="before" in filters, older=more)


async def of_writes(db: Session, numbers: Iterable[int]) -> dict[int, Line]:
    """Return the lines of recorded writes, which have their numbers."""
    wanted = list(numbers)
    if not wanted:
        return {}
    return {row[0]: Line(*row) for row in await db.all(_BY_NUMBERS, numbers=wanted)}
