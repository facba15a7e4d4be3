"""Customers subscribe, and change, skip, pause and end their subscriptions."""

from typing import Any

import pytest
from sqlalchemy import bindparam, select, update

from openmall.commerce.customer.customers import rules as customer_rules
from openmall.commerce.customer.customers.takes import Leaving
from openmall.commerce.order.billing.stored_methods.store import METHOD
from openmall.commerce.order.placement.subscriptions.tables import PLACED
from openmall.database.session import Session
from openmall.database.statements import Statement
from tests.commerce.customer import customer_setup
from tests.commerce.notification.outbox_reading import written
from tests.commerce.order.claim_setup import NEWEST
from tests.commerce.order.placement.subscriber import (
    A_DAY,
    ALL,
    Subscriber,
    differences,
    work,
)
from tests.commerce.order.test_scheduled_transitions import wait
from tests.storefront.shopper_client import RECEIVER, Shopper
from tests.world import World


@pytest.fixture
def hana(world: World) -> Subscriber:
    return Subscriber(world)


def test_a_product_is_offered_as_its_rule_says(hana: Subscriber) -> None:
    offer = hana.get(f"products/{hana.product_no}/subscription")

    assert (offer["offered"], offer["one_time_purchase"]) == ("T", "T")
    assert (offer["cycles"], offer["deliveries"]) == (["1M", "2W"], [])
    assert offer["first_delivery_date"] == "2026-11-24"


@pytest.mark.both_stores
def test_a_customer_subscribes_with_a_card(hana: Subscriber) -> None:
    method = hana.card()

    made = hana.send("POST", ALL, **hana.draft(method))

    assert hana.subscription == made
    assert (made["method_id"], made["subscription_state"], made["orders"]) == (method, "U", [])
    [item] = made["items"]
    assert (item["variants_code"], item["quantity"]) == (hana.code, 2)
    assert (item["expected_delivery_date"], item["expected_pay_date"]) == (
        "2026-11-30",
        "2026-11-27",
    )


def test_nobody_subscribes_without_agreeing(hana: Subscriber) -> None:
    method = hana.card()
    draft = hana.draft(method)
    del draft["agree_recurring_charges"]

    path = "customers/me/paymentmethods"
    assert hana.refused("POST", ALL, **draft)[0] == 422
    assert hana.refused("POST", path, agree_recurring_charges="F")[0] == 422
    assert hana.get(ALL) == []


def test_a_card_that_the_gateway_has_not_stored_is_not_charged(hana: Subscriber) -> None:
    asked = hana.send("POST", "customers/me/paymentmethods", agree_recurring_charges="T")
    path = f"customers/me/paymentmethods/{asked['method_id']}/confirm"

    assert hana.send("POST", path)["state"] == "requested"
    assert hana.refused("POST", ALL, **hana.draft(asked["method_id"])) == (
        422,
        "The gateway has not stored it yet. (parameter.method_id)",
    )


def test_a_token_is_kept_sealed(hana: Subscriber) -> None:
    hana.card()
    statement = Statement(
        select(METHOD.c.token, METHOD.c.label).where(METHOD.c.mall_id == bindparam("mall_id"))
    )

    async def read(db: Session) -> list[Any]:
        return await db.all(statement)

    [(token, label)] = hana.world.in_transaction(read)
    assert token.startswith("sealed:1:")
    assert label == "Test card"


@pytest.mark.both_stores
def test_the_next_delivery_is_skipped(hana: Subscriber) -> None:
    number = hana.subscribe()

    skipped = hana.send("POST", f"{ALL}/{number}/skips")

    [item] = skipped["items"]
    assert item["expected_delivery_date"] == "2026-12-30"
    assert item["subscription_shipments_sequence"] == 1
    work(hana.world, 7 * A_DAY)
    assert hana.state() == []


