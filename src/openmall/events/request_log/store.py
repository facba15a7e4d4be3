"""SQL of the request log: adds calls and figures, and deletes old ones."""

from collections.abc import Iterable, Sequence
from typing import Final

import msgspec
from msgspec import Struct
from sqlalchemy import BindParameter, ColumnElement, Table, bindparam, case, delete, select
from sqlalchemy.sql.elements import ClauseElement

from openmall.access.oauth.tables import APP
from openmall.database.session import Session
from openmall.database.statements import InList, InsertInto, Statement
from openmall.events.request_log.tables import BODY, CALL, MINUTE, OPERATION

BATCH_ROWS: Final = 50
"""Rows that one transaction deletes."""


class Row(Struct, frozen=True, kw_only=True):
    """One call as it is stored; `tables` describes the columns."""

    client_id: str
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
    limits: str
    version: str
    request_id: str
    ip: str
    parameter: str
    message: str
    sent_size: int
    answered_size: int
    unproven: int
    sent: str
    answered: str


class Minute(Struct, kw_only=True):
    """Counts to add to an app's minute."""

    calls: int = 0
    errors: int = 0
    refused: int = 0
    fullest: int = 0
    not_recorded: int = 0


class Day(Struct, kw_only=True):
    """Counts to add to an app's operation on a day."""

    calls: int = 0
    errors: int = 0
    last_at: int = 0


def _all(table: Table) -> dict[str, BindParameter[int | str]]:
    return {column.name: bindparam(column.name) for column in table.c}


# a batch whose commit may or may not have happened is written again
_ADD: Final = Statement(lambda insert: insert(CALL).values(_all(CALL)).on_conflict_do_nothing())
_ADD_BODY: Final = Statement(
    lambda insert: insert(BODY).values(_all(BODY)).on_conflict_do_nothing()
)


def _count_minute(insert: InsertInto) -> ClauseElement:
    statement = insert(MINUTE).values(_all(MINUTE))
    excluded = statement.excluded
    return statement.on_conflict_do_update(
        index_elements=["client_id", "minute"],
        set_={
            **{
                name: MINUTE.c[name] + excluded[name]
                for name in ("calls", "errors", "refused", "not_recorded")
            },
            "fullest": case(
                (MINUTE.c.fullest > excluded.fullest, MINUTE.c.fullest), else_=excluded.fullest
            ),
        },
    )


def _count_day(insert: InsertInto) -> ClauseElement:
    statement = insert(OPERATION).values(_all(OPERATION))
    excluded = statement.excluded
    return statement.on_conflict_do_update(
        index_elements=["client_id", "operation", "day"],
        set_={
            **{name: OPERATION.c[name] + excluded[name] for name in ("calls", "errors")},
            "last_at": case(
                (OPERATION.c.last_at > excluded.last_at, OPERATION.c.last_at),
                else_=excluded.last_at,
            ),
        },
    )


_COUNT_MINUTE: Final = Statement(_count_minute)
_COUNT_DAY: Final = Statement(_count_day)
_OF_APP: Final[ColumnElement[str]] = bindparam("client_id")
_CALLED: Final = Statement(
    select(OPERATION.c.operation).where(OPERATION.c.client_id == _OF_APP).distinct()
)
_VERSIONS: Final = Statement(
    select(CALL.c.version, CALL.c.operation)
    .where(CALL.c.client_id == _OF_APP, CALL.c.unproven == 0, CALL.c.operation != "")
    .distinct()
)
_APPS: Final = Statement(select(APP.c.client_id))
_NUMBER_BEHIND: Final = Statement(
    select(CALL.c.number)
    .where(
        CALL.c.client_id == _OF_APP,
        CALL.c.number <= bindparam("upto"),
        CALL.c.unproven == bindparam("unproven"),
    )
    .order_by(CALL.c.number.desc())
    .limit(1)
    .offset(bindparam("rows"))
)
_OLDEST_CALLS: Final = Statement(
    select(CALL.c.number)
    .where(
        CALL.c.client_id == _OF_APP,
        CALL.c.number <= bindparam("last"),
        CALL.c.unproven == bindparam("unproven"),
    )
    .order_by(CALL.c.number)
    .limit(bindparam("some"))
)
_DELETE_CALLS: Final = [
    Statement(delete(table).where(table.c.client_id == _OF_APP, InList(table.c.number, "numbers")))
    for table in (CALL, BODY)
]
_DELETE_MINUTES: Final = Statement(
    delete(MINUTE).where(MINUTE.c.client_id == _OF_APP, MINUTE.c.minute < bindparam("before"))
)
_DELETE_DAYS: Final = Statement(
    delete(OPERATION).where(OPERATION.c.client_id == _OF_APP, OPERATION.c.day < bindparam("before"))
)


