"""Members subscribe to products in the sample shop, and change their subscriptions there."""

import re

import pytest

from openmall.commerce.order.billing.gateways.testing import TestGatewayUse
from tests.commerce.order.placement.subscriber import A_DAY, RULE, work
from tests.commerce.product.stock_setup import stocked
from tests.pages.sampleshop.shop_browser import RECEIVER, Guest, said
from tests.storefront.shopper_client import offer_test_gateway, set_setting
from tests.world import World

SUBSCRIBED = {
    "quantity": "2",
    "subscription_shipments_cycle": "1M",
    "expected_delivery_date": "2026-11-30",
    "max_delivery_limit": "0",
    "agree_recurring_charges": "T",
    **RECEIVER,
}


class Member(Guest):
    """Hana, in a shop that offers aprons as subscriptions."""

    def __init__(self, world: World, **rule: str) -> None:
        super().__init__(world)
        offer_test_gateway(world)
        world.post("subscription/shipments/setting", **{**RULE, **rule})
        self.number, self.code = stocked(world, 20)
        self.join()

    def card(self, card: str = "approved") -> str:
        """Store a test card; return its id."""
        there = self.done("/cards", act="add", agree_recurring_charges="T")
        self.done(there, card=card)
        return there.rpartition("/")[2]

    def subscribe(self, card: str) -> str:
        form = {**SUBSCRIBED, "variant_code": self.code, "method_id": card}
        return self.done(f"/products/{self.number}/subscribe", **form)

    def change(self, act: str, **form: str) -> str:
        [number] = set(re.findall(r'name="subscription" value="([^"]*)"', self.list()))
        return self.done("/subscriptions", act=act, subscription=number, **form)

    def list(self) -> str:
        return self.see("/subscriptions")


@pytest.fixture
def hana(world: World) -> Member:
    return Member(world)


def test_a_member_subscribes_and_sees_when_what_comes(hana: Member) -> None:
    assert f"/products/{hana.number}/subscribe" in hana.see(f"/products/{hana.number}")
    assert "Add a card first" in hana.see(f"/products/{hana.number}/subscribe")

    assert hana.subscribe(hana.card()) == "/subscriptions?done=subscribed"

    page = said(hana.list())
    assert "Active" in page
    assert "2 · every month · next delivery 2026-11-30" in page
    assert "ordered and charged on 2026-11-27" in page


def test_nobody_subscribes_without_agreeing(hana: Member) -> None:
    form = {**SUBSCRIBED, "variant_code": hana.code, "method_id": hana.card()}
    del form["agree_recurring_charges"]

    assert hana.refused(f"/products/{hana.number}/subscribe", **form) == (
        422,
        "Please fill this in.",
    )
    assert "You have no subscriptions" in hana.list()


def test_a_form_with_a_key_subscribes_once_and_one_without_each_time(hana: Member) -> None:
    path, form = f"/products/{hana.number}/subscribe", {**SUBSCRIBED, "variant_code": hana.code}
    form["method_id"] = hana.card()
    numbers = []

    for once in ("same", "same", "", ""):
        hana.done(path, **form, once=once)
        numbers.append(len(set(re.findall(r'name="subscription" value="([^"]*)"', hana.list()))))

    assert numbers == [1, 1, 2, 3]


def test_a_member_skips_pauses_resumes_and_ends(hana: Member) -> None:
    hana.subscribe(hana.card())

    assert hana.change("skip") == "/subscriptions?done=skipped"
    assert "next delivery 2026-12-30" in said(hana.list())
    hana.change("pause")
    assert "Paused" in said(hana.list())
    hana.change("resume")
    assert "Active" in said(hana.list())
    hana.change("end")
    assert "Ended" in said(hana.list())


def test_a_member_changes_quantity_date_address_and_card(hana: Member) -> None:
    hana.subscribe(hana.card())
    [item] = re.findall(r'name="item" value="(\d+)"', hana.list())
    changed = {"quantity": "3", "expected_delivery_date": "2026-12-05"}

    hana.change("item", item=item, subscription_shipments_cycle="2W", **changed)
    address = {**RECEIVER, "receiver_address1": "9 Mapo-daero"}
    hana.change("address", **address)
    other = hana.card()
    hana.change("card", method_id=other)

    page = hana.list()
    assert "3 · every 2 weeks · next delivery 2026-12-05" in said(page)
    assert "9 Mapo-daero" in page
    assert f'value="{other}" selected' in page
    assert hana.change("card", method_id=other) == "/subscriptions?done=same"


def test_only_offered_frequencies_can_be_chosen_and_a_refused_form_is_kept(world: World) -> None:
    hana = Member(world, subscription_shipments_cycle=["1W", "1M"])
    hana.subscribe(hana.card())
    page = hana.list()
    [item] = re.findall(r'name="item" value="(\d+)"', page)
    [number] = set(re.findall(r'name="subscription" value="([^"]*)"', page))
    choices = page.partition('name="subscription_shipments_cycle">')[2].partition("</select>")[0]
    typed = {"quantity": "3", "expected_delivery_date": "2026-12-05"}

    refused = hana.send(
        "/subscriptions", act="item", item=item, subscription=number,
        subscription_shipments_cycle="2W", **typed,
    )  # fmt: skip

    assert re.findall(r'value="(\w+)"', choices) == ["1W", "1M"]
    assert "Use this card" in page
    assert refused.status_code == 422
    assert "One of" not in refused.text
    assert "Please choose one of the options." in refused.text
    assert "<details open><summary>Change quantity" in refused.text
    assert 'value="3" required' in refused.text
    assert 'value="2026-12-05" required' in refused.text


def test_a_failed_charge_is_shown_and_paid_by_another_card(hana: Member) -> None:
    hana.subscribe(hana.card("declined"))
    work(hana.world, 6 * A_DAY)
    hana.done("/sign-in", member_id="hana", password="correct horse battery")
    assert "The charge failed. It is tried again on 2026-11-29." in said(hana.list())

    hana.change("card", method_id=hana.card())
    work(hana.world, 1)

    [order] = hana.world.get("orders", start_date="2026-11-20", end_date="2026-11-30")["orders"]
    assert order["paid"] == "T"
    assert "The charge failed" not in hana.list()


def test_a_product_of_subscriptions_only_has_no_button_for_the_cart(world: World) -> None:
    hana = Member(world, one_time_purchase="F")

    page = hana.see(f"/products/{hana.number}")

    assert "This product is sold in subscriptions only." in page
    assert 'value="cart"' not in page


def test_a_guest_signs_in_first(world: World) -> None:
    Member(world)
    guest = Guest(world)

    answer = guest.open("/subscriptions")

    assert (answer.status_code, answer.headers["location"]) == (
        303,
        "/sign-in?next=/subscriptions",
    )


def test_no_card_is_asked_for_where_no_gateway_stores_cards(hana: Member) -> None:
    asked = 'name="agree_recurring_charges"'
    assert asked in hana.see("/cards")
    set_setting(hana.world, TestGatewayUse(use_test_gateway="F"))

    assert asked not in hana.see("/cards")
    assert "This shop stores no cards at present." in hana.see("/cards")
    page = hana.see(f"/products/{hana.number}/subscribe")
    assert "Add a card first" not in page
    assert "This shop stores no cards at present." in page
