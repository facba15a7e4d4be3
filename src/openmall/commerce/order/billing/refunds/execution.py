"""Execution of refunds: money, points, credits and coupons return to the buyer."""

from msgspec.structs import replace

from openmall.commerce.order.billing.gateways import payment_refunds
from openmall.commerce.order.billing.gateways.requested_refunds import (
    store as gateway_refund_store,
)
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


async def request_from_gateway(
    call: Call, aggregate: OrderAggregate, stored: StoredRefund, *, reason: str = ""
) -> bool:
    """Request an awaited refund, once, from the gateway that took the payment.

    Returns whether it is requested: it stays awaited until the gateway has made it. False: it can
    be executed at once, as nothing was paid through a gateway or the shop transfers the money. A
    refund on hold is not requested again. Raises Invalid (422) for more than is left of the
    payment.
    """
    refund = stored.refund
    if not refund.refund_amount or refund.status != "F":
        return False
    order_id = aggregate.order.order_id
    if await gateway_refund_store.is_pending(call, order_id, refund.refund_code):
        return True
    reason = reason or refund.refund_reason
    gateway = await payment_refunds.request_refund(
        call,
        order_id,
        refund.refund_amount,
        methods=refund.refund_payment_methods,
        refund_code=refund.refund_code,
        reason=reason,
    )
    if not gateway:
        return False
    manager = call.identity.user_id
    requested = replace(refund, refund_reason=reason, refund_manager=manager)
    await refund_store.change(call, replace(stored, refund=requested, gateway=gateway))
    return True


async def execute_refund(
    call: Call,
    aggregate: OrderAggregate,
    stored: StoredRefund,
    *,
    reason: str = "",
    gateway: str = "",
) -> StoredRefund:
    """Execute a refund: write the ledger, restore points, credits and coupons.

    Updates dates of the items and amounts of the order; the caller saves the order. `gateway`: the
    payment gateway that made the refund; empty: none did.
    """
    now = moment(call.clock.now())
    order, refund = aggregate.order, stored.refund
    if refund.refund_amount:
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
    lines = refunded_lines(aggregate, stored)
    for line in lines:
        line.item = replace(line.item, refund_date=now)
    executed = replace(
        refund,
        status="T",
        refund_date=now,
        refund_manager=call.identity.user_id or refund.refund_manager,
        refund_reason=reason or refund.refund_reason,
    )
    stored = replace(stored, refund=executed, gateway=gateway)
    await refund_store.change(call, stored)
    await restoration.restore_redemptions(call, aggregate, lines, stored)
    return stored


def refunded_lines(aggregate: OrderAggregate, stored: StoredRefund) -> list[OrderLine]:
    """Return the items of a refund."""
    codes = set(stored.order_item_code)
    return [line for line in aggregate.lines if line.item.order_item_code in codes]
