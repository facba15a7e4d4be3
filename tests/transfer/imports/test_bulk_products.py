"""Many products at once end as they would one by one."""

from decimal import Decimal
from pathlib import Path
from typing import Any

import apsw
import msgspec
import pytest
from sqlalchemy import bindparam, func, select

from openmall.commerce.product.product_service import bulk as product_bulk
from openmall.commerce.product.product_service import bulk_store as product_bulk_store
from openmall.commerce.product.product_service.bulk_shape import BulkProduct, BulkVariant, Outcome
from openmall.commerce.product.products.shape import InCategory, Information
from openmall.commerce.product.products.tables import PRODUCT
from openmall.commerce.product.stock import store as stock_store
from openmall.commerce.product.variants import store as variant_store
from openmall.commerce.product.variants.store import OptionNames
from openmall.configuration import Configuration
from openmall.contract.call import Mall
from openmall.contract.journal.tables import ACTIVITY, EVENT
from openmall.database.session import Session
from openmall.database.statements import Statement
from tests import new_store
from tests.world import World

_EVENTS = Statement(
    select(EVENT.c.event_no, EVENT.c.resource)
    .where(EVENT.c.mall_id == bindparam("mall_id"))
    .order_by(EVENT.c.sequence)
)
_COUNTS = [
    Statement(select(func.count()).select_from(t).where(t.c.mall_id == bindparam("mall_id")))
    for t in (PRODUCT, EVENT, ACTIVITY)
]
COLOURS = [OptionNames("Colour", ["Sand", "Ink"])]


def write(world: World, *products: BulkProduct, dry_run: bool = False) -> Outcome:
    async def work(db: Session) -> Outcome:
        mall = await world.stage.app.directory.mall(world.mall_id)
        assert isinstance(mall, Mall)
        return await product_bulk.write(db, mall, world.stage.clock, products, dry_run=dry_run)

    return world.in_transaction(work)


def counts(world: World) -> list[int]:
    async def work(db: Session) -> list[int]:
        rows = [await db.one(statement) for statement in _COUNTS]
        return [row[0] for row in rows if row is not None]

    return world.in_transaction(work)


def events(world: World) -> list[tuple[int, dict[str, Any]]]:
    async def work(db: Session) -> list[tuple[int, dict[str, Any]]]:
        return [(row[0], msgspec.json.decode(row[1])) for row in await db.all(_EVENTS)]

    return world.in_transaction(work)


def product(code: str = "A-1", **rest: Any) -> BulkProduct:
    texts = {1: {"product_name": "Linen apron", "supply_price": Decimal(5000), **rest}}
    return BulkProduct(code=code, texts=texts)


def tally(outcome: Outcome) -> tuple[int, int, int]:
    return outcome.created, outcome.updated, outcome.unchanged


def test_a_product_is_as_the_api_would_have_made_it(world: World) -> None:
    category = world.post("categories", category_name="Kitchen")["category"]["category_no"]
    extra = {
        "price": "11000",
        "display": "T",
        "selling": "T",
        "product_tag": ["linen", "apron"],
        "additional_information": [{"key": "care", "name": "Care", "value": "30 degrees"}],
    }
    options = [{"name": "Colour", "value": ["Sand", "Ink"]}]
    place = {"category_no": category, "recommend": "T", "new": "F"}
    made = world.product(
        custom_product_code="B", add_category_no=place, has_option="T", options=options, **extra
    )
    typed = {**extra, "price": Decimal(11000)}
    typed["additional_information"] = [Information(key="care", name="Care", value="30 degrees")]

    outcome = write(
        world,
        msgspec.structs.replace(
            product(**typed),
            options={1: COLOURS},
            categories=[InCategory(category_no=category, recommend="T")],
        ),
    )

    number = outcome.product_nos["A-1"]
    for shop_no in (1, 2):
        embed = {"shop_no": shop_no, "embed": "options,variants"}
        ours = world.get(f"products/{number}", **embed)["product"]
        theirs = world.get(f"products/{made['product_no']}", **embed)["product"]
        for name in ("product_no", "product_code", "custom_product_code"):
            del ours[name], theirs[name]
        for variant in ours["variants"] + theirs["variants"]:
            variant["variant_code"] = variant["variant_code"][8:]
        assert ours == theirs
    api, ours_told = (told for number, told in events(world) if number == 90001)
    assert {name for name in api if api[name] != ours_told[name]} == {
        "product_no",
        "product_code",
        "custom_product_code",
    }
    for tag in ("linen", "apron"):
        found = world.get("products", product_tag=tag)["products"]
        assert number in [each["product_no"] for each in found]


