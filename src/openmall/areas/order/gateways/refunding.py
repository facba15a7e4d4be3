"""Money of an order goes back through the gateway that took it."""

from collections.abc import Sequence
from decimal import Decimal

from msgspec.structs import replace

from openmall.areas.order.gateways import known as gateways
from openmall.areas.order.gateways import store as attempts
from openmall.contract.call import Call
from openmall.contract.errors import Invalid


async def give_back(
    call: Call, order_id: str, amount: Decimal, *, methods: Sequence[str], reason: str
) -> str:
    """Give money of an order back through the gateway that took it; return the gateway's name.

    Empty where no gateway took any by one of `methods`: the shop transfers it. The ledger is the
    caller's to write. A rehearsed call does not ask the gateway. Raises Invalid (422) for more than
    is left of the payment.
    """
    for attempt in (await attempts.of_orders(call, [order_id]))[order_id]:
        if attempt.state == "approved" and attempt.method in methods:
            gateway = gateways.named(attempt.gateway)
            if call.rehearsing:
                return gateway.name
            try:
                await gateway.cancel(call, attempt.asked, amount=amount, reason=reason)
            except Invalid as refused:
                raise Invalid(refused.message, parameter="refund_method_code") from None
            return gateway.name
    return ""


async def give_all_back(call: Call, order_id: str, *, reason: str) -> None:
    """Give back whatever gateways hold of an order of which nothing was given back yet.

    The caller holds the lock of the order. Raises Invalid (422) when a gateway refuses.
    """
    for attempt in (await attempts.of_orders(call, [order_id]))[order_id]:
        if attempt.state == "approved":
            gateway = gateways.named(attempt.gateway)
            await gateway.cancel(call, attempt.asked, amount=attempt.asked.amount, reason=reason)
            ended = replace(attempt, state="cancelled", reason=reason)
            await attempts.settle(call, ended)
            call.journal(
                f"payment {attempt.payment_id} of order {order_id}",
                {"state": (attempt.state, ended.state), "reason": (attempt.reason, reason)},
            )
