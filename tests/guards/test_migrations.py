"""The migrations make exactly the tables the rooms declare, on both stores."""

import asyncio
from pathlib import Path
from typing import Any

from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, create_engine
from sqlalchemy.ext.asyncio import create_async_engine

from openmall.configuration import Configuration
from openmall.database.migrate import current, migrate, newest
from openmall.database.schema import metadata
from tests import postgres
from tests.guards.sources import import_all


def _differences(connection: Connection) -> list[Any]:
    options = {"compare_type": True, "compare_server_default": True}
    return compare_metadata(MigrationContext.configure(connection, opts=options), metadata())


def test_on_sqlite(tmp_path: Path) -> None:
    import_all()
    configuration = Configuration(data_dir=tmp_path)
    assert current(configuration) is None
    assert migrate(configuration) is True
    assert (current(configuration), migrate(configuration)) == (newest(), False)
    engine = create_engine(f"sqlite:///{configuration.database_path}")
    with engine.connect() as connection:
        assert _differences(connection) == []
    engine.dispose()


def test_on_postgresql(tmp_path: Path) -> None:
    import_all()
    url = postgres.server().new_database()
    configuration = Configuration(data_dir=tmp_path, database=url)
    assert current(configuration) is None
    assert migrate(configuration) is True
    assert (current(configuration), migrate(configuration)) == (newest(), False)

    async def compare() -> list[Any]:
        engine = create_async_engine(f"postgresql+asyncpg{url.removeprefix('postgresql')}")
        async with engine.connect() as connection:
            found = await connection.run_sync(_differences)
        await engine.dispose()
        return found

    assert asyncio.run(compare()) == []
