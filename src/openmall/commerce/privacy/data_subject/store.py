"""SQL that reads, blanks and redacts the rows about a customer, whichever table holds them."""

from collections.abc import Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import ColumnElement, Select, Table, Update, bindparam, select, update

from openmall.commerce.order.orders.tables import ORDER
from openmall.commerce.privacy.data_subject.tables import (
    SECRET,
    Redacted,
    blanked,
    customer_rows,
)
from openmall.contract.call import Call
from openmall.database.policies import Redaction
from openmall.database.session import Row
from openmall.database.statements import StatementCache
from openmall.database.values import StoredRow

Rows = list[dict[str, Any]]


def key_of(table: Table) -> tuple[str, ...]:
    """Return the columns of the primary key without `mall_id`."""
    return tuple(c.name for c in table.primary_key if c.name != "mall_id")


def exported_columns(table: Table) -> tuple[str, ...]:
    """Return the columns that may be exported."""
    return tuple(c.name for c in table.c if c.name not in SECRET)


def _here(table: Table, where: ColumnElement[bool] | None) -> tuple[ColumnElement[bool], ...]:
    return table.c.mall_id == bindparam("mall_id"), customer_rows()[
        table
    ] if where is None else where


def _find(table: Table, columns: tuple[str, ...]) -> Select[*StoredRow]:
    return select(*(table.c[name] for name in columns)).where(*_here(table, None))


def _find_to_change(table: Table, columns: tuple[str, ...]) -> Select[*StoredRow]:
    return _find(table, columns).order_by(*table.primary_key).with_for_update()


def _blank(at: int) -> Update:
    each = blanked()[at]
    return update(each.table).where(*_here(each.table, each.where)).values(each.columns)


def _set(table: Table, columns: tuple[str, ...]) -> Update:
    return (
        update(table)
        .where(
            table.c.mall_id == bindparam("mall_id"),
            *(table.c[name] == bindparam(f"this_{name}") for name in key_of(table)),
        )
        .values({name: bindparam(name) for name in columns})
    )


# built on first use: operators export and erase, most workers never do
_FIND: Final = StatementCache(_find)
_FIND_TO_CHANGE: Final = StatementCache(_find_to_change)
_BLANK: Final = StatementCache(_blank)
_SET: Final = StatementCache(_set)


async def rows_about(call: Call, member_id: str) -> dict[str, Rows]:
    """Return the rows about a customer as they are stored: table -> its rows, none without."""
    found = {}
    for table in customer_rows():
        columns = exported_columns(table)
        rows = await call.db.all(_FIND.of(table, columns), member_id=member_id)
        if rows:
            found[table.name] = as_dictionaries(columns, rows)
    return found


async def lock_orders(call: Call, member_id: str) -> None:
    """Lock the orders of a customer; writers lock an order first, and the customer after it."""
    await call.db.all(_FIND_TO_CHANGE.of(ORDER, ("order_id",)), member_id=member_id)


async def blank(call: Call, member_id: str) -> None:
    """Overwrite the personal columns of the rows about a customer."""
    for at in range(len(blanked())):
        await call.db.run(_BLANK.of(at), member_id=member_id)


async def redact(call: Call, member_id: str, documents: Redacted) -> None:
    """Remove the personal fields from a document of the rows about a customer."""
    table, column = documents.table, documents.redaction.column
    columns = (*key_of(table), column)
    rows = as_dictionaries(
        columns, await call.db.all(_FIND_TO_CHANGE.of(table, columns), member_id=member_id)
    )
    for row in rows:
        document = _redacted(msgspec.json.decode(row[column]), documents.redaction)
        row[column] = msgspec.json.encode(document).decode()
    await update_rows(call, table, (column,), rows)


async def update_rows(call: Call, table: Table, columns: tuple[str, ...], rows: Rows) -> None:
    """Write `columns` of `rows`, each found by its primary key."""
    key = key_of(table)
    values = [
        {
            **{f"this_{name}": row[name] for name in key},
            **{name: row[name] for name in columns},
        }
        for row in rows
    ]
    await call.db.many(_SET.of(table, columns), values)


def as_dictionaries(columns: Sequence[str], rows: Sequence[Row]) -> Rows:
    """Return rows as dictionaries: column -> value."""
    return [dict(zip(columns, row, strict=True)) for row in rows]


def _redacted(document: Any, redaction: Redaction) -> Any:
    if not redaction.removed:
        return {name: value for name, value in document.items() if name in redaction.kept}
    if isinstance(document, dict):
        return {
            name: _redacted(value, redaction)
            for name, value in document.items()
            if name not in redaction.removed
        }
    if isinstance(document, list):
        return [_redacted(each, redaction) for each in document]
    return document
