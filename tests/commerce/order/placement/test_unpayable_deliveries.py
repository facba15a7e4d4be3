"""A delivery is not placed as payable by a means that its shop cannot be paid with."""

import pytest

from openmall.commerce.order.billing.gateways.testing import TestGatewayUse
from openmall.commerce.store.accounts import Accounts
from openmall.contract.crud.settings import Setting
from tests.commerce.notification.outbox_reading import written
from tests.commerce.order.placement.subscriber import A_DAY, Subscriber, differences, work
from tests.commerce.order.placement.test_subscriptions import item, subscribed
from tests.storefront.shopper_client import offer_test_gateway, set_setting
from tests.world import World


@pytest.fixture
def hana(world: World) -> Subscriber:
    return Subscriber(world)


def without(world: World, *settings: Setting) -> None:
    """Let a shop have no accounts, nor what `settings` switch off."""
    for each in (Accounts(), *settings):
        set_setting(world, each)


def told(hana: Subscriber) -> list[str]:
    found = [each.occasion for each in written(hana.world)]
    return [each for each in found if each.startswith("subscription")]


def methods(hana: Subscriber) -> list[list[str]]:
    return [each["payment_method"] for each in hana.orders_]


@pytest.mark.both_stores
def test_a_delivery_whose_gateway_has_gone_is_a_failed_charge(hana: Subscriber) -> None:
    written(hana.world)
    hana.subscribe()
    without(hana.world, TestGatewayUse(use_test_gateway="F"))

    work(hana.world, 6 * A_DAY)
    work(hana.world, 20)

    assert (methods(hana), hana.state()) == ([["card"]], [("F", "N00")])
    assert hana.subscription["orders"][0]["charge_failures"] == 1
    assert told(hana) == ["subscription_charge_failed"]
    assert differences(hana.world) == []

    # the gateway is used again: the method is charged at the next attempt
    offer_test_gateway(hana.world)
    work(hana.world, 2 * A_DAY)
    work(hana.world, 600)

    assert (methods(hana), hana.state()) == ([["card"]], [("T", "N10")])
    assert differences(hana.world) == []


def test_it_is_cancelled_and_paused_after_the_last_failure(hana: Subscriber) -> None:
    written(hana.world)
    hana.subscribe()
    without(hana.world, TestGatewayUse(use_test_gateway="F"))

    for days in (6, 2, 2, 2):
        work(hana.world, days * A_DAY)
        work(hana.world, 20)

    assert hana.state() == [("F", "C48")]
    assert hana.subscription["subscription_state"] == "P"
    assert told(hana)[-1] == "subscription_charge_ended"


def test_a_charge_is_not_begun_at_a_gateway_that_is_not_used_any_more(hana: Subscriber) -> None:
    method = hana.card("declined")
    hana.subscribe(method)
    work(hana.world, 6 * A_DAY)
    hana.send("POST", f"testgateway/methods/{method}", card="approved")
    without(hana.world, TestGatewayUse(use_test_gateway="F"))

    work(hana.world, 2 * A_DAY)
    work(hana.world, 600)

    assert (hana.state(), hana.captured()) == ([("F", "N00")], [])
    assert hana.subscription["orders"][0]["charge_failures"] == 2


@pytest.mark.parametrize(
    ("settings", "method", "failures"),
    [
        ((), "cash", 0),
        ((Accounts(),), "card", 1),
        ((Accounts(), TestGatewayUse(use_test_gateway="F")), "etc", 1),
    ],
    ids=["account", "gateway alone", "nothing"],
)
def test_a_subscription_without_a_method_awaits_a_transfer_only_into_an_account(
    hana: Subscriber, settings: tuple[Setting, ...], method: str, failures: int
) -> None:
    subscribed(hana.world, item(hana.product_no, hana.code, 2))
    for each in settings:
        set_setting(hana.world, each)

    work(hana.world, 6 * A_DAY)

    assert (methods(hana), hana.state()) == ([[method]], [("F", "N00")])
    assert hana.subscription["orders"][0]["charge_failures"] == failures
