"""Execution of refunds: money, points, credits and coupons return to the buyer."""

from collections.abc import Sequence
from decimal import Decimal

from msgspec.structs import replace

from openmall.commerce.mileage.credits import ledger as credit_ledger
from openmall.commerce.mileage.points import ledger as point_ledger
from openmall.commerce.order.billing.gateways import payment_refunds
from openmall.commerce.order.billing.gateways.requested_refunds import (
    store as gateway_refund_store,
)
from openmall.commerce.order.billing.payment_ledger import store as payment_store
from openmall.commerce.order.billing.payment_ledger.store import Payment
from openmall.commerce.order.billing.refunds import restoration
from openmall.commerce.order.billing.refunds import store as refund_store
from openmall.commerce.order.billing.refunds.shape import (
    StoredRefund,
)
from openmall.commerce.order.figures import rules as figure_rules
from openmall.commerce.order.orders.store import OrderAggregate, OrderLine
from openmall.commerce.order.payment_attempts.store import Attempt
from openmall.contract.call import Call
from openmall.contract.moments import moment, seconds
from openmall.contract.money import hundredths
from openmall.contract.params import Flag


async def begin_refund(
    call: Call, aggregate: OrderAggregate, stored: StoredRefund, *, gateway_cancel: Flag
) -> tuple[StoredRefund, bool]:
    """Begin an awaited refund; return it, and whether it waits.

    `gateway_cancel`: T, it waits for the gateway that took the payment and is requested from it; F,
    a refund of such a payment waits until it is executed. False: it can be executed at once.
    """
    refund = stored.refund
    if not refund.refund_amount:
        return stored, False
    methods = refund.refund_payment_methods
    paid = await payment_refunds.paid_by(call, aggregate.order.order_id, methods)
    if gateway_cancel == "T" and paid and await payment_refunds.any_left(call, paid):
        return await request_from_gateway(call, aggregate, stored, paid=paid)
    return stored, bool(paid)


async def request_from_gateway(
    call: Call,
    aggregate: OrderAggregate,
    stored: StoredRefund,
    *,
    reason: str = "",
    paid: Sequence[Attempt] = (),
) -> tuple[StoredRefund, bool]:
    """Request an awaited refund, once, from the gateway that took the payment.

    Returns the refund, and whether it is requested: it stays awaited until the gateway has made it,
    while points, credits and coupons are restored now. False: it can be executed at once, as
    nothing was paid through a gateway or the shop transfers the money. A refund on hold, which a
    gateway refused, is requested again. An amount above the rest of the payments is requested up to
    that rest; the shop returns the difference. `paid`: the payments, where they were read. Raises
    Invalid (422) where nothing is left of them.
    """
    refund, order_id = stored.refund, aggregate.order.order_id
    if not refund.refund_amount or refund.status == "T":
        return stored, False
    if await gateway_refund_store.is_pending(call, order_id, refund.refund_code):
        return stored, True
    attempts = paid or await payment_refunds.paid_by(call, order_id, refund.refund_payment_methods)
    if not attempts:
        return stored, False
    stored = await _restore(call, aggregate, stored)
    requested = replace(
        stored.refund,
        status="F",
        refund_reason=reason or refund.refund_reason,
        refund_manager=call.identity.user_id,
    )
    stored = replace(stored, refund=requested, gateway=attempts[0].gateway)
    await refund_store.change(call, stored)
    if not requested.refund_amount:
        return stored, False
    await payment_refunds.request_refund(
        call,
        attempts,
        requested.refund_amount,
        refund_code=refund.refund_code,
        reason=requested.refund_reason,
    )
    return stored, True


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
    payment gateway that made the refund; empty: none made all of it. The part of the gateways and
    the part of the shop are two rows of the ledger.
    """
    now = moment(call.clock.now())
    lines = refunded_lines(aggregate, stored)
    stored = await _restore(call, aggregate, stored, refunded=bool(gateway))
    order, refund = aggregate.order, stored.refund
    if refund.refund_amount:
        known = await payment_store.of_order(call, order.order_id)
        for at, (by, part) in enumerate(await _parts(call, order.order_id, stored, gateway)):
            row = Payment(
                payment_no=known[-1].payment_no + 1 + at,
                payment_settle_type="P",
                payment_methods=",".join(refund.refund_payment_methods),
                order_amount=-part,
                paid_amount=-part,
                payment_datetime=seconds(now),
                created_datetime=seconds(now),
                claim_code=refund.refund_code,
                gateway=by,
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
        refund_manager=call.identity.user_id or refund.refund_manager,
        refund_reason=reason or refund.refund_reason,
    )
    stored = replace(stored, refund=executed, gateway=gateway)
    await refund_store.change(call, stored)
    return stored


async def _parts(
    call: Call, order_id: str, stored: StoredRefund, gateway: str
) -> list[tuple[str, int]]:
    """Return who returns how much of a refund: gateway, or empty for the shop, and hundredths."""
    amount = hundredths(stored.refund.refund_amount)
    if not stored.gateway:
        # none was asked
        return [(gateway, amount)]
    made = await gateway_refund_store.made(call, order_id, stored.refund.refund_code)
    by_gateway = min(made, amount)
    parts = [(stored.gateway, by_gateway), (gateway, amount - by_gateway)]
    return [(by, part) for by, part in parts if part]


async def _restore(
    call: Call, aggregate: OrderAggregate, stored: StoredRefund, *, refunded: bool = False
) -> StoredRefund:
    """Restore points, credits and coupons of a refund once; return the refund.

    Rewards of its items that were spent already come off it (`manually_input_amount`), unless its
    money was `refunded` by a gateway that reports it.
    """
    if stored.restored == "T":
        return stored
    lines = refunded_lines(aggregate, stored)
    spent = await restoration.restore_redemptions(call, aggregate, lines, stored)
    if spent and not refunded:
        stored = await _less(call, aggregate, stored, spent)
    return replace(stored, restored="T")


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
