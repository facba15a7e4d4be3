"""Refunds of an order that are not executed yet: what is awaited, and who can make them."""

from typing import Literal

from openmall.commerce.order.billing.gateways.requested_refunds import (
    store as gateway_refund_store,
)
from openmall.commerce.order.billing.refunds.shape import Refund
from openmall.commerce.order.order_view.shape import Order
from openmall.commerce.order.payment_attempts import store as attempt_store
from openmall.contract.embedded import embedded
from openmall.pages.backoffice.page_context import PageContext

State = Literal["done", "pending", "gateway", "shop"]
"""done; pending at its gateway; gateway: the gateway that took the payment can make it; shop: the
shop returns the money."""


async def states_of(context: PageContext, order: Order) -> dict[str, State]:
    """Return the state of each refund of an order, by its code."""
    refunds = embedded(order.refunds)
    if all(each.status == "T" for each in refunds):
        return {each.refund_code: "done" for each in refunds}
    async with context.database.reading(context.mall_id) as db:
        pending = await gateway_refund_store.pending_codes(db, order.order_id)
        methods = await attempt_store.paid_methods(db, order.order_id)
    return {each.refund_code: _state(each, pending, methods) for each in refunds}


def _state(refund: Refund, pending: set[str], methods: set[str]) -> State:
    if refund.status == "T":
        return "done"
    if refund.refund_code in pending:
        return "pending"
    paid_so = not methods.isdisjoint(refund.refund_payment_methods or [])
    return "gateway" if paid_so and refund.refund_amount else "shop"
