"""Payment of an order through a gateway: started, and its result applied once.

Nothing here calls a gateway: `payment_settlement.py` does, outside of transactions.
"""

import secrets
from typing import Final

from msgspec.structs import replace

from openmall.commerce.order.billing.gateways import payment_refunds
from openmall.commerce.order.billing.gateways import registry as gateway_registry
from openmall.commerce.order.billing.gateways.gateway import Gateway, PaymentRequest, PaymentResult
from openmall.commerce.order.billing.payments import rules as payment_rules
from openmall.commerce.order.billing.payments.refusals import ORDER_NOT_AWAITING_PAYMENT
from openmall.commerce.order.billing.payments.rules import Approval
from openmall.commerce.order.billing.refusals import PAYMENT_METHOD_NOT_OFFERED
from openmall.commerce.order.orders import store as order_store
from openmall.commerce.order.orders.shape import Method
from openmall.commerce.order.orders.store import OrderAggregate
from openmall.commerce.order.payment_attempts import store as attempt_store
from openmall.commerce.order.payment_attempts.store import Attempt
from openmall.commerce.order.placement.checkout import method_change
from openmall.commerce.order.placement.checkout.refusals import GATEWAY_ASKED_OTHERWISE
from openmall.commerce.order.placement.checkout.shape import ToPay
from openmall.commerce.product.stock.quantity_changes import OutOfStock
from openmall.contract.call import Call
from openmall.contract.errors import Invalid
from openmall.contract.moments import moment
from openmall.contract.money import ZERO, hundredths, money

SECONDS: Final = 1_800
"""For which units are reserved while the buyer is at the gateway, and after which an order whose
last payment failed or was left is cancelled."""
FIRST_CHECK: Final = 300
"""Seconds after which the gateway is asked for the result of a payment."""
ANOTHER_BEGUN: Final = "Another payment of the order was begun."
TOO_LATE: Final = "The order could not be supplied any more; the payment was given back."
NOT_AWAITED: Final = "The order did not await payment any more; the payment was given back."
SUPERSEDED: Final = "Another payment or amount took its place; the payment was given back."
OTHER_CAPTURED: Final = "The gateway took another amount; the payment was given back."
OTHER_AMOUNT: Final = "The order came to another amount meanwhile; the payment was given back."


def payment_request(attempt: Attempt) -> PaymentRequest:
    """Return the payment of an attempt as its gateway was requested to take it."""
    return PaymentRequest(
        payment_id=attempt.payment_id,
        order_id=attempt.order_id,
        amount=money(attempt.amount),
        currency=attempt.currency,
        method=attempt.method,  # type: ignore[arg-type] # as it was chosen
    )


async def start_payment(
    call: Call,
    aggregate: OrderAggregate,
    gateway: Gateway | None,
    method: Method,
    *,
    return_url: str,
    stored_method: str = "",
) -> ToPay:
    """Start the payment of an order; return amount and address.

    An order that costs nothing is paid at once. `return_url`: where the gateway sends the buyer
    afterwards; empty: the sample shop's page of the order. `stored_method`: the id of the stored
    payment method that a worker charges next; empty: the buyer pays.
    """
    due = aggregate.order.actual_order_amount.total_amount_due
    if due == ZERO:
        await payment_rules.pay(call, aggregate, auto=True)
        gateway = None
    attempt = url = None
    now = int(call.clock.now())
    if gateway is not None:
        attempt = Attempt(
            payment_id=secrets.token_hex(16),
            order_id=aggregate.order.order_id,
            shop_no=call.shop_no,
            gateway=gateway.name,
            method=method,
            amount=hundredths(due),
            currency=aggregate.order.currency,
            created_date=now,
            return_url=return_url or f"/orders/{aggregate.order.order_id}/payment",
            next_check=now if stored_method else now + FIRST_CHECK,
            stored_method=stored_method,
        )
        await attempt_store.add(call, attempt)
        url = "" if stored_method else gateway.payment_url(call.origin, attempt.payment_id)
    return ToPay(
        shop_no=call.shop_no,
        order_id=aggregate.order.order_id,
        amount=due,
        currency=aggregate.order.currency,
        payment_method=method,
        paid=aggregate.order.paid,
        payment_id="" if attempt is None else attempt.payment_id,
        gateway="" if gateway is None else gateway.name,
        payment_url=url or "",
        expires_date=None if attempt is None else moment(now + SECONDS),
    )


