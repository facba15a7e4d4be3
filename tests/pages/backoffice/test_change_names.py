"""Entries of the history name things by their own names, to those alone who may view these."""

import re
from typing import Any

import pytest

from tests.access.oauth.authorization_requests import SIGN_IN, Browser, manager
from tests.commerce.customer.customer_setup import join
from tests.commerce.order.order_setup import paid, wanted
from tests.commerce.product.stock_setup import stocked
from tests.pages.backoffice.history_pages import HISTORY, changes, newest
from tests.pages.backoffice.test_activity import LOG, shown
from tests.pages.backoffice.test_roles import sub_admin
from tests.world import World

pytestmark = pytest.mark.usefixtures("recorded")


def moved_customer(world: World) -> None:
    """Let a customer join and move."""
    join(world, "hana01", name="Hana Secret")
    world.put("customersprivacy/hana01", city="Busan")


def test_things_of_each_kind_are_named(owner: Browser) -> None:
    world = owner.world
    moved_customer(world)
    cups = world.post("categories", category_name="Kitchen", parent_category_no=1)["category"]
    below = {"category_name": "Cups", "parent_category_no": cups["category_no"]}
    inner = world.post("categories", **below)["category"]["category_no"]
    world.put(f"categories/{inner}", use_display="F")
    brand = world.post("brands", brand_name="Haneul")["brand"]["brand_code"]
    world.put(f"brands/{brand}", use_brand="F")
    world.post("points", member_id="hana01", amount="500", type="increase", reason="Thanks")

    found = shown(owner)

    assert found[:7] == [
        "Points created: Hana Secret",
        "Brand changed: Haneul",
        "Brand created: Haneul",
        "Category changed: Kitchen > Cups",
        "Category created: Kitchen > Cups",
        "Category created: Kitchen",
        "Customer changed: Hana Secret",
    ]


def test_an_order_is_named_by_its_number(owner: Browser) -> None:
    world = owner.world
    _, code = stocked(world, 5)
    number = paid(world, wanted(code))
    parcel = world.get(f"orders/{number}/receivers")["receivers"][0]["shipping_code"]
    sent = {"requests": [{"shipping_code": parcel, "name": "Hana Lee"}]}
    assert world.call("PUT", f"orders/{number}/receivers", json=sent).is_success

    page = owner.open(f"{HISTORY}/{newest(world)}").text

    assert f"Receiver changed: {number}" in shown(owner)[0]
    assert "D-2026" not in page.partition("<main")[2]
    assert ("Name", "Hana Lee") in [
        (each[0].rpartition(": ")[2], each[2]) for each in changes(page)
    ]


def test_ids_among_values_are_names(owner: Browser) -> None:
    world = owner.world
    number = world.product(product_name="Apron")["product_no"]
    brand = world.post("brands", brand_name="Haneul")["brand"]["brand_code"]
    world.put(f"products/{number}", brand_code=brand)

    for path in (LOG, f"{HISTORY}/{newest(world)}"):
        page = owner.open(path).text
        assert [each[2] for each in changes(page) if each[0] == "Brand"][:1] == ["Haneul"], path
        assert brand not in page.partition("<main")[2]


@pytest.mark.parametrize(
    ("levels", "knows"),
    [
        ({"activity": "view"}, False),
        ({"activity": "edit", "products": "edit", "design": "edit"}, False),
        ({"activity": "view", "customers": "view"}, True),
    ],
)
def test_a_role_without_customers_learns_no_name_of_one(
    owner: Browser, levels: dict[str, str], knows: bool
) -> None:
    world = owner.world
    moved_customer(world)
    world.post("points", member_id="hana01", amount="500", type="increase", reason="Thanks")
    helper = sub_admin(world, "helper", levels)

    texts = [helper.open(path).text for path in (LOG, HISTORY)]

    assert ["Hana Secret" in each for each in texts] == [knows, knows]
    assert [("hana01" in each) for each in texts] == [False, False]
    assert re.search("Customers? changed", texts[0]), "that something was done is known to all"


def test_a_role_without_products_learns_neither_names_nor_values(owner: Browser) -> None:
    world = owner.world
    number = world.product(price="12000", product_name="Secret apron")["product_no"]
    world.put(f"products/{number}", price="9900")
    helper = sub_admin(world, "helper", {"activity": "view"})
    reader = sub_admin(world, "reader", {"activity": "view", "products": "view"})

    texts = [each.open(LOG).text for each in (helper, reader)]

    assert ["Secret apron" in each for each in texts] == [False, True]
    assert ["9,900 KRW" in each for each in texts] == [False, True]


def test_names_are_of_the_shop_of_the_page(owner: Browser) -> None:
    world = owner.world
    number = world.product(product_name="Apron")["product_no"]
    world.put(f"products/{number}", product_name="Schürze", shop_no=2)
    other = world.stage.new_world(f"{world.mall_id}-other")
    manager(other)
    other.product(product_name="Of another mall")

    texts = {query: owner.open(f"{LOG}{query}").text for query in ("", "?shop_no=2")}
    stranger = Browser(other)
    assert stranger.sign_in(SIGN_IN).status_code == 200

    assert "Product changed: Apron" in texts[""]
    assert "Product changed: Schürze" in texts["?shop_no=2"]
    assert "Of another mall" not in "".join(texts.values())
    assert "Apron" not in stranger.open(LOG).text


def test_an_undo_of_a_period_does_not_show_the_id_of_an_app(owner: Browser) -> None:
    world = owner.world
    number = world.product(price="12000", product_name="Apron")["product_no"]
    world.put(f"products/{number}", price="9900")
    client_id = world.full.credentials.client_id
    span = {"start_date": "2026-01-01T00:00:00+09:00", "end_date": "2026-12-31T00:00:00+09:00"}
    world.post("writes/undo", client_id=client_id, **span)

    texts = [owner.open(path).text for path in (LOG, HISTORY)]

    for text in texts:
        visible = re.sub(r"<[^>]*>", " ", text.partition("<main")[2])
        assert "Undid a period: Apron" in visible, visible[:3000]
        assert client_id not in visible


def test_what_cannot_be_undone_names_fields_and_not_columns(owner: Browser) -> None:
    world = owner.world
    _, code = stocked(world, 5)
    number = paid(world, wanted(code))
    world.call("POST", f"orders/{number}/shipments", json=_shipment(world, number))

    page = owner.open(HISTORY).text
    reasons = re.findall(r"Reason: ([^<]*)", page)

    assert reasons, "a shipment is final"
    assert not [each for each in reasons if re.search(r"[a-z]_[a-z]|detail\.", each)]


def _shipment(world: World, number: str) -> dict[str, Any]:
    items = [each["order_item_code"] for each in world.get(f"orders/{number}/items")["items"]]
    return {
        "request": {
            "order_item_code": items,
            "tracking_no": "123456",
            "shipping_company_code": "0001",
            "status": "shipping",
        }
    }
