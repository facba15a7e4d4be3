"""An order is paid through a gateway: it is asked, and what it tells is done once."""

import secrets
from typing import Final

from msgspec.structs import replace

from openmall.areas.order.checkout.shape import CallbackTaken, ToPay
from openmall.areas.order.checkout.takes import CallbackOf
from openmall.areas.order.gateways import known as gateways
from openmall.areas.order.gateways import store as attempts
from openmall.areas.order.gateways.gateway import Gateway, Told, require_signed
from openmall.areas.order.gateways.store import Attempt
from openmall.areas.order.orders import store as orders
from openmall.areas.order.orders.shape import Method
from openmall.areas.order.orders.store import Whole
from openmall.areas.order.payments import rules as payments
from openmall.areas.product.stock.rules import OutOfStock
from openmall.contract.call import Call
from openmall.contract.errors import Invalid, NotFound
from openmall.contract.moments import moment
from openmall.contract.money import ZERO, hundredths, money

SECONDS: Final = 1_800
"""For which units are put by while the buyer is at the gateway."""
_OPEN: Final = ("started", "superseded")
"""States of a payment of which the gateway may still report a result."""
MOST_CONFIRMED: Final = 20
"""Open payments of an order of which a gateway is asked at once, the newest ones."""
ANOTHER_BEGUN: Final = "Another payment of the order was begun."
TOO_LATE: Final = "The order could not be supplied any more; the payment was given back."
NOT_AWAITED: Final = "The order did not await payment any more; the payment was given back."
SUPERSEDED: Final = "Another payment or amount took its place; the payment was given back."
OTHER_AMOUNT: Final = "The order came to another amount meanwhile; the payment was given back."


async def ask(call: Call, whole: Whole, gateway: Gateway | None, method: Method) -> ToPay:
    """Return what is to be paid for an order, and where, once its gateway was asked.

    An order that costs nothing is paid at once.
    """
    due = whole.order.actual_order_amount.total_amount_due
    if due == ZERO:
        await payments.pay(call, whole, auto=True)
        gateway = None
    attempt = url = None
    now = int(call.clock.now())
    if gateway is not None:
        await attempts.supersede(call, whole.order.order_id, reason=ANOTHER_BEGUN)
        attempt = Attempt(
            payment_id=secrets.token_hex(16),
            order_id=whole.order.order_id,
            shop_no=call.shop_no,
            gateway=gateway.name,
            method=method,
            amount=hundredths(due),
            currency=whole.order.currency,
            created_date=now,
        )
        await attempts.add(call, attempt)
        url = await gateway.start(call, attempt.asked)
    return ToPay(
        shop_no=call.shop_no,
        order_id=whole.order.order_id,
        amount=due,
        currency=whole.order.currency,
        payment_method=method,
        paid=whole.order.paid,
        payment_id="" if attempt is None else attempt.payment_id,
        gateway="" if gateway is None else gateway.name,
        payment_url=url or "",
        expires_date=None if attempt is None else moment(now + SECONDS),
    )


async def again(call: Call, order_id: str, method: Method) -> ToPay:
    """Ask a gateway for an order that still awaits payment; earlier payments are superseded."""
    whole = await orders.whole(call, order_id)
    if not _awaits(whole):
        raise Invalid("The order does not await payment.", parameter="order_id")
    gateway = await gateways.offering(call, method)
    if gateway is None:
        raise NotFound("The shop cannot be paid like this.", parameter="payment_method")
    return await ask(call, whole, gateway, method)


async def called_back(call: Call, params: CallbackOf) -> CallbackTaken:
    """Take what a gateway tells of a payment; told once more, it is answered the same.

    Raises Unauthorized (401) for what the gateway did not sign just now, NotFound (404) for a
    payment it was not asked for, Invalid (422) for another amount or another order.
    """
    gateway = gateways.named(params.gateway)
    told = Told(
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
        told,
        timestamp=params.timestamp,
        signed=params.signature,
        now=call.clock.now(),
    )
    attempt = await attempts.find(call, told.payment_id)
    if attempt is None or attempt.gateway != gateway.name:
        raise NotFound("The gateway was asked for no such payment.", parameter="payment_id")
    settled = await _settle(call, attempt, told)
    return _taken(settled)


