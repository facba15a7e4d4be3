"""A merchant enters the keys of Stripe and sees disputes of payments."""

from functools import partial
from typing import Any

import pytest
from msgspec.structs import replace
from sqlalchemy import bindparam, select

from openmall.commerce.order.billing.gateways.disputes import store as dispute_store
from openmall.commerce.order.billing.gateways.disputes.store import Dispute
from openmall.contract.crud.settings import SETTING
from openmall.database.session import Session
from openmall.database.statements import Statement
from tests.access.oauth.authorization_requests import Browser, hidden
from tests.commerce.product.stock_setup import stocked
from tests.pages.backoffice.test_activity import kept as log_of
from tests.storefront.shopper_client import BUYER, Shopper
from tests.world import World

PAGE = "/admin/stripe"
_CONTENT = Statement(
    select(SETTING.c.content).where(
        SETTING.c.mall_id == bindparam("mall_id"),
        SETTING.c.shop_no == bindparam("shop_no"),
        SETTING.c.name == bindparam("name"),
    )
)
KEYS = {
    "publishable_key": "pk_test_1a",
    "secret_key": "sk_test_2b",
    "webhook_secret": "whsec_3c",
}


@pytest.fixture
def world(world: World) -> World:
    return world.stage.new_world(f"card-{world.mall_id}")


def save(owner: Browser, **fields: str) -> Any:
    return owner.submit(f"{PAGE}?shop_no=1", {**hidden(owner.open(PAGE)), **fields})


def order(world: World) -> Any:
    """Return the answer to an order by card."""
    _, variant = stocked(world, 1)
    request = {
        "variants": [{"variants_code": variant, "quantity": 1}],
        "buyer": BUYER,
        "payment_method": "card",
        "receiver": {"name": "Kim", "address1": "1 Sejong-daero"},
    }
    return Shopper(world).ask("POST", "orders", json={"request": request})


def test_buyers_pay_by_card_once_the_keys_are_entered(world: World, owner: Browser) -> None:
    before = order(world).status_code
    page = owner.open(PAGE).text
    saved = save(owner, **KEYS, use_stripe="T")
    shown = owner.open(PAGE).text
    placed = order(world)
    off = save(owner, publishable_key=KEYS["publishable_key"])

    assert (saved.status_code, off.status_code) == (303, 303)
    assert (before, placed.status_code, order(world).status_code) == (422, 201, 422)
    assert "/payments/callbacks/stripe/1" in page
    assert "charge.dispute.created" in page
    assert "Not enabled" in page
    assert KEYS["publishable_key"] in shown
    assert "Test mode" in shown
    assert KEYS["secret_key"] not in shown
    assert KEYS["webhook_secret"] not in shown
    log = str(log_of(world))
    assert "secret_key_changed" in log
    assert KEYS["secret_key"] not in log
    assert KEYS["webhook_secret"] not in log


def test_keys_are_stored_sealed(world: World, owner: Browser) -> None:
    save(owner, **KEYS, use_stripe="T")

    async def stored(db: Session) -> str:
        row = await db.one(_CONTENT, shop_no=1, name="StripeUse")
        return str(row[0])

    content = world.in_transaction(stored)

    assert KEYS["publishable_key"] in content
    assert KEYS["secret_key"] not in content
    assert KEYS["webhook_secret"] not in content


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"publishable_key": "sk_test_1"}, "A publishable key begins with"),
        ({"secret_key": "pk_test_1"}, "A secret key begins with"),
        ({"secret_key": "sk_live_1"}, "is of the same mode"),
        ({"webhook_secret": "secret"}, "A signing secret begins with"),
        ({"webhook_secret": ""}, "Enter all three keys first."),
    ],
)
def test_wrong_keys_change_nothing(
    world: World, owner: Browser, wrong: dict[str, str], message: str
) -> None:
    answer = save(owner, **{**KEYS, "use_stripe": "T", **wrong})

    assert answer.status_code == 422
    assert message in answer.text
    assert "Not enabled" in owner.open(PAGE).text
    assert order(world).status_code == 422


def test_disputes_are_shown_on_the_order_and_counted(world: World, owner: Browser) -> None:
    save(owner, **KEYS, use_stripe="T")
    order_id = order(world).json()["order"]["order_id"]
    overview = owner.open("/admin").text
    dispute = Dispute(
        dispute_id="dp_1",
        payment_id="1" * 32,
        order_id=order_id,
        shop_no=1,
        gateway="stripe",
        amount=1_100_000,
        currency="KRW",
        reason="fraudulent",
        state="open",
        created_date=1_790_000_000,
        respond_by=1_790_600_000,
        reported_date=1_790_000_000,
    )
    world.in_transaction(partial(_put, dispute))
    page = owner.open(f"/admin/orders/{order_id}").text
    counted = owner.open("/admin").text
    world.in_transaction(partial(_put, replace(dispute, state="won", reported_date=1_790_000_001)))

    assert "Disputed payments" not in overview
    assert "Disputed payment" in page
    assert "Not paid by the owner of the card" in page
    assert "11,000 KRW" in page
    assert "Answer with evidence" in page
    assert f"/admin/orders/{order_id}?shop_no=1" in counted
    assert "Disputed payments" in counted
    assert "Disputed payments" not in owner.open("/admin").text
    assert "Won" in owner.open(f"/admin/orders/{order_id}").text


async def _put(dispute: Dispute, db: Session) -> None:
    await dispute_store.put(db, dispute)
