"""Comparison of subscriptions with the orders that they have placed, and of those with charges."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Final

from openmall.commerce.order.orders.shape import Order
from openmall.commerce.order.orders.store import OrderLine
from openmall.commerce.order.payment_attempts.store import Attempt
from openmall.commerce.order.placement.subscriptions.charge_store import Placed
from openmall.commerce.order.placement.subscriptions.shape import SubscriptionItem
from openmall.commerce.order.reporting.verification.gateways import Wrong
from openmall.contract.moments import read

OVERDUE: Final = 86_400
"""Seconds after which a payment that no worker has looked at is reported."""


def order(
    order_: Order,
    lines: Sequence[OrderLine],
    asked: Sequence[Attempt],
    placed: Sequence[Placed],
    now: int,
) -> Wrong:
    """Compare an order with the subscription that placed it; `placed`: by which it was."""
    charges = [each for each in asked if each.stored_method]
    if not placed:
        yield "charges without a subscription", len(charges), 0
        return
    yield "subscriptions that placed it", len(placed), 1
    [link, *_] = placed
    yield "subscription", order_.subscription, "T"
    captured = sum(each.state == "approved" for each in charges)
    yield "charges that pay it", captured, min(captured, 1)
    awaits = order_.paid == "F" and any(line.item.order_status == "N00" for line in lines)
    if link.next_charge is not None:
        yield "next charge overdue", link.next_charge + OVERDUE < now, False
    elif awaits and charges:
        yield "next charge", "none", "one, for it is not paid"
    counted = [each for each in charges if each.payment_id == link.failed_payment]
    yield "failed payment", link.failed_payment, "".join(each.payment_id for each in counted)


def items(
    subscription_id: str,
    stored: Sequence[tuple[SubscriptionItem, int | None]],
    orders: int,
) -> Wrong:
    """Compare the items of a subscription with the number of orders that it has placed.

    `stored`: each with when its next order is placed (UTC seconds).
    """
    for item, next_order in stored:
        name = f"item {item.subscription_item_id}"
        due = read(item.expected_pay_date.isoformat())
        hoped = due if item.subscription_state == "U" else None
        yield f"{name} next order", next_order, hoped
        delivered = item.subscription_shipments_sequence - 1
        yield f"{name} deliveries beyond the orders", max(0, delivered - orders), 0


def by_order(found: Sequence[Placed]) -> dict[str, list[Placed]]:
    """Return what subscriptions have placed, by order."""
    placed: dict[str, list[Placed]] = defaultdict(list)
    for each in found:
        placed[each.order_id].append(each)
    return placed
