"""Opens the store an installation is configured with."""

from openmall.configuration import Configuration
from openmall.database.connecting import LONGEST, Connecting, Pool
from openmall.database.postgres import PostgresDatabase
from openmall.database.replica import ReplicatedDatabase, Written
from openmall.database.session import Database
from openmall.database.sqlite import SqliteDatabase


def open_database(
    configuration: Configuration, *, patient: bool = False, written: Written | None = None
) -> Database:
    """Return the database, not yet migrated. Raises DatabaseAway when the file cannot be made.

    `patient`: it is opened for a command of an operator, which may take its time. `written`: what
    all workers know of who wrote; without it a replica is not asked.
    """
    if not configuration.database:
        configuration.data_dir.mkdir(parents=True, exist_ok=True)
        return SqliteDatabase(configuration.database_path, durability=configuration.durability)
    primary = PostgresDatabase(_connecting(configuration, configuration.database, patient=patient))
    if not configuration.database_replica or written is None:
        return primary
    copy = Pool(_connecting(configuration, configuration.database_replica, patient=patient))
    return ReplicatedDatabase(primary, copy, written, seconds=configuration.replica_seconds)


def _connecting(configuration: Configuration, url: str, *, patient: bool) -> Connecting:
    return Connecting(
        url=url,
        name="openmall command" if patient else "openmall worker",
        kept=configuration.connections_kept,
        most=configuration.connections,
        seconds=LONGEST if patient else configuration.call_seconds,
        prepared=configuration.prepared_statements,
    )