def test_a_paused_subscription_is_resumed_and_ended(hana: Subscriber) -> None:
    number = hana.subscribe()

    def change(state: str) -> str:
        changed = hana.send("PUT", f"{ALL}/{number}", subscription_state=state)
        return str(changed["subscription_state"])

    assert change("P") == "P"
    assert hana.refused("POST", f"{ALL}/{number}/skips")[0] == 422
    wait(hana.world, 20 * A_DAY)
    assert change("U") == "U"
    assert hana.subscription["items"][0]["expected_delivery_date"] == "2026-12-30"
    assert change("C") == "C"
    assert hana.refused("PUT", f"{ALL}/{number}", subscription_state="U")[0] == 422


def test_date_quantity_and_address_are_changed(hana: Subscriber) -> None:
    number = hana.subscribe()
    item = hana.subscription["items"][0]["subscription_item_id"]
    path = f"{ALL}/{number}/items/{item}"

    hana.send("PUT", path, quantity=3, expected_delivery_date="2026-12-05")
    hana.send("PUT", f"{ALL}/{number}", receiver_address1="9 Mapo-daero")

    changed = hana.subscription
    assert changed["receiver_address1"] == "9 Mapo-daero"
    assert changed["items"][0]["quantity"] == 3
    assert changed["items"][0]["expected_delivery_date"] == "2026-12-05"
    assert hana.refused("PUT", path, expected_delivery_date="2026-11-22") == (
        422,
        "The first possible day is 2026-11-24. (parameter.expected_delivery_date)",
    )


def test_subscriptions_and_cards_of_others_are_not_found(hana: Subscriber) -> None:
    number, method = hana.subscribe(), hana.card()
    other = Shopper(hana.world)
    other.sign_up("mina", email="mina@example.com")

    assert other.get(ALL) == []
    assert other.refused("POST", f"{ALL}/{number}/skips")[0] == 404
    assert other.refused("PUT", f"{ALL}/{number}", subscription_state="C")[0] == 404
    assert other.refused("DELETE", f"customers/me/paymentmethods/{method}")[0] == 404
    assert other.refused("POST", ALL, **hana.draft(method))[0] == 404


def test_a_card_that_is_charged_is_not_removed(hana: Subscriber) -> None:
    used, spare = hana.card(), hana.card()
    hana.subscribe(used)

    assert hana.refused("DELETE", f"customers/me/paymentmethods/{used}")[0] == 422
    hana.send("DELETE", f"customers/me/paymentmethods/{spare}")

    assert [each["method_id"] for each in hana.get("customers/me/paymentmethods")] == [used]


@pytest.mark.both_stores
def test_months_count_from_the_anchor_day(hana: Subscriber) -> None:
    hana.subscribe(expected_delivery_date="2026-12-31")
    days = []
    for _days in (40, 31, 28):
        work(hana.world, _days * A_DAY)
        days.append(hana.subscription["items"][0]["expected_delivery_date"])

    assert days == ["2027-01-31", "2027-02-28", "2027-03-31"]


def test_a_product_of_subscriptions_only_is_not_bought_once(world: World) -> None:
    hana = Subscriber(world, one_time_purchase="F")
    wanted = {"variants": [{"variants_code": hana.code, "quantity": 1}]}
    refusal = hana.refused("POST", "orders/estimate", **wanted)

    assert refusal[0] == 422
    assert "It is sold in subscriptions only: " in refusal[1]
    order = {**wanted, "payment_method": "card", "receiver": RECEIVER}
    assert hana.refused("POST", "orders", **order) == refusal
    assert hana.subscribe()


def test_a_parcel_abroad_is_quoted_to_its_country(hana: Subscriber) -> None:
    hana.subscribe(receiver={**RECEIVER, "country_code": "JP"})
    work(hana.world, 6 * A_DAY)

    [subscription] = [hana.subscription]
    assert subscription["receiver_country_code"] == "JP"
    # the shop ships to its own country only, which is not where the parcel goes
    assert (hana.state(), subscription["subscription_state"]) == ([], "P")


