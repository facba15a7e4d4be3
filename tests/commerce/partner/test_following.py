"""What partners read follows what shops do, at once."""

from decimal import Decimal
from typing import Any

import pytest
from msgspec.structs import replace
from sqlalchemy import bindparam, select, update

from openmall.commerce.partner_projection import due_prices, enrolment, product_entries
from openmall.commerce.partner_projection.due_prices import DueShop
from openmall.commerce.partner_projection.tables import PARTNER_PRODUCT
from openmall.commerce.product import partner_updates
from openmall.commerce.product.product_service import bulk as product_bulk
from openmall.commerce.product.product_service.bulk_shape import BulkProduct
from openmall.database.session import Session
from openmall.database.statements import Statement
from tests.access.oauth.authorization_requests import SIGN_IN, Browser, manager
from tests.commerce.partner.programme_setup import (
    enrol,
    five,
    leave,
    mall_of,
    map_category,
    names,
    period_sale,
    read,
    rebuild,
    refresh_prices,
)
from tests.media.images import base64_of, picture
from tests.pages.backoffice.page_forms import form_of
from tests.world import World

LISTED = Statement(
    select(PARTNER_PRODUCT).where(PARTNER_PRODUCT.c.store_id == bindparam("store_id"))
)
VALUES: dict[str, Any] = {
    "custom_product_code": "X-1",
    "exchange_info": "7 days",
    "price": "8000",
    "price_excluding_tax": "7000",
    "product_tag": ["red"],
    "retail_price": "20000",
    "supply_price": "4000",
}
"""Field -> a value it may have, unless any text will do."""
SPOIL = Statement(
    update(PARTNER_PRODUCT)
    .where(PARTNER_PRODUCT.c.store_id == bindparam("store_id"), PARTNER_PRODUCT.c.product_no == 3)
    .values(product_name="Spoilt")
)


def test_a_product_is_gone_at_once_when_it_is_hidden_unsold_or_deleted(world: World) -> None:
    enrol(world)
    for change in ({"display": "F"}, {"selling": "F"}):
        number = world.product()["product_no"]
        assert names(world) == ["Linen apron"]
        world.put(f"products/{number}", **change)
        assert names(world) == []
        world.put(f"products/{number}", **dict.fromkeys(change, "T"))
        assert names(world) == ["Linen apron"]
        assert world.call("DELETE", f"products/{number}").status_code == 200
        assert names(world) == []


def test_a_change_shows_at_once_and_a_refused_one_does_not(world: World) -> None:
    enrol(world)
    number = world.product()["product_no"]
    world.put(f"products/{number}", product_name="Wool hat", price="7000")

    refused = world.call(
        "PUT",
        f"products/{number}",
        json={"request": {"product_name": "Other", "add_category_no": [{"category_no": 9999}]}},
    )

    assert refused.status_code == 422
    [found] = read(world, "products", product_name="hat")
    assert (found["product_name"], found["price"]) == ("Wool hat", "7000.00")
    assert names(world, product_name="apron") == []


def _entries(world: World) -> list[tuple[object, ...]]:
    """Return what partners may read of the mall's products."""

    async def entries(db: Session) -> list[tuple[object, ...]]:
        return [tuple(row) for row in await db.all(LISTED, store_id=world.mall_id)]

    return world.in_transaction(entries)


def test_fields_that_partners_do_not_see_leave_what_a_rebuild_makes(world: World) -> None:
    enrol(world, 1)
    number = world.product(price="9000", supply_price="5000")["product_no"]
    period_sale(world, number, 10)
    refresh_prices(world)
    for field in sorted(partner_updates.UNSEEN | partner_updates.OF_PRICE):
        before = _entries(world)
        world.stage.clock.pass_(60)

        world.put(f"products/{number}", **{field: VALUES.get(field, "Another text")})

        followed = _entries(world)
        rebuild(world)
        assert followed == _entries(world), field
        assert followed != before, "the time of its update"


def test_each_language_takes_part_by_itself(world: World) -> None:
    enrol(world, 2)
    number = world.product()["product_no"]
    assert names(world) == []

    world.put(f"products/{number}", 2, product_name="Apron", display="T", selling="T")

    [found] = read(world, "products")
    assert (found["shop_no"], found["product_name"]) == (2, "Apron")
    assert found["product_url"].endswith(f"?product_no={number}&shop_no=2&utm_source=collection")


