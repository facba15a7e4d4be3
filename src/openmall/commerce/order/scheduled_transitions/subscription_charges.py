"""Charges of orders that subscriptions have placed: tried again after a failure, or given up.

An attempt to charge a stored payment method is a payment attempt like any other: a row first, whose
gateway is called outside of transactions (`gateway_payments.py`). What follows its outcome is
decided here, under the locks of the subscription and of the order: another attempt after the days
that the shop has set, and after the last failure the order is cancelled. A failure counts once,
also when a worker dies.
"""

import logging
from typing import Final

from msgspec.structs import replace

from openmall.commerce.order.billing.gateways.due_work import GatewayWorker
from openmall.commerce.order.billing.gateways.gateway import GatewayShop
from openmall.commerce.order.orders import store as order_store
from openmall.commerce.order.orders.store import OrderAggregate
from openmall.commerce.order.payment_attempts import store as attempt_store
from openmall.commerce.order.payment_attempts.store import Attempt
from openmall.commerce.order.placement.checkout import gateway_payment, method_change
from openmall.commerce.order.placement.subscriptions import charge_store, order_terms
from openmall.commerce.order.placement.subscriptions import ordering as subscription_ordering
from openmall.commerce.order.placement.subscriptions import store as subscription_store
from openmall.commerce.order.placement.subscriptions.charge_store import Placed
from openmall.commerce.order.placement.subscriptions.charges_setting import (
    SubscriptionChargesSetting,
)
from openmall.commerce.order.placement.subscriptions.shape import Subscription
from openmall.commerce.order.scheduled_transitions import expiry
from openmall.contract.call import Call
from openmall.contract.crud.settings import current
from openmall.contract.errors import Invalid, NotFound
from openmall.contract.journal import record

log = logging.getLogger("openmall")

SECONDS: Final = 10.0
"""Between two looks for payments that are due."""
AT_ONCE: Final = 50
"""Payments of a mall in one look."""
UNKNOWN_FOR: Final = 3 * 86_400
"""Seconds for which the outcome of a charge may be unknown; afterwards the order is given up."""
_A_DAY: Final = 86_400
_FAILED: Final = ("declined", "cancelled")
"""States of a charge that has not paid the order; cancelled: what it captured is refunded."""
NOT_CHARGED: Final = "The order could not be charged."


async def review_due(worker: GatewayWorker, mall_ids: list[str] | None = None) -> int:
    """Look at the due payments of subscriptions, in `mall_ids` or in every mall; return how many.

    A mall that is closed charges nobody.
    """
    return await worker.run(charge_store.malls_with_due, _review_mall, mall_ids)


async def _review_mall(shop: GatewayShop) -> int:
    if shop.mall.closed:
        return 0
    async with shop.database.reading(shop.mall.mall_id) as db:
        due = await charge_store.due(db, now=int(shop.clock.now()), most=AT_ONCE)
    for shop_no, placed in due:
        try:
            await review(replace(shop, shop_no=shop_no), placed.order_id)
        except Exception as error:
            facts = {"mall_id": shop.mall.mall_id, "order_id": placed.order_id}
            reason = str(error) or type(error).__name__
            log.warning("a payment was not looked at", extra={**facts, "reason": reason})
    return len(due)


async def review(shop: GatewayShop, order_id: str) -> bool:
    """Decide what follows the last charge of an order; return whether a subscription placed it.

    False: nothing was decided, since it awaits a deposit or was placed otherwise.
    """
    async with shop.database.reading(shop.mall.mall_id) as db:
        seen = await charge_store.of_order(shop.call(db), order_id)
    if seen is None or seen.next_charge is None:
        return False
    async with shop.database.writing(shop.mall.mall_id) as db:
        call = shop.call(db)
        subscription = await _subscription(call, seen)
        aggregate = await order_store.lock(call, order_id)
        placed = await charge_store.of_order(call, order_id)
        assert placed is not None, "rows of orders are not deleted"
        await _review(call, subscription, aggregate, placed)
        await record.write_events(call)
    return True


async def _subscription(call: Call, placed: Placed) -> Subscription | None:
    """Return the locked subscription of an order; None: it has gone with its customer."""
    try:
        return await subscription_store.get(call, placed.subscription_id, to_change=True)
    except NotFound:
        return None


