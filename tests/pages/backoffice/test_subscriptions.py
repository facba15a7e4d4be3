"""Merchants find subscriptions in the back office, skip a delivery, pause, change and end them."""

import re

import pytest

from openmall.commerce.order.billing.gateways.testing import TestGatewayUse
from openmall.commerce.store.accounts import Accounts
from tests.access.oauth.authorization_requests import Browser, hidden
from tests.commerce.order.placement.subscriber import A_DAY, Subscriber, work
from tests.pages.backoffice.page_forms import form_of
from tests.storefront.shopper_client import set_setting
from tests.world import World

LIST = "/admin/subscriptions"


@pytest.fixture
def hana(world: World) -> Subscriber:
    return Subscriber(world)


def send(owner: Browser, path: str, **form: str) -> str:
    """Send a form of a subscription; return where the browser is led."""
    page = owner.open(path)
    answer = owner.submit(path, {**hidden(page), **form})
    assert answer.status_code == 303, answer.text[-800:]
    location: str = answer.headers["location"]
    return location


def said(html: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


def test_subscriptions_are_listed_and_filtered(hana: Subscriber, owner: Browser) -> None:
    number = hana.subscribe()

    every = said(owner.open(LIST).text)
    paused = said(owner.open(f"{LIST}?subscription_state=P").text)

    assert f"{number} Hana Kim hana" in every
    assert "Active 2026-11-30" in every
    assert number not in paused
    assert owner.open(f"{LIST}?from=2026-12-01&to=2026-11-01").status_code == 422


def test_a_merchant_skips_pauses_resumes_and_ends(hana: Subscriber, owner: Browser) -> None:
    path = f"{LIST}/{hana.subscribe()}"

    assert send(owner, path, deed="skip") == f"{path}?done=skip"
    assert hana.subscription["items"][0]["expected_delivery_date"] == "2026-12-30"
    for deed, state in (("pause", "P"), ("resume", "U"), ("end", "C")):
        send(owner, path, deed=deed)
        assert hana.subscription["subscription_state"] == state
    assert 'value="skip"' not in owner.open(path).text


def test_a_merchant_changes_items_and_receiver(hana: Subscriber, owner: Browser) -> None:
    path = f"{LIST}/{hana.subscribe()}"
    item = {
        "subscription_item_id": str(hana.subscription["items"][0]["subscription_item_id"]),
        "quantity": "4",
        "expected_delivery_date": "2026-12-10",
        "subscription_shipments_cycle": "2W",
    }
    receiver = {"receiver_name": "Min Kim", "receiver_zipcode": "04524"}

    send(owner, path, deed="item", **item)
    send(owner, path, deed="receiver", receiver_address1="9 Mapo-daero", **receiver)

    changed = hana.subscription
    [kept] = changed["items"]
    assert (kept["quantity"], kept["expected_delivery_date"]) == (4, "2026-12-10")
    assert changed["receiver_address1"] == "9 Mapo-daero"
    refused = owner.submit(path, {**hidden(owner.open(path)), "deed": "item", **item})
    assert refused.headers["location"] == f"{path}?done=same"
    past = {**item, "expected_delivery_date": "2026-11-01"}
    again = owner.submit(path, {**hidden(owner.open(path)), "deed": "item", **past})
    assert again.status_code == 422
    assert 'value="2026-11-01"' in again.text


def test_failed_charges_are_shown(hana: Subscriber, request: pytest.FixtureRequest) -> None:
    path = f"{LIST}/{hana.subscribe(hana.card('declined'))}"
    work(hana.world, 6 * A_DAY)
    # a session does not last that long
    owner = request.getfixturevalue("owner")

    page = said(owner.open(path).text)

    [order] = hana.orders_
    assert f"{order['order_id']} 1 failed charge charged again at 2026-11-29" in page
    assert "charged to a stored payment method" in page


def test_an_unknown_subscription_is_not_found(owner: Browser) -> None:
    for number in ("S-20261121-0000009", "nothing", "S-20269999-0000001"):
        assert owner.open(f"{LIST}/{number}").status_code == 404


def test_the_setting_says_how_often_a_charge_is_tried_again(world: World) -> None:
    path = "subscription/charges/setting"
    before = world.get(path)["charges"]
    world.put(path, retries=1, after_last_failure="S")

    assert before == {"shop_no": 1, "retries": 3, "retry_days": 2, "after_last_failure": "P"}
    assert world.get(path)["charges"]["after_last_failure"] == "S"


def test_a_merchant_sees_that_deliveries_cannot_be_paid(hana: Subscriber, owner: Browser) -> None:
    path = f"{LIST}/{hana.subscribe()}"
    assert "charged to a stored payment method" in owner.open(path).text
    set_setting(hana.world, TestGatewayUse(use_test_gateway="F"))
    assert "awaits a bank deposit" in owner.open(path).text
    set_setting(hana.world, Accounts())
    assert "no payment method can be charged" in owner.open(path).text


def test_a_merchant_offers_subscriptions(owner: Browser) -> None:
    world = owner.world
    number = world.product(display="T", selling="T")["product_no"]
    rule = {
        "deed": "rule-add", "name": "Aprons", "binding": "P", "products": str(number),
        "discount": "10", "cycle-1M": "T", "cycle-2W": "T", "only": "T",
    }  # fmt: skip
    refused = {
        field: owner.submit(LIST, {**hidden(owner.open(LIST)), **rule, **wrong}).status_code
        for field, wrong in {
            "cycles": {"cycle-1M": "", "cycle-2W": ""},
            "products": {"products": "999"},
            "category": {"binding": "C"},
            "discount": {"discount": "120"},
        }.items()
    }

    send(owner, LIST, **rule)

    [made] = world.get("subscription/shipments/setting")["shipments"]
    page = said(owner.open(LIST).text)
    assert set(refused.values()) == {422}
    assert (made["product_list"], made["one_time_purchase"]) == ([number], "F")
    assert made["subscription_shipments_cycle"] == ["2W", "1M"]
    assert made["discount_values"] == ["10.00"]
    assert "every 2 weeks, every month · Discount 10% · Sold in subscriptions only" in page
    removed = {"deed": "rule-remove", "rule": str(made["subscription_no"])}
    assert send(owner, LIST, **removed) == f"{LIST}?done=rule-remove"
    assert world.get("subscription/shipments/setting")["shipments"] == []


def test_a_rule_is_changed_in_its_form_and_keeps_what_the_form_does_not_have(
    owner: Browser,
) -> None:
    world = owner.world
    numbers = [world.product(display="T", selling="T")["product_no"] for _ in range(2)]
    path = "subscription/shipments/setting"
    levels = [{"delivery_cycle": each, "discount_amount": 5 * each} for each in (1, 2)]
    plain = {
        "subscription_shipments_name": "Aprons", "product_binding_type": "P", "use_discount": "F",
        "product_list": numbers[:1], "subscription_shipments_cycle_type": "T",
        "subscription_shipments_cycle": ["1M"], "use_order_price_condition": "F",
        "shipments_start_date": 7,
    }  # fmt: skip
    by_app = {**plain, "use_discount": "T", "discount_value_unit": "P", "discount_values": levels}
    made = [world.post(path, **each)["shipment"]["subscription_no"] for each in (plain, by_app)]

    def opened(rule: int) -> dict[str, str]:
        return form_of(owner.open(f"{LIST}?rule={rule}").text, "rule-save").values

    def saved(rule: int, **typed: str) -> str:
        form = {**opened(rule), "deed": "rule-save", **typed}
        return owner.submit(f"{LIST}?shop_no=1&rule={rule}", form).headers["location"]

    first = {"name": "Linen", "products": f"{numbers[0]}, {numbers[1]}", "discount": "10"}
    assert saved(made[0], **first, **{"cycle-2W": "T"}) == f"{LIST}?shop_no=1&done=rule-save"
    assert saved(made[1], name="More") == f"{LIST}?shop_no=1&done=rule-save"
    assert saved(made[1]) == f"{LIST}?shop_no=1&done=same"

    rules = {each["subscription_no"]: each for each in world.get(path)["shipments"]}
    one, other = (rules[number] for number in made)
    assert (one["subscription_shipments_name"], one["product_list"]) == ("Linen", numbers)
    assert one["subscription_shipments_cycle"] == ["2W", "1M"]
    assert (one["use_discount"], one["discount_values"]) == ("T", ["10.00"])
    assert one["shipments_start_date"] == 7
    assert other["subscription_shipments_name"] == "More"
    assert other["discount_values"] == ["5.00", "10.00"]
    old = {**opened(made[0]), "deed": "rule-save", "name": "Mine"}
    world.put(f"{path}/{made[0]}", subscription_shipments_name="Theirs")
    refused = owner.submit(f"{LIST}?shop_no=1&rule={made[0]}", old)
    assert refused.status_code == 422
    assert "Theirs" in refused.text
    assert 'value="Mine"' in refused.text
    assert owner.open(f"{LIST}?rule=999").status_code == 404
