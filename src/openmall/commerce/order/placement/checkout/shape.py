"""An order as its shopper reads it."""

from datetime import datetime
from decimal import Decimal
from typing import Literal

from msgspec import Struct

from openmall.commerce.order.amounts import OrderAmount
from openmall.commerce.order.billing.refunds.shape import RefundState
from openmall.commerce.order.orders.item_shape import AdditionalOption
from openmall.commerce.order.orders.shape import (
    AdditionalInfo,
    Canceled,
    Method,
    Paid,
    Place,
    Receiver,
    ShippingStatus,
)
from openmall.commerce.order.placement.checkout.bookings import BookableItem
from openmall.commerce.order.placement.checkout.checkout_fields import AskedField
from openmall.commerce.order.placement.checkout.order_gifts import GiftOffer
from openmall.commerce.promotion.coupons.shape import Scope
from openmall.contract.params import Flag

Button = Literal["cancel", "exchange", "return"]
PaymentState = Literal["started", "approved", "declined", "superseded", "cancelled"]
"""superseded: the amount due changed or another payment was started, so this one cannot pay the
order any more; cancelled: approved nevertheless, or too late, and refunded at once."""


class OwnItem(Struct, frozen=True, kw_only=True):
    """An item of one's own order."""

    order_item_code: str
    product_no: int
    variant_code: str
    product_name: str
    option_value: str
    additional_option_values: list[AdditionalOption]
    quantity: int
    product_price: Decimal
    option_price: Decimal
    payment_amount: Decimal
    order_status: str
    status_text: str
    tracking_no: str
    shipping_expected_date: str
    """When the shop expects to send it, yyyy-mm-dd; empty: it does not say."""
    gift: Flag
    """T: a gift."""
    one_plus_n_event: str | None
    """`1+1`, where the product had such a benefit; the free units are an item of their own."""
    buttons: list[Button]
    """The claims that the buyer may request now, as the shop's order settings say."""


class OwnPayment(Struct, frozen=True, kw_only=True):
    """A payment attempt at a gateway."""

    payment_id: str
    payment_method: Method
    gateway: str
    amount: Decimal
    currency: str
    state: PaymentState
    reason: str
    """Why it failed."""
    created_date: datetime
    settled_date: datetime | None


class OwnRefund(Struct, frozen=True, kw_only=True):
    """A refund of one's own order."""

    refund_code: str
    status: RefundState
    refund_amount: Decimal
    """In money; points and credits are refunded besides."""
    return_shipping_fee: Decimal
    """Return fee that the buyer bears, zero or below: a deduction from the amount."""
    refund_date: datetime | None
    """None: not refunded yet."""


class TransferAccount(Struct, frozen=True, kw_only=True):
    """A bank account of the shop that a buyer transfers money to."""

    bank_name: str
    bank_account_no: str
    bank_account_holder: str


class OwnOrder(Struct, frozen=True, kw_only=True):
    """One's own order."""

    shop_no: int
    order_id: str
    order_date: datetime
    currency: str
    paid: Paid
    canceled: Canceled
    shipping_status: ShippingStatus
    payment_method: list[Method]
    payment_date: datetime | None
    payment_amount: Decimal
    actual_order_amount: OrderAmount
    first_order: Flag
    order_place_id: Place
    items: list[OwnItem]
    benefit_discount_amount: Decimal
    """Discount of benefits on the items still bought."""
    refunds: list[OwnRefund]
    receivers: list[Receiver]
    payments: list[OwnPayment]
    additional_order_info_list: list[AdditionalInfo]
    """Answers to the additional fields of the checkout."""
    transfer_accounts: list[TransferAccount] = []
    """Where the amount due is transferred to, the default account first; empty: no transfer is
    awaited."""


class ToPay(Struct, frozen=True, kw_only=True):
    """Amount, method and address of a payment."""

    shop_no: int
    order_id: str
    amount: Decimal
    currency: str
    payment_method: Method
    paid: Paid
    payment_id: str
    """The gateway's payment; empty: the buyer transfers money."""
    gateway: str
    payment_url: str
    expires_date: datetime | None
    """Until when the units are reserved."""


class Ordered(ToPay, frozen=True, kw_only=True):
    """An order that was just placed."""

    actual_order_amount: OrderAmount
    first_order: Flag
    order_place_id: Place


class EstimatedItem(Struct, frozen=True, kw_only=True):
    """An item of an estimate; discounts and amounts are of the whole quantity."""

    product_no: int
    variant_code: str
    product_name: str
    option_value: str
    quantity: int
    product_price: Decimal
    option_price: Decimal
    additional_discount_price: Decimal
    """By benefits."""
    coupon_discount_price: Decimal
    payment_amount: Decimal
    one_plus_n_event: str | None
    """`1+1`, where the product has such a benefit; the free units are an item of their own."""
    gift: Flag
    """T: a gift, which was chosen or which the order gets by itself."""


class EstimatedDiscount(Struct, frozen=True, kw_only=True):
    """A benefit that an order would have."""

    item_no: int | None
    """The item, from 1; None: shipping."""
    benefit_no: int
    benefit_title: str
    benefit_name: str
    benefit_percent: str | None
    benefit_value: Decimal


class EstimatedCoupon(Struct, frozen=True, kw_only=True):
    """A chosen coupon, and its discount beside the others."""

    issue_no: str
    item_no: int | None
    """The item, from 1; None: the order."""
    discount_amount: Decimal
    shipping_discount_amount: Decimal
    points: Decimal
    """Points that it gives."""
    credits: Decimal


class EstimatedCode(Struct, frozen=True, kw_only=True):
    """The discount code of an order, and its discount beside coupons."""

    discount_code: str
    discount_code_name: str
    discount_amount: Decimal


class AvailableCoupon(EstimatedCoupon, frozen=True, kw_only=True):
    """A coupon that can be used, and its discount if it were the only one."""

    coupon_no: str
    coupon_name: str
    available_scope: Scope
    benefit_text: str


class Estimate(Struct, frozen=True, kw_only=True):
    """The cost of an order, and the coupons, points and credits that can be used."""

    shop_no: int
    currency: str
    payment_method: Method | None
    items: list[EstimatedItem]
    benefits: list[EstimatedDiscount]
    coupons: list[EstimatedCoupon]
    discount_code: EstimatedCode | None
    usable_coupons: list[AvailableCoupon]
    usable_points: Decimal
    """The most that `use_points` may be; credits pay what points leave."""
    usable_credits: Decimal
    """The most that `use_credits` may be, beside the points that were sent."""
    order_amount: OrderAmount
    gifts: list[GiftOffer]
    """Gifts that the order earns: to be chosen by `gifts`, or given by themselves."""
    bookable_items: list[BookableItem]
    """Items that the order books a day for, by `bookings`."""
    additional_fields: list[AskedField]
    """Additional fields of the checkout that the order returns as `additional_order_info`."""


class ConfirmedPayment(Struct, frozen=True, kw_only=True):
    """The newest payment of an order, after its gateway was asked."""

    payment_id: str
    order_id: str
    state: PaymentState
