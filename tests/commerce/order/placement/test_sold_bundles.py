"""Bundles are sold: by carts, checkouts and drafts of apps, out of the stock of their parts."""

import random
from decimal import Decimal
from typing import Any

import pytest

from tests.commerce.order.claim_setup import check_books, verified_orders
from tests.commerce.order.order_setup import order, pay, wanted
from tests.commerce.order.placement.bundle_checkout import checkout, in_cart, left, units
from tests.commerce.order.placement.test_calculation import charge
from tests.commerce.order.placement.test_drafts import draft, item
from tests.commerce.personal.cart_client import put, some
from tests.commerce.product.bundle_setup import Kitchen, bundle, kitchen_set
from tests.commerce.product.stock_setup import stocked
from tests.pages.sampleshop.test_what_can_be_bought import RECEIVER, as_shopper
from tests.world import World


@pytest.fixture
def kitchen(world: World) -> Kitchen:
    return kitchen_set(world)


def test_a_bundle_goes_from_the_cart_to_an_order_as_one_item(
    world: World, kitchen: Kitchen
) -> None:
    answer = put(world, kitchen.number, some(kitchen.code, 2, **kitchen.parts(kitchen.large)))
    session = answer.headers["X-Openmall-Session"]
    [line] = in_cart(world, session)
    parts = [{"variants_code": code} for code in (kitchen.cup_code, kitchen.large)]
    assert answer.json()["carts"]["variants"][0]["bundle_product_components"] == parts
    assert line["bundle_product_components"] == parts
    assert (line["selling"], line["option_value"]) == ("T", "Linen apron x2, Shirt x1 (Size=L)")
    product = world.get(f"products/{kitchen.number}")["product"]
    assert product["sold_out"] == "F"
    assert Decimal(line["payment_amount"]) == 2 * Decimal(product["price"])

    placed = checkout(world, session)

    assert placed.status_code == 201, placed.text
    number = placed.json()["order"]["order_id"]
    assert in_cart(world, session) == []
    assert left(world, kitchen.cup_code, kitchen.small, kitchen.large) == [3, 2, 3]
    [ordered] = world.get(f"orders/{number}/items")["items"]
    assert {name: ordered[name] for name in ordered if name.startswith("product_bundle")} == {
        "product_bundle": "T",
        "product_bundle_no": str(kitchen.number),
        "product_bundle_name": "Kitchen set",
        "product_bundle_name_default": "Kitchen set",
        "product_bundle_type": "C",
        "product_bundle_list": ordered["product_bundle_list"],
    }
    assert [
        (part["variant_code"], part["quantity"], part["option_value"])
        for part in ordered["product_bundle_list"]
    ] == [(kitchen.cup_code, 2, ""), (kitchen.large, 1, "Size=L")]
    assert (ordered["quantity"], ordered["payment_amount"]) == (2, line["payment_amount"])
    pay(world, number)
    assert units(world, kitchen) == (3, 2, 3)
    check_books(world, number)
    assert verified_orders(world) == []


def test_lines_of_one_bundle_differ_by_the_choice_of_parts(world: World, kitchen: Kitchen) -> None:
    first = put(world, kitchen.number, some(kitchen.code, 1, **kitchen.parts(kitchen.small)))
    session = first.headers["X-Openmall-Session"]
    for size in (kitchen.large, kitchen.small):
        put(world, kitchen.number, some(kitchen.code, 1, **kitchen.parts(size)), session=session)

    assert [
        (line["quantity"], line["bundle_product_components"][1]["variants_code"])
        for line in in_cart(world, session)
    ] == [(2, kitchen.small), (1, kitchen.large)]


