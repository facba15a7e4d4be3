"""Settlement of payments: a gateway is asked for a result, which is then applied to the order.

The gateway is called outside any transaction; `gateway_payment.py` applies what it says under the
lock of the order.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from openmall.commerce.order.billing.gateways import gateway as gateway_contract
from openmall.commerce.order.billing.gateways import registry as gateway_registry
from openmall.commerce.order.billing.gateways import store as attempt_store
from openmall.commerce.order.billing.gateways.gateway import (
    GatewayShop,
    GatewayUnavailable,
    PaymentResult,
)
from openmall.commerce.order.billing.gateways.store import Attempt
from openmall.commerce.order.orders.takes import OrderPath
from openmall.commerce.order.placement.checkout import gateway_payment
from openmall.commerce.order.placement.checkout import rules as checkout_rules
from openmall.commerce.order.placement.checkout.shape import ConfirmedPayment
from openmall.contract.call import Call
from openmall.contract.errors import NotFound, Unavailable
from openmall.contract.journal import record

MOST_CONFIRMED: Final = 20
"""Open attempts of an order that are confirmed in one call, the newest ones."""


async def settle_payment(
    shop: GatewayShop,
    attempt: Attempt,
    *,
    require: Callable[[PaymentResult], None] = lambda result: None,
) -> Attempt:
    """Ask the gateway for the result of an open attempt and apply it; return the attempt as it is.

    `require` raises an error for a result that is not to be applied. Raises GatewayUnavailable,
    Invalid (422) for the result of another payment.
    """
    gateway = gateway_registry.named(attempt.gateway)
    async with gateway_contract.deadline():
        result = await gateway.fetch_payment(shop, attempt.asked)
    if result is None:
        return attempt
    require(result)
    call = shop.call()
    async with shop.database.writing(shop.mall.mall_id) as call.db:
        settled = await gateway_payment.apply_result(call, attempt, result)
        await record.write_events(call)
    return settled


async def prepare_confirmation(call: Call, params: OrderPath) -> Callable[[], Awaitable[OrderPath]]:
    """Return what settles the open payments of one of the shopper's own orders.

    Superseded ones too, so that what they captured is refunded. It raises Unavailable (503) when a
    gateway does not answer.
    """
    await checkout_rules.require_own(call, params.order_id)
    tried = (await attempt_store.of_orders(call, [params.order_id]))[params.order_id]
    open_attempts = [each for each in tried if each.is_open and not call.dry_run]
    open_attempts = open_attempts[-MOST_CONFIRMED:]
    shop = shop_of(call)

    async def settle() -> OrderPath:
        settling = (settle_payment(shop, each) for each in open_attempts)
        outcomes = await asyncio.gather(*settling, return_exceptions=True)
        for outcome in outcomes:
            if isinstance(outcome, GatewayUnavailable):
                message = "The gateway does not answer, ask again."
                raise Unavailable(message, retry_after=5)
            if isinstance(outcome, BaseException):
                raise outcome
        return params

    return settle


async def confirm(call: Call, params: OrderPath) -> ConfirmedPayment:
    """Ask the gateway what has become of the payment of one of the shopper's own orders."""
    await checkout_rules.require_own(call, params.order_id)
    tried = (await attempt_store.of_orders(call, [params.order_id]))[params.order_id]
    if not tried:
        raise NotFound("No gateway was asked for the order.", parameter="order_id")
    newest = tried[-1]
    return ConfirmedPayment(
        payment_id=newest.payment_id,
        order_id=newest.order_id,
        state=newest.state,  # type: ignore[arg-type] # as it was written
    )


def shop_of(call: Call) -> GatewayShop:
    """Return the shop of a call as gateways see it."""
    return GatewayShop(
        mall=call.mall,
        shop_no=call.shop_no,
        clock=call.clock,
        seal=call.seal,
        database=call.database,
    )