def test_what_is_written_again_changes_nothing(world: World) -> None:
    said = msgspec.structs.replace(
        product(price=Decimal("11000.005"), product_tag=["linen"]),
        options={1: COLOURS},
        variants=[BulkVariant(choice=("Ink",), quantity=3, use_inventory="T")],
    )
    assert tally(write(world, said)) == (1, 0, 0)
    before = counts(world)

    again = write(world, said)

    assert tally(again) == (0, 0, 1)
    assert again.product_nos == {"A-1": 1}
    assert counts(world) == before


def test_only_what_is_mentioned_is_changed(world: World) -> None:
    write(world, product(price=Decimal(11000), display="T", model_name="M1"))
    world.put("products/1", summary_description="By hand")
    told = len(events(world))

    outcome = write(world, BulkProduct(code="A-1", texts={1: {"price": Decimal(12000)}}))

    read = world.get("products/1")["product"]
    assert tally(outcome) == (0, 1, 0)
    assert (read["price"], read["price_excluding_tax"]) == ("12000.00", "10909.09")
    assert (read["model_name"], read["summary_description"]) == ("M1", "By hand")
    assert world.get("products/1", shop_no=2)["product"]["price"] == "11000.00"
    [(number, resource)] = events(world)[told:]
    assert (number, resource["price"], resource["event_shop_no"]) == (90002, "12000.00", "1")


def test_each_language_has_its_own_words_and_those_without_are_hidden(world: World) -> None:
    two = product(code="A-2", product_name="앞치마", display="T")
    two.texts[2] = {"product_name": "Apron"}

    write(world, product(display="T"), two)

    names = {
        (number, shop_no): (read["product_name"], read["display"])
        for number in (1, 2)
        for shop_no in (1, 2)
        for read in [world.get(f"products/{number}", shop_no=shop_no)["product"]]
    }
    assert names == {
        (1, 1): ("Linen apron", "T"),
        (1, 2): ("Linen apron", "F"),
        (2, 1): ("앞치마", "T"),
        (2, 2): ("Apron", "T"),
    }


def test_changed_options_keep_the_stock_and_the_code_of_those_that_stay(world: World) -> None:
    said = msgspec.structs.replace(
        product(),
        options={1: COLOURS, 2: [OptionNames("색", ["모래", "먹"])]},
        variants=[BulkVariant(choice=("Ink",), quantity=7, use_inventory="T")],
    )
    write(world, said)
    world.put("products/1/variants/P000000A000B", custom_variant_code="INK")

    write(world, BulkProduct(code="A-1", options={1: [OptionNames("Colour", ["Ink", "Rust"])]}))

    rows = world.get("products/1/variants")["variants"]
    assert [
        (row["variant_code"][8:], row["options"][0]["value"], row["quantity"]) for row in rows
    ] == [("000B", "Ink", 7), ("000C", "Rust", 0)]
    assert rows[0]["custom_variant_code"] == "INK"
    there = world.get("products/1/variants", shop_no=2)["variants"]
    assert [row["options"][0] for row in there] == [
        {"name": "색", "value": "먹"},
        {"name": "색", "value": "Rust"},
    ]


def test_the_first_options_of_a_file_keep_stock_and_code_of_the_product(world: World) -> None:
    write(world, msgspec.structs.replace(product(), variants=[BulkVariant(quantity=7)]))
    world.put("products/1/variants/P000000A000A", custom_variant_code="TEE", use_inventory="T")

    named = [BulkVariant(choice=("Ink",))]
    write(world, BulkProduct(code="A-1", options={1: COLOURS}, variants=named, only_named=True))

    rows = world.get("products/1/variants")["variants"]
    assert [
        (row["options"][0]["value"], row["quantity"], row["custom_variant_code"], row["display"])
        for row in rows
    ] == [("Ink", 7, "TEE", "T"), ("Sand", 0, "", "F")]


