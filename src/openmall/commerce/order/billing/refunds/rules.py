"""Operations on refunds: list, read, confirm."""

from collections.abc import Sequence

from msgspec import UNSET
from msgspec.structs import replace

from openmall.commerce.order import status_names
from openmall.commerce.order.billing.gateways.requested_refunds import (
    store as gateway_refund_store,
)
from openmall.commerce.order.billing.refunds import store as refund_store
from openmall.commerce.order.billing.refunds.confirmation import confirm_refund
from openmall.commerce.order.billing.refunds.execution import request_from_gateway
from openmall.commerce.order.billing.refunds.refusals import ORDER_HAS_NO_SUCH_REFUND
from openmall.commerce.order.billing.refunds.shape import (
    GatewayRefund,
    GatewayRefundDate,
    ListedRefund,
    Refund,
    RefundChanged,
    StoredRefund,
)
from openmall.commerce.order.billing.refunds.takes import RefundChange, RefundPath, RefundQuery
from openmall.commerce.order.orders import store as order_store
from openmall.contract.call import Call
from openmall.contract.errors import NotFound, NotModified
from openmall.contract.params import Flag
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST


async def listing(call: Call, query: RefundQuery) -> Sequence[ListedRefund]:
    """Retrieve a list of refunds."""
    return [_listed(stored) for stored in await refund_store.page(call, query)]


async def retrieve(call: Call, params: RefundPath) -> Refund:
    """Retrieve a refund."""
    stored = await _found(call, params.refund_code)
    if not call.embeds("items"):
        return stored.refund
    order_id, codes = stored.refund.order_id, set(stored.order_item_code)
    items = (await order_store.items_of(call, [order_id]))[order_id]
    names = await status_names.read(call, [order_id])
    on_delivery = order_id in await order_store.paid_on_delivery(call, [order_id])
    refunded = [item for item in items if item.order_item_code in codes]
    return replace(stored.refund, items=names.named(refunded, on_delivery=on_delivery))


async def change(call: Call, params: RefundChange) -> RefundChanged:
    """Execute a refund.

    With `payment_gateway_cancel` T the gateway that took the payment is requested to make it, also
    one that refused before, and it is awaited until then (decision 35). With F, the default, it was
    executed by other means. NotModified (409) for one that is executed or requested already.
    """
    aggregate = await order_store.lock(call, params.order_id)
    stored = await _found(call, params.refund_code)
    if stored.refund.order_id != params.order_id:
        raise NotFound(ORDER_HAS_NO_SUCH_REFUND, parameter="refund_code")
    confirmed = replace(stored.refund, send_sms=params.send_sms, send_mail=params.send_mail)
    reason = "" if params.reason is UNSET else params.reason
    if await gateway_refund_store.is_pending(call, params.order_id, params.refund_code):
        raise NotModified()
    stored, requested = replace(stored, refund=confirmed), False
    if params.payment_gateway_cancel == "T":
        stored, requested = await request_from_gateway(call, aggregate, stored, reason=reason)
    if not requested:
        stored = await confirm_refund(call, aggregate, stored, reason=reason)
    return RefundChanged(
        shop_no=call.shop_no,
        refund_code=params.refund_code,
        status=params.status,
        reason=reason or stored.refund.refund_reason,
    )


async def _found(call: Call, refund_code: str) -> StoredRefund:
    stored = await refund_store.find(call, refund_code)
    if stored is None:
        raise NotFound(DOES_NOT_EXIST, parameter="refund_code", resource=Phrase("refund"))
    return stored


def _listed(stored: StoredRefund) -> ListedRefund:
    refund = stored.refund
    assert stored.order_date is not None
    assert refund.accepted_refund_date is not None
    names = set(ListedRefund.__struct_fields__) & set(Refund.__struct_fields__)
    done: Flag = "T" if refund.status == "T" else "F"
    methods = refund.refund_payment_methods if stored.gateway else []
    at = refund.refund_date
    return ListedRefund(
        **{name: getattr(refund, name) for name in names},
        member_id=stored.member_id,
        member_email=stored.member_email,
        buyer_email=stored.buyer_email,
        order_date=stored.order_date,
        order_item_code=stored.order_item_code,
        quantity=stored.quantity,
        actual_refund_amount=refund.refund_amount,
        used_points=stored.used_points,
        used_credits=stored.used_credits,
        payment_gateway_cancel_statuses=[
            GatewayRefund(payment_method=each, cancel_status=done) for each in methods
        ],
        payment_gateway_cancel_dates=[
            GatewayRefundDate(payment_method=each, cancel_date=at)
            for each in methods
            if at is not None
        ],
    )
