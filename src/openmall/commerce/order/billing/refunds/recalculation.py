"""Recalculation of an order from the states of its items."""

from msgspec.structs import replace

from openmall.commerce.order.billing.payment_ledger import store as payment_store
from openmall.commerce.order.billing.refunds import store as refund_store
from openmall.commerce.order.billing.refunds.creation import is_shipping_charged
from openmall.commerce.order.orders import arithmetic, transitions
from openmall.commerce.order.orders.store import OrderAggregate
from openmall.contract.call import Call
from openmall.contract.money import ZERO, hundredths, smallest_unit


async def recalculate_order(call: Call, aggregate: OrderAggregate) -> None:
    """Update state and amounts of an order from its items.

    The awaited payment of an unpaid order changes to the new amount due.
    """
    before = aggregate.order
    first = before.initial_order_amount
    known = await refund_store.of_orders(call, [before.order_id])
    paid = before.paid != "F"
    sent = is_shipping_charged(known) and (paid or bool(arithmetic.still_bought(aggregate.lines)))
    amount = arithmetic.current_amounts(
        first, aggregate.lines, sent=sent, unit=smallest_unit(before.currency)
    )
    awaiting = [line for line in aggregate.lines if line.item.order_status == "N00"]
    owed = arithmetic.amount_due(first, aggregate.lines, sent=sent) + arithmetic.surcharges(
        before, aggregate.lines
    )
    if paid:
        owed = sum((arithmetic.line_cost(line) for line in awaiting), ZERO)
    aggregate.order = replace(
        transitions.with_summary(aggregate, int(call.clock.now())),
        paid=before.paid if awaiting or not paid else "T",
        actual_order_amount=replace(
            amount, total_amount_due=owed, payment_amount=before.payment_amount
        ),
    )
    if owed != before.actual_order_amount.total_amount_due:
        ledger = await payment_store.of_order(call, before.order_id)
        for payment in payment_store.awaiting(ledger, hundredths(owed)):
            await payment_store.settle(call, before.order_id, payment)