def test_a_file_with_another_name_of_an_option_keeps_its_variants(world: World) -> None:
    ink = BulkVariant(choice=("Ink",), quantity=7)
    write(world, msgspec.structs.replace(product(), options={1: COLOURS}, variants=[ink]))

    write(world, BulkProduct(code="A-1", options={1: [OptionNames("Shade", ["Sand", "Ink"])]}))

    rows = world.get("products/1/variants")["variants"]
    assert {row["options"][0]["value"]: row["quantity"] for row in rows} == {"Ink": 7, "Sand": 0}


def test_a_file_without_an_option_keeps_what_is_alone_without_it(world: World) -> None:
    sizes = OptionNames("Size", ["S"])
    both = [BulkVariant(choice=("Ink", "S"), quantity=7), BulkVariant(choice=("Sand", "S"))]
    write(world, msgspec.structs.replace(product(), options={1: [*COLOURS, sizes]}, variants=both))

    write(world, BulkProduct(code="A-1", options={1: COLOURS}))

    rows = world.get("products/1/variants")["variants"]
    assert {row["options"][0]["value"]: row["quantity"] for row in rows} == {"Ink": 7, "Sand": 0}


def test_another_language_renames_the_same_options(world: World) -> None:
    ink = BulkVariant(choice=("Ink",), quantity=7)
    write(world, msgspec.structs.replace(product(), options={1: COLOURS}, variants=[ink]))
    korean = [OptionNames("색", ["모래", "먹"])]

    outcome = write(
        world,
        BulkProduct(
            code="A-1", options={2: korean}, variants=[BulkVariant(choice=("먹",), quantity=8)]
        ),
    )

    assert tally(outcome) == (0, 1, 0)
    assert [
        (row["options"][0]["value"], row["quantity"])
        for row in world.get("products/1/variants", shop_no=2)["variants"]
    ] == [("모래", 0), ("먹", 8)]
    assert world.get("products/1/variants")["variants"][1]["options"][0]["value"] == "Ink"


def test_counted_stock_of_nothing_is_sold_out_and_back(world: World) -> None:
    none_left = BulkVariant(quantity=0, use_inventory="T", display_soldout="T")
    write(world, msgspec.structs.replace(product(), variants=[none_left]))
    assert world.get("products/1")["product"]["sold_out"] == "T"
    told = len(events(world))

    write(world, BulkProduct(code="A-1", variants=[BulkVariant(quantity=4)]))

    assert world.get("products/1", shop_no=2)["product"]["sold_out"] == "F"
    stock, status = events(world)[told:]
    assert (stock[0], stock[1]["quantity"]) == (90075, 4)
    assert (status[0], status[1]["sold_out_by_current_shop"]) == (90150, "F")


def test_what_cannot_be_is_refused_and_the_rest_written(world: World) -> None:
    twice = [OptionNames("Colour", ["Ink", "Ink"])]
    refused = write(
        world,
        product(),
        BulkProduct(code="no-name", texts={1: {"supply_price": Decimal(1)}}),
        BulkProduct(code="no-shop", texts={9: {}}),
        msgspec.structs.replace(product("no-category"), categories=[InCategory(category_no=99)]),
        msgspec.structs.replace(product("no-choice"), variants=[BulkVariant(choice=("x",))]),
        msgspec.structs.replace(product("twice"), options={1: twice}),
    )

    assert tally(refused) == (1, 0, 0)
    assert [(each.code, each.field) for each in refused.refused] == [
        ("no-name", "product_name"),
        ("no-shop", "shop_no"),
        ("no-category", "category"),
        ("no-choice", "options"),
        ("twice", "options.value"),
    ]


def test_a_dry_run_says_what_would_happen_and_writes_nothing(world: World) -> None:
    write(world, product("A-1"), product("A-2"))
    before = counts(world)

    outcome = write(
        world, product("A-1"), product("A-2", price=Decimal(1)), product("A-3"), dry_run=True
    )

    assert tally(outcome) == (1, 1, 1)
    assert counts(world) == before
    assert world.product()["product_no"] == 3


