"""Where rows that are read back come from: a copy, or a store that was made of an older one."""

import asyncio
import tempfile
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Protocol

from alembic import command
from sqlalchemy import create_engine

from openmall.configuration import Configuration
from openmall.copies import shape
from openmall.copies.making import NotPossible
from openmall.copies.reading import Copy
from openmall.copies.shape import Sum
from openmall.database import migrate
from openmall.database.filling import Filling, SqliteFilling
from openmall.database.snapshot import Snapshot, SqliteSnapshot

Pages = AsyncIterator[Sequence[Sequence[Any]]]


class Source(Protocol):
    """Rows of the newest schema."""

    columns: dict[str, list[str]]
    """Table -> its columns, in the order of the values of a row."""

    def rows(self, table: str) -> Pages:
        """Go through the rows of a table, page by page."""
        ...


class FromCopy:
    """A copy of the newest schema."""

    def __init__(self, copy: Copy) -> None:
        self._copy = copy
        self.columns = {name: part.columns for name, part in copy.parts(shape.ROWS).items()}

    def rows(self, table: str) -> Pages:
        return self._copy.rows(shape.ROWS, table)


class FromStore:
    """A store, as it is at one moment."""

    def __init__(self, snapshot: Snapshot, columns: dict[str, list[str]]) -> None:
        self._snapshot = snapshot
        self.columns = columns

    def rows(self, table: str) -> Pages:
        return self._snapshot.rows(table, self.columns[table])


@asynccontextmanager
async def of(copy: Copy, *, scratch: Path | None) -> AsyncIterator[Source]:
    """Give the rows of a copy as those of the newest schema.

    An older copy becomes a SQLite store of its own time first, below `scratch`, and is migrated.
    Raises NotPossible for a newer one.
    """
    require_known(copy)
    if copy.about.schema == migrate.newest():
        yield FromCopy(copy)
        return
    with tempfile.TemporaryDirectory(prefix="openmall-", dir=scratch) as folder:
        configuration = Configuration(data_dir=Path(folder))
        await as_store(copy, configuration)
        async with SqliteSnapshot(configuration.database_path) as snapshot:
            yield FromStore(snapshot, await snapshot.tables())


def require_known(copy: Copy) -> None:
    """Raise NotPossible for a copy of a schema that only a newer program knows."""
    if copy.about.schema > migrate.newest():
        raise NotPossible(
            f"{copy.path} has schema {copy.about.schema}, which this program (schema"
            f" {migrate.newest()}) does not know yet: restore it with a newer openmall"
        )


async def as_store(
    copy: Copy, configuration: Configuration, *, watch: Callable[[float], None] = lambda share: None
) -> None:
    """Make a SQLite store of a copy, of whatever schema, and bring it to the newest."""
    engine = create_engine(f"sqlite:///{configuration.database_path}")
    with engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA journal_mode=WAL")
        command.upgrade(migrate.alembic_config(connection), copy.about.schema)
        connection.commit()
    engine.dispose()
    async with SqliteFilling(configuration.database_path) as filling:
        await fill(filling, FromCopy(copy), watch=watch)
        await filling.settle()
    # a loop of its own goes on in there
    await asyncio.to_thread(migrate.migrate, configuration)


async def fill(
    filling: Filling, source: Source, *, watch: Callable[[float], None]
) -> dict[str, Sum]:
    """Put every row of a source into an empty store; return what they add up to."""
    sums: dict[str, Sum] = {}
    for at, (table, columns) in enumerate(source.columns.items()):
        total = sums[table] = Sum()
        async for page in source.rows(table):
            for row in page:
                total.add(shape.encoded(row))
            await filling.add(table, columns, page)
        watch((at + 1) / len(source.columns))
    return sums


async def differing(
    snapshot: Snapshot, columns: dict[str, list[str]], sums: dict[str, Sum]
) -> list[str]:
    """Return the tables of a store that do not have the rows that were written into it."""
    wrong = []
    for table, expected in sums.items():
        found = Sum()
        async for page in snapshot.rows(table, columns[table]):
            for row in page:
                found.add(shape.encoded(row))
        if (found.rows, found.text()) != (expected.rows, expected.text()):
            wrong.append(f"{table} has {found.rows:,} rows, {expected.rows:,} were written")
    return wrong