def test_nothing_is_read_of_a_shop_that_left_or_never_joined(world: World) -> None:
    world.product()
    assert names(world) == []
    enrol(world)
    assert names(world) == ["Linen apron"]

    leave(world)

    assert names(world) == []
    world.product()
    assert read(world, "products/count") == 0
    enrol(world)
    assert read(world, "products/count") == 2


def test_a_category_gives_a_place_until_it_is_deleted(world: World) -> None:
    enrol(world)
    first, second = (
        world.post("categories", category_name=name)["category"]["category_no"] for name in "AB"
    )
    map_category(world, first, "C1", "C11")
    map_category(world, second, "D1")
    world.product(add_category_no=[{"category_no": first}, {"category_no": second}])

    def place() -> list[Any]:
        return [each["collection_product_category"] for each in read(world, "products")]

    assert place() == [{"depth1": "C1", "depth2": "C11", "depth3": ""}]
    assert names(world, collection_product_category="C11,X") == ["Linen apron"]

    assert world.call("DELETE", f"categories/{first}").status_code == 200

    assert place() == [{"depth1": "D1", "depth2": "", "depth3": ""}]
    assert names(world, collection_product_category="C1") == []
    assert names(world, collection_product_category="D1") == ["Linen apron"]


def test_a_moved_category_gives_the_place_of_what_is_above_it_now(world: World) -> None:
    enrol(world)
    mapped, other, below = (
        world.post("categories", category_name=name)["category"]["category_no"] for name in "ABC"
    )
    map_category(world, mapped, "C1", "C11")
    world.product(add_category_no=[{"category_no": below}])
    manager(world)
    owner = Browser(world)
    owner.sign_in(SIGN_IN)
    form = form_of(owner.open("/admin/categories").text, "move").values

    owner.submit(
        "/admin/categories", {**form, "moved": f"{below}", "order": f"{mapped}:1,{below}:2"}
    )

    assert names(world, collection_product_category="C11") == ["Linen apron"]
    owner.submit(
        "/admin/categories", {**form, "moved": f"{below}", "order": f"{other}:1,{below}:2"}
    )
    assert names(world, collection_product_category="C11") == []


def test_a_rebuild_changes_nothing_that_is_right(world: World) -> None:
    five(world)
    before = read(world, "products")

    assert rebuild(world) == 5

    assert read(world, "products") == before


def test_a_new_price_shows_as_a_rebuild_would_show_it(world: World) -> None:
    enrol(world)
    category_no = world.post("categories", category_name="A")["category"]["category_no"]
    map_category(world, category_no, "D1")
    placed = [{"category_no": category_no}]
    number = world.product(price="10000", add_category_no=placed)["product_no"]
    period_sale(world, number, "4000.00", platform_types=["P"])
    refresh_prices(world)
    world.put(f"products/{number}", product_name="Wool hat")
    [before] = read(world, "products")

    world.put(f"products/{number}", price="8000")

    [after] = read(world, "products")
    changed = {name: after[name] for name in after if after[name] != before[name]}
    changed.pop("updated_date", None)
    assert changed == {
        "price": "8000.00",
        "pc_discount_price": "4000.00",
        "mobile_discount_price": "8000.00",
        "pc_discount_rate": 50,
    }
    rebuild(world)
    assert read(world, "products") == [after]
    assert names(world, product_name="hat", collection_product_category="D1") == ["Wool hat"]


def test_a_new_price_of_one_language_is_of_that_one(world: World) -> None:
    enrol(world, 1)
    enrol(world, 2)
    number = world.product(price="10000")["product_no"]
    world.put(f"products/{number}", 2, product_name="Apron", display="T", selling="T", price="9")

    world.put(f"products/{number}", 2, price="8")

    found = {each["shop_no"]: each["price"] for each in read(world, "products")}
    assert found == {1: "10000.00", 2: "8.00"}


def test_a_new_price_of_what_was_left_out_lists_it(world: World) -> None:
    enrol(world)
    number = world.product()["product_no"]
    world.in_transaction(lambda db: product_entries.remove(db, [number]))
    assert names(world) == []

    world.put(f"products/{number}", price="8000")

    assert names(world, product_name="apron") == ["Linen apron"]


