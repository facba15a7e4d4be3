"""Parameters and answer of a calculation.

Specification: resources of the Order area are "not shown"; names and codes as catalogued.
"""

from decimal import Decimal
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from openmall.commerce.order.placement.checkout.takes import MOST_COUPONS, IssueNo
from openmall.commerce.order.placement.placing.pricing import Quantity, VariantCode
from openmall.contract.params import Country, EntityNo, Flag, Price, ShopParams, ShortText

PaidBy = Literal["cash", "card", "icash", "tcash", "cell", "deferpay", "point"]


class CalculationItem(Struct, frozen=True, kw_only=True):
    """A quantity of a variant at a unit price."""

    product_no: EntityNo
    variant_code: VariantCode
    quantity: Quantity
    product_price: Price
    option_price: Price | UnsetType = UNSET
    """Per unit; default: the variant's own."""
    product_bundle: Flag = "F"
    product_bundle_no: EntityNo | UnsetType = UNSET
    prepaid_shipping_fee: Literal["P", "C"] = "P"
    """P paid with the order, C on delivery."""
    option_id: Annotated[str, Meta(min_length=1, max_length=20)] | UnsetType = UNSET
    """The last four characters of the variant's code."""
    product_coupons: Annotated[list[IssueNo], Meta(max_length=MOST_COUPONS)] = []
    """Product coupons of the member for this item: numbers of issues."""


class CalculationDraft(ShopParams, frozen=True, kw_only=True):
    """Everything that the price of an order depends on."""

    mobile: Flag = "F"
    member_id: Annotated[str, Meta(max_length=20)] | UnsetType = UNSET
    shipping_type: Literal["A", "B"] = "A"
    """A domestic, B overseas."""
    payment_method: PaidBy | UnsetType = UNSET
    country_code: Country | UnsetType = UNSET
    carrier_id: EntityNo | UnsetType = UNSET
    """The carrier by whose fees the parcels are sent; default: the default carrier of the shop."""
    zipcode: ShortText | UnsetType = UNSET
    address_full: Annotated[str, Meta(max_length=1000)] | UnsetType = UNSET
    address_state: Annotated[str, Meta(max_length=255)] | UnsetType = UNSET
    items: list[CalculationItem]
    device: Literal["pc", "mobile", "plusapp"] | UnsetType = UNSET
    """Where it is ordered; default: as `mobile` says."""
    points_spent_amount: Price | UnsetType = UNSET
    """Points of the member that pay a part."""
    order_coupons: Annotated[list[IssueNo], Meta(max_length=MOST_COUPONS)] = []
    """Order coupons of the member: numbers of issues."""


class DiscountDetail(Struct, frozen=True, kw_only=True):
    """The origin of a product's own discounts; None: there is no such discount."""

    customer_discount_amount: Decimal | None = None
    new_product_discount_amount: Decimal | None = None
    individual_bundle_product_discount_amount: Decimal
    repurchase_discount_amount: Decimal | None = None
    bulk_purchase_discount_amount: Decimal | None = None
    period_discount_amount: Decimal


class CalculatedItem(Struct, frozen=True, kw_only=True):
    product_no: int
    variant_code: str
    quantity: int
    product_price: Decimal
    option_price: Decimal
    product_bundle: Flag
    product_bundle_no: int | None
    prepaid_shipping_fee: Literal["P", "C"]
    additional_discount_price: Decimal
    additional_discount_detail: DiscountDetail


class Fees(Struct, frozen=True, kw_only=True):
    """The parts of the shipping fee."""

    default_shipping_fee: Decimal
    supplier_shipping_fee: Decimal | None
    additonal_abroad_shipping_fee: Decimal | None
    """Clients know the field by this spelling."""
    additional_handling_fee: Decimal | None


class Calculation(Struct, frozen=True, kw_only=True):
    """The cost of an order before it is placed."""

    shop_no: int
    mobile: Flag
    member_id: str | None
    payment_method: PaidBy | None
    shipping_type: Literal["A", "B"]
    country_code: str
    carrier_id: int | None
    zipcode: str
    address_full: str
    address_state: str
    items: list[CalculatedItem]
    membership_discount_amount: Decimal
    shipping_fee_discount_amount: Decimal
    product_discount_amount: Decimal
    coupon_discount_price: Decimal
    """By coupons on products and on the order."""
    coupon_shipping_fee_amount: Decimal
    """By coupons on the shipping fee."""
    points_spent_amount: Decimal
    """Not a discount: it pays."""
    order_price_amount: Decimal
    total_discount_amount: Decimal
    shipping_fee: Decimal
    total_amount_due: Decimal
    shipping_fee_information: Fees
    tax_free_amount: Decimal
    """Untaxed part of the goods."""
    vat_amount: Decimal
    """Contained in the price of taxed goods."""
    tax_amount: Decimal
    """Taxed part of the goods, including the tax."""