async def confirm(call: Call, order_id: str) -> CallbackTaken:
    """Ask the gateway what has become of the open payments of an order, and act on it.

    Superseded ones too, so that what they captured is given back. Returns the newest payment.
    """
    tried = (await attempts.of_orders(call, [order_id]))[order_id]
    if not tried:
        raise NotFound("No gateway was asked for the order.", parameter="order_id")
    newest = tried[-1]
    for attempt in [each for each in tried if each.state in _OPEN][-MOST_CONFIRMED:]:
        result = await gateways.named(attempt.gateway).confirm(call, attempt.asked)
        if result is None:
            continue
        settled = await _settle(call, attempt, result)
        if attempt is newest:
            newest = settled
    return _taken(newest)


async def _settle(call: Call, seen: Attempt, told: Told) -> Attempt:
    """Do what follows from what a gateway told, unless that was done before.

    A payment pays the order only if it is the current one and comes to exactly what is due now.
    Whatever else a gateway captured is given back, and kept as cancelled with the reason.
    """
    _require_same(seen, told)
    # the order first, as everybody locks it; then what has become of the payment until now
    whole = await orders.whole(call, seen.order_id)
    attempt = await attempts.find(call, seen.payment_id)
    assert attempt is not None
    if attempt.state not in _OPEN:
        return attempt
    before = attempt
    state, reason = "declined", told.reason
    if told.result == "approved":
        # by this the ledger is reconciled with gateways, also with one that numbers nothing
        told = replace(told, transaction_id=told.transaction_id or told.payment_id)
        state, reason = "approved", ""
        refused = await _pay(call, whole, attempt, told)
        if refused:
            gateway = gateways.named(attempt.gateway)
            await gateway.cancel(call, attempt.asked, amount=told.amount, reason=refused)
            state, reason = "cancelled", refused
    attempt = replace(
        attempt,
        state=state,
        transaction_id=told.transaction_id,
        reason=reason,
        settled_date=int(call.clock.now()),
    )
    await attempts.settle(call, attempt)
    call.journal(
        f"payment {attempt.payment_id} of order {attempt.order_id}",
        {"state": (before.state, state), "reason": (before.reason, reason)},
    )
    return attempt


async def _pay(call: Call, whole: Whole, attempt: Attempt, told: Told) -> str:
    """Let an order be paid; returns why it cannot be, or nothing."""
    if not _awaits(whole):
        return NOT_AWAITED
    if attempt.state != "started":
        return SUPERSEDED
    due = whole.order.actual_order_amount.total_amount_due
    if attempt.amount != hundredths(due) or attempt.currency != whole.order.currency:
        return OTHER_AMOUNT
    announced, done = len(call.events), len(call.deeds)
    try:
        async with call.db.savepoint():
            await payments.pay(call, whole, auto=True, transaction_id=told.transaction_id)
    except OutOfStock:
        del call.events[announced:], call.deeds[done:]
        return TOO_LATE
    return ""


def _awaits(whole: Whole) -> bool:
    return whole.order.paid == "F" and any(line.item.order_status == "N00" for line in whole.lines)


def _require_same(attempt: Attempt, told: Told) -> None:
    for name, asked, said in (
        ("order_id", attempt.order_id, told.order_id),
        ("amount", money(attempt.amount), told.amount),
        ("currency", attempt.currency, told.currency),
    ):
        if asked != said:
            raise Invalid("That is not what the gateway was asked for.", parameter=name)


def _taken(attempt: Attempt) -> CallbackTaken:
    return CallbackTaken(
        payment_id=attempt.payment_id,
        order_id=attempt.order_id,
        state=attempt.state,  # type: ignore[arg-type] # as it was written
    )