async def _review(
    call: Call, subscription: Subscription | None, aggregate: OrderAggregate, placed: Placed
) -> None:
    now, order_id = int(call.clock.now()), placed.order_id
    if not gateway_payment.awaits_first_payment(aggregate):
        await charge_store.change(call, replace(placed, next_charge=None))
        return
    # Read again at each review: webhooks of the gateway change attempts between reviews.
    tried = (await attempt_store.of_orders(call, [order_id]))[order_id]
    # The buyer may also pay by hand; only charges of the stored card count as failures.
    charges = [each for each in tried if each.stored_method]
    last = charges[-1] if charges else None
    # `failed_payment` names the failure that was counted, so that none is counted twice.
    if last is not None and last.state in _FAILED and last.payment_id != placed.failed_payment:
        failed = replace(placed, failed_payment=last.payment_id)
        await _count_failure(call, subscription, aggregate, failed)
        return
    waiting = [each for each in tried if each.state == "started"]
    # A charge without an answer is never repeated, since it may have succeeded: after
    # UNKNOWN_FOR a person decides.
    if any(now - each.created_date > UNKNOWN_FOR for each in waiting if each.stored_method):
        await _give_up(call, subscription, aggregate, placed)
        return
    # An attempt in progress: postpone, so that the schedule does not charge beside it.
    if any(_is_awaited(each, now) for each in waiting):
        if placed.next_charge is not None and placed.next_charge <= now:
            later = now + subscription_ordering.CHECKED_AFTER
            await charge_store.change(call, replace(placed, next_charge=later))
        return
    if placed.next_charge is None or placed.next_charge > now:
        return
    if subscription is None or not await _charge_again(call, subscription, aggregate):
        await _count_failure(call, subscription, aggregate, placed)
        return
    later = now + subscription_ordering.CHECKED_AFTER
    await charge_store.change(call, replace(placed, next_charge=later))


def _is_awaited(attempt: Attempt, now: int) -> bool:
    """Return whether the outcome of an open attempt is awaited before another is begun.

    A buyer who has left the gateway is not waited for.
    """
    return bool(attempt.stored_method) or now - attempt.created_date < gateway_payment.SECONDS


async def _charge_again(call: Call, subscription: Subscription, aggregate: OrderAggregate) -> bool:
    """Begin another charge of an order; False: the shop cannot charge the subscription now."""
    gateway, method = await order_terms.stored_method(call, subscription)
    if method is None:
        return False
    if method.method not in aggregate.order.payment_method:
        try:
            await method_change.change_method(call, aggregate, method.method)  # type: ignore[arg-type] # as it was chosen
        except Invalid:
            return False
    await attempt_store.supersede(
        call, aggregate.order.order_id, reason=gateway_payment.ANOTHER_BEGUN
    )
    await gateway_payment.start_payment(
        call,
        aggregate,
        gateway,
        method.method,  # type: ignore[arg-type] # as it was chosen
        return_url="",
        stored_method=method.method_id,
    )
    return True


async def _count_failure(
    call: Call, subscription: Subscription | None, aggregate: OrderAggregate, placed: Placed
) -> None:
    """Count a failed charge: it is tried again, or it was the last one."""
    setting = await current(call, SubscriptionChargesSetting)
    failures = placed.failures + 1
    failed = replace(placed, failures=failures)
    if failures > setting.retries or subscription is None:
        await _give_up(call, subscription, aggregate, failed)
        return
    now = int(call.clock.now())
    next_charge = now + setting.retry_days * _A_DAY
    failed = replace(failed, next_charge=next_charge, outcome="failed", notify_date=now)
    await charge_store.change(call, failed)
    call.journal(f"charge of order {placed.order_id}", {"failures": (placed.failures, failures)})


async def _give_up(
    call: Call, subscription: Subscription | None, aggregate: OrderAggregate, placed: Placed
) -> None:
    """Cancel an order that could not be charged, and pause its subscription if the shop says so."""
    now = int(call.clock.now())
    await attempt_store.supersede(call, placed.order_id, reason=NOT_CHARGED)
    lines = [line for line in aggregate.lines if line.item.order_status == "N00"]
    await expiry.cancel_unpaid(call, aggregate, lines)
    ended = replace(placed, next_charge=None, outcome="ended", notify_date=now)
    await charge_store.change(call, ended)
    setting = await current(call, SubscriptionChargesSetting)
    if subscription is not None and setting.after_last_failure == "P":
        await subscription_ordering.pause(call, subscription)
