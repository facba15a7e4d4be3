"""What the rest of openmall makes of bundles: shoppers, categories, imports, events, partners."""

from decimal import Decimal
from pathlib import Path
from typing import Any

import apsw
import msgspec
import pytest
from sqlalchemy import bindparam, select

from openmall.commerce.product.product_service import bulk as product_bulk
from openmall.commerce.product.product_service.bulk_shape import (
    BulkProduct,
    BulkVariant,
    Outcome,
    Refusal,
)
from openmall.contract.call import Mall
from openmall.contract.journal.tables import EVENT
from openmall.database.session import Session
from openmall.database.sqlite import SqliteDatabase
from openmall.database.statements import Statement
from openmall.transfer.exports.products import Export, Row
from tests.commerce.partner import programme_setup
from tests.commerce.product.bundle_setup import bundle
from tests.world import World, open_stage

_EVENTS = Statement(
    select(EVENT.c.event_no, EVENT.c.resource)
    .where(EVENT.c.mall_id == bindparam("mall_id"))
    .order_by(EVENT.c.sequence)
)


def events(world: World) -> list[tuple[int, Any, Any]]:
    """Return number, product and price of every event of a mall."""

    async def read(db: Session) -> list[tuple[int, Any, Any]]:
        rows = await db.all(_EVENTS)
        told = [(number, msgspec.json.decode(resource)) for number, resource in rows]
        return [(number, each.get("product_no"), each.get("price")) for number, each in told]

    return world.in_transaction(read)


def write(world: World, *products: BulkProduct) -> Outcome:
    async def work(db: Session) -> Outcome:
        mall = await world.stage.app.directory.mall(world.mall_id)
        assert isinstance(mall, Mall)
        return await product_bulk.write(db, mall, world.stage.clock, products)

    return world.in_transaction(work)


def price(world: World, number: int) -> str:
    found: str = world.get(f"products/{number}")["product"]["price"]
    return found


def test_making_changing_and_deleting_a_bundle_is_announced_as_of_a_product(world: World) -> None:
    apron = world.product(price="3000.00")["product_no"]

    number = bundle(world, (apron, 1))["product_no"]
    world.put(f"products/{apron}", price="2000.00")
    world.put(f"bundleproducts/{number}", product_name="Set")
    world.call("DELETE", f"bundleproducts/{number}")

    assert events(world) == [
        (90001, apron, "3000.00"),
        (90001, number, "1500.00"),
        (90002, apron, "2000.00"),
        (90002, number, "1000.00"),
        (90002, number, "1000.00"),
        (90003, number, None),
    ]


def test_an_import_that_changes_a_part_changes_the_price_of_its_bundles(world: World) -> None:
    apron = world.product(price="3000.00", custom_product_code="APRON")["product_no"]
    number = bundle(world, (apron, 2))["product_no"]
    before = events(world)

    write(world, BulkProduct(code="APRON", everywhere={"price": Decimal("500.00")}))

    assert (price(world, number), price(world, apron)) == ("500.00", "500.00")
    assert [each for each in events(world)[len(before) :] if each[1] == number] == [
        (90002, number, "500.00")
    ] * 2
    counting = BulkVariant(use_inventory="T", display_soldout="T", quantity=1)
    write(world, BulkProduct(code="APRON", variants=[counting]))
    assert world.get(f"products/{number}")["product"]["sold_out"] == "T"


def test_an_import_refuses_to_make_a_plain_product_of_a_bundle(world: World) -> None:
    apron = world.product(price="3000.00")["product_no"]
    number = bundle(world, (apron, 1), custom_product_code="SET")["product_no"]

    outcome = write(world, BulkProduct(code="SET", everywhere={"price": Decimal("1.00")}))

    said = "It is a bundle, which an import cannot change."
    assert outcome.refused == (Refusal("SET", "custom_product_code", said),)
    assert (outcome.updated, price(world, number)) == (0, "1500.00")
    assert world.get(f"products/{number}/variants") == {"variants": []}


class Kept:
    """Keeps the rows of an export."""

    def __init__(self) -> None:
        self.rows: list[Row] = []

    def write(self, row: Row) -> None:
        self.rows.append(row)


