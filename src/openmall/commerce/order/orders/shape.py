"""An order as it is stored; `order_view/shape.py` has it with all that apps can embed.

Specification: resources of the Order area are "not shown"; names and codes as catalogued.
"""

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal
from typing import Final, Literal

from msgspec import Struct

from openmall.commerce.order.amounts import OrderAmount
from openmall.contract.money import ZERO
from openmall.contract.params import Flag

Paid = Literal["T", "F", "M"]
"""T paid, F not paid, M in part."""
Canceled = Literal["T", "F", "M"]
"""T cancelled, F not, M in part."""
ShippingStatus = Literal["F", "M", "T", "W", "X"]
"""F before shipping, M in transit, T delivered, W on hold, X before placement."""
Place = Literal[
    "platform", "mobile", "mobile_d", "PORTALPAY", "market_e", "market_a", "market_b",
    "market_c", "market_d", "portalstore",
]  # fmt: skip
"""Channel of an order: web shop, mobile web, mobile app, marketplace."""
Method = Literal[
    "cash", "card", "cell", "tcash", "icash", "prepaid", "credit", "point", "unipoint", "cvs",
    "cod", "coupon", "market_discount", "giftcard", "pointcard", "etc",
]  # fmt: skip
"""Payment method; `credit` and `point` are the shop's own deposit and points."""
METHOD_NAMES: Final[dict[Method, str]] = {
    "cash": "Bank deposit", "card": "Credit card", "cell": "Mobile phone",
    "tcash": "Bank transfer", "icash": "Virtual account", "prepaid": "Prepaid balance",
    "credit": "Deposit", "point": "Points", "unipoint": "Shared points",
    "cvs": "Convenience store", "cod": "Pay later", "coupon": "Coupon",
    "market_discount": "Marketplace discount", "giftcard": "Partner gift voucher",
    "pointcard": "Partner points", "etc": "Other",
}  # fmt: skip
"""Payment method -> its name in an order."""
ShippingType = Literal["A", "B"]
"""A domestic, B overseas."""


class ShippingFee(Struct, frozen=True, kw_only=True):
    """The shipping fee of one group of items."""

    shipping_group_code: int
    supplier_code: str
    shipping_fee: Decimal = ZERO
    cancel_shipping_fee: Decimal = ZERO
    additional_shipping_fee: Decimal = ZERO
    refunded_shipping_fee: Decimal = ZERO
    return_shpping_fee: Decimal = ZERO
    items: list[str] = []


class RegionalSurcharge(Struct, frozen=True, kw_only=True):
    """The surcharge of a remote region."""

    shipping_group_code: int
    supplier_code: str
    regional_surcharge_amount: Decimal = ZERO
    cancel_shipping_fee: Decimal = ZERO
    additional_shipping_fee: Decimal = ZERO
    refunded_shipping_fee: Decimal = ZERO
    return_shpping_fee: Decimal = ZERO
    items: list[str] = []


class TaxDetail(Struct, frozen=True, kw_only=True):
    name: str
    amount: Decimal
    price_before_tax: Decimal
    price_before_tax_type: str = "I"
    order_item_code: list[str] = []
    country_tax_rate: Decimal = ZERO


class AdditionalInfo(Struct, frozen=True, kw_only=True):
    """A question of the shop's order form, and its answer."""

    id: int
    name: str
    value: str
    input_type: str = "A"
    product_type: str = "A"
    applied_product_list: list[str] = []


class Buyer(Struct, frozen=True, kw_only=True):
    """Buyer of an order."""

    shop_no: int = 1
    member_id: str = ""
    member_group_no: int = 0
    name: str = ""
    names_furigana: str = ""
    email: str = ""
    phone: str = ""
    cellphone: str = ""
    customer_notification: str = ""
    updated_date: datetime | None = None
    user_id: str = ""
    user_name: str = ""
    company_name: str = ""
    company_registration_no: str = ""
    buyer_zipcode: str = ""
    buyer_address1: str = ""
    buyer_address2: str = ""


