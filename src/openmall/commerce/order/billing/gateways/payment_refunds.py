"""Requests of refunds through the gateway that took a payment.

A request is a row in the transaction that decides the refund. `billing/refunds/gateway_refunds.py`
calls the gateway afterwards.
"""

import secrets
from collections.abc import Sequence
from decimal import Decimal

from msgspec.structs import replace

from openmall.commerce.order.billing.gateways.refusals import MORE_THAN_LEFT_OF_PAYMENT
from openmall.commerce.order.billing.gateways.requested_refunds import (
    store as gateway_refund_store,
)
from openmall.commerce.order.billing.gateways.requested_refunds.store import GatewayRefund
from openmall.commerce.order.payment_attempts import store as attempt_store
from openmall.commerce.order.payment_attempts.store import Attempt
from openmall.contract.call import Call
from openmall.contract.errors import Invalid
from openmall.contract.money import hundredths


async def paid_by(call: Call, order_id: str, methods: Sequence[str]) -> list[Attempt]:
    """Return the approved payments of an order by `methods`, the first one first.

    Several: items were added to the paid order. Empty: no gateway took a payment.
    """
    return [
        attempt
        for attempt in (await attempt_store.of_orders(call, [order_id]))[order_id]
        if attempt.state == "approved" and attempt.method in methods
    ]


async def any_left(call: Call, attempts: Sequence[Attempt]) -> bool:
    """Return whether gateways can still give something back of payments of one order."""
    order_id = attempts[0].order_id
    known = (await gateway_refund_store.of_orders(call, [order_id]))[order_id]
    return any(left > 0 for left in what_is_left(attempts, known).values())


def what_is_left(attempts: Sequence[Attempt], known: Sequence[GatewayRefund]) -> dict[str, int]:
    """Return what gateways can still give back of each payment: payment id -> hundredths.

    `known`: all refunds of the order at gateways. A refused one leaves its part.
    """
    left = {each.payment_id: each.amount for each in attempts}
    for refund in known:
        if refund.state != "refused" and refund.payment_id in left:
            left[refund.payment_id] -= refund.amount
    return left


async def request_refund(
    call: Call, attempts: Sequence[Attempt], amount: Decimal, *, refund_code: str, reason: str
) -> None:
    """Request a refund of payments of one order from their gateways, of the first one first.

    The caller holds the lock of the order. A part that a gateway made, or is to make, is not
    requested again, and what is more than is left of the payments is for the shop to return.
    Raises Invalid (422) where nothing is left to be requested.
    """
    order_id = attempts[0].order_id
    known = (await gateway_refund_store.of_orders(call, [order_id]))[order_id]
    rest = hundredths(amount) - sum(
        each.amount for each in known if each.state != "refused" and each.refund_code == refund_code
    )
    left = what_is_left(attempts, known)
    if not any(part > 0 for part in left.values()):
        raise Invalid(MORE_THAN_LEFT_OF_PAYMENT, parameter="payment_gateway_cancel")
    for attempt in attempts:
        part = min(left[attempt.payment_id], rest)
        if part > 0:
            await _add(call, attempt, part, refund_code=refund_code, reason=reason)
            rest -= part


async def give_back(call: Call, attempt: Attempt, captured: int, *, reason: str) -> None:
    """Request the refund of `captured` hundredths that the shop may not keep."""
    await _add(call, attempt, captured, refund_code="", reason=reason)


async def refund_all_payments(call: Call, order_id: str, *, reason: str) -> None:
    """Request the refund of all approved payments of an order that has no refund yet.

    The caller holds the lock of the order.
    """
    for attempt in (await attempt_store.of_orders(call, [order_id]))[order_id]:
        if attempt.state == "approved":
            await give_back(call, attempt, attempt.amount, reason=reason)
            ended = replace(attempt, state="cancelled", reason=reason)
            await attempt_store.settle(call, ended)
            call.journal(
                f"payment {attempt.payment_id} of order {order_id}",
                {"state": (attempt.state, ended.state), "reason": (attempt.reason, reason)},
            )


async def _add(call: Call, attempt: Attempt, amount: int, *, refund_code: str, reason: str) -> None:
    now = int(call.clock.now())
    await gateway_refund_store.add(
        call,
        GatewayRefund(
            refund_id=secrets.token_hex(16),
            payment_id=attempt.payment_id,
            order_id=attempt.order_id,
            shop_no=attempt.shop_no,
            refund_code=refund_code,
            amount=amount,
            reason=reason,
            next_attempt=now,
            created_date=now,
        ),
    )
