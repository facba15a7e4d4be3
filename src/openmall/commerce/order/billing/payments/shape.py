"""Payments as apps read and send them."""

from datetime import datetime
from decimal import Decimal
from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from openmall.commerce.order.orders.takes import OrderId, OrderPath
from openmall.contract.params import EndDate, EntityNo, Flag, ShopParams, ShortText, StartDate

Settled = Literal["O", "R", "P"]
"""O first payment, R additional payment, P refund."""
PaymentState = Literal["paid", "unpaid", "canceled"]
"""Paid, awaiting payment, or refunded by the payment gateway."""
PaidBy = Literal["card", "tcash", "icash", "cell", "deferpay", "cvs", "easypay", "fpayment"]


class TimelineEntry(Struct, frozen=True, kw_only=True):
    """A payment of an order, or a refund with an amount below zero."""

    shop_no: int
    payment_no: int
    payment_settle_type: Settled
    payment_methods: list[str]
    order_amount: Decimal
    additional_payment_amount: Decimal
    paid_amount: Decimal
    payment_datetime: datetime | None
    created_datetime: datetime
    claim_code: str | None


class MethodDetail(Struct, frozen=True, kw_only=True):
    """A payment method and the amount that was paid by it."""

    code: int
    name: str
    amount: Decimal


class AmountDetail(Struct, frozen=True, kw_only=True):
    """A part of the amount of a payment: an item, a fee or a discount, which is below zero."""

    code: int
    name: str
    order_item_code: str | None = None
    """Null: of the whole order."""
    supplier_code: str = ""
    unit_price: Decimal
    quantity: int = 1
    amount: Decimal


class TimelineDetail(TimelineEntry, frozen=True, kw_only=True):
    """A payment or a refund, and what it is made up of."""

    payment_method_detail: list[MethodDetail]
    """Adds up to `paid_amount`."""
    order_amount_detail: list[AmountDetail]
    """Adds up to `order_amount`."""


class TimelineQuery(OrderPath, frozen=True, kw_only=True):
    """Filters of an order's payments."""

    start_date: StartDate | UnsetType = UNSET
    end_date: EndDate | UnsetType = UNSET
    date_type: Literal["created_datetime", "payment_datetime"] = "created_datetime"


class TimelinePath(OrderPath, frozen=True, kw_only=True):
    payment_no: EntityNo


class CancelRequest(Struct, frozen=True, kw_only=True):
    """The result that a payment gateway reports for a refund."""

    refund_status: Literal["P", "F"] = "F"
    """P refunded, F failed."""
    partial_cancel: Flag = "F"
    payment_gateway_name: str | None = None
    payment_method: PaidBy | None = None
    response_code: str | None = None
    response_message: str | None = None


class CancelRequestDraft(Struct, frozen=True, kw_only=True):
    """A CancelRequest as it is sent."""

    refund_status: Literal["P", "F"] = "F"
    partial_cancel: Flag = "F"
    payment_gateway_name: ShortText | UnsetType = UNSET
    payment_method: PaidBy | UnsetType = UNSET
    response_code: ShortText | UnsetType = UNSET
    response_message: ShortText | UnsetType = UNSET


class PaymentChange(ShopParams, frozen=True, kw_only=True):
    """An order is paid, its payment is taken back, or a gateway reports a refund."""

    order_id: OrderId
    status: PaymentState
    auto_paid: Flag = "F"
    """T reported by a gateway, F by a person."""
    recover_inventory: Flag = "F"
    """T: stock taken at payment is restored."""
    cancel_request: CancelRequestDraft | UnsetType = UNSET
    payment_no: EntityNo | UnsetType = UNSET
    """Number of the payment within the order."""


class PaymentChanged(Struct, frozen=True, kw_only=True):
    shop_no: int
    order_id: str
    status: PaymentState
    cancel_request: CancelRequest = CancelRequest()
