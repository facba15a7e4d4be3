"""Products may only name brands, manufacturers, trends and classifications there are."""

import asyncio
from collections.abc import Awaitable, Callable
from decimal import Decimal
from typing import Any

import pytest
from msgspec.structs import asdict

from openmall.commerce.collection.brands import BrandPath, delete_brand
from openmall.commerce.collection.classifications import CLASSIFICATIONS, ClassificationDraft
from openmall.commerce.collection.tables import DEFAULTS
from openmall.commerce.collection.trends import TRENDS, TrendDraft
from openmall.commerce.product.product_service import bulk as product_bulk
from openmall.commerce.product.product_service import rules as product_rules
from openmall.commerce.product.product_service.bulk_shape import BulkProduct, Outcome, Refusal
from openmall.commerce.product.products.shape import Product
from openmall.commerce.product.products.takes import ProductDraft
from openmall.contract.call import App, Call, Identity, Mall
from openmall.database.session import Session
from tests.commerce.collection.collection_setup import add, name_codes_of_old, refusal
from tests.world import World

NOUNS = {
    "brand_code": "brand",
    "manufacturer_code": "manufacturer",
    "trend_code": "trend",
    "classification_code": "classification",
}
MADE = {
    "brand_code": "B000000A",
    "manufacturer_code": "M000000A",
    "trend_code": "T000000A",
    "classification_code": "C000000B",
}


def make_one_of_each(world: World) -> None:
    world.post("brands", brand_name="Kite")
    world.post("manufacturers", manufacturer_name="Kite Works", president_name="Kim")
    add(world, TRENDS, TrendDraft(trend_name="Summer"))
    add(world, CLASSIFICATIONS, ClassificationDraft(classification_name="Gifts"))


def write(world: World, *products: BulkProduct, dry_run: bool = False) -> Outcome:
    async def work(db: Session) -> Outcome:
        mall = await world.stage.app.directory.mall(world.mall_id)
        assert isinstance(mall, Mall)
        return await product_bulk.write(db, mall, world.stage.clock, products, dry_run=dry_run)

    return world.in_transaction(work)


def cup(code: str, **everywhere: Any) -> BulkProduct:
    texts = {1: {"product_name": "Cup", "supply_price": Decimal(100)}}
    return BulkProduct(code=code, texts=texts, everywhere=everywhere)


def test_what_every_mall_has_is_what_a_product_names_by_itself() -> None:
    new = asdict(Product())

    assert {name: new[name] for name in DEFAULTS} == DEFAULTS


def test_a_product_names_what_there_is(world: World) -> None:
    make_one_of_each(world)

    made = world.product(**MADE)
    changed = world.put(f"products/{made['product_no']}", **DEFAULTS)["product"]

    assert {name: made[name] for name in MADE} == MADE
    assert {name: changed[name] for name in DEFAULTS} == DEFAULTS


@pytest.mark.parametrize("name", NOUNS)
def test_a_product_that_names_what_there_is_not_is_refused(world: World, name: str) -> None:
    number = world.product()["product_no"]
    wrong = MADE[name]
    said = f"There is no such {NOUNS[name]}. (parameter.{name})"
    draft = {"product_name": "Cup", "supply_price": "100", name: wrong}

    made = world.call("POST", "products", json={"request": draft})
    changed = world.call(
        "PUT", f"products/{number}", json={"request": {"product_name": "Jug", name: wrong}}
    )

    assert refusal(made, 422) == said
    assert refusal(changed, 422) == said
    assert world.get("products/count") == {"count": 1}
    assert world.get(f"products/{number}")["product"]["product_name"] == "Linen apron"


def test_a_brand_of_another_mall_is_none(world: World) -> None:
    make_one_of_each(world)
    other = world.stage.new_world(f"{world.mall_id}-other")
    draft = {"product_name": "Cup", "supply_price": "100", "brand_code": "B000000A"}

    answer = other.call("POST", "products", json={"request": draft})

    assert refusal(answer, 422) == "There is no such brand. (parameter.brand_code)"


def test_a_product_may_keep_a_code_of_old_but_not_take_another(world: World) -> None:
    number = world.product()["product_no"]
    name_codes_of_old(world)

    kept = world.put(f"products/{number}", product_name="Jug", brand_code="B0000XYZ")["product"]
    other = world.call("PUT", f"products/{number}", json={"request": {"brand_code": "B0000XYA"}})

    assert (kept["product_name"], kept["brand_code"]) == ("Jug", "B0000XYZ")
    assert refusal(other, 422) == "There is no such brand. (parameter.brand_code)"


@pytest.mark.parametrize("dry_run", [True, False])
def test_an_import_leaves_out_what_names_what_there_is_not(world: World, dry_run: bool) -> None:
    make_one_of_each(world)

    outcome = write(
        world,
        cup("A-1", brand_code="B000000A", trend_code="T000000A"),
        cup("A-2", manufacturer_code="M000000Z"),
        BulkProduct(
            code="A-3",
            texts={
                1: {"product_name": "Cup", "supply_price": Decimal(1), "trend_code": "T000000Z"}
            },
        ),
        cup("A-4"),
        dry_run=dry_run,
    )

    assert outcome.created == 2
    assert outcome.refused == (
        Refusal("A-2", "manufacturer_code", "There is no such manufacturer."),
        Refusal("A-3", "trend_code", "There is no such trend."),
    )
    assert world.get("products/count") == {"count": 0 if dry_run else 2}


def test_an_import_says_again_what_a_product_has_from_of_old(world: World) -> None:
    write(world, cup("A-1"), cup("A-2"))
    name_codes_of_old(world)

    again = write(world, cup("A-1", brand_code="B0000XYZ"), cup("A-2", brand_code="B0000XYA"))

    assert (again.updated, again.unchanged) == (0, 1)
    assert again.refused == (Refusal("A-2", "brand_code", "There is no such brand."),)


@pytest.mark.both_stores
def test_a_brand_is_not_deleted_under_a_product_that_is_being_made(world: World) -> None:
    world.post("brands", brand_name="Kite")
    database, directory = world.stage.app.database, world.stage.app.directory

    async def in_its_own_transaction(work: Callable[[Call], Awaitable[object]]) -> None:
        async with database.writing(world.mall_id) as db:
            mall = await directory.mall(world.mall_id)
            assert isinstance(mall, Mall)
            identity = Identity(App("app", "App", "2026-03-01", strict=False, restricted=False))
            await work(Call(world.stage.clock, db, mall, identity=identity))

    async def delete(call: Call) -> None:
        await delete_brand(call, BrandPath(brand_code="B000000A"))

    async def race() -> bool:
        deleting: list[asyncio.Task[None]] = []

        async def make(call: Call) -> None:
            draft = ProductDraft(
                product_name="Cup", supply_price=Decimal(100), brand_code="B000000A"
            )
            await product_rules.create(call, draft)
            deleting.append(asyncio.create_task(in_its_own_transaction(delete)))
            await asyncio.wait(deleting, timeout=0.2)

        await in_its_own_transaction(make)
        waited = not deleting[0].done()
        await deleting[0]
        return waited

    assert world.stage.run(race)
    assert world.get("brands/count") == {"count": 1}
    assert world.get("products/1")["product"]["brand_code"] == "B0000000"
