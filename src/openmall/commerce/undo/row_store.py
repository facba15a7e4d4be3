"""SQL of the rows that an undo compares and writes back."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from typing import Any, Final

from msgspec import Struct
from sqlalchemy import Column, ColumnElement, Select, bindparam, delete, insert, select, update

from openmall.commerce.undo import documents
from openmall.commerce.undo.sealed_writes import RevertedRow
from openmall.database.schema import metadata
from openmall.database.session import Session
from openmall.database.statements import InList, KeyList, Statement, StatementCache
from openmall.database.values import StoredRow

ROWS_AT_ONCE: Final = 500
"""Rows that one statement reads."""
Values = dict[str, Any]
"""Columns of a row and their values, without the mall."""


class RowWrite(Struct, frozen=True):
    """A row to be added, changed or deleted."""

    table: str
    key: Values
    values: Values | None
    """Of a new row every column, else those to be changed; None: the row is deleted."""
    is_new: bool = False


def _columns(table: str) -> list[Column[Any]]:
    return [column for column in metadata().tables[table].c if column.name != "mall_id"]


def _of_mall(table: str) -> ColumnElement[bool]:
    return metadata().tables[table].c.mall_id == bindparam("mall_id")


def _is_row(table: str, keys: Iterable[str]) -> list[ColumnElement[bool]]:
    columns = metadata().tables[table].c
    return [_of_mall(table), *(columns[key] == bindparam(f"key_{key}") for key in keys)]


def _read(table: str, keys: tuple[str, ...], to_change: bool) -> Select[*StoredRow]:
    of_key = [metadata().tables[table].c[key] for key in keys]
    found = select(*_columns(table)).where(
        _of_mall(table), KeyList(of_key, [f"key_{key}" for key in keys])
    )
    # all transactions lock the rows of a table in the same order
    return found.order_by(*of_key).with_for_update() if to_change else found


_READ: Final = StatementCache(_read)
_PRESENT: Final = StatementCache(
    lambda table, name: (
        select(metadata().tables[table].c[name])
        .where(_of_mall(table), InList(metadata().tables[table].c[name], "values"))
        .distinct()
    )
)
_CHANGE: Final = StatementCache(
    lambda table, keys, names: (
        update(metadata().tables[table])
        .where(*_is_row(table, keys))
        .values({name: bindparam(f"new_{name}") for name in names})
    )
)
_DELETE: Final = StatementCache(
    lambda table, keys: delete(metadata().tables[table]).where(*_is_row(table, keys))
)
_ADD: Final = StatementCache(
    lambda table, names: insert(metadata().tables[table]).values(
        {"mall_id": bindparam("mall_id")} | {name: bindparam(f"new_{name}") for name in names}
    )
)


async def read(
    db: Session, rows: Sequence[RevertedRow], *, to_change: bool = False
) -> list[Values | None]:
    """Return the rows as they are now, in the order of `rows`; None: there is no such row.

    Each has the fields of its documents that an undo reverts, beside its columns. `to_change`: lock
    them until this transaction ends.
    """
    keys: dict[str, list[Values]] = defaultdict(list)
    for row in rows:
        keys[row.table].append(row.key)
    found = {}
    for table, of_table in keys.items():
        stored = await _read_of_table(db, table, of_table, to_change=to_change)
        found[table] = {key: documents.with_fields(table, row) for key, row in stored.items()}
    return [found[row.table].get(tuple(row.key.values())) for row in rows]


async def read_row(db: Session, table: str, key: Values) -> Values | None:
    """Return a row, locked until this transaction ends."""
    found = await _read_of_table(db, table, [key], to_change=True)
    return found.get(tuple(key.values()))


async def peek(db: Session, table: str, key: Values) -> Values | None:
    """Return a row, which is not locked."""
    found = await _read_of_table(db, table, [key], to_change=False)
    return found.get(tuple(key.values()))


async def _read_of_table(
    db: Session, table: str, keys: Sequence[Values], *, to_change: bool
) -> dict[tuple[Any, ...], Values]:
    """Return the values of the columns of a key -> the row."""
    columns, of_key = [column.name for column in _columns(table)], tuple(keys[0])
    statement = _READ.of(table, of_key, to_change)
    places = sorted(tuple(key.values()) for key in keys)
    found = {}
    for at in range(0, len(places), ROWS_AT_ONCE):
        lists = zip(*places[at : at + ROWS_AT_ONCE], strict=True)
        bound = {f"key_{name}": list(each) for name, each in zip(of_key, lists, strict=True)}
        for values in await db.all(statement, **bound):
            row = dict(zip(columns, values, strict=True))
            found[tuple(row[name] for name in of_key)] = row
    return found


async def present(db: Session, table: str, name: str, values: Collection[Any]) -> set[Any]:
    """Return those of the values that a column of a table has."""
    rows = await db.all(_PRESENT.of(table, name), values=sorted(values))
    return {row[0] for row in rows}


async def write(db: Session, row: RowWrite) -> None:
    """Write a row. Raises DuplicateRow."""
    await db.run(_statement(row), **_values(row))


async def write_together(db: Session, rows: Iterable[RowWrite]) -> None:
    """Write rows with different keys, those alike with one statement.

    Raises DuplicateRow, and has written none of them then.
    """
    alike: dict[Statement, list[Values]] = defaultdict(list)
    for row in rows:
        alike[_statement(row)].append(_values(row))
    async with db.savepoint():
        for statement, values in alike.items():
            await db.defer(statement, values)


def _statement(row: RowWrite) -> Statement:
    if row.values is None:
        return _DELETE.of(row.table, tuple(row.key))
    names = tuple(row.values)
    return _ADD.of(row.table, names) if row.is_new else _CHANGE.of(row.table, tuple(row.key), names)


def _values(row: RowWrite) -> Values:
    values = _bound("new", row.values or {})
    return values if row.is_new else values | _bound("key", row.key)


def _bound(kind: str, values: Values) -> Values:
    return {f"{kind}_{name}": value for name, value in values.items()}
