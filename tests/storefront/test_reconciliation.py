"""`verify orders` finds where refunds at gateways and the ledger of an order differ."""

from typing import Any

import pytest
from sqlalchemy import bindparam, delete, update

from openmall.commerce.order.billing.gateways.requested_refunds.store import REFUND
from openmall.commerce.order.billing.payment_ledger.store import PAYMENT
from openmall.commerce.order.reporting.verification import gateways
from openmall.database.session import Session
from openmall.database.statements import Statement
from tests.commerce.order.claim_setup import claim, verified_orders
from tests.commerce.product.stock_setup import stocked
from tests.storefront.shopper_client import (
    BUYER,
    Shopper,
    offer_test_gateway,
    refund_at_gateways,
)
from tests.world import World

_HERE = REFUND.c.mall_id == bindparam("mall_id")
_LEAVE = Statement(update(REFUND).where(_HERE).values(state=bindparam("was")))
_FORGET = Statement(delete(REFUND).where(_HERE))
_MORE = Statement(update(REFUND).where(_HERE).values(amount=bindparam("most")))
_BOOK = Statement(
    update(PAYMENT)
    .where(PAYMENT.c.mall_id == bindparam("mall_id"), PAYMENT.c.payment_settle_type == "P")
    .values(paid_amount=bindparam("booked"))
)


@pytest.fixture
def order_id(world: World) -> str:
    """Return an order that was paid at the test gateway."""
    offer_test_gateway(world)
    _, code = stocked(world, 5)
    shopper = Shopper(world)
    placed = shopper.order(variants=[{"variants_code": code, "quantity": 1}], buyer=BUYER)
    shopper.carry(shopper.pay(placed["payment_id"]))
    order_id: str = placed["order_id"]
    return order_id


def write(world: World, statement: Statement, **values: Any) -> None:
    """Write past all rules."""

    async def work(db: Session) -> None:
        assert await db.run(statement, **values) == 1

    world.in_transaction(work)


def found(world: World) -> list[tuple[str, str, str]]:
    """Return the differences of refunds at gateways: field without ids, stored, recomputed."""
    return [
        (
            " ".join(word for word in each.field.split() if len(word) < 32),
            each.kept,
            each.recomputed,
        )
        for each in verified_orders(world)
        if "gateway refund" in each.field or each.field.startswith("payment ")
    ]


def _without_ids(field: str) -> str:
    return " ".join(word for word in field.split() if len(word) < 32)


def test_a_refund_that_is_in_the_ledger_and_not_at_the_gateway(world: World, order_id: str) -> None:
    claim(world, order_id, "cancellation", "canceled", payment_gateway_cancel="T")
    assert refund_at_gateways(world) == 1
    assert found(world) == []

    write(world, _BOOK, booked=-1_000_000)

    assert ("gateway refunds of C20261121-0000001", "10000.00", "11000.00") in found(world)


def test_a_refund_that_the_gateway_does_not_make_for_a_day(world: World, order_id: str) -> None:
    claim(world, order_id, "cancellation", "canceled", payment_gateway_cancel="T")
    world.stage.clock.pass_(gateways.OVERDUE)
    assert found(world) == []
    world.stage.clock.pass_(1)

    assert found(world) == [("gateway refund state", "requested", "succeeded")]


def test_a_refund_that_the_gateway_refused(world: World, order_id: str) -> None:
    claim(world, order_id, "cancellation", "canceled", payment_gateway_cancel="T")
    write(world, _LEAVE, was="refused")

    assert found(world) == [("gateway refund state", "refused", "succeeded")]


def test_more_is_refunded_than_was_captured(world: World, order_id: str) -> None:
    claim(world, order_id, "cancellation", "canceled", payment_gateway_cancel="T")
    write(world, _MORE, most=2_000_000)

    assert found(world) == [("payment refunded", "20000.00", "11000.00")]


def test_a_captured_payment_that_nobody_gives_back(world: World, order_id: str) -> None:
    world.put("payments", order_id=order_id, status="unpaid", recover_inventory="T")
    assert found(world) == []
    write(world, _FORGET)

    assert found(world) == [("payment", "False", "True")]
