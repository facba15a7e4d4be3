"""Repeated anonymous reads are answered from memory, for a second and for nobody else."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import bindparam, update

from openmall.access.limits.shared_counters import SharedCounters
from openmall.api.pipeline import cached_reads, request_context
from openmall.api.registry import apis
from openmall.commerce.product.products.tables import PRODUCT
from openmall.contract.call import Call
from openmall.contract.call_state import CallState
from openmall.database.factory import open_database
from openmall.database.statements import Statement
from tests.storefront.shopper_client import Shopper
from tests.world import World, open_stage

_RENAME = Statement(
    update(PRODUCT)
    .where(PRODUCT.c.mall_id == bindparam("mall_id"), PRODUCT.c.product_no == bindparam("number"))
    .values(product_name=bindparam("name"))
)


@pytest.fixture
def shop(tmp_path: Path) -> Iterator[World]:
    with open_stage(tmp_path) as stage:
        yield stage.new_world("crowd")


def read(world: World, path: str, **rest: Any) -> httpx.Response:
    world.stage.client.cookies.clear()
    rest.setdefault("auth", world.full.basic)
    return world.request("GET", f"/api/v2/{path}", **rest)


def name_of(world: World, number: int, query: str = "", **rest: Any) -> str:
    answer = read(world, f"products/{number}{query}", **rest)
    assert answer.status_code == 200, answer.text
    name: str = answer.json()["product"]["product_name"]
    return name


def rename_unrecorded(world: World, number: int, name: str) -> None:
    """Rename a product as a program would that is not openmall: nothing records the write."""

    async def rename() -> None:
        database = open_database(world.stage.app.configuration)
        async with database.writing(world.mall_id) as db:
            assert await db.run(_RENAME, number=number, name=name) >= 1
        await database.close()

    world.stage.run(rename)


def test_a_response_is_given_again_for_a_second(shop: World) -> None:
    number = shop.product(product_name="Before")["product_no"]
    assert name_of(shop, number) == "Before"
    rename_unrecorded(shop, number, "After")
    shop.stage.clock.pass_(0.9)
    assert name_of(shop, number) == "Before"
    shop.stage.clock.pass_(0.1)
    assert name_of(shop, number) == "After"


def test_a_clock_that_goes_back_makes_no_response_older(shop: World) -> None:
    number = shop.product(product_name="Before")["product_no"]
    assert name_of(shop, number) == "Before"
    rename_unrecorded(shop, number, "After")
    shop.stage.clock.pass_(-0.1)
    assert name_of(shop, number) == "After"


def test_a_write_is_seen_at_once(shop: World) -> None:
    number = shop.product(product_name="Before")["product_no"]
    assert name_of(shop, number) == "Before"
    shop.put(f"products/{number}", product_name="After")
    assert name_of(shop, number) == "After"


def test_a_write_in_another_mall_leaves_what_is_kept(shop: World) -> None:
    other = shop.stage.new_world("neighbour")
    number = shop.product(product_name="Before")["product_no"]
    assert name_of(shop, number) == "Before"
    rename_unrecorded(shop, number, "After")
    other.product()
    assert name_of(shop, number) == "Before"


def test_it_can_be_switched_off(tmp_path: Path) -> None:
    with open_stage(tmp_path, storefront_cache_seconds=0) as stage:
        shop = stage.new_world("crowd")
        number = shop.product(product_name="Before")["product_no"]
        assert name_of(shop, number) == "Before"
        rename_unrecorded(shop, number, "After")
        assert name_of(shop, number) == "After"


def test_a_shopper_is_not_answered_from_memory_and_leaves_nothing_there(shop: World) -> None:
    number = shop.product(product_name="Before")["product_no"]
    shopper = Shopper(shop)
    shopper.sign_up()
    assert name_of(shop, number) == "Before"
    rename_unrecorded(shop, number, "After")
    assert shopper.get(f"products/{number}")["product_name"] == "After"
    assert name_of(shop, number) == "Before"


def test_what_selects_a_response_is_told_apart(shop: World) -> None:
    number = shop.product(product_name="Before")["product_no"]
    other = shop.install()
    known = {"X-Platform-Client-Id": shop.full.credentials.client_id}
    others: list[dict[str, Any]] = [
        {"query": "?shop_no=1"},
        {"auth": other.basic},
        {"headers": {"X-Platform-Api-Version": "2024-03-01"}},
        {"headers": {"Host": f"{shop.mall_id}.openmall.localhost:8443"}},
    ]
    assert name_of(shop, number) == "Before"
    rename_unrecorded(shop, number, "After")
    assert [name_of(shop, number, **each) for each in others] == ["After"] * len(others)
    # a client that shows no key sees the same, within limits of its own
    anonymous = read(shop, f"products/{number}", auth=None, headers=known)
    assert anonymous.json()["product"]["product_name"] == "Before"
    assert anonymous.headers["x-api-call-limit"] == "1/10"


def test_headers_are_those_of_the_first_response(shop: World) -> None:
    number = shop.product()["product_no"]
    first, again = (read(shop, f"products/{number}?wrong=1") for _ in range(2))
    same = ("etag", "last-modified", "cache-control", "vary", "x-platform-ignored")
    assert [first.headers[name] for name in same] == [again.headers[name] for name in same]
    assert first.headers["x-request-id"] != again.headers["x-request-id"]
    assert (first.headers["x-api-call-limit"], again.headers["x-api-call-limit"]) == (
        "1/40",
        "2/40",
    )
    tag = {"If-None-Match": first.headers["etag"]}
    assert read(shop, f"products/{number}?wrong=1", headers=tag).status_code == 304


def test_each_answer_counts_as_a_view(shop: World) -> None:
    number = shop.product()["product_no"]
    for _ in range(3):
        assert read(shop, f"products/{number}").status_code == 200
    shop.stage.run(shop.stage.app.tally_writer.write)
    assert read(shop, f"products/{number}/hits/count").json() == {"count": 3}


def test_an_error_is_not_kept(shop: World) -> None:
    assert read(shop, "products/1").status_code == 404
    number = shop.product()["product_no"]
    assert number == 1
    assert read(shop, "products/1").status_code == 200


def test_what_is_kept_is_bounded_in_bytes(shop: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cached_reads, "MAX_BYTES", 20_000)
    number = shop.product(product_name="Before")["product_no"]
    kept = shop.stage.app._pipeline._cached_reads
    for at in range(100):
        shop.stage.forget_counts()
        assert read(shop, f"products/{number}?limit={at}").status_code == 200
        assert kept._size == sum(each.size for each in kept._entries.values()) <= 20_000
    assert len(kept._entries) > 1
    rename_unrecorded(shop, number, "After")
    assert name_of(shop, number, "?limit=99") == "Before"
    assert name_of(shop, number, "?limit=0") == "After", "the oldest is gone"


def test_handlers_read_nothing_but_what_selects_the_response(
    shop: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    read_names: set[str] = set()

    class WatchedCall(Call, frozen=True):
        def __getattribute__(self, name: str) -> Any:
            read_names.add(name)
            return super().__getattribute__(name)

    class WatchedState(CallState):
        def __getattribute__(self, name: str) -> Any:
            read_names.add(name)
            return super().__getattribute__(name)

    operations = [row for api in apis().all for row in api.operations if row.cacheable]
    number = shop.product()["product_no"]
    [variant] = read(shop, f"products/{number}/variants").json()["variants"]
    category = shop.post("categories", category_name="All")["category"]["category_no"]
    shop.post(f"categories/{category}/products", product_no=[number])
    values = {
        "product_no": number,
        "variant_code": variant["variant_code"],
        "category_no": category,
        "display_group": 2,
    }
    monkeypatch.setattr(request_context, "Call", WatchedCall)
    monkeypatch.setattr(request_context, "CallState", WatchedState)
    for operation in operations:
        query = "?display_group=1" if operation.path.startswith("categories/{category_no}/") else ""
        if operation.path == "products/shownprices":
            query = f"?product_no={number}"
        answer = read(shop, operation.path.format(**values) + query)
        assert answer.status_code == 200, operation.path
        assert operation.reads_store
        assert operation.method == "GET"
    constant = {"seal", "pictures"}
    results = {"call", "effects", "tally", "deadline", "lines"}
    names = {*Call.__struct_fields__, *CallState.__slots__}
    assert read_names & names <= cached_reads.KEYED | constant | results
    assert names >= cached_reads.KEYED


class TestWritesOfOtherProcesses:
    def test_they_are_counted_for_every_process_of_the_machine(self, tmp_path: Path) -> None:
        counters = SharedCounters(tmp_path / "counters", slots=16)
        before = counters.writes("a"), counters.writes("b")
        counters.record_write("a")
        assert (counters.writes("a"), counters.writes("b")) == (before[0] + 1, before[1])
        counters.record_write("")
        assert (counters.writes("a"), counters.writes("b")) == (before[0] + 2, before[1] + 1)
        counters.close()
        again = SharedCounters(tmp_path / "counters", slots=16)
        assert again.writes("a") == before[0] + 2
        again.close()