def test_choices_that_do_not_fit_are_refused_and_nothing_lies_in_the_cart(
    world: World, kitchen: Kitchen
) -> None:
    _, foreign = stocked(world, 3)
    name = "variants.bundle_product_components"

    def reason(*codes: str, units: int = 1) -> tuple[int, str, str]:
        parts = [{"variants_code": code} for code in codes]
        answer = put(
            world, kitchen.number, some(kitchen.code, units, bundle_product_components=parts)
        )
        info = answer.json()["error"]["more_info"]
        return answer.status_code, info["parameter"], info["reason"]

    assert reason() == (422, name, "part_variants_missing")
    assert reason(kitchen.small, kitchen.large) == (422, name, "part_variants_missing")
    assert reason(kitchen.small, foreign) == (422, name, "no_variant_of_part")
    assert reason(kitchen.small, units=3) == (422, "variants.quantity", "out_of_stock")
    plain = put(world, kitchen.cup, some(kitchen.cup_code, 1, **kitchen.parts()))
    assert plain.json()["error"]["more_info"]["parameter"] == name
    world.put(f"products/{kitchen.shirt}", selling="F")
    assert reason(kitchen.small) == (422, name, "part_not_on_sale")


def test_a_bundle_that_changes_after_it_was_put_into_the_cart_is_not_ordered(
    world: World, kitchen: Kitchen
) -> None:
    answer = put(world, kitchen.number, some(kitchen.code, 1, **kitchen.parts()))
    session = answer.headers["X-Openmall-Session"]
    plate = world.product(price="4000.00")["product_no"]

    world.put(
        f"bundleproducts/{kitchen.number}",
        bundle_product_components=[{"product_no": plate, "purchase_quantity": 1}],
    )

    assert [each["selling"] for each in in_cart(world, session)] == ["F"]
    refused = checkout(world, session)
    assert refused.status_code == 422
    assert refused.json()["error"]["more_info"]["reason"] == "no_variant_of_part"
    assert left(world, kitchen.cup_code, kitchen.small) == [7, 2]


def test_a_bundle_with_a_part_that_is_not_sold_any_more_cannot_be_bought(
    world: World, kitchen: Kitchen
) -> None:
    answer = put(world, kitchen.number, some(kitchen.code, 1, **kitchen.parts()))
    session = answer.headers["X-Openmall-Session"]

    # a part that is not displayed is sold in bundles still
    world.put(f"products/{kitchen.cup}", display="F")
    assert [each["selling"] for each in in_cart(world, session)] == ["T"]
    world.put(f"products/{kitchen.cup}", selling="F")

    assert [each["selling"] for each in in_cart(world, session)] == ["F"]
    refused = checkout(world, session)
    assert refused.json()["error"]["more_info"]["reason"] == "part_not_on_sale"
    assert world.get(f"products/{kitchen.number}")["product"]["sold_out"] == "T"
    # nor can the part be deleted
    assert world.call("DELETE", f"products/{kitchen.cup}").status_code == 422


def test_an_app_orders_a_bundle_by_its_parts(world: World, kitchen: Kitchen) -> None:
    charge(world)
    within = {"product_bundle": "T", "product_bundle_no": str(kitchen.number)}
    shirt = item(kitchen.shirt, kitchen.large, 2, **within)

    answer = draft(world, item(kitchen.cup, kitchen.cup_code, 4, **within), shirt)

    assert answer.status_code == 201, answer.text
    [drawn] = answer.json()["draftorders"]
    assert [each["product_bundle_no"] for each in drawn["items"]] == [str(kitchen.number)] * 2
    [ordered] = world.get(f"orders/{drawn['order_id']}/items")["items"]
    assert (ordered["product_no"], ordered["quantity"]) == (kitchen.number, 2)
    assert [part["variant_code"] for part in ordered["product_bundle_list"]] == [
        kitchen.cup_code,
        kitchen.large,
    ]
    assert left(world, kitchen.cup_code, kitchen.small, kitchen.large) == [3, 2, 3]

    def reason(*items: dict[str, Any]) -> tuple[str, str]:
        info = draft(world, *items).json()["error"]["more_info"]
        return info["parameter"], info["reason"]

    few = item(kitchen.cup, kitchen.cup_code, 3, **within)
    assert reason(few, shirt) == ("items.quantity", "bundle_part_quantity")
    assert reason(shirt) == ("items.quantity", "bundle_part_quantity")
    none = {"product_bundle": "T", "product_bundle_no": str(kitchen.cup)}
    assert reason(item(kitchen.cup, kitchen.cup_code, 1, **none)) == (
        "items.product_bundle_no",
        "item_no_part",
    )
    flagged = item(kitchen.cup, kitchen.cup_code, 1, product_bundle="T")
    assert reason(flagged) == ("items.product_bundle", "item_no_part")
    itself = item(kitchen.number, kitchen.code, 1, product_bundle="T")
    assert reason(itself)[1] == "part_variants_missing"


