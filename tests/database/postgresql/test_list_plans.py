"""PostgreSQL keeps one plan for the lists of a large shop, and it is as good as one for each call.

The server itself decides between them, by their estimated costs. A list is called through the API;
what it sent is then planned both ways, and the pages that each plan reads are compared.
"""

import asyncio
import json
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import asyncpg
import pytest
from sqlalchemy import Table

from openmall.commerce.order.orders.tables import ITEM, ORDER
from openmall.commerce.product.products.tables import PRODUCT
from tests import postgres
from tests.budgets.counting import CountedPostgres, Sent
from tests.budgets.stages import counted_stage
from tests.every_operation.prerequisites.order import ordered
from tests.random_cases import cases
from tests.world import World

pytestmark = pytest.mark.journey

MALL: Final = "large"
VARIED: Final[dict[Table, dict[str, str]]] = {
    PRODUCT: {
        "product_no": "product_no + n",
        "product_code": "'P' || n",
        "custom_product_code": "'SKU-' || n",
        "product_name": "'Apron ' || md5(n::text)",
        "brand_code": "CASE WHEN n % 2 = 0 THEN 'COMMON' ELSE 'B' || n % 5000 END",
        "price": "(n * 7919 % 100000) * 100",
        "display": "CASE WHEN n % 50 = 0 THEN 'F' ELSE 'T' END",
        "created_date": "created_date - {rows} + n",
        "updated_date": "updated_date - n * 7919 % 10000000",
    },
    ORDER: {
        "order_id": "'20250101-' || lpad(n::text, 7, '0')",
        "member_id": "CASE WHEN n % 2 = 0 THEN 'common' ELSE 'm' || n % 5000 END",
        "order_date": "order_date - n * 60",
    },
    ITEM: {
        "order_id": "'20250101-' || lpad(n::text, 7, '0')",
        "product_no": "CASE WHEN n % 2 = 0 THEN product_no ELSE product_no + n END",
        "order_status": "'N40'",
        "ordered_date": "ordered_date - n * 60",
    },
}
"""Table -> how the copies of the one product and order that are made differ; `{rows}`: how many."""
MOST_PAGES: Final = 600
"""What a list may read: some pages a product or order, or a path with its most candidates."""
LISTS: Final[list[tuple[str, dict[str, Any]]]] = [
    ("products", {}),
    ("products", {"offset": 90, "limit": 10}),
    ("products", {"limit": 100}),
    ("products", {"display": "T"}),
    ("products", {"selling": "T", "display": "T"}),
    ("products", {"price_min": 9_900_000}),
    ("products", {"price_max": 5_000}),
    ("products", {"price_min": 100}),
    ("products", {"brand_code": "COMMON"}),
    ("products", {"brand_code": "B77"}),
    ("products", {"brand_code": "nobody"}),
    ("products", {"custom_product_code": "SKU-77"}),
    ("products", {"product_no": "5,7,9"}),
    ("products", {"since_product_no": 50_000}),
    # dates of long ago may walk through newer products: docs/limits.md
    ("products", {"created_start_date": "2026-11-20", "created_end_date": "2026-11-22"}),
    *(
        ("products", {"sort": sort, "order": order, "display": "T"})
        for sort in ("created_date", "updated_date", "product_name")
        for order in ("asc", "desc")
    ),
    ("products", {"embed": "variants,options"}),
    ("orders", {}),
    ("orders", {"limit": 100}),
    ("orders", {"embed": "items"}),
    ("orders", {"member_id": "common"}),
    ("orders", {"member_id": "m77"}),
    ("orders", {"member_id": "nobody"}),
    ("orders", {"order_status": "N40"}),
    ("orders", {"product_no": 50_001}),
    ("orders", {"start_date": "2026-11-01", "end_date": "2026-11-21"}),
]
"""Lists with filters that many rows pass, few or none."""
KEPT: Final = [
    ("products", {}),
    ("products", {"display": "T"}),
    ("products", {"sort": "updated_date", "order": "asc", "display": "T"}),
    ("orders", {}),
    ("orders", {"member_id": "m77"}),
]
"""Lists of which the server keeps the plan."""


class Work(NamedTuple):
    """What a plan of a statement did."""

    pages: int
    kept: bool
    """The plan serves every call."""


