"""Draft orders as apps send and read them.

Specification: resources of the Order area are "not shown"; names and codes as catalogued.
"""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from openmall.commerce.customer.customers.takes import Email
from openmall.commerce.order.orders.shape import Method, ShippingType
from openmall.commerce.order.placement.placing.pricing import Quantity
from openmall.contract import patterns
from openmall.contract.params import Country, EntityNo, Flag, ShopParams

PaidBy = Literal["cash", "card", "icash", "tcash", "cell", "deferpay"]
DraftedAt = Literal["self", "mobile", "mobile_d"]
"""The web shop, its mobile web, its mobile app."""
Name = Annotated[str, Meta(max_length=100)]
Zipcode = Annotated[str, Meta(min_length=2, max_length=14)]
Text255 = Annotated[str, Meta(max_length=255)]


class DraftItem(Struct, frozen=True, kw_only=True):
    """A quantity of a variant."""

    product_no: EntityNo
    product_code: str
    option_id: str
    """The last four letters of the variant's code."""
    quantity: Quantity
    product_bundle: Flag = "F"
    """T: a bundle, or a part of the one that `product_bundle_no` names."""
    product_bundle_no: str | UnsetType = UNSET
    """The bundle that the variant is a part of; each part is an item with its number of units."""
    prepaid_shipping_fee: Literal["P", "C"] = "P"
    """P paid with the order, C on delivery."""


class DraftOrder(ShopParams, frozen=True, kw_only=True):
    """A draft order: buyer, receiver, items and payment method."""

    member_id: Annotated[str, Meta(max_length=20)] | UnsetType = UNSET
    order_from_mobile: Flag = "F"
    payment_method: PaidBy = "cash"
    order_place_id: DraftedAt | UnsetType = UNSET
    country_code: Country | UnsetType = UNSET
    payment_gateway_name: Annotated[str, Meta(max_length=20)] | UnsetType = UNSET
    receiver_name: Name
    receiver_name_en: Name | UnsetType = UNSET
    receiver_name_furigana: Name | UnsetType = UNSET
    receiver_phone: Text255
    receiver_cellphone: Text255
    receiver_zipcode: Zipcode | UnsetType = UNSET
    receiver_address1: Text255 | UnsetType = UNSET
    receiver_address2: Text255 | UnsetType = UNSET
    receiver_city: Text255 | UnsetType = UNSET
    receiver_state: Text255 | UnsetType = UNSET
    shipping_message: Text255 | UnsetType = UNSET
    buyer_name: Name
    buyer_email: Email | UnsetType = UNSET
    buyer_phone: Text255 | UnsetType = UNSET
    buyer_cellphone: Text255 | UnsetType = UNSET
    buyer_zipcode: Zipcode
    buyer_address1: Annotated[str, Meta(max_length=250)]
    buyer_address2: Text255
    no_shipping_required: Flag = "F"
    """T: nothing is sent, there is no address and no fee."""
    transaction_id: Annotated[str, Meta(max_length=100)] | UnsetType = UNSET
    bank_code: (
        Annotated[str, Meta(pattern=patterns.pattern(r"^[a-z0-9_-]*\Z", "a-z, 0-9, _ and - only"))]
        | UnsetType
    ) = UNSET
    bank_account_no: Annotated[str, Meta(max_length=30)] | UnsetType = UNSET
    bank_account_owner_name: Name | UnsetType = UNSET
    shipping_type: ShippingType | UnsetType = UNSET
    clearance_information_type: Literal["I", "P", "C"] | UnsetType = UNSET
    clearance_information: Text255 | UnsetType = UNSET
    send_order_message: Flag = "F"
    """T: the buyer is told of the order by push, chat or text message, as the shop sends them."""
    send_payment_guide_message: Flag = "F"
    """T: the buyer of an order by bank transfer is told by push, chat or text message what to
    transfer, and where to."""
    send_order_email: Flag = "F"
    """T: the buyer is told of the order by mail."""
    items: list[DraftItem]


class DraftAmount(Struct, frozen=True, kw_only=True):
    """The amount due: an integer where the currency has no smaller unit."""

    total_amount: int | float
    total_discount_amount: int | float


class DraftedItem(Struct, frozen=True, kw_only=True):
    product_no: int
    product_code: str
    option_id: str
    quantity: int
    product_bundle: Flag
    prepaid_shipping_fee: Literal["P", "C"]
    product_bundle_no: str | None = None


class Drafted(Struct, frozen=True, kw_only=True):
    """A draft order that awaits its payment."""

    shop_no: int
    order_id: str
    payment_amount: DraftAmount
    order_from_mobile: Flag
    payment_method: Method
    items: list[DraftedItem]
