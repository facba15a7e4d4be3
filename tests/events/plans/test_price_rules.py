"""A rule of prices adds small changes of a day up, and counts a new product on sale as a change."""

from typing import Any

import httpx
import pytest

from openmall.contract.approval import WaitsForApproval
from tests.commerce.order.test_scheduled_transitions import wait
from tests.events.plans.people import Person, add_rule
from tests.events.plans.test_approval_rules import change_price, price, reason
from tests.world import World

_DAY = 86_400


@pytest.fixture
def number(world: World) -> int:
    """A product at 10,000 in a mall whose apps change prices by ten percent at most."""
    product_no: int = world.product(price="10000")["product_no"]
    add_rule(world, price_percent=10)
    return product_no


@pytest.mark.both_stores
def test_small_changes_of_a_day_count_together(world: World, number: int) -> None:
    assert change_price(world, number, "9500").status_code == 200
    wait(world, _DAY // 2)
    assert change_price(world, number, "9000").status_code == 200

    assert reason(change_price(world, number, "8900")) == (202, "rule")
    assert price(world, number) == "9000.00"
    assert change_price(world, number, "9900").status_code == 200, "back to what it was"

    wait(world, _DAY // 2 + 1)
    assert reason(change_price(world, number, "8400")) == (202, "rule"), "9500 of half a day ago"
    assert change_price(world, number, "9000").status_code == 200


def test_changes_of_several_products_count_for_each(world: World, number: int) -> None:
    other = world.product(price="20000", selling="F")["product_no"]

    def both(one: str, two: str) -> httpx.Response:
        requests = [{"product_no": number, "price": one}, {"product_no": other, "price": two}]
        answer: httpx.Response = world.call("PUT", "prices", json={"requests": requests})
        return answer

    assert both("9500", "19000").status_code == 200
    assert both("9100", "18100").status_code == 200
    assert reason(both("9050", "17900")) == (202, "rule")


def test_small_changes_of_a_variant_count_together(world: World, number: int) -> None:
    [variant] = world.get(f"products/{number}/variants")["variants"]
    path = f"products/{number}/variants/{variant['variant_code']}"

    def add(amount: str, **more: Any) -> httpx.Response:
        body = {"request": {"additional_amount": amount}}
        answer: httpx.Response = world.call("PUT", path, json=body, **more)
        return answer

    owner = Person(world, "owner")
    owner.call("PUT", path, api="admin", permits=None, additional_amount="1000")
    assert add("1090").status_code == 200
    assert reason(add("1150")) == (202, "rule")


def test_a_price_that_a_head_admin_sets_is_the_new_one(world: World, number: int) -> None:
    assert change_price(world, number, "9200").status_code == 200
    owner = Person(world, "owner")
    owner.call("PUT", f"products/{number}", api="admin", permits=None, price="5000")

    assert change_price(world, number, "5400").status_code == 200
    assert reason(change_price(world, number, "5600")) == (202, "rule")


def test_a_manager_in_the_back_office_takes_no_small_steps_either(
    world: World, number: int
) -> None:
    clerk = Person(world, "clerk", "A", "products:edit")

    def change(to: str) -> None:
        clerk.call("PUT", f"products/{number}", api="admin", permits=None, price=to)

    change("9200")
    with pytest.raises(WaitsForApproval):
        change("8500")
    assert price(world, number) == "9200.00"


def test_a_new_product_on_sale_waits_and_a_hidden_one_does_not(world: World, number: int) -> None:
    def make(**more: Any) -> httpx.Response:
        body = {"request": {"product_name": "Apron", "price": "1", "supply_price": "1", **more}}
        answer: httpx.Response = world.call("POST", "products", json=body)
        return answer

    assert reason(make(display="T", selling="T")) == (202, "rule")
    made = make(display="T", selling="F")
    assert made.status_code == 201
    path = f"products/{made.json()['product']['product_no']}"
    body = {"request": {"selling": "T"}}
    assert reason(world.call("PUT", path, json=body)) == (202, "rule")

    off = {"request": {"selling": "F"}}
    on = {"request": {"selling": "T"}}
    wait(world, _DAY)
    assert world.call("PUT", f"products/{number}", json=off).status_code == 200
    assert world.call("PUT", f"products/{number}", json=on).status_code == 200


def test_the_discount_of_a_subscription_rule_is_a_change_of_prices(
    world: World, number: int
) -> None:
    path = "subscription/shipments/setting"
    rule = {
        "subscription_shipments_name": "Weekly",
        "product_binding_type": "P",
        "product_list": [number],
        "use_discount": "T",
        "discount_value_unit": "P",
        "discount_values": [{"delivery_cycle": 1, "discount_amount": 90}],
        "subscription_shipments_cycle_type": "F",
        "subscription_shipments_cycle": ["1W"],
        "use_order_price_condition": "F",
    }

    def send(method: str, path: str, **request: Any) -> httpx.Response:
        answer: httpx.Response = world.call(method, path, json={"request": request})
        return answer

    small = [{"delivery_cycle": 1, "discount_amount": 10}]
    assert reason(send("POST", path, **rule)) == (202, "rule")
    amount = {**rule, "discount_value_unit": "W", "discount_values": small}
    assert reason(send("POST", path, **amount)) == (202, "rule")
    made = send("POST", path, **{**rule, "discount_values": small})
    assert made.status_code == 201
    [listed] = world.get(path)["shipments"]
    below = f"{path}/{listed['subscription_no']}"
    much = [{"delivery_cycle": 2, "discount_amount": 95}]
    assert reason(send("PUT", below, discount_values=much)) == (202, "rule")
    assert send("PUT", below, subscription_shipments_name="Every week").status_code == 200
