"""Subscriptions place their orders by themselves, at the rules of the shop."""

from typing import Any

import pytest

from openmall.commerce.customer.customers import rules as customer_rules
from openmall.commerce.customer.customers.takes import Leaving
from openmall.commerce.order.placement.placing import rules as placing_rules
from openmall.commerce.order.placement.subscriptions import ordering as subscription_ordering
from openmall.contract.call import Call
from tests.commerce.customer import customer_setup
from tests.commerce.order.claim_setup import NEWEST
from tests.commerce.order.placement.test_subscriptions import (
    change,
    found,
    item,
    refused,
    subscribe,
    subscribed,
)
from tests.commerce.order.test_scheduled_transitions import wait
from tests.commerce.product.stock_setup import stocked
from tests.world import World

_A_DAY = 86_400
_ORDERS = {"start_date": "2026-11-20", "end_date": "2027-02-19"}
_RULE = {
    "subscription_shipments_name": "Aprons",
    "product_binding_type": "A",
    "use_discount": "F",
    "subscription_shipments_cycle_type": "T",
    "subscription_shipments_cycle": ["1M", "2W"],
    "use_order_price_condition": "F",
}


def rule(world: World, **more: Any) -> int:
    body = {"request": {**_RULE, **more}}
    answer = world.call("POST", "subscription/shipments/setting", json=body, headers=NEWEST)
    assert answer.status_code == 201, answer.text
    number: int = answer.json()["shipment"]["subscription_no"]
    return number


def work(world: World) -> int:
    return world.stage.run(
        world.stage.app.periodic_tasks.place_orders_of_subscriptions, [world.mall_id]
    )


def orders(world: World) -> Any:
    """Return the orders of the mall, the oldest first."""
    return list(reversed(world.get("orders", embed="items", **_ORDERS)["orders"]))


@pytest.fixture
def apron(world: World) -> tuple[int, str]:
    """Hana is a customer, and there are aprons."""
    customer_setup.join(world, "hana")
    return stocked(world, 5)


@pytest.mark.both_stores
def test_an_order_is_placed_once_on_the_day_it_is_due(world: World, apron: tuple[int, str]) -> None:
    subscribed(world, item(*apron, 2))
    wait(world, 5 * _A_DAY)
    assert (work(world), orders(world)) == (0, [])

    wait(world, _A_DAY)

    assert (work(world), work(world)) == (1, 0)
    [placed] = orders(world)
    assert (placed["member_id"], placed["subscription"], placed["paid"]) == ("hana", "T", "F")
    [line] = placed["items"]
    assert (line["variant_code"], line["quantity"], line["subscription"]) == (apron[1], 2, "T")
    [next_] = found(world)[0]["items"]
    assert next_["subscription_shipments_sequence"] == 2
    assert next_["expected_delivery_date"] == "2026-12-30"
    assert next_["expected_pay_date"] == "2026-12-27"


