"""Opens the configured database."""

from typing import TYPE_CHECKING

from openmall.configuration import Configuration
from openmall.database.session import Database
from openmall.database.sqlite import SqliteDatabase

if TYPE_CHECKING:
    from openmall.database.replica import Written


def open_database(
    configuration: Configuration, *, patient: bool = False, written: "Written | None" = None
) -> Database:
    """Return the database, not yet migrated. Raises DatabaseAway when the file cannot be created.

    `patient`: use the long time limits of operators' commands. `written`: times of the last writes
    of all workers; without them a replica is not used.
    """
    if configuration.database:
        return _postgresql(configuration, patient=patient, written=written)
    configuration.data_dir.mkdir(parents=True, exist_ok=True)
    return SqliteDatabase(configuration.database_path, durability=configuration.durability)


def _postgresql(
    configuration: Configuration, *, patient: bool, written: "Written | None"
) -> Database:
    # its driver takes 3 MB, which an installation without PostgreSQL saves
    from openmall.database.connecting import LONGEST, Connecting, Pool
    from openmall.database.postgres import PostgresDatabase
    from openmall.database.replica import ReplicatedDatabase

    def connecting(url: str) -> Connecting:
        return Connecting(
            url=url,
            name="openmall command" if patient else "openmall worker",
            kept=configuration.connections_kept,
            most=configuration.connections,
            seconds=LONGEST if patient else configuration.call_seconds,
            prepared=configuration.prepared_statements,
        )

    primary = PostgresDatabase(connecting(configuration.database))
    if not configuration.database_replica or written is None:
        return primary
    copy = Pool(connecting(configuration.database_replica))
    return ReplicatedDatabase(primary, copy, written, seconds=configuration.replica_seconds)
