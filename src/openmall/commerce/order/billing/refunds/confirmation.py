"""Confirmation of awaited refunds, by the shop or by a payment gateway."""

from typing import Final

from msgspec.structs import replace

from openmall.commerce.order.billing.gateways.requested_refunds import (
    store as gateway_refund_store,
)
from openmall.commerce.order.billing.refunds import events
from openmall.commerce.order.billing.refunds import store as refund_store
from openmall.commerce.order.billing.refunds.execution import execute_refund, refunded_lines
from openmall.commerce.order.billing.refunds.recalculation import recalculate_order
from openmall.commerce.order.billing.refunds.refusals import NO_REFUND_AWAITED
from openmall.commerce.order.billing.refunds.shape import (
    StoredRefund,
)
from openmall.commerce.order.order_saving import save_order
from openmall.commerce.order.orders import store as order_store
from openmall.commerce.order.orders import transitions
from openmall.commerce.order.orders.store import OrderAggregate
from openmall.commerce.order.states import Status, Transition
from openmall.contract.call import Call
from openmall.contract.errors import Invalid, NotModified
from openmall.contract.money import hundredths

_CONFIRMED: Final[dict[Status, Transition]] = {
    "C34": "refund cancelling",
    "C36": "refund cancelling",
    "C41": "refund cancelled",
    "C43": "refund cancelled",
    "R41": "refund returned",
    "R43": "refund returned",
}
"""State of an item with an awaited refund -> transition when it is confirmed."""
_HELD: Final[dict[Status, Transition]] = {
    "C34": "hold cancelling",
    "C41": "hold cancelled",
    "R41": "hold returned",
}


async def confirm_refund(
    call: Call,
    aggregate: OrderAggregate,
    stored: StoredRefund,
    *,
    reason: str = "",
    gateway: str = "",
) -> StoredRefund:
    """Execute an awaited refund, and move its items on. Raises NotModified (409) if executed.

    `gateway`: the payment gateway that made the refund; empty: the shop transferred the money.
    """
    if stored.refund.status == "T":
        raise NotModified()
    before = aggregate.order
    stored = await execute_refund(call, aggregate, stored, reason=reason, gateway=gateway)
    lines = refunded_lines(aggregate, stored)
    for line in lines:
        if line.item.order_status in _CONFIRMED:
            transitions.move(call, [line], _CONFIRMED[line.item.order_status])
    await recalculate_order(call, aggregate)
    await save_order(call, before, aggregate, lines, events.RefundChanged.executed(aggregate))
    return stored


async def end_at_gateways(call: Call, aggregate: OrderAggregate, stored: StoredRefund) -> None:
    """Execute an awaited refund after the last answer of its gateways.

    Where they made a part of it, it is on hold until the shop has returned the rest.
    """
    refund = stored.refund
    made = await gateway_refund_store.made(call, refund.order_id, refund.refund_code)
    if made < hundredths(refund.refund_amount):
        await hold_refund(call, aggregate, stored, gateway=stored.gateway)
    else:
        await confirm_refund(call, aggregate, stored, gateway=stored.gateway)


async def record_gateway_result(
    call: Call, order_id: str, *, executed: bool, gateway: str = ""
) -> None:
    """Record a gateway's result for the awaited refunds of an order.

    A failed refund is on hold until it is executed by another method. Raises Invalid (422) when no
    refund is awaited.
    """
    aggregate = await order_store.lock(call, order_id)
    known = await refund_store.of_orders(call, [order_id])
    awaited = [stored for stored in known if stored.refund.status != "T"]
    if not awaited:
        raise Invalid(NO_REFUND_AWAITED, parameter="order_id")
    for stored in awaited:
        if executed:
            await confirm_refund(call, aggregate, stored, gateway=gateway)
        else:
            await hold_refund(call, aggregate, stored, gateway=gateway)


async def hold_refund(
    call: Call, aggregate: OrderAggregate, stored: StoredRefund, *, gateway: str
) -> None:
    """Put an awaited refund on hold that a gateway refused. Raises NotModified (409) if it is."""
    if stored.refund.status == "M":
        raise NotModified()
    lines = refunded_lines(aggregate, stored)
    for line in lines:
        if line.item.order_status in _HELD:
            transitions.move(call, [line], _HELD[line.item.order_status])
    held = replace(stored, refund=replace(stored.refund, status="M"), gateway=gateway)
    await refund_store.change(call, held)
    await save_order(
        call, aggregate.order, aggregate, lines, events.RefundChanged.on_hold(aggregate)
    )