class Shop:
    """A large shop, and a connection of its own beside that of the application."""

    def __init__(self, world: World, url: str) -> None:
        self.world = world
        self._url = url

    def sent(self, path: str, params: dict[str, Any]) -> list[Sent]:
        """Return what a list asks the store."""
        self.world.stage.forget_counts()
        self.world.get(path, **params)
        database = self.world.stage.app.database
        assert isinstance(database, CountedPostgres)
        return [each for each in database.recorder.sent if each.sql.startswith("SELECT")]

    def work(self, sent: Sent, mode: str) -> Work:
        """Return what a statement does when it was executed often before."""
        return asyncio.run(self._work(sent, mode))

    async def _work(self, sent: Sent, mode: str) -> Work:
        connection = await asyncpg.connect(self._url)
        try:
            await connection.execute(f"SET plan_cache_mode = {mode}")
            await connection.execute(f"PREPARE list AS {sent.sql}")
            values = ", ".join(map(_literal, sent.arguments))
            executing = f"EXECUTE list ({values})" if values else "EXECUTE list"
            for _ in range(6):  # the server compares after five
                await connection.fetch(f"EXPLAIN {executing}")
            found = await connection.fetchval(
                f"EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) {executing}"
            )
            kept = await connection.fetchval("SELECT generic_plans > 0 FROM pg_prepared_statements")
        finally:
            await connection.close()
        plan = json.loads(found)[0]["Plan"]
        return Work(plan["Shared Hit Blocks"] + plan["Shared Read Blocks"], kept)


def _literal(value: Any) -> str:
    if isinstance(value, list | tuple):
        return f"ARRAY[{', '.join(map(_literal, value))}]" if value else "'{}'"
    return str(value) if isinstance(value, int) else "'" + str(value).replace("'", "''") + "'"


@pytest.fixture(scope="module")
def shop() -> Iterator[Shop]:
    """Return a shop of 100,000 products and orders; ten times as many with `--thorough`."""
    url = postgres.server().new_database()
    with counted_stage("postgresql", database=url) as stage:
        world = stage.new_world(MALL, languages=("ko_KR",))
        ordered(world, world.product()["product_no"])
        asyncio.run(_fill(url, cases(1_000_000, usual=100_000)))
        yield Shop(world, url)


async def _fill(url: str, rows: int) -> None:
    connection = await asyncpg.connect(url)
    for table, varied in VARIED.items():
        # statistics stay as they are while tests compare plans
        await connection.execute(f"ALTER TABLE {table.name} SET (autovacuum_enabled = off)")
        columns = ", ".join(f'"{column.name}"' for column in table.c)
        values = ", ".join(
            varied.get(column.name, f'"{column.name}"').replace("{rows}", str(rows))
            for column in table.c
        )
        await connection.execute(
            f"INSERT INTO {table.name} ({columns}) SELECT {values}"
            f" FROM {table.name}, generate_series(1::bigint, {rows}) AS n WHERE mall_id = '{MALL}'"
            " ON CONFLICT DO NOTHING"
        )
        await connection.execute(f"VACUUM ANALYZE {table.name}")
    await connection.close()


@pytest.mark.parametrize(("path", "params"), LISTS, ids=str)
def test_a_list_does_not_scan_the_shop(shop: Shop, path: str, params: dict[str, Any]) -> None:
    for sent in shop.sent(path, params):
        usual = shop.work(sent, "auto")
        for_these_values = shop.work(sent, "force_custom_plan")
        assert usual.pages <= MOST_PAGES, sent.sql
        assert usual.pages <= 2 * for_these_values.pages + 50, sent.sql


@pytest.mark.parametrize(("path", "params"), KEPT, ids=str)
def test_the_plan_of_a_list_is_kept(shop: Shop, path: str, params: dict[str, Any]) -> None:
    kept = [shop.work(sent, "auto").kept for sent in shop.sent(path, params)]

    assert kept
    assert all(kept)


def test_the_guard_would_notice(shop: Shop) -> None:
    sql = "SELECT product_no FROM product WHERE mall_id = $1 AND market_sync = $2"
    sent = Sent(sql, 1, "", (MALL, "?"))

    assert shop.work(sent, "auto").pages > MOST_PAGES