def test_an_export_leaves_bundles_out_and_counts_them(world: World) -> None:
    made = world.product(custom_product_code="APRON")
    bundle(world, (made["product_no"], 1))
    kept = Kept()

    async def export() -> tuple[int, tuple[int, int], int]:
        mall = await world.stage.app.directory.mall(world.mall_id)
        assert mall is not None
        export = Export(world.stage.app.database, mall, world.stage.clock, shop_no=1)
        done = await export.run(kept, lambda count: None)
        return await export.number(), done, await export.left_out()

    assert world.stage.run(export) == (1, (1, 1), 1)
    assert [row["custom_product_code"] for row in kept.rows] == ["APRON"]


def test_partners_read_a_bundle_at_the_price_it_has_now(world: World) -> None:
    programme_setup.enrol(world)
    apron = world.product(price="3000.00", display="F")["product_no"]
    number = bundle(world, (apron, 1))["product_no"]

    def told() -> list[tuple[int, str]]:
        found = programme_setup.read(world, "products", product_name="Kitchen")
        return [(each["product_no"], each["price"]) for each in found]

    assert told() == [(number, "1500.00")]
    world.put(f"products/{apron}", price="1000.00")
    assert told() == [(number, "500.00")]
    world.call("DELETE", f"bundleproducts/{number}")
    assert told() == []


@pytest.mark.parametrize(("bundles", "more"), [(0, 0), (1, 1)])
def test_an_update_of_a_product_in_no_bundle_asks_nothing_more(
    tmp_path: Path, bundles: int, more: int
) -> None:
    """SQLite only: its statements can be watched; PostgreSQL is asked the same ones."""
    with open_stage(tmp_path) as stage:
        world = stage.new_world("one")
        number = world.product(price="1.00")["product_no"]
        for _ in range(bundles):
            bundle(world, (number, 1))
        world.put(f"products/{number}", price="2.00")
        database = stage.app.database
        assert isinstance(database, SqliteDatabase)
        asked: list[str] = []
        writer = database.writer
        writer.trace_v2(apsw.SQLITE_TRACE_STMT, lambda event: asked.append(event["sql"]))

        world.put(f"products/{number}", price="3.00")

        writer.trace_v2(0, None)
        about = [sql for sql in asked if "FROM bundle_part JOIN" in sql]
        of_products = [sql for sql in asked if sql.startswith("SELECT product.")]
        assert (len(about), len(of_products)) == (more, 1 + more)


def test_shoppers_see_a_bundle_on_display_like_any_product(world: World) -> None:
    apron = world.product(price="3000.00")["product_no"]
    shown = bundle(world, (apron, 1))["product_no"]
    hidden = bundle(world, (apron, 1), display="F")["product_no"]

    def front(path: str, **params: Any) -> Any:
        return world.request("GET", f"/api/v2/{path}", auth=world.full.basic, params=params)

    listed = front("products").json()["products"]
    assert [(each["product_no"], each["price"]) for each in listed] == [
        (shown, "1500.00"),
        (apron, "3000.00"),
    ]
    assert front(f"products/{shown}").json()["product"]["price"] == "1500.00"
    assert front(f"products/{hidden}").status_code == 404
    world.put(f"products/{apron}", price="2000.00")
    assert front(f"products/{shown}").json()["product"]["price"] == "1000.00"
    # another language shows it as soon as somebody displays it there
    assert front(f"products/{shown}", shop_no=2).status_code == 404
    world.put(f"bundleproducts/{shown}", 2, display="T")
    assert front(f"products/{shown}", shop_no=2).json()["product"]["price"] == "1500.00"


def test_a_bundle_is_filed_and_shown_like_any_product(world: World) -> None:
    apron = world.product()["product_no"]
    category = world.post("categories", category_name="Sets")["category"]["category_no"]
    main = world.post("mains", group_name="Picks")["main"]["display_group"]

    made = bundle(world, (apron, 1), add_category_no={"category_no": category}, main=[main])

    number = made["product_no"]
    assert made["category"] == [{"category_no": category, "recommend": "F", "new": "F"}]
    assert world.get(f"bundleproducts/{number}")["bundleproduct"]["main"] == [main]
    [filed] = world.get("bundleproducts", category=category)["bundleproducts"]
    assert filed["product_no"] == number
    in_main = world.get(f"mains/{main}/products")["products"]
    assert [each["product_no"] for each in in_main] == [number]
    changed = world.put(f"bundleproducts/{number}", delete_category_no=category, main=[])
    assert changed["bundleproduct"]["category"] == []
    assert world.get("bundleproducts", category=category) == {"bundleproducts": []}
