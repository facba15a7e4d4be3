"""SQL that inserts, counts and deletes the rows of a mall, table by table."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

from sqlalchemy import Table, bindparam, delete, func, insert, select, tuple_

from openmall.access.oauth.tables import APP
from openmall.database import sequences
from openmall.database.schema import metadata
from openmall.database.session import Database, Session
from openmall.database.statements import Statement
from openmall.database.values import BoundValue
from openmall.transfer.backup import tables

ROWS_PER_TRANSACTION: Final = 500
"""Small enough that other writers get their turn."""
_APPS: Final = "app"
"""The counter that numbers the apps of the installation."""
_APP_EXISTS: Final = Statement(
    select(APP.c.app_no).where(APP.c.client_id == bindparam("client_id"))
)


@cache
def all_tables() -> dict[str, Table]:
    """Return every declared table by its name."""
    return dict(metadata().tables)


@cache
def _insert(table: str) -> Statement:
    target = all_tables()[table]
    return Statement(insert(target).values({c.name: bindparam(c.name) for c in target.c}))


@cache
def _delete(table: str) -> Statement:
    target = all_tables()[table]
    of_mall = target.c[tables.mall_column(table)] == bindparam("mall_id")
    inner = target.alias()
    inner_of_mall = inner.c[tables.mall_column(table)] == bindparam("mall_id")
    names = [column.name for column in target.primary_key]
    first_keys = (
        select(*(inner.c[name] for name in names)).where(inner_of_mall).limit(bindparam("most"))
    )
    keys = tuple_(*(target.c[name] for name in names))
    return Statement(delete(target).where(of_mall, keys.in_(first_keys)))


async def add(db: Session, table: str, rows: Sequence[Mapping[str, BoundValue]]) -> None:
    """Add rows to a table; `mall_id` is that of the session. Raises DuplicateRow."""
    await db.many(_insert(table), rows)


async def remove(database: Database, mall_id: str, table: str) -> int:
    """Delete the rows of a mall from a table, in several transactions; return their number."""
    removed = 0
    while True:
        async with database.writing(mall_id) as db:
            deleted = await db.run(_delete(table), most=ROWS_PER_TRANSACTION)
        removed += deleted
        if deleted < ROWS_PER_TRANSACTION:
            return removed


async def has_rows(db: Session, table: str) -> bool:
    """Say whether a table has rows of the session's mall."""
    row = await db.one(_count(table))
    return row is not None and row[0] > 0


@cache
def _count(table: str) -> Statement:
    target = all_tables()[table]
    of_mall = target.c[tables.mall_column(table)] == bindparam("mall_id")
    return Statement(select(func.count()).select_from(target).where(of_mall))


async def add_app(database: Database, app: dict[str, Any], keys: dict[str, Any] | None) -> bool:
    """Add an unknown app and its webhook subscription; say whether it was added.

    It belongs to the operator, and is numbered by this installation.
    """
    async with database.writing("") as db:
        if await db.one(_APP_EXISTS, client_id=app["client_id"]):
            return False
        number = await sequences.allocate(db, _APPS)
        await add(db, "app", [{**app, "app_no": number, "developer_no": 0}])
        if keys is not None:
            await add(db, "webhook_subscription", [keys])
        return True
