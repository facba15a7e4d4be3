"""Saving an order after any change: the one way in which an order is written again."""

from collections.abc import Sequence
from typing import Final

import msgspec

from openmall.commerce.order import order_rewards
from openmall.commerce.order.figures import rules as figure_rules
from openmall.commerce.order.orders import store as order_store
from openmall.commerce.order.orders.events import OrderEvent
from openmall.commerce.order.orders.shape import Order
from openmall.commerce.order.orders.store import OrderAggregate, OrderLine
from openmall.commerce.order.payment_attempts import store as attempt_store
from openmall.contract.call import Call
from openmall.contract.change import Changes

CHANGED: Final = "What is to be paid changed after the payment was begun."


async def save_order(
    call: Call,
    before: Order,
    aggregate: OrderAggregate,
    changed: Sequence[OrderLine],
    event: OrderEvent | None,
    *,
    auto_paid: bool | None = None,
) -> None:
    """Save a changed order and its items, with figures, earned points and the activity log.

    `event`: None where the caller announces the change. `auto_paid`: as in the store.
    """
    await _end_payments(call, before, aggregate.order)
    await order_store.change(call, before, aggregate.order, auto_paid=auto_paid)
    await order_store.change_lines(call, aggregate.order, changed)
    await figure_rules.count_transitions(call, aggregate.order, aggregate.group_no, changed)
    await order_rewards.update_hold(call, aggregate, changed)
    states = [(line.item.order_item_code, line.item.order_status) for line in changed]
    call.journal(
        f"order {aggregate.order.order_id}",
        {code: (None, status) for code, status in states} or _differences(before, aggregate.order),
    )
    if event is not None:
        call.publish(event)


async def _end_payments(call: Call, before: Order, after: Order) -> None:
    """Supersede open payment attempts when the amount due or the payment method changed."""
    if (
        before.actual_order_amount.total_amount_due != after.actual_order_amount.total_amount_due
        or before.payment_method != after.payment_method
    ):
        await attempt_store.supersede(call, after.order_id, reason=CHANGED)


def _differences(before: Order, after: Order) -> Changes:
    old, new = msgspec.structs.asdict(before), msgspec.structs.asdict(after)
    return {name: (old[name], new[name]) for name in old if old[name] != new[name]}
