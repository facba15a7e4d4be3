"""Payments as apps see and send them."""

from datetime import datetime
from decimal import Decimal
from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from openmall.areas.order.orders.takes import OrderId, OrderPath
from openmall.contract.params import EndDate, EntityNo, Flag, ShopParams, StartDate

Settled = Literal["O", "R", "P"]
"""O first payment, R additional payment, P refund."""
PaymentState = Literal["paid", "unpaid", "canceled"]
"""Paid, awaiting payment, or given back by the payment gateway."""
PaidBy = Literal["card", "tcash", "icash", "cell", "deferpay", "cvs", "easypay", "fpayment"]


class TimelineEntry(Struct, frozen=True, kw_only=True):
    """A payment of an order, or a refund, whose amount is below zero."""

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


class TimelineQuery(OrderPath, frozen=True, kw_only=True):
    """Which payments of an order."""

    start_date: StartDate | UnsetType = UNSET
    end_date: EndDate | UnsetType = UNSET
    date_type: Literal["created_datetime", "payment_datetime"] = "created_datetime"


class TimelinePath(OrderPath, frozen=True, kw_only=True):
    payment_no: EntityNo


class CancelRequest(Struct, frozen=True, kw_only=True):
    """What a payment gateway says of giving back what was paid."""

    refund_status: Literal["P", "F"] = "F"
    """P given back, F it could not."""
    partial_cancel: Flag = "F"
    payment_gateway_name: str | None = None
    payment_method: PaidBy | None = None
    response_code: str | None = None
    response_message: str | None = None


class CancelRequestSent(Struct, frozen=True, kw_only=True):
    """As of CancelRequest."""

    refund_status: Literal["P", "F"] = "F"
    partial_cancel: Flag = "F"
    payment_gateway_name: str | UnsetType = UNSET
    payment_method: PaidBy | UnsetType = UNSET
    response_code: str | UnsetType = UNSET
    response_message: str | UnsetType = UNSET


class PaymentChange(ShopParams, frozen=True, kw_only=True):
    """An order is paid, its payment is taken back, or a payment gateway has refunded it."""

    order_id: OrderId
    status: PaymentState
    auto_paid: Flag = "F"
    """T: a gateway says so; F: a person."""
    recover_inventory: Flag = "F"
    """What was taken off the shelf when it was paid is put back."""
    cancel_request: CancelRequestSent | UnsetType = UNSET
    payment_no: EntityNo | UnsetType = UNSET
    """The payment of the order that is meant."""


class PaymentChanged(Struct, frozen=True, kw_only=True):
    shop_no: int
    order_id: str
    status: PaymentState
    cancel_request: CancelRequest = CancelRequest()
