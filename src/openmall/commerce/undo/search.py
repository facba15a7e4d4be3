"""SQL of the back office's pages of recorded writes: searches, and rows as they are now."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from msgspec import Struct
from sqlalchemy import Select, bindparam, select

from openmall.commerce.undo import documents
from openmall.commerce.undo.sealed_writes import RevertedRow
from openmall.commerce.undo.store import RecordedWrite
from openmall.commerce.undo.tables import WRITE
from openmall.database.schema import fixed_text, metadata
from openmall.database.session import Session
from openmall.database.statements import InList, KeyList, Statement, StatementCache

ROWS_AT_ONCE: Final = 500
"""Rows that one statement reads."""
_W: Final = WRITE.c
_SHOWN: Final = [_W[name] for name in RecordedWrite.__struct_fields__ if name != "content"]
_CONDITIONS: Final[dict[str, Any]] = {
    "client_id": _W.client_id == bindparam("client_id"),
    "user_id": _W.user_id == bindparam("user_id"),
    "start": _W.created_at >= bindparam("start"),
    "end": _W.created_at <= bindparam("end"),
    "state": _W.state == bindparam("state"),
}


class Found(Struct, frozen=True):
    """Recorded writes of a page, without content, and whether there are older ones."""

    writes: list[RecordedWrite]
    more: bool


def _search(filters: tuple[str, ...]) -> Select[Any]:
    # content is up to a megabyte a write, and not read for a line
    return (
        select(*_SHOWN)
        .where(
            _W.mall_id == bindparam("mall_id"),
            InList(_W.scope, "scopes"),
            *(_CONDITIONS[name] for name in filters),
        )
        .order_by(_W.write_no.desc())
        .limit(bindparam("limit"))
        .offset(bindparam("offset"))
    )


_SEARCHES: Final = StatementCache(_search)
_UNDONE_BY: Final = Statement(
    select(_W.write_no)
    .where(
        _W.mall_id == bindparam("mall_id"),
        _W.write_no > bindparam("this"),
        _W.undoes == bindparam("this"),
        _W.state != fixed_text("undone"),
    )
    .order_by(_W.write_no.desc())
    .limit(1)
)
_RECORDED: Final = Statement(
    select(_W.write_no).where(_W.mall_id == bindparam("mall_id"), InList(_W.write_no, "numbers"))
)
_CURRENT: Final = StatementCache(
    lambda name, keys: select(*(c for c in metadata().tables[name].c if c.name != "mall_id")).where(
        metadata().tables[name].c.mall_id == bindparam("mall_id"),
        KeyList([metadata().tables[name].c[key] for key in keys], [f"key_{key}" for key in keys]),
    )
)


async def search(
    db: Session, scopes: Iterable[str], filters: dict[str, Any], *, limit: int, offset: int
) -> Found:
    """Return the recorded writes of operations with these scopes, the newest first.

    `filters`: client_id, user_id, state; start and end in UTC seconds.
    """
    statement = _SEARCHES.of(tuple(sorted(filters)))
    bound = {"scopes": sorted(scopes), "limit": limit + 1, "offset": offset}
    rows = await db.all(statement, **bound, **filters)
    names = [column.name for column in _SHOWN]
    writes = [RecordedWrite(**dict(zip(names, row, strict=True)), content="") for row in rows]
    return Found(writes[:limit], len(rows) > limit)


async def undone_by(db: Session, write_no: int) -> int | None:
    """Return the write that has undone a write and was not undone itself."""
    row = await db.one(_UNDONE_BY, this=write_no)
    return None if row is None else int(row[0])


async def recorded(db: Session, numbers: Iterable[int]) -> set[int]:
    """Return which lines of the activity log are recorded writes."""
    return {row[0] for row in await db.all(_RECORDED, numbers=list(numbers))}


async def current_rows(db: Session, rows: Sequence[RevertedRow]) -> list[dict[str, Any] | None]:
    """Return the rows as they are now, in the order of `rows`; None: there is no such row."""
    found: dict[tuple[Any, ...], dict[str, Any]] = {}
    tables: dict[str, list[RevertedRow]] = {}
    for row in rows:
        tables.setdefault(row.table, []).append(row)
    for table, some in tables.items():
        keys = tuple(some[0].key)
        names = [c.name for c in metadata().tables[table].c if c.name != "mall_id"]
        for at in range(0, len(some), ROWS_AT_ONCE):
            chunk = some[at : at + ROWS_AT_ONCE]
            bound = {f"key_{key}": [row.key[key] for row in chunk] for key in keys}
            for values in await db.all(_CURRENT.of(table, keys), **bound):
                current = documents.with_fields(table, dict(zip(names, values, strict=True)))
                found[table, *(current[key] for key in keys)] = current
    return [found.get((row.table, *row.key.values())) for row in rows]
