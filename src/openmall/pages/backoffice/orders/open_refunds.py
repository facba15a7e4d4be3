"""Refunds of an order that are not executed yet: what is awaited, and who can make them."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Literal

from msgspec import Struct

from openmall.commerce.order.billing.gateways.payment_refunds import what_is_left
from openmall.commerce.order.billing.gateways.requested_refunds import (
    store as gateway_refund_store,
)
from openmall.commerce.order.billing.gateways.requested_refunds.store import GatewayRefund
from openmall.commerce.order.billing.refunds.shape import Refund
from openmall.commerce.order.order_view.shape import Order
from openmall.commerce.order.payment_attempts import store as attempt_store
from openmall.commerce.order.payment_attempts.store import Attempt
from openmall.contract.embedded import embedded
from openmall.contract.money import ZERO, hundredths, money
from openmall.pages.backoffice.page_context import PageContext

State = Literal["done", "pending", "gateway", "shop"]
"""done; pending at its gateway; gateway: the gateway that took the payment can make it; shop: the
shop returns the money."""


class OpenRefund(Struct, frozen=True):
    """A refund: its state, what gateways made of it, and what the shop returns itself."""

    state: State
    made: Decimal = ZERO
    by_shop: Decimal = ZERO


async def states_of(context: PageContext, order: Order) -> dict[str, OpenRefund]:
    """Return the state of each refund of an order, by its code."""
    refunds = embedded(order.refunds)
    if all(each.status == "T" for each in refunds):
        return {each.refund_code: OpenRefund("done") for each in refunds}
    known, paid = await _at_gateways(context, order.order_id)
    return {each.refund_code: _state(each, known, paid) for each in refunds}


async def returned_by_shop(context: PageContext, refund: Refund) -> Decimal:
    """Return the part of a refund above the rest of its payments at gateways.

    Zero where they took nothing: all of it is the shop's to return.
    """
    known, paid = await _at_gateways(context, refund.order_id)
    left = _left(refund, known, paid)
    return max(ZERO, refund.refund_amount - money(left)) if left else ZERO


async def _at_gateways(
    context: PageContext, order_id: str
) -> tuple[list[GatewayRefund], list[Attempt]]:
    async with context.database.reading(context.mall_id) as db:
        known = await gateway_refund_store.of_order(db, order_id)
        return known, await attempt_store.approved(db, order_id)


def _left(refund: Refund, known: Sequence[GatewayRefund], paid: Sequence[Attempt]) -> int:
    """Return what gateways can still give back by the methods of a refund, in hundredths."""
    methods = refund.refund_payment_methods or []
    return sum(what_is_left([each for each in paid if each.method in methods], known).values())


def _state(refund: Refund, known: Sequence[GatewayRefund], paid: Sequence[Attempt]) -> OpenRefund:
    if refund.status == "T":
        return OpenRefund("done")
    own = [each for each in known if each.refund_code == refund.refund_code]
    if any(each.state == "requested" for each in own):
        return OpenRefund("pending")
    made = sum(each.amount for each in own if each.state == "succeeded")
    rest = hundredths(refund.refund_amount) - made
    left = min(_left(refund, known, paid), rest)
    by_shop = money(rest - left) if made or left else ZERO
    return OpenRefund("gateway" if left > 0 else "shop", money(made), by_shop)
