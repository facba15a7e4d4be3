"""A database that was filled a moment ago knows how much is in it."""

import asyncio
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from openmall.commerce.product.product_service import bulk_store as product_bulk_store
from openmall.transfer.imports import products as import_products
from tests.transfer.imports.import_commands import fill, many
from tests.world import World


def test_a_big_import_lets_the_database_count_anew(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = world.stage.app.configuration.database
    if not database:
        pytest.skip("SQLite's plans do not depend on how much there is")
    monkeypatch.setattr(import_products, "MANY", 30)

    async def counted() -> dict[str, Any]:
        connection = await asyncpg.connect(database)
        query = "SELECT relname, analyze_count FROM pg_stat_user_tables"
        rows = await connection.fetch(query)
        await connection.close()
        return {name: number for name, number in rows if name in tables}

    tables = {table.name for table in product_bulk_store.TABLES}
    before = asyncio.run(counted())
    fill(world, many(tmp_path, range(29), name="few.csv"))
    fill(world, many(tmp_path, range(100), name="dry.csv"), "--dry-run")
    few = asyncio.run(counted())
    fill(world, many(tmp_path, range(60)))
    after = asyncio.run(counted())

    assert tables == before.keys()
    assert few == before
    assert after == {name: number + 1 for name, number in before.items()}
