"""Stores of the newest schema for tests: copies of one that was migrated in this process.

To make one takes a tenth of a second, on PostgreSQL more. What migrations do is tested in
`tests/database` and `tests/guards/test_migrations.py`, which run them.
"""

import asyncio
import atexit
import functools
import shutil
import tempfile
from pathlib import Path

import asyncpg

from openmall.configuration import Configuration
from openmall.database import migrate
from tests import postgres

_IS_EMPTY = """SELECT NOT EXISTS (
    SELECT FROM pg_tables WHERE schemaname = 'public'
)"""


def prepare(configuration: Configuration) -> None:
    """Bring a store to the newest schema as `openmall.database.migrate.migrate` does.

    An empty one becomes a copy; one with a schema is migrated.
    """
    if configuration.database:
        copied = _is_ours(configuration.database) and asyncio.run(_is_empty(configuration.database))
        if copied:
            postgres.server().replace_database(configuration.database, by=_postgresql())
    else:
        copied = not configuration.database_path.exists()
        if copied:
            configuration.data_dir.mkdir(parents=True, exist_ok=True)
            shutil.copy(_sqlite() / configuration.database_path.name, configuration.database_path)
    if not copied:
        migrate.migrate(configuration)


@functools.cache
def _sqlite() -> Path:
    """Return the folder of a migrated store; made once."""
    folder = Path(tempfile.mkdtemp(prefix="openmall-template-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    made = Configuration(data_dir=folder)
    migrate.migrate(made)
    # nothing but this file is copied
    assert [each.name for each in folder.iterdir()] == [made.database_path.name]
    return folder


@functools.cache
def _postgresql() -> str:
    """Return the URL of a migrated database, distributed where it is a cluster's; made once."""
    return str(postgres.server().new_store())


def _is_ours(url: str) -> bool:
    """Say whether a database is one of this process's server."""
    started = postgres.server.cache_info().currsize == 1
    return started and bool(postgres.server().owns(url))


async def _is_empty(url: str) -> bool:
    connection = await asyncpg.connect(url)
    try:
        return bool(await connection.fetchval(_IS_EMPTY))
    finally:
        await connection.close()
