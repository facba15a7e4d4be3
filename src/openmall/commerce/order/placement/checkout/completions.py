"""Completion of an order by an app after its buyer paid at a gateway.

The gateway is asked for the result of the payment; what the app reports is only compared with it.
"""

from collections.abc import Awaitable, Callable
from decimal import Decimal
from typing import Annotated, Final

from msgspec import UNSET, Meta, Struct, UnsetType

from openmall.commerce.order.billing.gateways.gateway import (
    GatewayUnavailable,
    PaymentResult,
    shop_of,
)
from openmall.commerce.order.billing.gateways.refusals import GATEWAY_SILENT
from openmall.commerce.order.orders.takes import OrderPath
from openmall.commerce.order.payment_attempts import store as attempt_store
from openmall.commerce.order.payment_attempts.store import Attempt
from openmall.commerce.order.placement.checkout import payment_settlement
from openmall.commerce.order.placement.checkout.gateway_payment import payment_request
from openmall.commerce.order.placement.checkout.refusals import (
    GATEWAY_REPORTS_OTHERWISE,
    ORDER_HAS_NO_SUCH_PAYMENT,
)
from openmall.contract.call import Call
from openmall.contract.errors import Invalid, NotFound, Unavailable
from openmall.contract.operation import post
from openmall.contract.params import UncheckedAmount
from openmall.contract.scopes import WRITE_ORDER

_MESSAGES: Final = {
    "started": "The gateway has no result yet.",
    "approved": "The payment is approved.",
    "declined": "The payment is declined.",
}
"""State of a payment attempt -> message, where the attempt has no reason of its own."""


class GatewayReport(Struct, frozen=True, kw_only=True):
    """What the gateway reported to the app, as far as the app sends it."""

    transaction_id: Annotated[str, Meta(max_length=100)] | UnsetType = UNSET
    """The gateway's number of the payment."""
    amount: UncheckedAmount | UnsetType = UNSET
    currency: Annotated[str, Meta(min_length=3, max_length=3)] | UnsetType = UNSET


class CompletionDraft(OrderPath, frozen=True, kw_only=True):
    """The payment to complete an order with."""

    payment_code: Annotated[str, Meta(min_length=1, max_length=100)]
    """Number of the payment attempt: the `payment_id` that the checkout returned."""
    data: GatewayReport


class Completion(Struct, frozen=True, kw_only=True):
    """Result of a completion."""

    shop_no: int
    order_id: str
    payment_code: str
    return_code: str
    """State of the payment: started, approved, declined, superseded, cancelled."""
    return_message: str


async def prepare_completion(
    call: Call, params: CompletionDraft
) -> Callable[[], Awaitable[CompletionDraft]]:
    """Return the function that asks the gateway for the result and settles the payment."""
    attempt = await _require_attempt(call, params)
    asked = payment_request(attempt)
    for name in ("amount", "currency"):
        _require_reported(params, name, getattr(asked, name))
    if not attempt.is_open:
        _require_reported(params, "transaction_id", attempt.transaction_id)
    shop = shop_of(call)

    def require_same(result: PaymentResult) -> None:
        for name in ("transaction_id", "amount", "currency"):
            _require_reported(params, name, getattr(result, name))

    async def settle() -> CompletionDraft:
        if attempt.is_open and not call.dry_run:
            try:
                await payment_settlement.settle_payment(shop, attempt, require=require_same)
            except GatewayUnavailable:
                raise Unavailable(GATEWAY_SILENT, retry_after=5) from None
        return params

    return settle


async def complete(call: Call, params: CompletionDraft) -> Completion:
    """Complete an order after its payment at a gateway.

    The gateway is asked for the result of the payment; an approved one pays the order. `data` is
    compared with it: Invalid (422) where they differ, and nothing changes. A payment that was
    settled before is returned as it is. Raises NotFound (404) for an unknown payment.
    """
    attempt = await _require_attempt(call, params)
    call.journal(f"payment of order {attempt.order_id}", {"completed": (False, True)})
    return Completion(
        shop_no=call.shop_no,
        order_id=attempt.order_id,
        payment_code=attempt.payment_id,
        return_code=attempt.state,
        return_message=attempt.reason or _MESSAGES[attempt.state],
    )


async def _require_attempt(call: Call, params: CompletionDraft) -> Attempt:
    attempt = await attempt_store.find(call, params.payment_code)
    if attempt is None or (attempt.shop_no, attempt.order_id) != (call.shop_no, params.order_id):
        raise NotFound(ORDER_HAS_NO_SUCH_PAYMENT, parameter="payment_code")
    return attempt


def _require_reported(params: CompletionDraft, name: str, actual: str | Decimal) -> None:
    """Raise Invalid (422) where the app reports another value than the gateway does."""
    reported = getattr(params.data, name)
    if reported is not UNSET and reported != actual:
        raise Invalid(GATEWAY_REPORTS_OTHERWISE, parameter=f"data.{name}")


OPERATIONS = [
    post(
        "orders/{order_id}/completions",
        complete,
        takes=CompletionDraft,
        gives=Completion,
        key="completion",
        scope=WRITE_ORDER,
        restricted=True,
        prepare=prepare_completion,
    ),
]
