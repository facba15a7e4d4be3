"""SQL of test malls: their register, and all rows of a mall at once."""

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import Any, Final

from msgspec import Struct
from sqlalchemy import bindparam, delete, func, insert, select, update

from openmall.apptesting.tables import APP_TEST_MALL
from openmall.commerce.order.orders.tables import ORDER
from openmall.contract.journal.tables import EVENT
from openmall.database import sequences
from openmall.database.session import Session
from openmall.database.statements import InList, Statement
from openmall.transfer.backup import store, tables

MOST_ORDERS: Final = 1_000
"""Orders of a test mall that are listed."""
_T: Final = APP_TEST_MALL.c
_THIS: Final = _T.store_id == bindparam("store_id")
_ADD: Final = Statement(insert(APP_TEST_MALL).values({c.name: bindparam(c.name) for c in _T}))
_COLUMNS: Final = (
    _T.store_id, _T.client_id, _T.own_app, _T.scopes, _T.contents, _T.name, _T.created_at,
    _T.used_at,
)  # fmt: skip
_FIND: Final = Statement(select(*_COLUMNS).where(_THIS))
_LOCK: Final = Statement(select(*_COLUMNS).where(_THIS).with_for_update())
_ALL: Final = Statement(select(*_COLUMNS).order_by(_T.created_at, _T.store_id))
_UNUSED: Final = Statement(
    select(*_COLUMNS).where(_T.used_at < bindparam("before")).order_by(_T.store_id)
)
_COUNT: Final = Statement(select(func.count()).select_from(APP_TEST_MALL))
_USED: Final = Statement(update(APP_TEST_MALL).where(_THIS).values(used_at=bindparam("now")))
_DELETE: Final = Statement(delete(APP_TEST_MALL).where(_THIS))
_ORDERS: Final = Statement(
    select(ORDER.c.order_id)
    .where(ORDER.c.mall_id == bindparam("mall_id"), ORDER.c.order_id > bindparam("after"))
    .order_by(ORDER.c.order_id)
    .limit(bindparam("most"))
)
_EVENTS: Final = Statement(
    select(EVENT.c.sequence, EVENT.c.event_no, EVENT.c.resource)
    .where(EVENT.c.mall_id == bindparam("mall_id"), EVENT.c.sequence > bindparam("after"))
    .order_by(EVENT.c.sequence)
    .limit(bindparam("most"))
)
_LAST_EVENT: Final = Statement(
    select(func.max(EVENT.c.sequence)).where(
        EVENT.c.mall_id == bindparam("mall_id"),
        EVENT.c.sequence <= bindparam("upto"),
        InList(EVENT.c.event_no, "event_nos"),
    )
)

Rows = Mapping[str, Sequence[dict[str, Any]]]
"""Table -> its rows of a mall, by column."""


class TestMall(Struct, frozen=True, kw_only=True):
    """A mall that a program created; fields are the columns of `app_test_mall`."""

    __test__ = False

    store_id: str
    client_id: str
    own_app: str
    scopes: str
    contents: str
    name: str
    created_at: int
    used_at: int


class AnnouncedEvent(Struct, frozen=True):
    """An event of a mall's outbox."""

    sequence: int
    event_no: int
    resource: str
    """JSON."""


async def add(db: Session, mall: TestMall) -> None:
    """Register a test mall. Raises DuplicateRow."""
    await db.run(_ADD, **{name: getattr(mall, name) for name in mall.__struct_fields__})


async def find(db: Session, mall_id: str, *, to_change: bool = False) -> TestMall | None:
    """Return a test mall, or None. `to_change`: lock it until the transaction ends."""
    row = await db.one(_LOCK if to_change else _FIND, store_id=mall_id)
    return None if row is None else _read(row)


async def every(db: Session) -> list[TestMall]:
    """Return all test malls, the oldest first."""
    return [_read(row) for row in await db.all(_ALL)]


async def unused(db: Session, before: int) -> list[TestMall]:
    """Return the test malls that were neither created nor reset since `before` (UTC seconds)."""
    return [_read(row) for row in await db.all(_UNUSED, before=before)]


async def count(db: Session) -> int:
    """Return the number of test malls."""
    row = await db.one(_COUNT)
    return 0 if row is None else int(row[0])


async def use(db: Session, mall_id: str, now: int) -> None:
    """Record that a test mall was reset."""
    await db.run(_USED, store_id=mall_id, now=now)


async def drop(db: Session, mall_id: str) -> None:
    """Delete the entry of a test mall."""
    await db.run(_DELETE, store_id=mall_id)


async def order_ids(db: Session) -> list[str]:
    """Return the ids of the orders of the session's mall, the oldest first."""
    return [row[0] for row in await db.all(_ORDERS, after="", most=MOST_ORDERS)]


async def head(db: Session) -> int:
    """Return the number of the last event that was announced in the session's mall."""
    return await sequences.allocated(db, "event")


async def events_after(db: Session, sequence: int, *, most: int) -> list[AnnouncedEvent]:
    """Return the events of the session's mall after a number."""
    return [AnnouncedEvent(*row) for row in await db.all(_EVENTS, after=sequence, most=most)]


async def last_event(db: Session, upto: int, event_nos: Collection[int]) -> int:
    """Return the number of the last event of these kinds up to a number; 0: there is none."""
    row = await db.one(_LAST_EVENT, upto=upto, event_nos=sorted(event_nos))
    return (row[0] if row else None) or 0


async def read_rows(db: Session) -> Rows:
    """Return the rows of the session's mall that may be written under another id."""
    found = {}
    for table in tables_of_malls():
        if tables.is_restored(table, renamed=True):
            columns = store.all_tables()[table].c.keys()
            rows = await db.all(_read_statement(table))
            if rows:
                found[table] = [dict(zip(columns, row, strict=True)) for row in rows]
    return found


async def write_rows(db: Session, rows: Rows) -> None:
    """Add rows to the session's mall, which has none."""
    for table, some in rows.items():
        await db.defer(_insert(table), some)


async def delete_rows(db: Session) -> None:
    """Delete all rows of the session's mall, of every table.

    The register of test malls is left, and what belongs to the installation.
    """
    for table in tables_of_malls():
        await db.defer(_delete(table), [{}])


async def delete_app(db: Session, client_id: str) -> None:
    """Delete an app with its webhook subscription and all else that belongs to it."""
    for table in tables.of_scope("app"):
        await db.run(_delete_of_app(table), client_id=client_id)


@cache
def tables_of_malls() -> tuple[str, ...]:
    """Return the tables with rows of malls, named by their mall id."""
    return tuple(name for name, table in sorted(store.all_tables().items()) if "mall_id" in table.c)


@cache
def _read_statement(table: str) -> Statement:
    target = store.all_tables()[table]
    return Statement(select(target).where(target.c.mall_id == bindparam("mall_id")))


@cache
def _insert(table: str) -> Statement:
    target = store.all_tables()[table]
    return Statement(insert(target).values({c.name: bindparam(c.name) for c in target.c}))


@cache
def _delete(table: str) -> Statement:
    target = store.all_tables()[table]
    return Statement(delete(target).where(target.c.mall_id == bindparam("mall_id")))


@cache
def _delete_of_app(table: str) -> Statement:
    target = store.all_tables()[table]
    return Statement(delete(target).where(target.c.client_id == bindparam("client_id")))


def _read(row: Any) -> TestMall:
    return TestMall(**dict(zip(TestMall.__struct_fields__, row, strict=True)))
