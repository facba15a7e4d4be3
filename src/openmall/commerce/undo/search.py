"""SQL of the pages of recorded writes: searches."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from msgspec import Struct
from sqlalchemy import Select, bindparam, select

from openmall.commerce.undo.store import RecordedWrite
from openmall.commerce.undo.tables import WRITE
from openmall.database.schema import fixed_text
from openmall.database.session import Session
from openmall.database.statements import InList, Statement, StatementCache
from openmall.database.values import BoundValue, StoredRow

_W: Final = WRITE.c
_SHOWN: Final = [_W[name] for name in RecordedWrite.__struct_fields__ if name != "content"]
_CONDITIONS: Final[dict[str, Any]] = {
    "client_id": _W.client_id == bindparam("client_id"),
    "user_id": _W.user_id == bindparam("user_id"),
    "start": _W.created_at >= bindparam("start"),
    "end": _W.created_at <= bindparam("end"),
    "state": _W.state == bindparam("state"),
    "before": _W.write_no < bindparam("before"),
    "now": _W.expires_at > bindparam("now"),
}


class Found(Struct, frozen=True):
    """Recorded writes of a page, without content, and whether there are older ones."""

    writes: list[RecordedWrite]
    more: bool


def _search(filters: tuple[str, ...]) -> Select[*StoredRow]:
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


def _of_app(filters: tuple[str, ...]) -> Select[*StoredRow]:
    return (
        select(*_SHOWN)
        .where(_W.mall_id == bindparam("mall_id"), *(_CONDITIONS[name] for name in filters))
        .order_by(_W.write_no.desc())
        .limit(bindparam("limit"))
    )


_SEARCHES: Final = StatementCache(_search)
_OF_APP: Final = StatementCache(_of_app)
_BY_NUMBERS: Final = Statement(
    select(*_SHOWN).where(_W.mall_id == bindparam("mall_id"), InList(_W.write_no, "numbers"))
)
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


async def search(
    db: Session, scopes: Iterable[str], filters: dict[str, Any], *, limit: int, offset: int
) -> Found:
    """Return the recorded writes of operations with these scopes, the newest first.

    `filters`: client_id, user_id, state; start and end in UTC seconds.
    """
    statement = _SEARCHES.of(tuple(sorted(filters)))
    bound: dict[str, BoundValue] = {"scopes": sorted(scopes), "limit": limit + 1, "offset": offset}
    rows = await db.all(statement, **bound, **filters)
    writes = [_write(row) for row in rows]
    return Found(writes[:limit], len(rows) > limit)


async def of_app(
    db: Session, client_id: str, *, state: str, before: int, now: int, limit: int
) -> list[RecordedWrite]:
    """Return the recorded writes of an app, without content, the newest first.

    `state`: empty: any. `before`: only writes with lower numbers; 0: all.
    """
    filters: dict[str, Any] = {"client_id": client_id, "now": now}
    if state:
        filters["state"] = state
    if before:
        filters["before"] = before
    rows = await db.all(_OF_APP.of(tuple(sorted(filters))), limit=limit, **filters)
    return [_write(row) for row in rows]


async def by_numbers(db: Session, numbers: Iterable[int]) -> dict[int, RecordedWrite]:
    """Return recorded writes by their numbers, without content; not those that are gone."""
    wanted = [each for each in numbers if each]
    if not wanted:
        return {}
    return {each.write_no: each for each in map(_write, await db.all(_BY_NUMBERS, numbers=wanted))}


def _write(row: Sequence[Any]) -> RecordedWrite:
    names = [column.name for column in _SHOWN]
    return RecordedWrite(**dict(zip(names, row, strict=True)), content="")


async def undone_by(db: Session, write_no: int) -> int | None:
    """Return the write that has undone a write and was not undone itself."""
    row = await db.one(_UNDONE_BY, this=write_no)
    return None if row is None else int(row[0])


async def recorded(db: Session, numbers: Iterable[int]) -> set[int]:
    """Return which lines of the activity log are recorded writes."""
    return {row[0] for row in await db.all(_RECORDED, numbers=list(numbers))}
