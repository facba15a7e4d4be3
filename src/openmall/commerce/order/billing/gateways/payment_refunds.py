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


async def paid_by(call: Call, order_id: str, methods: Sequence[str]) -> Attempt | None:
    """Return the approved payment of an order by one of `methods`; None: no gateway took one."""
    for attempt in (await attempt_store.of_orders(call, [order_id]))[order_id]:
        if attempt.state == "approved" and attempt.method in methods:
            return attempt
    return None


async def request_refund(
    call: Call, attempt: Attempt, amount: Decimal, *, refund_code: str, reason: str
) -> None:
    """Request a refund of a payment from its gateway; the caller holds the lock of the order.

    Raises Invalid (422) for more than is left of the payment.
    """
    refunded = await gateway_refund_store.refunded(call, attempt.order_id, attempt.payment_id)
    if hundredths(amount) > attempt.amount - refunded:
        raise Invalid(MORE_THAN_LEFT_OF_PAYMENT, parameter="refund_method_code")
    await _add(call, attempt, hundredths(amount), refund_code=refund_code, reason=reason)


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