@pytest.mark.both_stores
@pytest.mark.parametrize("at", ["placed", "linked", "kept"])
def test_a_worker_that_fails_midway_leaves_nothing_and_the_next_places_one_order(
    world: World, apron: tuple[int, str], at: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    subscribed(world, item(*apron))
    wait(world, 6 * _A_DAY)
    module, name = {
        "placed": (placing_rules, "place"),
        "linked": (subscription_ordering.subscription_store, "add_placed"),
        "kept": (subscription_ordering.subscription_store, "change"),
    }[at]
    real = getattr(module, name)

    async def dying(call: Call, *args: Any, **more: Any) -> Any:
        await real(call, *args, **more)
        raise RuntimeError("the worker is gone")

    with monkeypatch.context() as patched:
        patched.setattr(module, name, dying)
        assert work(world) == 0
    assert orders(world) == []

    assert (work(world), work(world)) == (1, 0)

    assert len(orders(world)) == 1


def test_the_discount_of_the_delivery_is_deducted_and_is_of_the_price_of_that_day(
    world: World, apron: tuple[int, str]
) -> None:
    product, _ = apron
    discounts = [
        {"delivery_cycle": 1, "discount_amount": 20},
        {"delivery_cycle": 2, "discount_amount": 50},
    ]
    rule(world, use_discount="T", discount_value_unit="P", discount_values=discounts)
    subscribed(world, item(*apron, 2))
    wait(world, 6 * _A_DAY)
    work(world)
    world.put(f"products/{product}", price="5000.00")
    wait(world, 30 * _A_DAY)

    work(world)

    first, second = (each["items"][0] for each in orders(world))
    assert (first["product_price"], first["app_item_discount_amount"]) == ("11000.00", "4400.00")
    assert first["payment_amount"] == "17600.00"
    assert (second["product_price"], second["app_item_discount_amount"]) == ("5000.00", "5000.00")


def test_an_amount_regardless_of_quantity_is_deducted_once(
    world: World, apron: tuple[int, str]
) -> None:
    rule(
        world,
        use_discount="T",
        discount_value_unit="W",
        discount_values=[{"delivery_cycle": 1, "discount_amount": 1500}],
        related_purchase_quantity="F",
    )
    subscribed(world, item(*apron, 2))
    wait(world, 6 * _A_DAY)

    work(world)

    assert orders(world)[0]["items"][0]["app_item_discount_amount"] == "1500.00"


def test_the_newest_rule_of_the_product_says_when_it_is_ordered_how_often_and_how_many_times(
    world: World, apron: tuple[int, str]
) -> None:
    product, _ = apron
    other, of_other = stocked(world, 5)
    rule(world)
    rule(
        world,
        product_binding_type="P",
        product_list=[product],
        shipments_start_date=7,
        subscription_shipments_cycle_type="F",
        subscription_shipments_count_type="T",
        subscription_shipments_count=["2", "4"],
    )

    def asked(*which: Any, **more: Any) -> tuple[int, str]:
        return refused(subscribe(world, item(*which), **more))

    assert asked(*apron, subscription_shipments_cycle="2W", max_delivery_limit="2") == (
        422,
        "One of: 1M. (parameter.subscription_shipments_cycle)",
    )
    assert asked(*apron, max_delivery_limit="3") == (
        422,
        "One of: 2, 4. (parameter.max_delivery_limit)",
    )
    assert asked(other, of_other, subscription_shipments_cycle="3M")[0] == 422
    subscribed(world, item(*apron), max_delivery_limit="2")
    [kept] = found(world)[0]["items"]
    assert kept["expected_pay_date"] == "2026-11-23"


def test_a_variant_is_changed_only_where_the_rule_says_so(world: World) -> None:
    customer_setup.join(world, "hana")
    options = [{"name": "Colour", "value": "Sand,Ink"}]
    product = world.product(has_option="T", options=options)["product_no"]
    sand, ink = (e["variant_code"] for e in world.get(f"products/{product}/variants")["variants"])
    number = rule(world)
    subscription = subscribed(world, item(product, sand))
    path = f"subscription/shipments/{subscription}/items"
    body = {"requests": [{"subscription_item_id": 1, "changed_variant_code": ink}]}

    before = world.call("PUT", path, json=body, headers=NEWEST)
    setting = f"subscription/shipments/setting/{number}"
    world.call("PUT", setting, json={"request": {"change_option": "T"}}, headers=NEWEST)
    after = world.call("PUT", path, json=body, headers=NEWEST)

    assert refused(before) == (
        422,
        "The variant of such a subscription is not changed. (parameter.changed_variant_code)",
    )
    assert after.status_code == 200


def test_a_paused_subscription_orders_nothing(world: World, apron: tuple[int, str]) -> None:
    subscribed(world, item(*apron))
    change(world, subscription_state="P")
    wait(world, 40 * _A_DAY)

    assert (work(world), orders(world)) == (0, [])


def test_what_is_not_sold_any_more_ends(world: World, apron: tuple[int, str]) -> None:
    subscribed(world, item(*apron))
    world.put(f"products/{apron[0]}", selling="F")
    wait(world, 6 * _A_DAY)

    assert (work(world), orders(world)) == (0, [])

    [ended] = found(world)
    assert (ended["subscription_state"], ended["items"][0]["subscription_state"]) == ("C", "C")


@pytest.mark.both_stores
def test_what_is_out_of_stock_is_tried_again_daily_until_its_delivery(
    world: World, apron: tuple[int, str]
) -> None:
    subscribed(world, item(*apron, 6))
    wait(world, 6 * _A_DAY)

    days = []
    for _ in range(4):
        assert work(world) == 0
        days.append(found(world)[0]["items"][0]["expected_pay_date"])
        wait(world, _A_DAY)

    assert days == ["2026-11-28", "2026-11-29", "2026-11-30", "2026-12-27"]
    assert found(world)[0]["items"][0]["subscription_shipments_sequence"] == 1
    assert orders(world) == []


def test_a_subscription_ends_after_its_last_delivery(world: World, apron: tuple[int, str]) -> None:
    subscribed(world, item(*apron), max_delivery_limit="2", subscription_shipments_cycle="2W")
    wait(world, 6 * _A_DAY)
    work(world)
    wait(world, 14 * _A_DAY)

    work(world)

    assert len(orders(world)) == 2
    assert found(world)[0]["subscription_state"] == "C"


def test_a_customer_who_left_gets_no_more_orders(world: World, apron: tuple[int, str]) -> None:
    subscribed(world, item(*apron))
    customer_setup.do(world, lambda call: customer_rules.leave(call, Leaving(member_id="hana")))
    wait(world, 6 * _A_DAY)

    assert (work(world), orders(world)) == (0, [])
