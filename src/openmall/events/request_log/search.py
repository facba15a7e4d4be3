"""SQL of the request log: searches an app's calls, newest first, and groups its errors."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from msgspec import Struct
from sqlalchemy import ColumnElement, SelectBase, and_, bindparam, func, select

from openmall.database.schema import fixed
from openmall.database.session import Session
from openmall.database.statements import Contains, InList, Statement, StatementCache
from openmall.events.request_log.store import Row
from openmall.events.request_log.tables import BODY, CALL, FAILED, MINUTE, OPERATION

PAGE: Final = 50
"""Calls on a page."""
MOST_ERRORS: Final = 100
"""Kinds of errors on their page."""
RECENT_CALLS: Final = 10_000
"""Newest calls among which the malls that an app called are searched."""

_C: Final = CALL.c
_OF_APP: Final[ColumnElement[str]] = bindparam("client_id")


class CallLine(Struct, frozen=True):
    """A call as lists show it; fields as in `store.Row`."""

    number: int
    at: int
    mall: str
    operation: str
    method: str
    path: str
    query: str
    status: int
    took: int
    used: int
    capacity: int
    request_id: str
    parameter: str
    message: str


class CallPage(Struct, frozen=True):
    """A page of calls, and whether there are newer and older ones that match."""

    lines: list[CallLine]
    newer: bool
    older: bool


class ErrorKind(Struct, frozen=True):
    """Errors with the same status, operation, parameter and message."""

    status: int
    operation: str
    parameter: str
    message: str
    count: int
    first_at: int
    last_at: int


class Minute(Struct, frozen=True):
    """The figures of a minute."""

    minute: int
    calls: int
    errors: int
    refused: int
    fullest: int
    not_recorded: int


_CONDITIONS: Final[dict[str, ColumnElement[bool]]] = {
    "failed": FAILED,
    "mall": _C.mall == bindparam("mall"),
    "operation": _C.operation == bindparam("operation"),
    "class": _C["class"] == bindparam("class"),
    "status": and_(_C["class"] == bindparam("class"), _C.status == bindparam("status")),
    "parameter": _C.parameter == bindparam("parameter"),
    "message": _C.message == bindparam("message"),
    "text": Contains(_C.path, "text"),
    "request_id": _C.request_id == bindparam("request_id"),
    "slow": _C.took >= bindparam("slow"),
    "start": _C.number >= bindparam("start"),
    "end": _C.number < bindparam("end"),
    "before": _C.number < bindparam("before"),
    "after": _C.number > bindparam("after"),
}


def _list(conditions: tuple[str, ...], rows: int) -> SelectBase:
    # the page before the one shown is found by going back from its first line
    order = _C.number.asc() if "after" in conditions else _C.number.desc()
    return (
        select(*(_C[name] for name in CallLine.__struct_fields__))
        .where(_C.client_id == _OF_APP, *(_CONDITIONS[name] for name in conditions))
        .order_by(order)
        .limit(rows + 1)
    )


_LISTS: Final = StatementCache(_list)
_COLUMNS: Final = [name for name in Row.__struct_fields__ if name not in ("sent", "answered")]
_ONE: Final = Statement(
    select(
        *(_C[name] for name in _COLUMNS),
        func.coalesce(BODY.c.sent, ""),
        func.coalesce(BODY.c.answered, ""),
    )
    .outerjoin(BODY, (BODY.c.client_id == _C.client_id) & (BODY.c.number == _C.number))
    .where(_C.client_id == _OF_APP, _C.number == bindparam("number"))
)
_OF_REQUESTS: Final = Statement(
    select(_C.request_id, func.max(_C.number))
    .where(_C.client_id == _OF_APP, InList(_C.request_id, "request_ids"))
    .group_by(_C.request_id)
)
_ERRORS: Final = Statement(
    select(
        _C.status,
        _C.operation,
        _C.parameter,
        _C.message,
        func.count(),
        func.min(_C.at),
        func.max(_C.at),
    )
    .where(_C.client_id == _OF_APP, FAILED)
    .group_by(_C.status, _C.operation, _C.parameter, _C.message)
    .order_by(func.max(_C.at).desc(), _C.status, _C.operation, _C.parameter, _C.message)
    .limit(MOST_ERRORS)
)
_MINUTES: Final = Statement(
    select(*(MINUTE.c[name] for name in Minute.__struct_fields__))
    .where(MINUTE.c.client_id == _OF_APP, MINUTE.c.minute >= bindparam("start"))
    .order_by(MINUTE.c.minute)
)
_RECENT_CALLS: Final = (
    select(_C.mall)
    .where(_C.client_id == _OF_APP)
    .order_by(_C.number.desc())
    .limit(fixed(RECENT_CALLS))
    .subquery("lately")
)
_MALLS: Final = Statement(select(_RECENT_CALLS.c.mall).distinct())
_DAYS: Final = Statement(
    select(
        OPERATION.c.operation,
        func.sum(OPERATION.c.calls),
        func.sum(OPERATION.c.errors),
        func.max(OPERATION.c.last_at),
    )
    .where(OPERATION.c.client_id == _OF_APP, OPERATION.c.day >= bindparam("start"))
    .group_by(OPERATION.c.operation)
    .order_by(OPERATION.c.operation)
)


async def calls(
    db: Session, client_id: str, filters: Mapping[str, Any], *, rows: int = PAGE
) -> CallPage:
    """Return a page of an app's calls that match `filters`, newest first.

    `filters`: mall, failed (True: those with an error), operation, status (of a `class`) or
    `class`, parameter, message, text, request_id, and `slow` (microseconds it took at least);
    `start`, `end`, and `before` or `after` are numbers of calls.
    """
    names = set(filters)
    if filters.get("class", 0) >= 4:
        names.add("failed")  # those have an index of their own
    if "status" in names:
        names.discard("class")
    conditions = tuple(name for name in _CONDITIONS if name in names)
    values = {name: value for name, value in filters.items() if name != "failed"}
    found = await db.all(_LISTS.of(conditions, rows), client_id=client_id, **values)
    lines = [CallLine(*row) for row in found[:rows]]
    further = len(found) > rows
    if "after" in filters:
        return CallPage(lines[::-1], newer=further, older=True)
    return CallPage(lines, newer="before" in filters, older=further)


async def call(db: Session, client_id: str, number: int) -> Row | None:
    """Return one call of an app, or None."""
    found = await db.one(_ONE, client_id=client_id, number=number)
    if found is None:
        return None
    *columns, sent, answered = found
    return Row(**dict(zip(_COLUMNS, columns, strict=True)), sent=sent, answered=answered)


async def of_request(db: Session, client_id: str, request_id: str) -> int:
    """Return the number of an app's call by its request id; 0: it is not in the app's log."""
    if not request_id:
        return 0
    page = await calls(db, client_id, {"request_id": request_id}, rows=1)
    return page.lines[0].number if page.lines else 0


async def of_requests(db: Session, client_id: str, request_ids: Iterable[str]) -> dict[str, int]:
    """Return request id -> number of an app's calls, without those that its log does not have."""
    wanted = [each for each in request_ids if each]
    if not wanted:
        return {}
    return {
        row[0]: row[1]
        for row in await db.all(_OF_REQUESTS, client_id=client_id, request_ids=wanted)
    }


async def errors(db: Session, client_id: str) -> list[ErrorKind]:
    """Return the kinds of errors in an app's log, the one seen last first."""
    return [ErrorKind(*row) for row in await db.all(_ERRORS, client_id=client_id)]


async def minutes(db: Session, client_id: str, *, start: int) -> list[Minute]:
    """Return the figures of an app's minutes since `start` (UTC seconds) in which it called."""
    return [Minute(*row) for row in await db.all(_MINUTES, client_id=client_id, start=start)]


async def malls(db: Session, client_id: str) -> list[str]:
    """Return the malls of an app's last calls, in the order of their names."""
    return sorted(row[0] for row in await db.all(_MALLS, client_id=client_id))


class OperationUse(Struct, frozen=True):
    """How often an operation was called: `last_at` in UTC seconds."""

    operation: str
    calls: int
    errors: int
    last_at: int


async def operations(db: Session, client_id: str, *, start: int = 0) -> list[OperationUse]:
    """Return the operations an app called since `start` (UTC seconds), in the order of names."""
    found = await db.all(_DAYS, client_id=client_id, start=start)
    return [OperationUse(name, int(calls), int(bad), last) for name, calls, bad, last in found]
