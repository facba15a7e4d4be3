"""Refunds as they are stored and as apps read them."""

from datetime import datetime
from decimal import Decimal
from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from openmall.commerce.order.orders.item_shape import Item
from openmall.contract.money import ZERO
from openmall.contract.params import Flag

RefundMethod = Literal["T", "F", "M", "G", "C", "D", "Z", "O", "V", "J", "K", "I"]
"""T cash, F credit card, M points, G bank transfer, C mobile phone, D deposit, Z pay later,
O prepaid balance, V convenience store, J gift voucher, K partner points, I other."""
RefundState = Literal["F", "T", "M"]
"""F before the refund, T refunded, M on hold: the payment gateway could not."""


class TaxPart(Struct, frozen=True, kw_only=True):
    name: str
    amount: Decimal


class GatewayRefund(Struct, frozen=True, kw_only=True):
    """Refund of a payment method by a payment gateway."""

    payment_method: str
    cancel_status: Flag


class GatewayRefundDate(Struct, frozen=True, kw_only=True):
    payment_method: str
    cancel_date: datetime


class Refund(Struct, frozen=True, kw_only=True):
    """The refund of a claim. The defaults are those of an empty one.

    `refund_amount` is the money that is paid back: `product_price` and `shipping_fee`, and the
    deductions, which are zero or below.
    """

    shop_no: int = 1
    order_id: str = ""
    refund_code: str = ""
    currency: str = "KRW"
    accepted_refund_date: datetime | None = None
    refund_date: datetime | None = None
    status: RefundState = "F"
    refund_point: Decimal = ZERO
    """Refunded in points: those spent, and money by method M."""
    refund_credit: Decimal = ZERO
    """Refunded as deposit: deposit spent, and money by method D."""
    refund_portal_point: Decimal = ZERO
    refund_portal_cash: Decimal = ZERO
    refund_amount: Decimal = ZERO
    product_price: Decimal = ZERO
    shipping_fee: Decimal = ZERO
    refund_shipping_fee: Decimal = ZERO
    refund_regional_surcharge: Decimal = ZERO
    return_shipping_fee: Decimal = ZERO
    return_regional_surcharge: Decimal = ZERO
    additional_shipping_fee: Decimal = ZERO
    international_shipping_insurance: Decimal = ZERO
    international_shipping_additional_fee: Decimal = ZERO
    shipping_fee_discount_amount: Decimal = ZERO
    cod_fees: Decimal = ZERO
    product_discount_amount: Decimal = ZERO
    member_group_discount_amount: Decimal = ZERO
    app_item_discount_amount: Decimal = ZERO
    app_discount_amount: Decimal = ZERO
    coupon_discount_amount: Decimal = ZERO
    product_bundle_discount_amount: Decimal = ZERO
    points_spent_amount: Decimal = ZERO
    credits_spent_amount: Decimal = ZERO
    portal_point: Decimal = ZERO
    portal_cash: Decimal = ZERO
    additional_product_amount: Decimal = ZERO
    manually_input_amount: Decimal = ZERO
    """Zero or below: rewards of the items, such as points and coupons, that were spent already."""
    changed_refund_amount: Decimal = ZERO
    refund_bank_name: str = ""
    refund_bank_account_no: str = ""
    refund_bank_account_holder: str = ""
    refund_manager: str = ""
    refund_reason: str = ""
    refund_methods: list[str] = []
    send_sms: Flag = "T"
    send_mail: Flag = "T"
    payment_methods: list[str] = []
    refund_payment_methods: list[str] = []
    include_tax: Flag = "T"
    tax: list[TaxPart] = []
    items: list[Item] | UnsetType = UNSET


class StoredRefund(Struct, frozen=True, kw_only=True):
    """A refund with fields that its list and its execution need."""

    refund: Refund = Refund()
    member_id: str = ""
    member_email: str = ""
    buyer_email: str = ""
    order_date: datetime | None = None
    order_item_code: list[str] = []
    quantity: int = 0
    recover_coupon: Flag = "F"
    recover_coupon_no: str = ""
    gateway: str = ""
    """The payment gateway that reported the result, or was requested to; empty: none."""
    restored: Flag = "F"
    """Whether points, credits and coupons are restored."""

    @property
    def used_points(self) -> Decimal:
        """Return the points that were spent on the refunded items."""
        return -self.refund.points_spent_amount

    @property
    def used_credits(self) -> Decimal:
        return -self.refund.credits_spent_amount


class ListedRefund(Struct, frozen=True, kw_only=True):
    """A refund in a list."""

    shop_no: int
    member_id: str
    member_email: str
    buyer_email: str
    order_date: datetime
    accepted_refund_date: datetime
    refund_date: datetime | None
    order_id: str
    refund_code: str
    order_item_code: list[str]
    quantity: int
    actual_refund_amount: Decimal
    used_points: Decimal
    used_credits: Decimal
    currency: str
    payment_methods: list[str]
    refund_payment_methods: list[str]
    payment_gateway_cancel_statuses: list[GatewayRefund]
    payment_gateway_cancel_dates: list[GatewayRefundDate]
    status: RefundState
    refund_methods: list[str]
    refund_bank_name: str
    refund_bank_account_no: str
    refund_bank_account_holder: str
    include_tax: Flag
    tax: list[TaxPart]


class RefundChanged(Struct, frozen=True, kw_only=True):
    shop_no: int
    refund_code: str
    status: Literal["complete"]
    reason: str