async def restart_payment(call: Call, order_id: str, method: Method, *, return_url: str) -> ToPay:
    """Start another payment of an unpaid order, or one of items that were added to a paid order.

    Earlier attempts are superseded. By another payment method an unpaid order is quoted again
    (`method_change.py`); added items cost the same by each. Raises Invalid (422), which names
    `payment_method`, where that is not possible.
    """
    aggregate = await order_store.lock(call, order_id)
    if not awaits_payment(aggregate):
        raise Invalid(ORDER_NOT_AWAITING_PAYMENT, parameter="order_id")
    gateway = await gateway_registry.offering(call, method)
    if gateway is None:
        raise Invalid(PAYMENT_METHOD_NOT_OFFERED, parameter="payment_method")
    if aggregate.order.paid == "F":
        await method_change.change_method(call, aggregate, method)
    await attempt_store.supersede(call, order_id, reason=ANOTHER_BEGUN)
    return await start_payment(call, aggregate, gateway, method, return_url=return_url)


async def apply_result(call: Call, seen: Attempt, result: PaymentResult) -> Attempt:
    """Apply the result of an attempt, unless that was done before; return the attempt.

    An attempt pays the order only if it is the current one and its amount is exactly what is due
    now. For anything else that a gateway captured a refund is requested, and the attempt stored as
    cancelled with the reason. Raises Invalid (422) for the result of another payment.
    """
    _require_same(seen, result)
    # the order first, as everybody locks it; then what has become of the payment until now
    aggregate = await order_store.lock(call, seen.order_id)
    attempt = await attempt_store.find(call, seen.payment_id)
    assert attempt is not None
    if not attempt.is_open:
        return attempt
    now = int(call.clock.now())
    state, reason = "declined", result.reason
    if result.result == "approved":
        # by this the ledger is reconciled with gateways, also with one that numbers nothing
        result = replace(result, transaction_id=result.transaction_id or result.payment_id)
        state, reason = "approved", ""
        refused = await _pay(call, aggregate, attempt, result)
        if refused:
            captured = hundredths(result.amount)
            await payment_refunds.give_back(call, attempt, captured, reason=refused)
            state, reason = "cancelled", refused
    attempt = replace(
        attempt,
        state=state,
        transaction_id=result.transaction_id,
        reason=reason,
        settled_date=now,
        next_check=None if state == "approved" else now + SECONDS,
    )
    await attempt_store.settle(call, attempt)
    return attempt


async def _pay(
    call: Call, aggregate: OrderAggregate, attempt: Attempt, result: PaymentResult
) -> str:
    """Mark an order as paid; return why it cannot be, or an empty text."""
    if not awaits_payment(aggregate):
        return NOT_AWAITED
    if attempt.state != "started":
        return SUPERSEDED
    if attempt.amount != hundredths(result.amount):
        return OTHER_CAPTURED
    due = aggregate.order.actual_order_amount.total_amount_due
    if attempt.amount != hundredths(due) or attempt.currency != aggregate.order.currency:
        return OTHER_AMOUNT
    try:
        await payment_rules.pay(
            call,
            aggregate,
            auto=True,
            approval=Approval(
                method=attempt.method,  # type: ignore[arg-type] # as it was chosen
                gateway=attempt.gateway,
                transaction_id=result.transaction_id,
            ),
        )
    except OutOfStock:
        return TOO_LATE
    return ""


def awaits_payment(aggregate: OrderAggregate) -> bool:
    """Return whether an order, what is left of it, or what was added to it awaits payment."""
    return aggregate.order.paid != "T" and any(
        line.item.order_status == "N00" for line in aggregate.lines
    )


def awaits_first_payment(aggregate: OrderAggregate) -> bool:
    """Return whether nothing of an order is paid and it awaits its payment."""
    return aggregate.order.paid == "F" and awaits_payment(aggregate)


def _require_same(attempt: Attempt, result: PaymentResult) -> None:
    for name, expected, reported in (
        ("order_id", attempt.order_id, result.order_id),
        ("currency", attempt.currency, result.currency),
    ):
        if expected != reported:
            raise Invalid(GATEWAY_ASKED_OTHERWISE, parameter=name)
