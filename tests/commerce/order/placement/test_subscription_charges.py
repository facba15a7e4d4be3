"""Orders of subscriptions are charged to a stored payment method, once, and tried again."""

import pytest

from openmall.commerce.order.billing.gateways import gateway as gateway_contract
from openmall.commerce.order.billing.gateways.testing import TestGateway
from openmall.commerce.order.scheduled_transitions import subscription_charges
from tests.commerce.order.claim_setup import claim
from tests.commerce.order.placement.subscriber import (
    A_DAY,
    Subscriber,
    set_retries,
    work,
)
from tests.world import World

pytestmark = pytest.mark.both_stores


@pytest.fixture
def hana(world: World) -> Subscriber:
    return Subscriber(world)


def test_the_order_of_a_delivery_is_placed_and_charged_once(hana: Subscriber) -> None:
    hana.subscribe()
    work(hana.world, 5 * A_DAY)
    assert hana.state() == []

    work(hana.world, A_DAY)
    work(hana.world, 600)

    assert (hana.state(), hana.captured()) == ([("T", "N10")], [22000])
    [order] = hana.orders_
    assert (order["payment_method"], order["subscription"]) == (["card"], "T")
    assert hana.subscription["orders"] == [
        {
            "order_id": order["order_id"],
            "due_date": "2026-11-27T00:00:00+09:00",
            "charge_failures": 0,
            "next_charge_date": None,
        }
    ]


def test_a_declined_charge_is_tried_again_and_succeeds(hana: Subscriber) -> None:
    method = hana.card("declined")
    hana.subscribe(method)
    work(hana.world, 6 * A_DAY)
    assert hana.state() == [("F", "N00")]
    [placed] = hana.subscription["orders"]
    assert placed["charge_failures"] == 1
    hana.send("POST", f"testgateway/methods/{method}", card="approved")

    work(hana.world, 3_600)
    assert hana.state() == [("F", "N00")], "it is tried again two days later"
    work(hana.world, 2 * A_DAY - 3_600)
    work(hana.world, 600)

    assert (hana.state(), hana.captured()) == ([("T", "N10")], [22000])
    assert hana.subscription["orders"][0]["next_charge_date"] is None


@pytest.mark.parametrize(("after", "state"), [("P", "P"), ("S", "U")])
def test_after_the_last_failure_the_order_is_cancelled(
    hana: Subscriber, after: str, state: str
) -> None:
    set_retries(hana.world, 2, 1, after)
    hana.subscribe(hana.card("revoked"))
    work(hana.world, 6 * A_DAY)
    failures = [hana.subscription["orders"][0]["charge_failures"]]
    for _ in range(2):
        work(hana.world, A_DAY)
        work(hana.world, 600)
        failures.append(hana.subscription["orders"][0]["charge_failures"])

    assert failures == [1, 2, 3]
    assert (hana.state(), hana.captured()) == ([("F", "C48")], [])
    assert hana.subscription["subscription_state"] == state
    assert hana.subscription["items"][0]["subscription_state"] == state
    assert hana.subscription["items"][0]["expected_delivery_date"] == "2026-12-30"
    work(hana.world, 600)
    assert hana.subscription["orders"][0]["charge_failures"] == 3


def test_another_card_is_charged_at_once(hana: Subscriber) -> None:
    number = hana.subscribe(hana.card("declined"))
    work(hana.world, 6 * A_DAY)

    other = hana.card()
    hana.send("PUT", f"customers/me/subscriptions/{number}", method_id=other)
    work(hana.world, 1)

    assert (hana.state(), hana.captured()) == ([("T", "N10")], [22000])
    assert hana.subscription["method_id"] == other


def test_a_charge_whose_answer_is_lost_is_taken_once(hana: Subscriber) -> None:
    hana.subscribe(hana.card("lost"))
    work(hana.world, 6 * A_DAY)
    assert (hana.state(), hana.captured()) == ([("F", "N00")], [22000])

    work(hana.world, 600)
    work(hana.world, 600)

    assert (hana.state(), hana.captured()) == ([("T", "N10")], [22000])


def test_a_charge_of_an_order_that_was_cancelled_meanwhile_is_given_back(
    hana: Subscriber,
) -> None:
    hana.subscribe(hana.card("lost"))
    work(hana.world, 6 * A_DAY)
    [order] = hana.orders_
    claim(hana.world, order["order_id"], "cancellation", "canceled", payment_gateway_cancel="T")

    for _ in range(3):
        work(hana.world, 600)

    assert hana.captured() == []
    assert hana.state()[0][1].startswith("C")


def test_an_unknown_outcome_is_not_followed_by_another_charge(
    hana: Subscriber, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away(*_: object) -> None:
        raise gateway_contract.GatewayUnavailable("no answer")

    hana.subscribe()
    with monkeypatch.context() as patched:
        patched.setattr(TestGateway, "charge_method", away)
        for _ in range(4):
            work(hana.world, 6 * A_DAY if not hana.state() else A_DAY // 2)
    assert hana.state() == [("F", "N00")]
    assert len(hana.get("orders")[0]["payments"]) == 1

    work(hana.world, A_DAY)

    assert (hana.state(), hana.captured()) == ([("T", "N10")], [22000])


def test_an_order_whose_charge_stays_unknown_is_given_up(
    hana: Subscriber, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away(*_: object) -> None:
        raise gateway_contract.GatewayUnavailable("no answer")

    hana.subscribe()
    monkeypatch.setattr(TestGateway, "charge_method", away)
    work(hana.world, 6 * A_DAY)
    work(hana.world, subscription_charges.UNKNOWN_FOR + 600)

    assert hana.state() == [("F", "C48")]
    assert hana.subscription["subscription_state"] == "P"
