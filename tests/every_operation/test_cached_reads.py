"""No write of any operation leaves the storefront a response from before it.

Each is compared with that of an application which keeps none, on the same store.
"""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from openmall.api.registry import apis
from openmall.app import Application
from openmall.configuration import Configuration
from openmall.database.factory import open_database
from tests.client import Client
from tests.every_operation.operation_calls import least, succeed, things
from tests.every_operation.prerequisites import Row
from tests.world import Stage, World

pytestmark = pytest.mark.one_store

CACHEABLE = [row.path for api in apis().all for row in api.operations if row.cacheable]
QUERIES = {
    "products": "limit=100&embed=options,variants,additionalimages",
    "products/{product_no}": "embed=options,variants,additionalimages",
    "categories/{category_no}/products": "display_group=1&limit=100",
    "categories/{category_no}/products/count": "display_group=1",
    "categories": "limit=100",
}


@pytest.fixture(scope="session")
def without_cache(stage: Stage) -> Iterator[Client]:
    """A client of a second application on the store, which keeps no responses."""
    configuration: Configuration = msgspec.structs.replace(
        stage.app.configuration, storefront_cache_seconds=0
    )
    database = open_database(configuration)
    app = Application(configuration, database, stage.app.counters, stage.clock, engine=stage.engine)
    with Client(app, ip="127.0.0.1") as client:
        yield client


def test_no_write_leaves_an_outdated_response(
    world: World, writing: Row, without_cache: Client
) -> None:
    path = things(world, writing[1])
    values = least(world, writing[1], path)
    urls = _urls(world, path)
    before = [_read(world, world.stage.client, url) for url in urls]
    succeed(world, writing, values, path)
    after = [_read(world, world.stage.client, url) for url in urls]
    assert after == [_read(world, without_cache, url) for url in urls]
    assert [status for status, _ in before].count(200) >= 8
    assert len(before) == len(CACHEABLE)


def _urls(world: World, path: dict[str, Any]) -> list[str]:
    """Return a URL of every operation, about what a write's path names where it names it."""
    product_no = path.get("product_no") or world.product()["product_no"]
    found = world.request("GET", f"/api/v2/products/{product_no}/variants", auth=world.full.basic)
    variants = found.json().get("variants") or [{"variant_code": "P0000000000A"}]
    numbers = {
        "product_no": product_no,
        "variant_code": path.get("variant_code") or variants[0]["variant_code"],
        "category_no": path.get("category_no") or _category(world, product_no),
        "display_group": 2,
    }
    return [
        f"/api/v2/{each.format(**numbers)}?{QUERIES.get(each, '')}".rstrip("?")
        for each in CACHEABLE
    ]


def _category(world: World, product_no: int) -> int:
    made: int = world.post("categories", category_name="All")["category"]["category_no"]
    world.post(f"categories/{made}/products", product_no=[product_no])
    return made


def _read(world: World, client: Client, url: str) -> tuple[int, Any]:
    world.stage.forget_counts()
    client.cookies.clear()
    answer = client.request("GET", world.base_url + url, auth=world.full.basic)
    return answer.status_code, answer.json()
