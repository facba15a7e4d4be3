"""What a shopper does is announced with the number of the browser it was done in."""

from typing import Any

import pytest
from sqlalchemy import bindparam, select

from openmall.contract.journal.tables import EVENT
from openmall.database.session import Row, Session
from openmall.database.statements import Statement
from tests.analytics.collecting.tracking_browser import batch, collected, tell
from tests.commerce.product.stock_setup import stocked
from tests.storefront.shopper_client import RECEIVER, USUAL, Shopper, offer_test_gateway
from tests.world import World

VISITOR = "visitor-00001"
_EVENTS = Statement(
    select(EVENT.c.event_no, EVENT.c.browser)
    .where(EVENT.c.mall_id == bindparam("mall_id"))
    .order_by(EVENT.c.sequence)
)


def announced(world: World) -> list[tuple[int, int]]:
    async def read(db: Session) -> list[Row]:
        return await db.all(_EVENTS)

    return [(number, browser) for number, browser in world.in_transaction(read)]


def ordered(world: World, **headers: str) -> list[tuple[int, int]]:
    """Let somebody order, whose browser sends `headers`; return what that announced."""
    offer_test_gateway(world)
    number, _ = stocked(world, 5)
    shopper = Shopper(world)
    shopper.sign_up()
    before = len(announced(world))
    names = {name.replace("_", "-"): value for name, value in headers.items()}
    cart: dict[str, Any] = {"request": {"product_no": number, **USUAL}}
    order: dict[str, Any] = {"request": {"receiver": RECEIVER, "payment_method": "card"}}
    for path, sent in (("carts", cart), ("orders", order)):
        answer = shopper.ask("POST", path, json=sent, headers=names)
        assert answer.is_success, answer.text
    return announced(world)[before:]


@pytest.mark.parametrize(
    "headers",
    [
        {"x_openmall_visitor": VISITOR},
        {"cookie": f"a=b; openmall_visitor={VISITOR}; c=d"},
        {"x_openmall_visitor": VISITOR, "cookie": "openmall_visitor=visitor-00002"},
    ],
)
def test_an_order_has_the_number_of_the_pages_that_led_to_it(
    world: World, headers: dict[str, str]
) -> None:
    tell(world, batch(browser=VISITOR))

    found = ordered(world, **headers)

    [page] = collected(world)
    assert found != []
    assert {browser for _, browser in found} == {page.browser}


@pytest.mark.parametrize(
    "headers",
    [{}, {"x_openmall_visitor": "short"}, {"cookie": "openmall_visitor=not%20one"}],
)
def test_without_an_identifier_it_has_none(world: World, headers: dict[str, str]) -> None:
    found = ordered(world, **headers)

    assert found != []
    assert {browser for _, browser in found} == {0}


def test_what_a_merchant_does_is_done_in_no_visitor_s_browser(world: World) -> None:
    made = world.call(
        "POST",
        "products",
        json={"request": {"product_name": "Apron", "supply_price": "1.00"}},
        headers={"x-openmall-visitor": VISITOR},
    )

    assert made.status_code == 201
    assert {browser for _, browser in announced(world)} == {0}