def test_a_language_the_mall_got_since_gets_its_hidden_row(world: World) -> None:
    write(world, product(display="T", product_tag=["linen"]))

    async def work(db: Session) -> Outcome:
        mall = await world.stage.app.directory.mall(world.mall_id)
        assert isinstance(mall, Mall)
        shops = {**mall.shops, 3: msgspec.structs.replace(mall.shops[2], shop_no=3)}
        grown = msgspec.structs.replace(mall, shops=shops)
        said = product(display="T", product_tag=["linen"])
        return await product_bulk.write(db, grown, world.stage.clock, [said])

    assert tally(world.in_transaction(work)) == (0, 1, 0)
    assert counts(world)[0] == 3


def test_what_is_said_everywhere_is_said_in_every_language(world: World) -> None:
    world.post("brands", brand_name="Kite")
    write(world, product())

    write(world, BulkProduct(code="A-1", everywhere={"brand_code": "B000000A"}))

    assert [
        world.get("products/1", shop_no=shop_no)["product"]["brand_code"] for shop_no in (1, 2)
    ] == ["B000000A", "B000000A"]
    assert [number for number, _ in events(world)] == [90001, 90002, 90002]


def test_of_two_products_with_one_code_the_oldest_is_meant(world: World) -> None:
    first = world.product(custom_product_code="A-1")
    world.product(custom_product_code="A-1")

    outcome = write(world, product(model_name="M1"))

    assert outcome.product_nos == {"A-1": first["product_no"]}
    models = [world.get(f"products/{n}")["product"]["model_name"] for n in (1, 2)]
    assert models == ["M1", ""]


@pytest.mark.parametrize("codes", [("A", "A"), ("",)])
def test_each_product_needs_a_code_of_its_own(world: World, codes: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="code of its own"):
        write(world, *map(product, codes))


def test_a_large_batch_takes_as_many_statements_as_a_small_one(world: World) -> None:
    def statements(products: list[BulkProduct]) -> int:
        async def work(db: Session) -> int:
            mall = await world.stage.app.directory.mall(world.mall_id)
            assert isinstance(mall, Mall)
            counting = Counting(db)
            await product_bulk.write(counting, mall, world.stage.clock, products)
            return counting.statements

        return world.in_transaction(work)

    def batch(letter: str, size: int) -> list[BulkProduct]:
        return [product(f"{letter}-{n}", product_tag=["a"]) for n in range(size)]

    assert statements(batch("A", 2)) == statements(batch("B", 100))
    assert statements(batch("A", 2)) == statements(batch("B", 100))


class Counting:
    """A session that counts what it is asked to run."""

    def __init__(self, db: Session) -> None:
        self._db = db
        self.mall_id, self.dialect = db.mall_id, db.dialect
        self.statements = 0

    def __getattr__(self, name: str) -> Any:
        self.statements += name in ("one", "all", "run", "many")
        return getattr(self._db, name)


def test_looking_products_up_walks_through_no_table(tmp_path: Path) -> None:
    configuration = Configuration(data_dir=tmp_path)
    new_store.prepare(configuration)
    database = apsw.Connection(str(configuration.database_path))
    plans = {}
    statements = {
        "by code": product_bulk_store._BY_CODE,
        "variants": variant_store._OF_PRODUCTS_TO_CHANGE,
        "removed": stock_store._DELETED_VARIANTS,
        "places": product_bulk_store._PLACES,
        "drop": variant_store._DELETE,
    }
    for name, statement in statements.items():
        compiled = statement.on("sqlite")
        values = dict.fromkeys(compiled.names, "[1]")
        rows = database.execute(f"EXPLAIN QUERY PLAN {compiled.sql}", values)
        plans[name] = [row[3] for row in rows if "json_each" not in row[3]]
    database.close()

    searches = [line for plan in plans.values() for line in plan if line.startswith("SEARCH")]
    # four find whether a part of a bundle is sold out
    assert len(searches) == 11
    assert [line for line in searches if line.endswith("(mall_id=?)")] == []
    assert [line for plan in plans.values() for line in plan if line.startswith("SCAN")] == []