def test_a_mall_that_takes_no_part_is_asked_nothing_more(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def asked(db: Session, store_ids: list[str]) -> Any:
        raise AssertionError(store_ids)

    monkeypatch.setattr(enrolment, "of_malls", asked)

    number = world.product()["product_no"]
    world.put(f"products/{number}", product_name="Wool hat")

    assert world.call("DELETE", f"products/{number}").status_code == 200


def test_a_rebuild_mends_what_was_spoilt(world: World) -> None:
    five(world)
    before = read(world, "products")
    world.in_transaction(lambda db: product_entries.remove(db, [2]))
    gone = world.in_transaction(lambda db: db.run(SPOIL, store_id=world.mall_id))
    assert gone == 1
    assert read(world, "products") != before

    rebuild(world)

    assert read(world, "products") == before


def test_products_written_many_at_once_show_as_well(world: World) -> None:
    enrol(world)
    made = BulkProduct(
        code="A-1",
        texts={1: {"product_name": "Linen apron", "supply_price": Decimal("5000")}},
        everywhere={"display": "T", "selling": "T"},
    )

    def write(product: BulkProduct) -> None:
        app = world.stage.app

        async def work() -> None:
            mall = await mall_of(world)
            async with app.database.writing(world.mall_id) as db:
                await product_bulk.write(db, mall, app.clock, [product])

        world.stage.run(work)

    write(made)
    assert names(world) == ["Linen apron"]
    write(BulkProduct(code="A-1", everywhere={"display": "F"}))
    assert names(world) == []


def approve(world: World, number: int) -> None:
    world.post(f"products/{number}/approve", user_id="owner")


def decorate(world: World, number: int) -> None:
    sent = base64_of(picture(8, 8, "PNG"))
    world.post(f"products/{number}/decorationimages", image_list=[{"path": sent, "code": "new"}])


def undecorate(world: World, number: int) -> None:
    path = f"products/{number}/decorationimages/new"
    assert world.call("DELETE", path).status_code == 200


def drop_brand(world: World, number: int) -> None:
    code = world.get(f"products/{number}")["product"]["brand_code"]
    assert world.call("DELETE", f"brands/{code}").status_code == 200


def test_what_is_done_to_a_product_elsewhere_is_an_update_for_partners_too(world: World) -> None:
    enrol(world)
    brand = world.post("brands", brand_name="Loom")["brand"]["brand_code"]
    number = world.product(brand_code=brand)["product_no"]
    world.product(product_name="Untouched")
    [_, before] = read(world, "products", sort="created_date", order="asc")

    seen = []
    for do in (approve, decorate, undecorate, drop_brand):
        world.stage.clock.pass_(60)
        do(world, number)
        own = world.get(f"products/{number}")["product"]["updated_date"]
        found = {each["product_no"]: each for each in read(world, "products")}
        seen.append((own, found[number]["updated_date"]))
        assert found[before["product_no"]] == before

    assert [own for own, _ in seen] == [told for _, told in seen]
    assert len(set(seen)) == 4


def test_prices_are_compared_again_only_where_benefits_begin_end_or_change(world: World) -> None:
    enrol(world)
    number = world.product(price="9000")["product_no"]
    # when it joined it is due once, and then at the next day
    refresh_prices(world)
    assert _due(world) == []
    # a benefit that is written makes it due at once, in the transaction
    period_sale(world, number, 10)
    assert len(_due(world)) == 1
    assert refresh_prices(world) == 1
    assert _due(world) == []
    assert read(world, "products")[0]["pc_discount_price"] != "9000.00"
    # a worker that begins finds nothing to do, and one that comes too late writes nothing
    assert refresh_prices(world) == 0


def test_a_benefit_that_changes_while_its_prices_are_refreshed_makes_the_shop_due_again(
    world: World,
) -> None:
    enrol(world)
    [found] = _due(world)

    async def claimed(db: Session) -> bool:
        return await due_prices.move(db, found, due_at=found.due_at + 600, made_with="")

    async def mark(db: Session) -> None:
        await due_prices.mark(db, 1)

    async def settle(db: Session) -> bool:
        lease = replace(found, due_at=found.due_at + 600)
        return await due_prices.move(db, lease, due_at=2**40, made_with="settled")

    assert world.in_transaction(claimed)
    assert not world.in_transaction(claimed), "another worker is too late"
    world.in_transaction(mark)
    assert not world.in_transaction(settle)
    assert _due(world) == [found]


def _due(world: World) -> list[DueShop]:
    async def due(db: Session) -> list[DueShop]:
        return await due_prices.due(db, int(world.stage.clock.now()), [world.mall_id])

    return world.in_transaction(due)
