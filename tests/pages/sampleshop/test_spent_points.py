"""What a member is told who enters points or credits that cannot be spent."""

import pytest

from tests.pages.sampleshop.shop_browser import RECEIVER, Guest
from tests.world import World


@pytest.fixture
def dollars(world: World) -> World:
    return world.stage.new_world(languages=("en_US",), currencies=("USD",))


def _give(world: World, kind: str, amount: str) -> None:
    world.post(kind, member_id="hana", amount=amount, type="increase", **_CASE[kind])


_CASE: dict[str, dict[str, str]] = {"points": {}, "credits": {"case": "A"}}


def test_a_refusal_names_what_the_member_has(dollars: World) -> None:
    browser = Guest(dollars)
    browser.join()
    browser.put(dollars.product(price="44.93")["product_no"])
    order = {"act": "order", "payment_method": "cash", **RECEIVER}
    update = {**order, "act": "estimate"}

    empty = browser.see("/checkout")
    nothing = browser.refused("/checkout", **order, use_points="100")
    no_credits = browser.refused("/checkout", **order, use_credits="1")
    negative = browser.refused("/checkout", **order, use_points="-5")
    _give(dollars, "points", "30.00")
    fewer = browser.refused("/checkout", **update, use_points="30.01")
    _give(dollars, "points", "30.00")
    enough = browser.refused("/checkout", **order, use_points="60")

    assert 'name="use_' not in empty, "there is nothing to spend"
    assert 'name="use_points"' in browser.see("/checkout")
    assert nothing == (422, "You have no points.")
    assert no_credits == (422, "You have no credits.")
    assert negative == (422, "Points to use: Please enter a number from 0 to 2147483647.")
    assert fewer == (422, "You have only 30.00 USD in points.")
    assert enough == (422, "There is only 44.93 USD to pay.")


def test_the_page_of_an_order_names_what_it_was_paid_by(dollars: World) -> None:
    browser = Guest(dollars)
    browser.join()
    browser.put(dollars.product(price="44.93")["product_no"])
    _give(dollars, "points", "10.00")

    order_id = browser.order(payment_method="cash", use_points="10")

    assert "Bank transfer, Points" in browser.see(f"/orders/{order_id}")
