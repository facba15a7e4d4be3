"""Customers subscribe to what they want to be sent again and again."""

from typing import Any

import pytest

from openmall.commerce.customer.customers import rules as customer_rules
from openmall.commerce.customer.customers.takes import Leaving
from tests.commerce.customer import customer_setup
from tests.commerce.order.claim_setup import NEWEST, OLDER
from tests.commerce.order.test_scheduled_transitions import wait
from tests.commerce.product.stock_setup import stocked
from tests.world import World

PEOPLE = {
    "member_id": "hana",
    "buyer_name": "Hana Kim",
    "buyer_zipcode": "04525",
    "buyer_address1": "2 Sejong-daero",
    "buyer_address2": "",
    "buyer_cellphone": "010-0000-0000",
    "buyer_email": "hana@example.com",
    "receiver_name": "Min Kim",
    "receiver_zipcode": "04524",
    "receiver_address1": "1 Sejong-daero",
    "receiver_address2": "Room 3",
    "receiver_phone": "02-1111-1111",
    "receiver_cellphone": "010-1111-1111",
}
NUMBER = "S-20261121-0000001"
NOVEMBER = {"start_date": "2026-11-01", "end_date": "2026-11-30"}


def item(product: int, code: str, quantity: int = 1, **more: Any) -> dict[str, Any]:
    return {
        "product_no": str(product),
        "product_code": code[:-4],
        "product_name": "Linen apron",
        "option_id": code[-4:],
        "quantity": quantity,
        "product_price": "10000.00",
        **more,
    }


def subscribe(world: World, *items: dict[str, Any], **more: Any) -> Any:
    when = {"expected_delivery_date": "2026-11-30", "subscription_shipments_cycle": "1M"}
    body = {**PEOPLE, **when, "items": items, **more}
    return world.call("POST", "subscription/shipments", json={"requests": [body]}, headers=NEWEST)


def subscribed(world: World, *items: dict[str, Any], **more: Any) -> str:
    answer = subscribe(world, *items, **more)
    assert answer.status_code == 201, answer.text
    number: str = answer.json()["shipments"][0]["subscription_id"]
    return number


def found(world: World, **filters: Any) -> Any:
    """Return subscriptions as the newest version tells of them."""
    answer = world.call(
        "GET", "subscription/shipments", params={**NOVEMBER, **filters}, headers=NEWEST
    )
    assert answer.status_code == 200, answer.text
    return answer.json()["shipments"]


def change(world: World, **more: Any) -> Any:
    return world.call("PUT", f"subscription/shipments/{NUMBER}", json={"request": more})


def change_item(world: World, headers: dict[str, str] = NEWEST, **more: Any) -> Any:
    path = f"subscription/shipments/{NUMBER}/items"
    return world.call("PUT", path, json={"requests": [more]}, headers=headers)


def refused(answer: Any) -> tuple[int, str]:
    """Return status and message of a refused call."""
    return answer.status_code, answer.json()["error"]["message"]


@pytest.fixture
def apron(world: World) -> tuple[int, str]:
    """Hana is a customer, and there are aprons."""
    customer_setup.join(world, "hana")
    return stocked(world, 5)


def test_a_customer_subscribes(world: World, apron: tuple[int, str]) -> None:
    product, code = apron

    answer = subscribe(
        world,
        item(product, code, 2),
        max_delivery_limit="3",
        wished_delivery="T",
        wished_delivery_start_hour="10",
        wished_delivery_end_hour="18",
        shipping_message="Ring twice",
    )

    assert answer.status_code == 201
    assert answer.json() == {
        "shipments": [
            {
                "subscription_id": NUMBER,
                "items": [{"variant_code": code, "option_id": code[-4:]}],
            }
        ]
    }
    assert found(world) == [
        {
            "subscription_id": NUMBER,
            **PEOPLE,
            "buyer_phone": "",
            "shipping_message": "Ring twice",
            "shipping_type": "A",
            "wished_delivery": "T",
            "wished_delivery_start_hour": "10",
            "wished_delivery_end_hour": "18",
            "wished_delivery_hour_asap": "F",
            "created_date": "2026-11-21",
            "terminated_date": None,
            "subscription_state": "U",
            "items": [
                {
                    "variants_code": code,
                    "product_code": code[:-4],
                    "product_no": str(product),
                    "product_name": "Linen apron",
                    "option_value": None,
                    "option_value_default": "",
                    "option_id": code[-4:],
                    "quantity": 2,
                    "product_price": "10000.00",
                    "option_price": "0.00",
                    "shipping_payment_option": "P",
                    "subscription_shipments_sequence": 1,
                    "subscription_state": "U",
                    "expected_pay_date": "2026-11-27",
                    "terminated_date": None,
                    "product_bundle": "F",
                    "product_bundle_price": None,
                    "bundle_product_components": [],
                    "subscription_item_id": 1,
                    "max_delivery_limit": 3,
                    "subscription_shipments_cycle": "1M",
                    "expected_delivery_date": "2026-11-30",
                }
            ],
        }
    ]
    older = world.speaking("2024-03-01")
    [before] = older.get("subscription/shipments", **NOVEMBER)["shipments"]
    assert not {"subscription_item_id", "max_delivery_limit"} & before["items"][0].keys()


