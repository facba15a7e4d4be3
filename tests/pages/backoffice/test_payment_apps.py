"""A merchant lets buyers pay through an app, and no longer."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.access.oauth.authorization_requests import Browser, hidden
from tests.commerce.product.stock_setup import stocked
from tests.faults.payment_app import PaymentApp, registered, running
from tests.pages.backoffice.test_activity import kept as log_of
from tests.storefront.shopper_client import BUYER, Shopper
from tests.world import World

PAGE = "/admin/payment-apps"


@pytest.fixture
def world(world: World) -> World:
    return world.stage.new_world(f"pay-{world.mall_id}", sandbox=True)


@pytest.fixture
def payment_app(tmp_path: Path) -> Iterator[PaymentApp]:
    with running(tmp_path) as app:
        yield app


def pays_by_card(world: World) -> int:
    """Return the status of an order by card."""
    _, variant = stocked(world, 1)
    answer = Shopper(world).ask(
        "POST",
        "orders",
        json={
            "request": {
                "variants": [{"variants_code": variant, "quantity": 1}],
                "buyer": BUYER,
                "payment_method": "card",
                "receiver": {"name": "Kim", "address1": "1 Sejong-daero"},
            }
        },
    )
    return int(answer.status_code)


def test_an_app_is_shown_with_what_it_can_do(
    world: World, owner: Browser, payment_app: PaymentApp
) -> None:
    empty = owner.open(PAGE).text
    app = registered(world, payment_app)

    page = owner.open(PAGE).text

    assert "No app takes payments in this shop" in empty
    assert app.credentials.client_id in page
    assert payment_app.address.removeprefix("http://") in page
    assert "Card" in page
    assert "It receives no name, address or contact of the buyer." in page
    assert "Not enabled" in page
    assert "Membership fee of the gateway</dt><dd>None" in page
    assert "no guests" not in page


def test_buyers_pay_through_it_while_it_is_enabled(
    world: World, owner: Browser, payment_app: PaymentApp
) -> None:
    client_id = registered(world, payment_app).credentials.client_id
    token = hidden(owner.open(PAGE))
    before = pays_by_card(world)

    on = owner.submit(f"{PAGE}?shop_no=1", {**token, "client_id": client_id, "use": "T"})
    enabled = pays_by_card(world)
    elsewhere = owner.open(f"{PAGE}?shop_no=2").text
    off = owner.submit(f"{PAGE}?shop_no=1", {**token, "client_id": client_id, "use": "F"})

    assert (on.status_code, off.status_code) == (303, 303)
    assert (before, enabled, pays_by_card(world)) == (422, 201, 422)
    assert "No app takes payments in this shop" in elsewhere
    used = [each for each in log_of(world) if "payment app" in str(each)]
    assert len(used) == 2


def test_an_app_that_is_not_there_cannot_be_enabled(world: World, owner: Browser) -> None:
    token = hidden(owner.open("/admin/message-templates/joined"))

    answer = owner.submit(PAGE, {**token, "client_id": "nobody", "use": "T"})

    assert answer.status_code == 404
