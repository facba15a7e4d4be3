"""Backfills columns added by migrations, while the store is in use: in small, resumable batches."""

import asyncio
import time
from collections.abc import Callable, Mapping
from typing import Final

import msgspec
from msgspec import Struct
from sqlalchemy import ColumnElement, TableClause, bindparam, func, select, tuple_, update

from openmall.database.policies import no_personal_data, of_installation
from openmall.database.schema import installation_table, text
from openmall.database.session import Database, Row, Session
from openmall.database.statements import Statement
from openmall.database.values import StoredValue

SCHEMA_NOTE: Final = installation_table(
    "schema_note",
    text("name"),
    text("content"),
    backup=of_installation("says how far this store was brought up"),
    personal_data=no_personal_data("how the store was brought up"),
    key=("name",),
)
"""State of migrations: progress of backfills, and the oldest compatible program."""

BATCH: Final = 500
"""Rows in one transaction: their locks are held for some ten milliseconds."""
PACE: Final = 5_000
"""Default rate in rows a second, which leaves capacity for other users of the store."""
_MAX_ROUNDS: Final = 3
_ACROSS: Final = "a backfill goes through the rows of every mall"

_READ_NOTE: Final = Statement(
    select(SCHEMA_NOTE.c.content).where(SCHEMA_NOTE.c.name == bindparam("name"))
)
_WRITE_NOTE: Final = Statement(
    lambda insert: (
        (insertion := insert(SCHEMA_NOTE))
        .values(name=bindparam("name"), content=bindparam("content"))
        .on_conflict_do_update(
            index_elements=["name"], set_={"content": insertion.excluded.content}
        )
    )
)


class Backfill(Struct, frozen=True, kw_only=True):
    """The backfill that a migration requires."""

    table: TableClause
    """`sqlalchemy.table(...)` with the columns to read and to write."""
    key: tuple[str, ...]
    """Its primary key."""
    left: ColumnElement[bool]
    """The condition of rows not yet filled."""
    writes: tuple[str, ...]
    """The columns to fill."""
    fill: Callable[[Mapping[str, StoredValue]], Mapping[str, StoredValue]]
    """Computes the new values from the columns of a row, both by name."""


class Progress(Struct, frozen=True):
    """The progress of a backfill."""

    rows: int = 0
    """Rows filled so far."""
    total: int = 0
    """Rows to fill at its beginning."""
    after: tuple[str | int, ...] | None = None
    """The key of the last filled row; None: start at the first row."""
    ended: bool = False


class StillWritten(Exception):
    """Unfilled rows are still added: an older program is writing."""


async def read_note(db: Session, name: str) -> str | None:
    """Return the note under a name, or None."""
    row = await db.one(_READ_NOTE, name=name)
    return None if row is None else row[0]


async def write_note(db: Session, name: str, content: str) -> None:
    """Store a note under a name."""
    await db.run(_WRITE_NOTE, name=name, content=content)


async def progress(db: Session, number: str) -> Progress:
    """Return the progress of the backfill of the migration `number`."""
    stored = await read_note(db, f"backfill {number}")
    return Progress() if stored is None else msgspec.json.decode(stored, type=Progress)


async def _write_progress(db: Session, number: str, progress_now: Progress) -> None:
    await write_note(db, f"backfill {number}", msgspec.json.encode(progress_now).decode())


async def left(db: Session, backfill: Backfill) -> bool:
    """Return whether rows remain to be filled."""
    found = select(func.count()).select_from(
        select(backfill.table.c[backfill.key[0]]).where(backfill.left).limit(1).subquery()
    )
    row = await db.one(Statement(found, across_malls=_ACROSS))
    return bool(row and row[0])


async def fill(
    database: Database,
    number: str,
    backfill: Backfill,
    *,
    batch: int = BATCH,
    pace: int = PACE,
    on_progress: Callable[[Progress], None] = lambda _: None,
) -> Progress:
    """Fill the remaining rows, and return the progress. Resumes an interrupted backfill.

    `pace`: maximum of rows a second. `on_progress`: called after each batch.
    Raises StillWritten, DatabaseAway and DeadlinePassed; filled rows remain filled.
    """
    async with database.writing("") as db:
        progress_now = await progress(db, number)
        if not progress_now.rows:
            count = select(func.count()).select_from(backfill.table).where(backfill.left)
            row = await db.one(Statement(count, across_malls=_ACROSS))
            progress_now = Progress(total=row[0] if row else 0)
            await _write_progress(db, number, progress_now)
    first_page, next_page, change = _statements(backfill)
    for _ in range(_MAX_ROUNDS):
        more = True
        while more:
            started = time.monotonic()
            async with database.writing("") as db:
                after_values = dict(
                    zip(_names("after", backfill), progress_now.after or (), strict=False)
                )
                statement = next_page if after_values else first_page
                rows = await db.all(statement, **after_values, batch=batch)
                changes = [_change(backfill, tuple(row)) for row in rows]
                if changes:
                    await db.many(change, changes)
                    last = tuple(rows[-1][: len(backfill.key)])
                    progress_now = msgspec.structs.replace(
                        progress_now, rows=progress_now.rows + len(rows), after=last
                    )
                    await _write_progress(db, number, progress_now)
                more = len(rows) == batch
            on_progress(progress_now)
            await asyncio.sleep(max(0.0, len(rows) / pace - (time.monotonic() - started)))
        async with database.writing("") as db:
            ended = not await left(db, backfill)
            progress_now = msgspec.structs.replace(progress_now, ended=ended, after=None)
            await _write_progress(db, number, progress_now)
        if ended:
            return progress_now
    raise StillWritten(
        f"{number}: rows keep coming that are not filled: does a program of before still serve?"
    )


def _names(prefix: str, backfill: Backfill) -> list[str]:
    return [f"{prefix}_{name}" for name in backfill.key]


def _columns(backfill: Backfill) -> list[ColumnElement[StoredValue]]:
    others = [column for column in backfill.table.c if column.name not in backfill.key]
    return [*(backfill.table.c[name] for name in backfill.key), *others]


def _change(backfill: Backfill, row: Row) -> dict[str, StoredValue]:
    """Return the bound values of the update of a row."""
    columns = _columns(backfill)
    names = [column.name for column in columns]
    before = dict(zip(names, row, strict=True))
    after = backfill.fill(before)
    key = dict(zip(_names("key", backfill), row, strict=False))
    return key | {f"new_{name}": after[name] for name in backfill.writes}


def _statements(backfill: Backfill) -> tuple[Statement, Statement, Statement]:
    """Return the statements for the first batch, for later batches, and for the update of a row."""
    table, columns = backfill.table, _columns(backfill)
    keys = columns[: len(backfill.key)]
    page = select(*columns).where(backfill.left).order_by(*keys).limit(bindparam("batch"))
    after = [
        bindparam(name, type_=column.type)
        for name, column in zip(_names("after", backfill), keys, strict=True)
    ]
    key_matches = [
        column == bindparam(name, type_=column.type)
        for name, column in zip(_names("key", backfill), keys, strict=True)
    ]
    values = {name: bindparam(f"new_{name}", type_=table.c[name].type) for name in backfill.writes}
    return (
        Statement(page, across_malls=_ACROSS),
        Statement(page.where(tuple_(*keys) > tuple_(*after)), across_malls=_ACROSS),
        # not rows that a new program has written meanwhile, with current values
        Statement(
            update(table).where(*key_matches, backfill.left).values(values), across_malls=_ACROSS
        ),
    )