def test_subscriptions_are_found_by_what_is_in_them(world: World, apron: tuple[int, str]) -> None:
    product, code = apron
    other, of_other = stocked(world, 5)
    customer_setup.join(world, "mina")
    one = subscribed(world, item(product, code))
    two = subscribed(
        world,
        item(other, of_other, product_name="Wool Scarf"),
        member_id="mina",
        buyer_name="Mina Lee",
        expected_delivery_date="2027-01-10",
        subscription_shipments_cycle="2W",
    )

    def numbers(**filters: Any) -> list[str]:
        return [each["subscription_id"] for each in found(world, **filters)]

    assert numbers() == [two, one]
    assert numbers(limit=1, offset=1) == [one]
    assert numbers(member_id="mina") == [two]
    assert numbers(buyer_name="Hana Kim") == [one]
    assert numbers(product_no=f"{product},{other}") == [two, one]
    assert numbers(product_name="wool") == [two]
    assert numbers(product_code=code[:-4]) == [one]
    assert numbers(variant_code=of_other) == [two]
    assert numbers(variant_code=of_other, product_no=product) == []
    assert numbers(subscription_shipments_cycle="1M,3M") == [one]
    assert numbers(subscription_state="P") == []
    assert numbers(date_type="expected_pay_date") == [one]
    january = {"start_date": "2027-01-07", "end_date": "2027-01-07"}
    assert numbers(date_type="expected_pay_date", **january) == [two]
    assert numbers(date_type="terminated_date") == []
    change(world, subscription_state="C")
    assert numbers(date_type="terminated_date") == [one]
    wrong = {"start_date": "2026-11-30", "end_date": "2026-11-01"}
    answer = world.call("GET", "subscription/shipments", params=wrong)
    assert answer.json()["error"]["message"] == (
        "The end lies before the start. (parameter.end_date)"
    )


def test_what_the_shop_does_not_have_is_refused(world: World, apron: tuple[int, str]) -> None:
    product, code = apron
    good = item(product, code)

    def said(*items: dict[str, Any], **more: Any) -> tuple[int, str]:
        return refused(subscribe(world, *items, **more))

    assert said(good, member_id="nobody") == (
        404,
        "The customer does not exist. (parameter.member_id)",
    )
    assert said({**good, "product_no": "99"}) == (
        422,
        f"There is no such product: {code[:-4]}. (parameter.items.product_code)",
    )
    assert said({**good, "option_id": "0ZZZ"}) == (
        422,
        f"There is no such variant: {code[:-4]}0ZZZ. (parameter.items.option_id)",
    )
    assert said({**good, "product_bundle": "T"})[0] == 422
    assert said(good, good) == (422, "An item is named twice. (parameter.items.option_id)")
    assert said() == (422, "At least one item is named. (parameter.items)")
    assert said(good, expected_delivery_date="2026-11-20") == (
        422,
        "The day has passed. (parameter.expected_delivery_date)",
    )
    hours = {"wished_delivery_start_hour": "18", "wished_delivery_end_hour": "9"}
    assert said(good, **hours) == (
        422,
        "The end lies before the start. (parameter.wished_delivery_end_hour)",
    )
    world.put(f"products/{product}", selling="F")
    assert said(good) == (422, "Linen apron is not for sale. (parameter.items.product_no)")
    assert found(world) == []


def test_a_subscription_goes_to_another_address(world: World, apron: tuple[int, str]) -> None:
    subscribed(world, item(*apron))

    answer = change(world, receiver_address2="Room 4", shipping_message="Ring once")

    assert answer.json() == {
        "shipments": {
            **{name: value for name, value in PEOPLE.items() if name.startswith("receiver_")},
            "receiver_address2": "Room 4",
            "shipping_message": "Ring once",
            "subscription_state": "U",
        }
    }
    assert found(world)[0]["receiver_address2"] == "Room 4"
    assert change(world, receiver_address2="Room 4").status_code == 409
    missing = world.call("PUT", "subscription/shipments/S-20200101-0000001", json={"request": {}})
    assert missing.status_code == 404


def test_a_subscription_that_was_paused_goes_on_with_the_next_day_of_its_cycle(
    world: World, apron: tuple[int, str]
) -> None:
    subscribed(world, item(*apron), expected_delivery_date="2026-11-30")
    change(world, subscription_state="P")
    [paused] = found(world)
    assert (paused["subscription_state"], paused["items"][0]["subscription_state"]) == ("P", "P")
    refusal = refused(change_item(world, subscription_item_id=1, subscription_state="U"))
    assert refusal == (422, "The subscription is in state P. (parameter.subscription_state)")
    wait(world, 45 * 86_400)

    change(world, subscription_state="U")

    [item_] = found(world)[0]["items"]
    assert item_["subscription_state"] == "U"
    assert item_["expected_delivery_date"] == "2027-01-30"
    assert item_["expected_pay_date"] == "2027-01-27"