class Receiver(Struct, frozen=True, kw_only=True):
    """Receiver of a parcel."""

    shop_no: int = 1
    name: str = ""
    name_furigana: str = ""
    phone: str = ""
    cellphone: str = ""
    virtual_phone_no: str | None = None
    zipcode: str = ""
    address1: str = ""
    address2: str = ""
    address_state: str = ""
    address_city: str = ""
    """City of a foreign address; the street is in the first address line."""
    name_en: str | None = None
    city_en: str | None = None
    state_en: str | None = None
    street_en: str | None = None
    country_code: str = ""
    country_name: str | None = None
    country_name_en: str | None = None
    shipping_message: str = ""
    clearance_information_type: Literal["I", "P", "C"] | None = None
    clearance_information: str = ""
    wished_delivery_date: str = ""
    wished_delivery_time: str | None = None
    shipping_code: str = ""


_NO_MONEY: Final = frozenset(("point", "credit", "coupon"))


def paying_method(methods: Sequence[str]) -> str:
    """Return the payment method by which the money of a payment was paid; empty: none is known.

    Points, credits and coupons reduce what is to be paid; they are the method only of a payment
    that has no other one.
    """
    known = [each for each in methods if each]
    return next((each for each in known if each not in _NO_MONEY), known[0] if known else "")


class Order(Struct, frozen=True, kw_only=True):
    """An order. The defaults are those of a new one."""

    shop_no: int = 1
    currency: str = "KRW"
    order_id: str = ""
    market_id: str = "self"
    market_order_no: str | None = None
    member_id: str = ""
    member_email: str = ""
    member_authentication: Literal["T", "B", "J"] | None = None
    initial_order_amount: OrderAmount = OrderAmount()
    """Amounts at placement, or at the last quote of an unpaid order that lost items."""
    actual_order_amount: OrderAmount = OrderAmount()
    billing_name: str = ""
    bank_code: str = ""
    bank_code_name: str = ""
    payment_method: list[Method] = []
    payment_method_name: list[str] = []
    payment_gateway_names: list[str] | None = None
    sub_payment_method_name: str = ""
    sub_payment_method_code: str = ""
    transaction_ids: list[str] | None = None
    paid: Paid = "F"
    canceled: Canceled = "F"
    order_date: datetime | None = None
    first_order: Flag = "F"
    payment_date: datetime | None = None
    order_from_mobile: Flag = "F"
    use_escrow: Flag = "F"
    bank_account_no: str = ""
    bank_account_owner_name: str = ""
    market_seller_id: str | None = None
    payment_amount: Decimal = ZERO
    cancel_date: datetime | None = None
    order_place_name: str = ""
    order_place_id: Place = "platform"
    payment_confirmation: Flag | None = None
    commission: Decimal = ZERO
    postpay: Flag = "F"
    admin_additional_amount: Decimal = ZERO
    additional_shipping_fee: Decimal = ZERO
    international_shipping_insurance: Decimal = ZERO
    additional_handling_fee: Decimal = ZERO
    shipping_type: ShippingType = "A"
    shipping_type_text: str = "Domestic shipping"
    shipping_status: ShippingStatus = "F"
    shipping_fee_detail: list[ShippingFee] = []
    regional_surcharge_detail: list[RegionalSurcharge] = []
    wished_delivery_date: str = ""
    wished_delivery_time: str | None = None
    wished_carrier_id: str | None = None
    wished_carrier_name: str | None = None
    return_confirmed_date: datetime | None = None
    total_supply_price: Decimal = ZERO
    portal_point: int = 0
    additional_order_info_list: list[AdditionalInfo] = []
    store_pickup: Flag = "F"
    easypay_name: str = ""
    loan_status: Literal["OK", "NG", "ER"] | None = None
    subscription: Flag = "F"
    multiple_addresses: Flag = "F"
    exchange_rate: str = "1.0000"
    first_payment_methods: list[Method] = []
    portalpay_payment_information: Literal["P", "N"] | None = None
    market_discount_info: str | None = None
    include_tax: Flag = "T"
    tax_detail: list[TaxDetail] = []
    service_type: Literal["rental"] | None = None
    service_data: list[dict[str, str]] | None = None
    show_shipping_address: Flag = "T"
    social_member_code: str | None = None
    social_name: str | None = None
