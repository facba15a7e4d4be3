"""The driver never looks types up: on a server with many shards that takes minutes."""

import asyncio
from contextlib import suppress
from typing import Any, NoReturn

import asyncpg
import pytest

from openmall.database.postgres_pool import ConnectionSettings, Pool
from tests import postgres
from tests.guards.sources import import_all, statements


def test_the_driver_knows_every_type_of_the_declared_statements(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    import_all()
    url = postgres.server().new_store()

    async def look_up(self: Any, types: Any, *rest: Any) -> NoReturn:
        raise AssertionError(f"types {types} are looked up: postgres_pool has to know them")

    async def prepare() -> int:
        pool = Pool(ConnectionSettings(url=url, cached_statements=0))
        connection: Any = await pool.acquire()
        prepared = 0
        try:
            for statement in statements():
                compiled = statement.on("postgresql")
                for each in filter(None, (compiled, compiled.first_page)):
                    with suppress(asyncpg.UndefinedTableError):  # of another test's own table
                        await connection.prepare(each.sql)
                        prepared += 1
            assert await connection.fetchval("SELECT $1::bigint[]", [1, None, -5]) == [1, None, -5]
        finally:
            await pool.release(connection)
            await pool.close()
        return prepared

    monkeypatch.setattr(asyncpg.Connection, "_introspect_types", look_up)

    assert asyncio.run(prepare()) > 1_000
