"""Payment of an order through a gateway: started, and its result applied once."""

import secrets
from typing import Final

from msgspec.structs import replace

from openmall.commerce.order.billing.gateways import registry as gateway_registry
from openmall.commerce.order.billing.gateways import store as attempt_store
from openmall.commerce.order.billing.gateways.gateway import Gateway, PaymentResult, require_signed
from openmall.commerce.order.billing.gateways.store import Attempt
from openmall.commerce.order.billing.payments import rules as payment_rules
from openmall.commerce.order.orders import store as order_store
from openmall.commerce.order.orders.shape import Method
from openmall.commerce.order.orders.store import OrderAggregate
from openmall.commerce.order.placement.checkout import method_change
from openmall.commerce.order.placement.checkout.shape import AcceptedCallback, ToPay
from openmall.commerce.order.placement.checkout.takes import PaymentCallback
from openmall.commerce.product.stock.rules import OutOfStock
from openmall.contract.call import Call
from openmall.contract.errors import Invalid, NotFound
from openmall.contract.moments import moment
from openmall.contract.money import ZERO, hundredths, money

SECONDS: Final = 1_800
"""For which units are reserved while the buyer is at the gateway."""
_OPEN: Final = ("started", "superseded")
"""States of an attempt whose gateway may still report a result."""
MOST_CONFIRMED: Final = 20
"""Open attempts of an order that are confirmed in one call, the newest ones."""
ANOTHER_BEGUN: Final = "Another payment of the order was begun."
TOO_LATE: Final = "The order could not be supplied any more; the payment was given back."
NOT_AWAITED: Final = "The order did not await payment any more; the payment was given back."
SUPERSEDED: Final = "Another payment or amount took its place; the payment was given back."
OTHER_AMOUNT: Final = "The order came to another amount meanwhile; the payment was given back."


async def start_payment(
    call: Call, aggregate: OrderAggregate, gateway: Gateway | None, method: Method
) -> ToPay:
    """Start the payment of an order; return amount and address.

    An order that costs nothing is paid at once.
    """
    due = aggregate.order.actual_order_amount.total_amount_due
    if due == ZERO:
        await payment_rules.pay(call, aggregate, auto=True)
        gateway = None
    attempt = url = None
    now = int(call.clock.now())
    if gateway is not None:
        await attempt_store.supersede(call, aggregate.order.order_id, reason=ANOTHER_BEGUN)
        attempt = Attempt(
            payment_id=secrets.token_hex(16),
            order_id=aggregate.order.order_id,
            shop_no=call.shop_no,
            gateway=gateway.name,
            method=method,
            amount=hundredths(due),
            currency=aggregate.order.currency,
            created_date=now,
        )
        await attempt_store.add(call, attempt)
        url = await gateway.start(call, attempt.asked)
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


async def restart_payment(call: Call, order_id: str, method: Method) -> ToPay:
    """Start another payment of an unpaid order; earlier attempts are superseded.

    By another payment method the order is quoted again (`method_change.py`). Raises Invalid (422),
    which names `payment_method`, where that is not possible.
    """
    aggregate = await order_store.lock(call, order_id)
    if not _awaits(aggregate):
        raise Invalid("The order does not await payment.", parameter="order_id")
    gateway = await gateway_registry.offering(call, method)
    if gateway is None:
        raise NotFound("The shop cannot be paid like this.", parameter="payment_method")
    await method_change.change_method(call, aggregate, method)
    return await start_payment(call, aggregate, gateway, method)


async def receive_callback(call: Call, params: PaymentCallback) -> AcceptedCallback:
    """Apply the result of a gateway's callback; a repeated one is answered the same.

    Raises Unauthorized (401) without a fresh signature of the gateway, NotFound (404) for an
    unknown payment, Invalid (422) for another amount or another order.
    """
    gateway = gateway_registry.named(params.gateway)
    result = PaymentResult(
        payment_id=params.payment_id,
        order_id=params.order_id,
        amount=params.amount,
        currency=params.currency,
        result=params.result,
        transaction_id=params.transaction_id,
        reason=params.reason,
    )
    require_signed(
        gateway.secret(call),
        result,
        timestamp=params.timestamp,
        signed=params.signature,
        now=call.clock.now(),
    )
    attempt = await attempt_store.find(call, result.payment_id)
    if attempt is None or attempt.gateway != gateway.name:
        raise NotFound("The gateway was asked for no such payment.", parameter="payment_id")
    settled = await _apply_result(call, attempt, result)
    return _answer(settled)