def test_a_bundle_without_a_choice_is_drafted_by_its_own_number(world: World) -> None:
    cup, code = stocked(world, 5)
    made = bundle(world, (cup, 2))
    number, own = made["product_no"], f"{made['product_code']}000A"

    answer = draft(world, item(number, own, 2, product_bundle="T"))

    assert answer.status_code == 201, answer.text
    assert left(world, code) == [1]


def test_the_price_of_bundles_adds_up_in_every_place(world: World) -> None:
    """Page, cart, estimate and order have one price, whatever parts, discounts and options cost."""
    chance = random.Random(20261130)
    world.put("seo/setting", use_rss="T")
    for _ in range(4):
        parts = []
        for _ in range(chance.randint(1, 3)):
            price = f"{chance.randint(100, 99_999)}.00"
            parts.append((world.product(price=price)["product_no"], chance.randint(1, 7)))
        off = {
            "discount_value": f"{chance.randint(1, 60)}.00",
            "discount_type": "P",
            "discount_round_unit": chance.choice(["F", "0", "1", "2"]),
            "discount_round_type": chance.choice(["F", "R", "C"]),
        }
        made = bundle(world, *parts, bundle_product_sales=off)
        number, code = made["product_no"], f"{made['product_code']}000A"
        count = chance.randint(1, 9)
        price = Decimal(world.get(f"products/{number}")["product"]["price"])

        answer = put(world, number, some(code, count))
        session = answer.headers["X-Openmall-Session"]
        [line] = in_cart(world, session)
        wants = {"variants": [some(code, count)]}
        estimated = as_shopper(world, "orders/estimate", **wants, receiver=RECEIVER).json()
        placed = checkout(world, session).json()["order"]
        ordered = world.get(f"orders/{placed['order_id']}", embed="items")["order"]

        assert {
            Decimal(line["payment_amount"]),
            Decimal(estimated["estimate"]["order_amount"]["order_price_amount"]),
            Decimal(ordered["initial_order_amount"]["order_price_amount"]),
            Decimal(ordered["items"][0]["payment_amount"]),
        } == {price * count}


def test_surcharges_limits_and_taxes_follow_the_parts(world: World) -> None:
    book = world.product(price="1000.00", tax_type="B", maximum_quantity=5)["product_no"]
    code = world.get(f"products/{book}/variants")["variants"][0]["variant_code"]
    world.put(f"products/{book}/variants/{code}", additional_amount="100.00")
    made = bundle(world, (book, 2))
    own = f"{made['product_code']}000A"

    number = order(world, wanted(own, 2))

    [ordered] = world.get(f"orders/{number}/items")["items"]
    assert (ordered["product_price"], ordered["option_price"]) == ("1000.00", "200.00")
    assert (ordered["payment_amount"], ordered["product_tax_type"]) == ("2400.00", "B")
    many = {"variants": [some(own, 2), some(code, 2)]}
    refused = as_shopper(world, "orders/estimate", **many, receiver=RECEIVER)
    assert refused.json()["error"]["more_info"]["parameter"] == "variants.quantity"


def test_what_a_part_is_not_sold_to_a_bundle_of_it_is_not_either(
    world: World, kitchen: Kitchen
) -> None:
    world.put(f"products/{kitchen.cup}", buy_limit_by_product="T", buy_limit_type="N")

    answer = put(world, kitchen.number, some(kitchen.code, 1, **kitchen.parts()))

    assert answer.status_code == 403
