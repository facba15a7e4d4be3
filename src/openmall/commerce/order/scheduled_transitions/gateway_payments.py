"""Checks of gateway payments: lost callbacks are replaced, abandoned orders cancelled.

A gateway is asked for the result of an open payment five minutes after its begin, then at growing
intervals for three days, also when the payment may not pay the order any more: what it captures is
refunded. An order whose last payment failed, ended or was left half an hour ago is cancelled, so
that its units, coupons and points are free again. What follows the charge of an order of a
subscription is decided in `subscription_charges.py`.
"""

import asyncio
import logging
from typing import Final

from msgspec.structs import replace

from openmall.commerce.order.billing.gateways.due_work import GatewayWorker
from openmall.commerce.order.billing.gateways.gateway import GatewayShop
from openmall.commerce.order.orders import store as order_store
from openmall.commerce.order.payment_attempts import store as attempt_store
from openmall.commerce.order.payment_attempts.store import Attempt
from openmall.commerce.order.placement.checkout import gateway_payment
from openmall.commerce.order.placement.checkout.payment_settlement import settle_payment
from openmall.commerce.order.scheduled_transitions import expiry, subscription_charges
from openmall.contract.journal import record

log = logging.getLogger("openmall")

SECONDS: Final = 10.0
"""Between two looks for due checks."""
AT_ONCE: Final = 10
"""Payments of a mall that are checked side by side."""
ASKED_FOR: Final = 3 * 86_400
"""Seconds after its begin for which a gateway is asked for the result of a payment."""


async def check_due(worker: GatewayWorker, mall_ids: list[str] | None = None) -> int:
    """Check due payments, in `mall_ids` or in every mall; return how many were checked."""
    return await worker.run(attempt_store.malls_with_due, _check_mall, mall_ids)


async def _check_mall(shop: GatewayShop) -> int:
    async with shop.database.reading(shop.mall.mall_id) as db:
        due = await attempt_store.due(db, now=int(shop.clock.now()), most=AT_ONCE)
    return sum(
        await asyncio.gather(*(_check(replace(shop, shop_no=each.shop_no), each) for each in due))
    )


async def _check(shop: GatewayShop, attempt: Attempt) -> bool:
    """Check a payment, unless another worker does; return whether it was checked."""
    try:
        async with shop.database.writing(shop.mall.mall_id) as db:
            next_check = _next_check(attempt, int(shop.clock.now()))
            if not await attempt_store.claim(db, attempt, next_check=next_check):
                return False
        if attempt.is_open:
            await settle_payment(shop, attempt, only_look=True)
        if not await subscription_charges.review(shop, attempt.order_id):
            await _cancel_abandoned(shop, attempt.order_id)
    except Exception as error:
        reason = str(error) or type(error).__name__
        log.warning(
            "a payment was not checked",
            extra={
                "mall_id": shop.mall.mall_id,
                "order_id": attempt.order_id,
                "payment": attempt.payment_id,
                "reason": reason,
            },
        )
    return True


def _next_check(attempt: Attempt, now: int) -> int | None:
    """Return when to check a payment again that is checked now; None: not any more."""
    age = now - attempt.created_date
    if not attempt.is_open or age > ASKED_FOR:
        return None
    return now + max(gateway_payment.FIRST_CHECK, age // 2)


async def _cancel_abandoned(shop: GatewayShop, order_id: str) -> None:
    """Cancel what awaits payment of an order, if it was abandoned at the gateway.

    Items that the shop added to a paid order stay: the shop decides how long it waits for them.
    """
    now = int(shop.clock.now())
    async with shop.database.writing(shop.mall.mall_id) as db:
        call = shop.call(db)
        aggregate = await order_store.lock(call, order_id)
        newest = (await attempt_store.of_orders(call, [order_id]))[order_id][-1]
        since = newest.settled_date or newest.created_date
        if (
            not gateway_payment.awaits_first_payment(aggregate)
            or since + gateway_payment.SECONDS > now
            or newest.method not in aggregate.order.payment_method
        ):
            return
        lines = [line for line in aggregate.lines if line.item.order_status == "N00"]
        await expiry.cancel_unpaid(call, aggregate, lines)
        await record.write_events(call)
