"""Parameters of lists of orders and of the items of an order."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from openmall.commerce.order.billing.refunds.shape import RefundState
from openmall.commerce.order.orders.shape import Place
from openmall.commerce.order.orders.takes import Limit1000, Offset15000, OrderId, OrderPath
from openmall.commerce.order.states import Status
from openmall.contract import patterns
from openmall.contract.params import EndDate, EntityNo, Flag, ShopParams, StartDate

MarketOrderNo = Annotated[str, Meta(max_length=40, pattern=patterns.NAME)]
PaymentStatus = Literal["F", "M", "T", "A", "P"]
"""F awaiting payment, M awaiting more, T paid as a person entered, A as a gateway reported, P
either."""
MemberType = Literal["2", "3"]
"""2 member, 3 not a member."""
DateType = Literal[
    "order_date",
    "pay_date",
    "shipbegin_date",
    "shipend_date",
    "cancel_date",
    "place_date",
    "purchaseconfirmation_date",
    "cancel_request_date",
    "cancel_accept_date",
    "cancel_complete_date",
    "exchange_request_date",
    "exchange_accept_date",
    "exchange_complete_date",
    "return_request_date",
    "return_accept_date",
    "return_complete_date",
]
PayBy = Literal[
    "cash", "card", "tcash", "icash", "cell", "deferpay", "cvs", "point", "mileage", "deposit",
    "giftcard", "pointcard", "etc",
]  # fmt: skip
"""Payment method as filters name it: `deposit` is returned as `credit`, `mileage` as `point`."""
DiscountBy = Literal["point", "credit", "coupon", "market_discount", "discount_code"]
"""Kind of discount: points or credits that were used, coupons, the discount of a marketplace that
the order comes from, a discount code."""


class OrderFilters(ShopParams, frozen=True, kw_only=True):
    """Filters of orders."""

    start_date: StartDate | UnsetType = UNSET
    end_date: EndDate | UnsetType = UNSET
    order_id: list[OrderId] | UnsetType = UNSET
    order_status: list[Status] | UnsetType = UNSET
    payment_status: PaymentStatus | UnsetType = UNSET
    member_type: MemberType | UnsetType = UNSET
    group_no: EntityNo | UnsetType = UNSET
    buyer_name: str | UnsetType = UNSET
    receiver_name: str | UnsetType = UNSET
    receiver_address: str | UnsetType = UNSET
    member_id: str | UnsetType = UNSET
    member_email: str | UnsetType = UNSET
    product_no: list[EntityNo] | UnsetType = UNSET
    product_code: str | UnsetType = UNSET
    date_type: DateType = "order_date"
    supplier_id: list[str] | UnsetType = UNSET
    order_place_id: list[Place] | UnsetType = UNSET
    buyer_cellphone: str | UnsetType = UNSET
    buyer_phone: str | UnsetType = UNSET
    buyer_email: str | UnsetType = UNSET
    subscription: Flag | UnsetType = UNSET
    market_order_no: list[MarketOrderNo] | UnsetType = UNSET
    payment_method: list[PayBy] | UnsetType = UNSET
    payment_gateway_name: list[str] | UnsetType = UNSET
    carrier_id: EntityNo | UnsetType = UNSET
    first_order: Flag | UnsetType = UNSET
    labels: list[str] | UnsetType = UNSET
    refund_status: list[RefundState] | UnsetType = UNSET
    discount_method: list[DiscountBy] | UnsetType = UNSET
    """Orders with a discount of one of these kinds."""
    discount_code: Annotated[str, Meta(max_length=35)] | UnsetType = UNSET
    """Orders that the code is used for; small letters are capitals."""
    name_furigana: str | UnsetType = UNSET
    """Pronunciation of the name of the buyer or of a receiver."""
    market_seller_id: str | UnsetType = UNSET
    market_cancel_request: Literal["T"] | UnsetType = UNSET
    """T: a marketplace asked to cancel one of the items."""
    multiple_addresses: Literal["T"] | UnsetType = UNSET
    """T: the parcels go to different addresses."""
    wished_carrier_id: list[EntityNo] | UnsetType = UNSET


class OrderQuery(OrderFilters, frozen=True, kw_only=True):
    """Filters and page of orders, the newest first."""

    limit: Limit1000 = 10
    offset: Offset15000 = 0


class ItemsPath(OrderPath, frozen=True, kw_only=True):
    """The items of one order."""

    supplier_id: list[str] | UnsetType = UNSET
