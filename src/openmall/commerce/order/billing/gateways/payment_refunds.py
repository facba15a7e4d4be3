"""Refunds through the gateway that took a payment."""

from collections.abc import Sequence
from decimal import Decimal

from msgspec.structs import replace

from openmall.commerce.order.billing.gateways import registry as gateway_registry
from openmall.commerce.order.billing.gateways import store as attempt_store
from openmall.contract.call import Call
from openmall.contract.errors import Invalid


async def refund_payment(
    call: Call, order_id: str, amount: Decimal, *, methods: Sequence[str], reason: str
) -> str:
    """Refund money of an order through the gateway that took it; return the gateway's name.

    Returns an empty name where no gateway took a payment by one of `methods`: the shop transfers
    the money. The caller writes the ledger. A rehearsed call does not call the gateway. Raises
    Invalid (422) for more than is left of the payment.
    """
    for attempt in (await attempt_store.of_orders(call, [order_id]))[order_id]:
        if attempt.state == "approved" and attempt.method in methods:
            gateway = gateway_registry.named(attempt.gateway)
            if call.dry_run:
                return gateway.name
            try:
                await gateway.cancel(call, attempt.asked, amount=amount, reason=reason)
            except Invalid as refused:
                raise Invalid(refused.message, parameter="refund_method_code") from None
            return gateway.name
    return ""


async def refund_all_payments(call: Call, order_id: str, *, reason: str) -> None:
    """Refund all approved payments of an order that has no refund yet.

    The caller holds the lock of the order. Raises Invalid (422) when a gateway refuses.
    """
    for attempt in (await attempt_store.of_orders(call, [order_id]))[order_id]:
        if attempt.state == "approved":
            gateway = gateway_registry.named(attempt.gateway)
            await gateway.cancel(call, attempt.asked, amount=attempt.asked.amount, reason=reason)
            ended = replace(attempt, state="cancelled", reason=reason)
            await attempt_store.settle(call, ended)
            call.journal(
                f"payment {attempt.payment_id} of order {order_id}",
                {"state": (attempt.state, ended.state), "reason": (attempt.reason, reason)},
            )
