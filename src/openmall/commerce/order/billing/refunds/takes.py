"""Parameters of refunds."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from openmall.commerce.order.billing.refunds.shape import RefundState
from openmall.commerce.order.orders.takes import Offset15000, OrderId
from openmall.contract.params import EndDate, Flag, ShopParams, StartDate


class RefundQuery(ShopParams, frozen=True, kw_only=True):
    """Filters and page of refunds, the newest first."""

    start_date: StartDate
    end_date: EndDate
    date_type: Literal["accepted_refund_date", "refund_date"] = "refund_date"
    """A waiting refund has no `refund_date`: send `accepted_refund_date` with `refund_status` F."""
    member_email: str | UnsetType = UNSET
    buyer_email: str | UnsetType = UNSET
    order_id: list[OrderId] | UnsetType = UNSET
    member_id: Annotated[str, Meta(max_length=20)] | UnsetType = UNSET
    limit: Annotated[int, Meta(ge=1, le=500)] = 10
    offset: Offset15000 = 0
    refund_status: list[RefundState] | UnsetType = UNSET


class RefundPath(ShopParams, frozen=True, kw_only=True):
    refund_code: str


class RefundChange(RefundPath, frozen=True, kw_only=True):
    """Confirmation that a refund was executed."""

    order_id: OrderId
    status: Literal["complete"]
    payment_gateway_cancel: Flag = "F"
    """T: the gateway that took the payment pays it back, also one that refused before; the refund
    is awaited until it has. F: the money was returned by other means."""
    reason: Annotated[str, Meta(max_length=2000)] | UnsetType = UNSET
    send_sms: Flag = "T"
    send_mail: Flag = "T"
