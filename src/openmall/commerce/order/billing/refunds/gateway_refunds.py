"""Refunds through payment gateways: called outside any transaction, and their outcome settled.

A refund is repeated with the same id until the gateway says that it was made or refuses it, so that
a lost answer or a killed process neither loses nor doubles it. Refunds of one run are made side by
side: a gateway that hangs delays its own refunds only.
"""

import asyncio
import logging
from typing import Final

from msgspec.structs import replace

from openmall.commerce.order.billing.gateways import gateway as gateway_contract
from openmall.commerce.order.billing.gateways import registry as gateway_registry
from openmall.commerce.order.billing.gateways.due_work import GatewayWorker
from openmall.commerce.order.billing.gateways.gateway import (
    GatewayRefused,
    GatewayShop,
    GatewayUnavailable,
    RefundRequest,
)
from openmall.commerce.order.billing.gateways.requested_refunds import (
    store as gateway_refund_store,
)
from openmall.commerce.order.billing.gateways.requested_refunds.store import GatewayRefund
from openmall.commerce.order.billing.refunds import store as refund_store
from openmall.commerce.order.billing.refunds.confirmation import end_at_gateways, hold_refund
from openmall.commerce.order.orders import store as order_store
from openmall.commerce.order.payment_attempts import store as attempt_store
from openmall.contract.journal import record
from openmall.contract.money import money

log = logging.getLogger("openmall")

SECONDS: Final = 1.0
"""Between two looks for due refunds."""
AT_ONCE: Final = 10
"""Refunds of a mall that are made side by side."""
LEASE: Final = 60
"""Seconds for which a refund belongs to the worker that attempts it."""
_FIRST_WAIT: Final = 30
_LONGEST_WAIT: Final = 21_600


async def make_due(worker: GatewayWorker, mall_ids: list[str] | None = None) -> int:
    """Make due refunds, in `mall_ids` or in every mall; return how many succeeded."""
    return await worker.run(gateway_refund_store.malls_with_due, _make_due_of_mall, mall_ids)


async def _make_due_of_mall(shop: GatewayShop) -> int:
    async with shop.database.reading(shop.mall.mall_id) as db:
        now = int(shop.clock.now())
        due = await gateway_refund_store.due(db, now=now, most=AT_ONCE)
    return sum(
        await asyncio.gather(*(_make(replace(shop, shop_no=each.shop_no), each) for each in due))
    )


async def _make(shop: GatewayShop, refund: GatewayRefund) -> bool:
    """Make a refund unless another worker does, and settle it; return whether it succeeded."""
    async with shop.database.writing(shop.mall.mall_id) as db:
        until = int(shop.clock.now()) + LEASE
        if not await gateway_refund_store.claim(db, refund, until=until):
            return False
    try:
        settled = await _outcome(shop, refund)
        await _settle(shop, settled)
    except Exception as error:
        # an answer that is not understood leaves the outcome unknown, like a lost one
        await _postpone(shop, refund, str(error) or type(error).__name__)
        return False
    return settled.state == "succeeded"


async def _outcome(shop: GatewayShop, refund: GatewayRefund) -> GatewayRefund:
    """Call the gateway; return the refund as it ended. Raises GatewayUnavailable."""
    async with shop.database.reading(shop.mall.mall_id) as db:
        attempt = await attempt_store.find(shop.call(db), refund.payment_id)
    assert attempt is not None
    gateway = gateway_registry.named(attempt.gateway)
    request = RefundRequest(
        refund_id=refund.refund_id,
        payment_id=refund.payment_id,
        transaction_id=attempt.transaction_id,
        amount=money(refund.amount),
        currency=attempt.currency,
        reason=refund.reason,
    )
    try:
        async with gateway_contract.deadline():
            transaction_id = await gateway.create_refund(shop, request)
    except GatewayRefused as refusal:
        return replace(refund, state="refused", failure=str(refusal))
    if transaction_id is None:
        raise GatewayUnavailable("the gateway works on it")
    return replace(refund, state="succeeded", transaction_id=transaction_id, failure="")


async def _settle(shop: GatewayShop, refund: GatewayRefund) -> None:
    """Apply the outcome of a refund to its order, unless that was done before."""
    refund = replace(refund, settled_date=int(shop.clock.now()))
    async with shop.database.writing(shop.mall.mall_id) as db:
        call = shop.call(db)
        aggregate = await order_store.lock(call, refund.order_id)
        if not await gateway_refund_store.settle(call, refund):
            return
        if refund.refund_code:
            stored = await refund_store.find(call, refund.refund_code)
            if stored is not None and stored.refund.status == "F":
                if refund.state != "succeeded":
                    await hold_refund(call, aggregate, stored, gateway=stored.gateway)
                elif not await gateway_refund_store.is_pending(
                    call, refund.order_id, refund.refund_code
                ):
                    # of several payments: the last part that was missing
                    await end_at_gateways(call, aggregate, stored)
        await record.write_events(call)
    if refund.state == "refused":
        log.error("a gateway refused a refund", extra=_named(shop, refund))


async def _postpone(shop: GatewayShop, refund: GatewayRefund, why: str) -> None:
    wait = min(_FIRST_WAIT << min(refund.attempts, 20), _LONGEST_WAIT)
    async with shop.database.writing(shop.mall.mall_id) as db:
        at = int(shop.clock.now()) + wait
        await gateway_refund_store.postpone(db, refund.refund_id, at=at, why=why[:255])
    log.warning("a refund was not made yet", extra=_named(shop, refund) | {"reason": why})


def _named(shop: GatewayShop, refund: GatewayRefund) -> dict[str, str]:
    return {"mall_id": shop.mall.mall_id, "order_id": refund.order_id, "refund": refund.refund_id}
