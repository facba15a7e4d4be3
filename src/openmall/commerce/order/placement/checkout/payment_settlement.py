"""Settlement of payments: a gateway is asked for a result, which is then applied to the order.

The gateway is called outside any transaction; `gateway_payment.py` applies what it says under the
lock of the order.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from msgspec.structs import replace

from openmall.commerce.order.billing.gateways import gateway as gateway_contract
from openmall.commerce.order.billing.gateways import registry as gateway_registry
from openmall.commerce.order.billing.gateways.gateway import (
    ChargeRequest,
    Gateway,
    GatewayRefused,
    GatewayShop,
    GatewayUnavailable,
    PaymentResult,
    shop_of,
)
from openmall.commerce.order.billing.gateways.refusals import GATEWAY_SILENT
from openmall.commerce.order.billing.stored_methods import store as stored_method_store
from openmall.commerce.order.orders.takes import OrderPath
from openmall.commerce.order.payment_attempts import store as attempt_store
from openmall.commerce.order.payment_attempts.store import Attempt
from openmall.commerce.order.placement.checkout import gateway_payment
from openmall.commerce.order.placement.checkout import rules as checkout_rules
from openmall.commerce.order.placement.checkout.gateway_payment import payment_request
from openmall.commerce.order.placement.checkout.refusals import NO_GATEWAY_ASKED
from openmall.commerce.order.placement.checkout.shape import ConfirmedPayment
from openmall.contract.call import Call
from openmall.contract.errors import NotFound, Unavailable
from openmall.contract.journal import record
from openmall.database.seal import SealBroken

log = logging.getLogger("openmall")

MOST_CONFIRMED: Final = 20
"""Open attempts of an order that are confirmed in one call, the newest ones."""


async def settle_payment(
    shop: GatewayShop,
    attempt: Attempt,
    *,
    require: Callable[[PaymentResult], None] = lambda result: None,
    only_look: bool = False,
) -> Attempt:
    """Ask the gateway for the result of an open attempt and apply it; return the attempt as it is.

    An attempt with a stored payment method is charged, once for its id, unless it may not pay the
    order any more. `require` raises an error for a result that is not to be applied. `only_look`:
    the gateway must not take the payment now; so it is for one that may not pay any more. Raises
    GatewayUnavailable, Invalid (422) for the result of another payment.
    """
    gateway = gateway_registry.named(attempt.gateway)
    token = await _token_to_charge(shop, attempt)
    async with gateway_contract.deadline():
        if token is None:
            look = only_look or attempt.state != "started"
            result = await gateway.fetch_payment(
                shop, replace(payment_request(attempt), only_look=look)
            )
        else:
            result = await _charge(shop, gateway, attempt, token)
    if result is None:
        return attempt
    require(result)
    async with shop.database.writing(shop.mall.mall_id) as db:
        call = shop.call(db)
        settled = await gateway_payment.apply_result(call, attempt, result)
        await record.write_events(call)
    return settled


async def _token_to_charge(shop: GatewayShop, attempt: Attempt) -> str | None:
    """Return the token of the method that an attempt charges; None: it charges none, or not now."""
    if not attempt.stored_method:
        return None
    async with shop.database.reading(shop.mall.mall_id) as db:
        call = shop.call(db)
        now = await attempt_store.find(call, attempt.payment_id)
        method = await stored_method_store.find(call, attempt.stored_method)
    if now is None or now.state != "started" or method is None or not method.usable:
        return None
    try:
        return stored_method_store.opened(shop.seal, shop.mall.mall_id, method)
    except SealBroken:
        log.error("a payment method cannot be opened", extra={"mall_id": shop.mall.mall_id})
        return None


async def _charge(
    shop: GatewayShop, gateway: Gateway, attempt: Attempt, token: str
) -> PaymentResult:
    """Charge a stored method; a refusal for good is a declined payment."""
    try:
        return await gateway.charge_method(
            shop, ChargeRequest(payment=payment_request(attempt), token=token)
        )
    except GatewayRefused as refusal:
        return PaymentResult(
            payment_id=attempt.payment_id,
            order_id=attempt.order_id,
            amount=payment_request(attempt).amount,
            currency=attempt.currency,
            result="declined",
            reason=str(refusal),
        )


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
                raise Unavailable(GATEWAY_SILENT, retry_after=5)
            if isinstance(outcome, BaseException):
                raise outcome
        return params

    return settle


async def confirm(call: Call, params: OrderPath) -> ConfirmedPayment:
    """Ask the gateway what has become of the payment of one of the shopper's own orders."""
    await checkout_rules.require_own(call, params.order_id)
    tried = (await attempt_store.of_orders(call, [params.order_id]))[params.order_id]
    if not tried:
        raise NotFound(NO_GATEWAY_ASKED, parameter="order_id")
    newest = tried[-1]
    return ConfirmedPayment(
        payment_id=newest.payment_id,
        order_id=newest.order_id,
        state=newest.state,  # type: ignore[arg-type] # as it was written
    )
