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


async def request_refund(
    call: Call, attempts: Sequence[Attempt], amount: Decimal, *, refund_code: str, reason: str
) -> None:
    """Request a refund of payments of one order from their gateways, of the first one first.

    The caller holds the lock of the order. A part that a gateway made, or is to make, is not
    requested again. Raises Invalid (422) for more than is left of the payments.
    """
    order_id = attempts[0].order_id
    known = (await gateway_refund_store.of_orders(call, [order_id]))[order_id]
    counted = [each for each in known if each.state != "refused"]
    rest = hundredths(amount) - sum(
        each.amount for each in counted if each.refund_code == refund_code
    )
    parts = []
    for attempt in attempts:
        left = attempt.amount - sum(
            each.amount for each in counted if each.payment_id == attempt.payment_id
        )
        part = min(left, rest)
        if part > 0:
            parts.append((attempt, part))
            rest -= part
    if rest > 0:
        raise Invalid(MORE_THAN_LEFT_OF_PAYMENT, parameter="refund_method_code")
    for attempt, part in parts:
        await _add(call, attempt, part, refund_code=refund_code, reason=reason)


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