async def add(db: Session, rows: Sequence[Row]) -> None:
    """Add calls to the log."""
    calls, bodies = [], []
    for row in rows:
        values = msgspec.structs.asdict(row)
        sent, answered = values.pop("sent"), values.pop("answered")
        values["class"] = row.status // 100
        calls.append(values)
        if sent or answered:
            key = {"client_id": row.client_id, "number": row.number}
            bodies.append({**key, "sent": sent, "answered": answered})
    await db.many(_ADD, calls)
    if bodies:
        await db.many(_ADD_BODY, bodies)


async def count(
    db: Session, minutes: dict[tuple[str, int], Minute], days: dict[tuple[str, str, int], Day]
) -> None:
    """Add to the figures: of (app, minute), and of (app, operation, day).

    In their order, so that two workers never wait for each other in a circle.
    """
    await db.many(
        _COUNT_MINUTE,
        (
            {"client_id": key[0], "minute": key[1], **_values(minutes[key])}
            for key in sorted(minutes)
        ),
    )
    await db.many(
        _COUNT_DAY,
        (
            {"client_id": key[0], "operation": key[1], "day": key[2], **_values(days[key])}
            for key in sorted(days)
        ),
    )


def _values(figures: Minute | Day) -> dict[str, int]:
    return msgspec.structs.asdict(figures)


async def operations_called(db: Session, client_id: str) -> set[str]:
    """Return the operations an app called in the last year: `admin GET products/{product_no}`."""
    return {row[0] for row in await db.all(_CALLED, client_id=client_id)}


async def versions_called(db: Session, client_id: str) -> dict[str, set[str]]:
    """Return version -> the operations an app called in it, of the calls that are still kept."""
    found: dict[str, set[str]] = {}
    for version, operation in await db.all(_VERSIONS, client_id=client_id):
        if version:
            found.setdefault(version, set()).add(operation)
    return found


async def apps(db: Session) -> list[str]:
    """Return the client ids of all apps."""
    return [row[0] for row in await db.all(_APPS)]


async def number_behind(db: Session, client_id: str, *, unproven: int, upto: int, rows: int) -> int:
    """Return the number of the call so many `rows` behind the newest `upto`; 0: there is none.

    Of calls with `unproven` as given.
    """
    found = await db.one(
        _NUMBER_BEHIND, client_id=client_id, unproven=unproven, upto=upto, rows=rows
    )
    return found[0] if found is not None else 0


async def delete_calls(db: Session, client_id: str, *, unproven: int, last: int) -> bool:
    """Delete a batch of an app's calls up to the number `last`; say whether there may be more.

    Of calls with `unproven` as given.
    """
    found = await db.all(
        _OLDEST_CALLS, client_id=client_id, unproven=unproven, last=last, some=BATCH_ROWS
    )
    if found:
        for statement in _DELETE_CALLS:
            await db.run(statement, client_id=client_id, numbers=[row[0] for row in found])
    return len(found) == BATCH_ROWS


async def delete_figures(
    db: Session, client_ids: Iterable[str], *, minutes: int, days: int
) -> None:
    """Delete the figures of minutes and days that began before these UTC seconds."""
    for client_id in client_ids:
        await db.run(_DELETE_MINUTES, client_id=client_id, before=minutes)
        await db.run(_DELETE_DAYS, client_id=client_id, before=days)
