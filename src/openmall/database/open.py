"""Opens the store an installation is configured with."""

from openmall.configuration import Configuration
from openmall.database.connecting import LONGEST, Connecting
from openmall.database.postgres import PostgresDatabase
from openmall.database.session import Database
from openmall.database.sqlite import SqliteDatabase


def open_database(configuration: Configuration, *, patient: bool = False) -> Database:
    """Return the database, not yet migrated. Raises DatabaseAway when the file cannot be made.

    `patient`: it is opened for a command of an operator, which may take its time.
    """
    if configuration.database:
        return PostgresDatabase(
            Connecting(
                url=configuration.database,
                name="openmall command" if patient else "openmall worker",
                kept=configuration.connections_kept,
                most=configuration.connections,
                seconds=LONGEST if patient else configuration.call_seconds,
                prepared=configuration.prepared_statements,
            )
        )
    configuration.data_dir.mkdir(parents=True, exist_ok=True)
    return SqliteDatabase(configuration.database_path, durability=configuration.durability)
