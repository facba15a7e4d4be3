"""The target of a full restore: the empty store of a new installation."""

import asyncio
from collections.abc import Callable

from openmall.configuration import Configuration
from openmall.database import migrate
from openmall.database.backfill import SCHEMA_NOTE
from openmall.database.bulk_load import UNFINISHED, drop_unfinished, open_bulk_load
from openmall.database.snapshot import open_snapshot
from openmall.transfer.backup import sources
from openmall.transfer.backup.creation import NotPossible
from openmall.transfer.backup.sources import Source


async def require_empty(configuration: Configuration) -> None:
    """Raise NotPossible unless the store is missing or empty. Raises DatabaseAway.

    What a load left on PostgreSQL that was stopped, also while it made the schema, is dropped: the
    load begins anew.
    """
    if not configuration.database:
        if configuration.database_path.exists():
            raise NotPossible(
                f"{configuration.database_path} is there already: this is for where there is none"
            )
        return
    schema = await asyncio.to_thread(migrate.current, configuration)
    if schema is None:
        return
    if schema == UNFINISHED:
        await drop_unfinished(configuration.database)
        return
    async with open_snapshot(configuration) as snapshot:
        for table, columns in (await snapshot.tables()).items():
            if table == SCHEMA_NOTE.name:  # how far the migration came
                continue
            async for _ in snapshot.rows(table, columns[:1]):
                raise NotPossible(
                    f"the database has rows already (table {table}): this is for an empty one"
                )
    await drop_unfinished(configuration.database)


async def fill_empty(
    configuration: Configuration, source: Source, *, report_progress: Callable[[float], None]
) -> int:
    """Create a store of the newest schema with every row of a source; return their number.

    Reads all rows again and compares them. On PostgreSQL the store is unusable before
    `filling.finish`. Raises NotPossible, DatabaseAway.
    """
    await asyncio.to_thread(migrate.migrate, configuration)
    async with open_snapshot(configuration) as snapshot:
        existing_tables = await snapshot.tables()
    for table, columns in source.columns.items():
        if not set(columns) <= set(existing_tables.get(table, ())):
            raise NotPossible(f"the store has no table {table} with {', '.join(columns)}")
    async with open_bulk_load(configuration) as filling:
        sums = await sources.fill(
            filling, source, report_progress=lambda share: report_progress(share * 0.6)
        )
        await filling.complete()
    async with open_snapshot(configuration) as snapshot:
        wrong = await sources.differing(snapshot, source.columns, sums)
    if wrong:
        raise NotPossible(f"what was written is not what is there: {'; '.join(wrong)}")
    report_progress(1.0)
    return sum(each.rows for each in sums.values())