def test_a_subscription_that_has_ended_is_not_changed(world: World, apron: tuple[int, str]) -> None:
    subscribed(world, item(*apron))

    change(world, subscription_state="C")

    [ended] = found(world)
    assert ended["terminated_date"] == "2026-11-21T09:00:00+09:00"
    [item_] = ended["items"]
    assert item_["subscription_state"] == "C"
    assert item_["terminated_date"] == "2026-11-21T09:00:00+09:00"
    answer = change(world, subscription_state="U")
    assert answer.json()["error"]["message"] == (
        "What is in state C has ended. (parameter.subscription_id)"
    )
    assert refused(change_item(world, subscription_item_id=1, quantity=3))[0] == 422
    assert found(world) == [ended]


def test_an_item_is_changed(world: World, apron: tuple[int, str]) -> None:
    _, code = apron
    subscribed(world, item(*apron))

    answer = change_item(
        world,
        subscription_item_id=1,
        quantity=3,
        expected_delivery_date="2026-11-22",
        subscription_shipments_cycle="2W",
        max_delivery_limit="6",
    )

    now = {
        "variant_code": code,
        "option_id": code[-4:],
        "quantity": 3,
        "expected_delivery_date": "2026-11-22",
        "subscription_shipments_cycle": "2W",
        "subscription_state": "U",
        "subscription_item_id": 1,
        "max_delivery_limit": 6,
        "changed_variant_code": None,
    }
    assert (answer.status_code, answer.json()) == (200, {"items": [now]})
    [kept] = found(world)[0]["items"]
    assert (kept["quantity"], kept["expected_pay_date"]) == (3, "2026-11-21")
    assert refused(change_item(world, subscription_item_id=1, quantity=3))[0] == 409
    assert refused(change_item(world, subscription_item_id=2, quantity=3)) == (
        404,
        "The item does not exist. (parameter.subscription_item_id)",
    )
    assert refused(change_item(world, quantity=3)) == (
        422,
        "A required parameter is missing. (parameter.subscription_item_id)",
    )


def test_with_its_last_item_a_subscription_ends(world: World, apron: tuple[int, str]) -> None:
    _, code = apron
    other, of_other = stocked(world, 5)
    subscribed(world, item(*apron), item(other, of_other))
    by_variant = {"variant_code": code, "option_id": code[-4:]}

    answer = change_item(world, OLDER, **by_variant, subscription_state="C")

    assert answer.json()["items"][0].keys() == {
        *by_variant,
        "quantity",
        "expected_delivery_date",
        "subscription_shipments_cycle",
        "subscription_state",
    }
    assert found(world)[0]["subscription_state"] == "U"
    change_item(world, subscription_item_id=2, subscription_state="C")
    assert found(world)[0]["subscription_state"] == "C"
    missing = change_item(world, OLDER, variant_code=code, subscription_state="C")
    assert missing.json()["error"]["message"] == (
        "A required parameter is missing. (parameter.option_id)"
    )


def test_another_variant_of_the_product_is_sent_at_its_own_price(world: World) -> None:
    customer_setup.join(world, "hana")
    options = [{"name": "Colour", "value": "Sand,Ink"}]
    product = world.product(has_option="T", options=options)["product_no"]
    variants = world.get(f"products/{product}/variants")["variants"]
    sand, ink = (each["variant_code"] for each in variants)
    world.put(f"products/{product}/variants/{ink}", additional_amount="500.00")
    _, of_other = stocked(world, 5)
    subscribed(world, item(product, sand))
    assert found(world)[0]["items"][0]["option_value"] == "Colour=Sand"

    wrong = change_item(world, subscription_item_id=1, changed_variant_code=of_other)
    answer = change_item(world, subscription_item_id=1, changed_variant_code=ink)

    assert refused(wrong) == (
        422,
        f"There is no such variant of product {product}: {of_other}."
        " (parameter.changed_variant_code)",
    )
    [changed] = answer.json()["items"]
    assert (changed["variant_code"], changed["changed_variant_code"]) == (sand, ink)
    [kept] = found(world)[0]["items"]
    assert (kept["variants_code"], kept["option_value"]) == (ink, "Colour=Ink")
    assert (kept["product_price"], kept["option_price"]) == ("10000.00", "500.00")


def test_subscriptions_go_with_the_customer(world: World, apron: tuple[int, str]) -> None:
    subscribed(world, item(*apron))

    customer_setup.do(world, lambda call: customer_rules.leave(call, Leaving(member_id="hana")))

    assert found(world) == []
