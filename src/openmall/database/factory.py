"""Opens the configured database."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeVar

from openmall.configuration import Configuration
from openmall.database.session import Database, WriteRecorder
from openmall.database.sqlite import SqliteDatabase

if TYPE_CHECKING:
    from openmall.database.replica import WriteTimes

T = TypeVar("T")


def open_database(
    configuration: Configuration,
    *,
    long_limits: bool = False,
    write_times: "WriteTimes | None" = None,
    recorder: WriteRecorder | None = None,
) -> Database:
    """Return the database, not yet migrated. Raises DatabaseAway when the file cannot be created.

    `long_limits`: use the long time limits of operators' commands. `write_times`: times of the last
    writes of all workers; without them a replica is not used. `recorder`: records the writes
    for the cached responses of the machine's workers.
    """
    if configuration.database:
        return _postgresql(
            configuration, long_limits=long_limits, write_times=write_times, recorder=recorder
        )
    configuration.make_data_dir()
    return SqliteDatabase(
        configuration.database_path, durability=configuration.durability, recorder=recorder
    )


def work_on_database(configuration: Configuration, work: Callable[[Database], Awaitable[T]]) -> T:
    """Return the result of `work` on the database, which is opened for it, with long time limits.

    It runs an event loop of its own: for commands, not within one.
    """

    async def run() -> T:
        database = open_database(configuration, long_limits=True)
        try:
            return await work(database)
        finally:
            await database.close()

    return asyncio.run(run())


def _postgresql(
    configuration: Configuration,
    *,
    long_limits: bool,
    write_times: "WriteTimes | None",
    recorder: WriteRecorder | None,
) -> Database:
    # its driver takes 3 MB, which an installation without PostgreSQL saves
    from openmall.database.postgres import PostgresDatabase
    from openmall.database.postgres_pool import COMMAND_SECONDS, ConnectionSettings, Pool
    from openmall.database.replica import ReplicatedDatabase
    from openmall.database.store_users import COMMAND, WORKER

    def settings(url: str) -> ConnectionSettings:
        return ConnectionSettings(
            url=url,
            name=COMMAND if long_limits else WORKER,
            min_size=configuration.connections_kept,
            max_size=configuration.connections,
            seconds=COMMAND_SECONDS if long_limits else configuration.call_seconds,
            cached_statements=configuration.prepared_statements,
        )

    primary = PostgresDatabase(settings(configuration.database), recorder=recorder)
    if not configuration.database_replica or write_times is None:
        return primary
    replica = Pool(settings(configuration.database_replica))
    return ReplicatedDatabase(primary, replica, write_times, seconds=configuration.replica_seconds)
