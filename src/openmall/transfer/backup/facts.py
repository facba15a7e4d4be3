"""The facts of analytics in a backup: read hour by hour, restored as batches of their own."""

from collections.abc import AsyncIterator, Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import ColumnElement, Select, Table, and_, bindparam, select

from openmall.analytics.engine.engine import Batch, Engine
from openmall.analytics.engine.layout import TABLES
from openmall.database.session import Row
from openmall.database.snapshot import Snapshot
from openmall.transfer.backup import tables


class UnknownFacts(ValueError):
    """Facts name a table or columns that this program does not know."""


_ROWS: Final = msgspec.json.Decoder(dict[str, list[list[str | int]]])


def columns() -> dict[str, list[str]]:
    """Return table of facts -> columns, in their order."""
    return {str(name): [str(each.name) for each in table.c] for name, table in TABLES.items()}


def require_known(name: str, columns: Sequence[str]) -> None:
    """Raise UnknownFacts unless a table of facts has exactly these columns, in their order."""
    if name not in TABLES:
        raise UnknownFacts(f"facts {name}: this program has no such table of facts")
    if list(columns) != [str(each.name) for each in TABLES[name].c]:
        raise UnknownFacts(f"facts {name}: its columns are not those of this program")


async def flush_pending(snapshot: Snapshot, engine: Engine, mall_id: str) -> None:
    """Store the pending batches of a snapshot in the engine, which ignores repeated ones.

    Raises EngineAway.
    """
    only = ("mall_id", mall_id) if mall_id else None
    columns = ["mall_id", "batch_no", "content"]
    pending: list[tuple[str, int, str]] = []
    async for page in snapshot.rows(tables.PENDING_FACTS, columns, only=only):
        pending += [(row[0], row[1], row[2]) for row in page]
    # few batches: workers send them to the engine every second
    for source, number, content in sorted(pending):
        batch = Batch(source=source, number=number, rows=_ROWS.decode(content))
        await engine.keep([batch])


async def rows(engine: Engine, name: str, mall_id: str) -> AsyncIterator[Sequence[Row]]:
    """Iterate over a table of facts, an hour at a time. Raises EngineAway, TooLong."""
    table = TABLES[name]
    values = {"mall": mall_id} if mall_id else {}
    hours = await engine.ask(_hours(table, of_mall=bool(mall_id)), values)
    of_hour = _of_hour(table, of_mall=bool(mall_id))
    for day, hour in sorted(hours):
        yield await engine.ask(of_hour, {**values, "of_day": day, "of_hour": hour})


def _of(table: Table, *, of_mall: bool) -> list[ColumnElement[bool]]:
    return [table.c.mall_id == bindparam("mall")] if of_mall else []


def _hours(table: Table, *, of_mall: bool) -> Select[Any]:
    return select(table.c.day, table.c.hour).distinct().where(*_of(table, of_mall=of_mall))


def _of_hour(table: Table, *, of_mall: bool) -> Select[Any]:
    hour = and_(table.c.day == bindparam("of_day"), table.c.hour == bindparam("of_hour"))
    return select(*table.c).where(hour, *_of(table, of_mall=of_mall))


def renamed(content: str, mall_id: str) -> str:
    """Return the content of a pending batch for another mall id. Raises UnknownFacts."""
    decoded = _ROWS.decode(content)
    for name, each in decoded.items():
        if name not in TABLES:
            raise UnknownFacts(f"facts {name}: this program has no such table of facts")
        columns = list(TABLES[name].c.keys())
        at = columns.index("mall_id")
        for row in each:
            if len(row) != len(columns):
                raise UnknownFacts(f"facts {name}: a row has {len(row)} values")
            row[at] = mall_id
    return msgspec.json.encode(decoded).decode()