async def confirm_payment(call: Call, order_id: str) -> AcceptedCallback:
    """Ask the gateway for the results of an order's open attempts, and apply them.

    Superseded ones too, so that what they captured is refunded. Returns the newest attempt.
    """
    tried = (await attempt_store.of_orders(call, [order_id]))[order_id]
    if not tried:
        raise NotFound("No gateway was asked for the order.", parameter="order_id")
    newest = tried[-1]
    for attempt in [each for each in tried if each.state in _OPEN][-MOST_CONFIRMED:]:
        result = await gateway_registry.named(attempt.gateway).confirm(call, attempt.asked)
        if result is None:
            continue
        settled = await _apply_result(call, attempt, result)
        if attempt is newest:
            newest = settled
    return _answer(newest)


async def _apply_result(call: Call, seen: Attempt, result: PaymentResult) -> Attempt:
    """Apply the result of an attempt, unless that was done before.

    An attempt pays the order only if it is the current one and its amount is exactly what is due
    now. Anything else that a gateway captured is refunded, and stored as cancelled with the reason.
    """
    _require_same(seen, result)
    # the order first, as everybody locks it; then what has become of the payment until now
    aggregate = await order_store.lock(call, seen.order_id)
    attempt = await attempt_store.find(call, seen.payment_id)
    assert attempt is not None
    if attempt.state not in _OPEN:
        return attempt
    before = attempt
    state, reason = "declined", result.reason
    if result.result == "approved":
        # by this the ledger is reconciled with gateways, also with one that numbers nothing
        result = replace(result, transaction_id=result.transaction_id or result.payment_id)
        state, reason = "approved", ""
        refused = await _pay(call, aggregate, attempt, result)
        if refused:
            gateway = gateway_registry.named(attempt.gateway)
            await gateway.cancel(call, attempt.asked, amount=result.amount, reason=refused)
            state, reason = "cancelled", refused
    attempt = replace(
        attempt,
        state=state,
        transaction_id=result.transaction_id,
        reason=reason,
        settled_date=int(call.clock.now()),
    )
    await attempt_store.settle(call, attempt)
    call.journal(
        f"payment {attempt.payment_id} of order {attempt.order_id}",
        {"state": (before.state, state), "reason": (before.reason, reason)},
    )
    return attempt


async def _pay(
    call: Call, aggregate: OrderAggregate, attempt: Attempt, result: PaymentResult
) -> str:
    """Mark an order as paid; return why it cannot be, or an empty text."""
    if not _awaits(aggregate):
        return NOT_AWAITED
    if attempt.state != "started":
        return SUPERSEDED
    due = aggregate.order.actual_order_amount.total_amount_due
    if attempt.amount != hundredths(due) or attempt.currency != aggregate.order.currency:
        return OTHER_AMOUNT
    announced, done = len(call.events), len(call.audit_entries)
    try:
        async with call.db.savepoint():
            await payment_rules.pay(
                call, aggregate, auto=True, transaction_id=result.transaction_id
            )
    except OutOfStock:
        del call.events[announced:], call.audit_entries[done:]
        return TOO_LATE
    return ""


def _awaits(aggregate: OrderAggregate) -> bool:
    return aggregate.order.paid == "F" and any(
        line.item.order_status == "N00" for line in aggregate.lines
    )


def _require_same(attempt: Attempt, result: PaymentResult) -> None:
    for name, expected, reported in (
        ("order_id", attempt.order_id, result.order_id),
        ("amount", money(attempt.amount), result.amount),
        ("currency", attempt.currency, result.currency),
    ):
        if expected != reported:
            raise Invalid("That is not what the gateway was asked for.", parameter=name)


def _answer(attempt: Attempt) -> AcceptedCallback:
    return AcceptedCallback(
        payment_id=attempt.payment_id,
        order_id=attempt.order_id,
        state=attempt.state,  # type: ignore[arg-type] # as it was written
    )
