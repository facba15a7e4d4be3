"""A booked item of an order as apps read it, and the filters of the list."""

from datetime import datetime
from decimal import Decimal
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from openmall.commerce.order.orders.item_shape import AdditionalOption
from openmall.commerce.order.orders.shape import Method, Paid
from openmall.commerce.order.states import Status
from openmall.contract.params import (
    EndDate,
    EntityNo,
    Limit100,
    Offset8000,
    Order,
    ShopParams,
    StartDate,
)

DateType = Literal["order_date", "pay_date", "service_use_date"]
Sort = Literal["order_date", "service_use_date"]


class ReservationQuery(ShopParams, frozen=True, kw_only=True):
    """Filters and page of booked items."""

    date_type: DateType = "order_date"
    start_date: StartDate | UnsetType = UNSET
    end_date: EndDate | UnsetType = UNSET
    order_id: list[str] | UnsetType = UNSET
    order_item_code: list[str] | UnsetType = UNSET
    buyer_name: str | UnsetType = UNSET
    member_id: str | UnsetType = UNSET
    member_email: str | UnsetType = UNSET
    buyer_email: str | UnsetType = UNSET
    buyer_cellphone: str | UnsetType = UNSET
    product_no: list[EntityNo] | UnsetType = UNSET
    order_status: list[Status] | UnsetType = UNSET
    payment_status: Literal["F", "M", "P"] | UnsetType = UNSET
    """F awaiting payment, M awaiting more, P paid."""
    receiver_name: str | UnsetType = UNSET
    receiver_cellphone: str | UnsetType = UNSET
    supplier_id: list[str] | UnsetType = UNSET
    supplier_name: Annotated[str, Meta(max_length=100)] | UnsetType = UNSET
    sort: Sort = "order_date"
    order: Order = "desc"
    offset: Offset8000 = 0
    limit: Limit100 = 10


class Reservation(Struct, frozen=True, kw_only=True):
    """A booked item of an order."""

    shop_no: int
    order_id: str
    order_item_code: str
    order_date: datetime | None
    payment_date: datetime | None
    member_id: str
    buyer_name: str
    order_status: Status
    paid: Paid
    product_no: int
    product_name: str
    product_price: Decimal
    option_price: Decimal
    quantity: int
    option_value: str
    additional_option_values: list[AdditionalOption]
    payment_amount: Decimal
    service_use_date: datetime
    """The day that the buyer booked."""
    service_available_start_date: datetime
    service_available_end_date: datetime
    """The days of the product (`expiration_date`) when it was ordered."""
    service_completion_date: datetime | None
    """When the item was delivered, or its purchase confirmed; null: not yet."""
    payment_method: list[Method]
