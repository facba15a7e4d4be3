"""Opens the store an installation is configured with."""

from openmall.configuration import Configuration
from openmall.database.postgres import PostgresDatabase
from openmall.database.session import Database
from openmall.database.sqlite import SqliteDatabase


def open_database(configuration: Configuration) -> Database:
    """Return the database, not yet migrated. Raises DatabaseAway when the file cannot be made."""
    if configuration.database:
        return PostgresDatabase(configuration.database, connections=configuration.connections)
    configuration.data_dir.mkdir(parents=True, exist_ok=True)
    return SqliteDatabase(configuration.database_path, durability=configuration.durability)
