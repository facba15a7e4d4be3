"""Claiming items of orders in tests, and what the money of an order has to say."""

import json
from decimal import Decimal
from typing import Any

from sqlalchemy import bindparam, select

from openmall.commerce.order.billing.payment_ledger import store as payment_store
from openmall.commerce.order.billing.refunds import store as refund_store
from openmall.commerce.order.orders import store as order_store
from openmall.commerce.order.orders.store import OrderLine
from openmall.commerce.order.reporting.verification import rules as order_verification_rules
from openmall.commerce.order.states import is_bought
from openmall.contract import api_versions
from openmall.contract.call import Call
from openmall.contract.journal.tables import EVENT
from openmall.contract.moments import Clocks
from openmall.contract.money import ZERO, money
from openmall.database.session import Session
from openmall.database.statements import Statement
from tests.commerce.product.stock_setup import as_call
from tests.world import World

NEWEST = {api_versions.HEADER: api_versions.NEWEST}
OLDER = {api_versions.HEADER: "2024-03-01"}


def sent(world: World, number: str, status: str = "shipping") -> None:
    """Send everything of a paid order."""
    world.post(
        f"orders/{number}/shipments",
        tracking_no="1111",
        shipping_company_code="0001",
        status="shipping",
    )
    if status == "shipped":
        code = world.get(f"orders/{number}/shipments")["shipments"][0]["shipping_code"]
        world.put(f"orders/{number}/shipments/{code}", status="shipped")


def claim(
    world: World, number: str, kind: str, status: str, *items: tuple[int, int], **more: Any
) -> Any:
    """Claim units of items, each as (number of the item, quantity); return what was answered."""
    if items:
        more["items"] = [
            {"order_item_code": f"{number}-{item:02d}", "quantity": quantity}
            for item, quantity in items
        ]
    return world.post(f"orders/{number}/{kind}", status=status, **more)[kind]


def settings(world: World, **more: Any) -> None:
    """Change the order settings, as the newest version can."""
    answer = world.call("PUT", "orders/setting", json={"request": more}, headers=NEWEST)
    assert answer.status_code == 200, answer.text


def lines(world: World, number: str) -> list[OrderLine]:
    async def read(call: Call) -> list[OrderLine]:
        return (await order_store.lines_of(call, [number]))[number]

    return as_call(world, read)


def cost(line: OrderLine) -> Decimal:
    share = line.share
    return line.item.payment_amount - share.discount - share.points - share.credits


def refund(world: World, code: str) -> Any:
    return world.get(f"refunds/{code}")["refund"]


def paid_back(world: World, number: str) -> list[tuple[str, str, str]]:
    """Return the ledger of an order: what each row is, its amount, and its claim."""
    rows = world.get(f"orders/{number}/paymenttimeline")["paymenttimeline"]
    return [
        (row["payment_settle_type"], row["paid_amount"], row["claim_code"] or "") for row in rows
    ]


def check_books(world: World, number: str) -> None:
    """Every way of counting an order's money comes to the same."""

    async def check(call: Call) -> None:
        order, _, _ = await order_store.get(call, number)
        those = (await order_store.lines_of(call, [number]))[number]
        rows = await payment_store.of_order(call, number)
        known = [kept.refund for kept in await refund_store.of_orders(call, [number])]
        first = order.initial_order_amount
        in_books = money(sum(row.paid_amount for row in rows))
        awaited = sum((each.refund_amount for each in known if each.status != "T"), ZERO)
        still = sum((cost(line) for line in those if is_bought(line.item.order_status)), ZERO)
        points = sum((line.share.points for line in those), ZERO)
        credits_ = sum((line.share.credits for line in those), ZERO)
        fee = (
            first.shipping_fee
            - first.shipping_fee_discount_amount
            - first.coupon_shipping_fee_amount
            - (first.points_spent_amount - points)
            - (first.credits_spent_amount - credits_)
        )
        if any(each.refund_shipping_fee for each in known):
            fee = ZERO
        kept = -sum((each.return_shipping_fee + each.manually_input_amount for each in known), ZERO)
        assert order.payment_amount == in_books
        assert in_books - awaited == still + fee + kept
        assert order.actual_order_amount.payment_amount == in_books
        for each in known:
            assert each.refund_amount == sum(
                (
                    each.product_price,
                    each.shipping_fee,
                    each.shipping_fee_discount_amount,
                    each.product_discount_amount,
                    each.member_group_discount_amount,
                    each.app_item_discount_amount,
                    each.app_discount_amount,
                    each.coupon_discount_amount,
                    each.product_bundle_discount_amount,
                    each.points_spent_amount,
                    each.credits_spent_amount,
                    each.return_shipping_fee,
                    each.manually_input_amount,
                ),
                ZERO,
            )
        assert all(cost(line) >= 0 for line in those)

    as_call(world, check)


_EVENTS = Statement(
    select(EVENT.c.event_no, EVENT.c.resource)
    .where(EVENT.c.mall_id == bindparam("mall_id"))
    .order_by(EVENT.c.sequence)
)


def events(world: World) -> list[tuple[int, Any]]:
    """Return what was announced: number of the event, and its resource."""

    async def read(db: Session) -> list[tuple[int, Any]]:
        return [(number, json.loads(resource)) for number, resource in await db.all(_EVENTS)]

    return world.in_transaction(read)


def verified_orders(world: World) -> list[order_verification_rules.Difference]:
    """Return where orders of the mall are otherwise than their records make them."""
    app = world.stage.app

    async def verify() -> list[order_verification_rules.Difference]:
        report = await order_verification_rules.verify(
            app.database, Clocks(world.stage.clock), [world.mall_id], progress=lambda share: None
        )
        return report.differences

    return world.stage.run(verify)