@pytest.mark.both_stores
def test_the_customer_is_told_of_a_failure_and_of_the_end(hana: Subscriber) -> None:
    written(hana.world)
    hana.subscribe(hana.card("declined"))
    work(hana.world, 6 * A_DAY)
    work(hana.world, 20)
    first = [each for each in written(hana.world) if each.occasion.startswith("subscription")]
    for _ in range(3):
        work(hana.world, 2 * A_DAY)
        work(hana.world, 20)
        told = [each for each in written(hana.world) if each.occasion.startswith("subscription")]

    assert [each.occasion for each in first] == ["subscription_charge_failed"]
    assert "29" in first[0].body
    assert [each.occasion for each in told] == [
        "subscription_charge_failed",
        "subscription_charge_failed",
        "subscription_charge_failed",
        "subscription_charge_ended",
    ]


@pytest.mark.both_stores
def test_verify_compares_subscriptions_with_orders_and_charges(hana: Subscriber) -> None:
    hana.subscribe()
    work(hana.world, 6 * A_DAY)
    assert differences(hana.world) == []
    forgotten = Statement(
        update(PLACED).where(PLACED.c.mall_id == bindparam("mall_id")).values(failed_payment="x")
    )

    async def forget(db: Session) -> None:
        await db.run(forgotten)

    hana.world.in_transaction(forget)

    assert [each.field for each in differences(hana.world)] == ["failed payment"]
    restored = Statement(
        update(PLACED).where(PLACED.c.mall_id == bindparam("mall_id")).values(failed_payment="")
    )

    async def restore(db: Session) -> None:
        await db.run(restored)

    hana.world.in_transaction(restore)


def test_a_customer_who_left_is_not_charged_any_more(hana: Subscriber) -> None:
    hana.subscribe(hana.card("declined"))
    work(hana.world, 6 * A_DAY)
    leaving = Leaving(member_id="hana")
    customer_setup.do(hana.world, lambda call: customer_rules.leave(call, leaving))

    work(hana.world, 3 * A_DAY)
    work(hana.world, 600)

    assert hana.state() == [("F", "C48")]
    assert hana.captured() == []


def test_a_merchant_changes_what_a_customer_has_subscribed_to(hana: Subscriber) -> None:
    number = hana.subscribe()
    item = hana.subscription["items"][0]["subscription_item_id"]
    path = f"subscription/shipments/{number}/items"
    body = {"requests": [{"subscription_item_id": item, "quantity": 5}]}

    answer = hana.world.call("PUT", path, json=body, headers=NEWEST)

    assert answer.status_code == 200, answer.text
    assert hana.subscription["items"][0]["quantity"] == 5


def test_the_limits_of_a_product_hold_for_its_subscriptions(hana: Subscriber) -> None:
    world = hana.world
    product = f"products/{hana.product_no}"
    world.put(product, minimum_quantity=2, maximum_quantity=4, buy_unit=2)
    hana.send("POST", ALL, **hana.draft(hana.card()))
    made = hana.subscription
    own = f"{ALL}/{made['subscription_id']}/items/{made['items'][0]['subscription_item_id']}"
    office = f"subscription/shipments/{made['subscription_id']}/items"
    for units in (1, 3, 6, 99):
        answer = hana.ask("PUT", own, json={"shop_no": 1, "request": {"quantity": units}})
        assert (answer.status_code, "(parameter.quantity)" in answer.text) == (422, True)
        body = {"requests": [{"variant_code": hana.code, "quantity": units}]}
        refused = world.call("PUT", office, json=body, headers=NEWEST)
        assert refused.status_code == 422, (office, refused.text)
    hana.send("PUT", own, quantity=4)
    [item] = hana.subscription["items"]
    assert item["quantity"] == 4

    world.put(product, maximum_quantity=2)
    wait(world, 7 * A_DAY)
    work(world)

    assert hana.subscription["orders"] == []
    assert hana.subscription["subscription_state"] == "P"
    hana.send("PUT", own, quantity=2)
