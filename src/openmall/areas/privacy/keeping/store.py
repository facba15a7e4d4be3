"""SQL that goes through all that is kept of one person; it is an operator's, and takes its time."""

from collections.abc import Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import ColumnElement, Select, Table, Update, bindparam, select, update

from openmall.areas.order.orders.tables import ORDER
from openmall.areas.privacy.keeping.tables import BLANKED, HELD, SECRET, Document
from openmall.contract.call import Call
from openmall.database.statements import Shapes

Rows = list[dict[str, Any]]


def key_of(table: Table) -> tuple[str, ...]:
    """Return the columns that name a row of a mall."""
    return tuple(c.name for c in table.primary_key if c.name != "mall_id")


def readable(table: Table) -> tuple[str, ...]:
    """Return the columns that may be handed over."""
    return tuple(c.name for c in table.c if c.name not in SECRET)


def _here(table: Table, where: ColumnElement[bool] | None) -> tuple[ColumnElement[bool], ...]:
    return table.c.mall_id == bindparam("mall_id"), HELD[table] if where is None else where


def _find(table: Table, columns: tuple[str, ...]) -> Select[Any]:
    return select(*(table.c[name] for name in columns)).where(*_here(table, None))


def _lock(table: Table, columns: tuple[str, ...]) -> Select[Any]:
    return _find(table, columns).order_by(*table.primary_key).with_for_update()


def _blank(at: int) -> Update:
    what = BLANKED[at]
    return update(what.table).where(*_here(what.table, what.where)).values(what.columns)


def _set(table: Table, columns: tuple[str, ...]) -> Update:
    return (
        update(table)
        .where(
            table.c.mall_id == bindparam("mall_id"),
            *(table.c[name] == bindparam(f"this_{name}") for name in key_of(table)),
        )
        .values({name: bindparam(name) for name in columns})
    )


# in shapes, as they are made for one command and not for every worker
_FIND: Final = Shapes(_find)
_LOCK: Final = Shapes(_lock)
_BLANK: Final = Shapes(_blank)
_SET: Final = Shapes(_set)


async def everything(call: Call, member_id: str) -> dict[str, Rows]:
    """Return the rows of every table that are about a member, as they are kept."""
    found = {}
    for table in HELD:
        columns = readable(table)
        rows = await call.db.all(_FIND.of(table, columns), member_id=member_id)
        if rows:
            found[table.name] = named(columns, rows)
    return found


async def lock_orders(call: Call, member_id: str) -> None:
    """Lock the orders of a member; who changes one locks it first, and the customer after."""
    await call.db.all(_LOCK.of(ORDER, ("order_id",)), member_id=member_id)


async def blank(call: Call, member_id: str) -> None:
    """Empty what columns of the rows that are about a member say of them."""
    for at in range(len(BLANKED)):
        await call.db.run(_BLANK.of(at), member_id=member_id)


async def empty(call: Call, member_id: str, what: Document) -> None:
    """Let go what documents of a member's rows say of them."""
    columns = (*key_of(what.table), what.column)
    emptied = []
    rows = await call.db.all(_LOCK.of(what.table, columns), member_id=member_id)
    for row in named(columns, rows):
        document = msgspec.json.decode(row[what.column])
        row[what.column] = msgspec.json.encode(_without(document, what)).decode()
        emptied.append(row)
    await set_all(call, what.table, (what.column,), emptied)


async def set_all(call: Call, table: Table, columns: tuple[str, ...], rows: Rows) -> None:
    """Write columns of rows, each of which names itself."""
    key = key_of(table)
    values = [
        {
            **{f"this_{name}": row[name] for name in key},
            **{name: row[name] for name in columns},
        }
        for row in rows
    ]
    await call.db.many(_SET.of(table, columns), values)


def named(columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> Rows:
    """Return rows with the names of their columns."""
    return [dict(zip(columns, row, strict=True)) for row in rows]


def _without(document: Any, what: Document) -> Any:
    if not what.goes:
        return {name: value for name, value in document.items() if name in what.stays}
    if isinstance(document, dict):
        return {
            name: _without(value, what) for name, value in document.items() if name not in what.goes
        }
    if isinstance(document, list):
        return [_without(each, what) for each in document]
    return document
