"""Sources of rows to restore: a backup, or a store made of an older backup."""

import asyncio
import tempfile
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Protocol

from alembic import command
from sqlalchemy import create_engine

from openmall.configuration import Configuration
from openmall.database import baseline, migrate, phases
from openmall.database.bulk_load import BulkLoad, SqliteBulkLoad
from openmall.database.session import Row
from openmall.database.snapshot import Snapshot, SqliteSnapshot
from openmall.transfer.backup import shape
from openmall.transfer.backup.creation import NotPossible
from openmall.transfer.backup.reading import Copy
from openmall.transfer.backup.shape import Sum

Pages = AsyncIterator[Sequence[Row]]


class Source(Protocol):
    """Rows of the newest schema."""

    columns: dict[str, list[str]]
    """Table -> its columns, in the order of the values of a row."""

    def rows(self, table: str) -> Pages:
        """Iterate over the rows of a table, page by page."""
        ...


class FromCopy:
    """A backup, by the names of tables and columns that `schema_of` its schema has."""

    def __init__(self, copy: Copy) -> None:
        self._copy = copy
        self._stored: dict[str, str] = {}
        """Table -> its name in the backup."""
        self.columns: dict[str, list[str]] = {}
        is_renamed = copy.about.schema < baseline.SCHEMA
        for stored, part in copy.parts(shape.ROWS).items():
            table = baseline.TABLES.get(stored, stored) if is_renamed else stored
            columns = baseline.COLUMNS.get(table, {}) if is_renamed else {}
            self._stored[table] = stored
            self.columns[table] = [columns.get(name, name) for name in part.columns]

    def rows(self, table: str) -> Pages:
        return self._copy.rows(shape.ROWS, self._stored[table])


def schema_of(copy: Copy) -> str:
    """Return the schema whose names the rows of a backup are read by."""
    return max(copy.about.schema, baseline.SCHEMA)


class FromStore:
    """A snapshot of a store."""

    def __init__(self, snapshot: Snapshot, columns: dict[str, list[str]]) -> None:
        self._snapshot = snapshot
        self.columns = columns

    def rows(self, table: str) -> Pages:
        return self._snapshot.rows(table, self.columns[table])


@asynccontextmanager
async def open_source(copy: Copy, *, scratch: Path | None) -> AsyncIterator[Source]:
    """Open a backup as a source of the newest schema.

    An older backup is restored into a SQLite store of its schema below `scratch`, and migrated.
    Raises NotPossible for a newer one, and for one that is too old.
    """
    require_known(copy)
    if schema_of(copy) == migrate.newest():
        yield FromCopy(copy)
        return
    with tempfile.TemporaryDirectory(prefix="openmall-", dir=scratch) as folder:
        configuration = Configuration(data_dir=Path(folder))
        await as_store(copy, configuration)
        async with SqliteSnapshot(configuration.database_path) as snapshot:
            yield FromStore(snapshot, await snapshot.tables())


def require_known(copy: Copy) -> None:
    """Raise NotPossible for a backup whose schema only a newer or an older program knows."""
    if reason := phases.too_old(copy.about.schema):
        raise NotPossible(
            f"{copy.path} cannot be restored: {reason}; or restore it there, upgrade and make a"
            " backup of it again"
        )
    if copy.about.schema > migrate.newest():
        raise NotPossible(
            f"{copy.path} has schema {copy.about.schema}, which this program (schema"
            f" {migrate.newest()}) does not know yet: restore it with a newer openmall"
        )


async def as_store(
    copy: Copy,
    configuration: Configuration,
    *,
    report_progress: Callable[[float], None] = lambda share: None,
) -> None:
    """Restore a backup of any known schema into a SQLite store, and migrate it to the newest."""
    engine = create_engine(f"sqlite:///{configuration.database_path}")
    with engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA journal_mode=WAL")
        command.upgrade(migrate.alembic_config(connection), schema_of(copy))
        connection.commit()
    engine.dispose()
    async with SqliteBulkLoad(configuration.database_path) as filling:
        await fill(filling, FromCopy(copy), report_progress=report_progress)
        await filling.complete()
    # runs an event loop of its own
    await asyncio.to_thread(migrate.migrate, configuration)


async def fill(
    filling: BulkLoad, source: Source, *, report_progress: Callable[[float], None]
) -> dict[str, Sum]:
    """Write every row of a source into an empty store; return the checksum of each table."""
    sums: dict[str, Sum] = {}
    for at, (table, columns) in enumerate(source.columns.items()):
        total = sums[table] = Sum()
        async for page in source.rows(table):
            for row in page:
                total.add(shape.encoded(row))
            await filling.add(table, columns, page)
        report_progress((at + 1) / len(source.columns))
    return sums


async def differing(
    snapshot: Snapshot, columns: dict[str, list[str]], sums: dict[str, Sum]
) -> list[str]:
    """Return the tables of a store whose rows differ from those that were written."""
    wrong = []
    for table, expected in sums.items():
        checksum = Sum()
        async for page in snapshot.rows(table, columns[table]):
            for row in page:
                checksum.add(shape.encoded(row))
        if (checksum.rows, checksum.text()) != (expected.rows, expected.text()):
            wrong.append(f"{table} has {checksum.rows:,} rows, {expected.rows:,} were written")
    return wrong
