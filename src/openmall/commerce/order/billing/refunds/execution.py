"""Execution of refunds: money, points, credits and coupons return to the buyer."""

from decimal import Decimal

from msgspec.structs import replace

from openmall.commerce.mileage.credits import ledger as credit_ledger
from openmall.commerce.mileage.points import ledger as point_ledger
from openmall.commerce.order.billing.gateways import payment_refunds
from openmall.commerce.order.billing.payments import store as payment_store
from openmall.commerce.order.billing.payments.store import Payment
from openmall.commerce.order.billing.refunds import restoration
from openmall.commerce.order.billing.refunds import store as refund_store
from openmall.commerce.order.billing.refunds.shape import (
    StoredRefund,
)
from openmall.commerce.order.orders.store import OrderAggregate, OrderLine
from openmall.commerce.order.reporting.figures import rules as figure_rules
from openmall.contract.call import Call
from openmall.contract.moments import moment, seconds
from openmall.contract.money import hundredths


async def execute_refund(
    call: Call,
    aggregate: OrderAggregate,
    stored: StoredRefund,
    *,
    reason: str = "",
    gateway: str = "",
) -> StoredRefund:
    """Execute a refund: write the ledger, restore points, credits and coupons.

    Rewards of the items that were spent already come off the refund (`manually_input_amount`).
    Updates dates of the items and amounts of the order; the caller saves the order. `gateway`: the
    payment gateway that reported the refund; empty: the gateway that took the payment is called,
    where one did. Raises Invalid (422) when it refuses.
    """
    now = moment(call.clock.now())
    lines = refunded_lines(aggregate, stored)
    spent = await restoration.restore_redemptions(call, aggregate, lines, stored)
    if spent and not gateway:
        stored = await _less(call, aggregate, stored, spent)
    order, refund = aggregate.order, stored.refund
    if refund.refund_amount:
        if not gateway:
            gateway = await payment_refunds.refund_payment(
                call,
                order.order_id,
                refund.refund_amount,
                methods=refund.refund_payment_methods,
                reason=reason or refund.refund_reason,
            )
        known = await payment_store.of_order(call, order.order_id)
        amount = -hundredths(refund.refund_amount)
        row = Payment(
            payment_no=known[-1].payment_no + 1,
            payment_settle_type="P",
            payment_methods=",".join(refund.refund_payment_methods),
            order_amount=amount,
            paid_amount=amount,
            payment_datetime=seconds(now),
            created_datetime=seconds(now),
            claim_code=refund.refund_code,
            gateway=gateway,
        )
        await payment_store.add(call, order, row)
        aggregate.order = replace(order, payment_amount=order.payment_amount - refund.refund_amount)
    if stored.used_points or stored.used_credits:
        await figure_rules.count_restored_redemptions(
            call,
            order,
            (await payment_store.of_order(call, order.order_id))[0],
            points=hundredths(stored.used_points),
            deposit=hundredths(stored.used_credits),
        )
    for line in lines:
        line.item = replace(line.item, refund_date=now)
    executed = replace(
        refund,
        status="T",
        refund_date=now,
        refund_manager=call.identity.user_id,
        refund_reason=reason or refund.refund_reason,
    )
    stored = replace(stored, refund=executed, gateway=gateway)
    await refund_store.change(call, stored)
    return stored


async def _less(
    call: Call, aggregate: OrderAggregate, stored: StoredRefund, spent: Decimal
) -> StoredRefund:
    """Return a refund less `spent`: rewards of its items that the buyer cannot give back.

    What was refunded in points or as deposit is revoked there.
    """
    refund, order = stored.refund, aggregate.order
    kept = min(spent, refund.refund_amount)
    if not kept:
        return stored
    less = {}
    if refund.refund_point > stored.used_points:
        await point_ledger.revoke_points(call, order.member_id, kept, order.order_id)
        less["refund_point"] = refund.refund_point - kept
    if refund.refund_credit > stored.used_credits:
        await credit_ledger.revoke_credits(call, order.member_id, kept, order.order_id)
        less["refund_credit"] = refund.refund_credit - kept
    refund = replace(
        refund,
        refund_amount=refund.refund_amount - kept,
        manually_input_amount=refund.manually_input_amount - kept,
        **less,
    )
    return replace(stored, refund=refund)


def refunded_lines(aggregate: OrderAggregate, stored: StoredRefund) -> list[OrderLine]:
    """Return the items of a refund."""
    codes = set(stored.order_item_code)
    return [line for line in aggregate.lines if line.item.order_item_code in codes]
