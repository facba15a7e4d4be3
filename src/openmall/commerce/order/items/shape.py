"""Items of an order as apps send and read them.

Specification: resources of the Order area are "not shown"; names and codes as catalogued.
"""

from decimal import Decimal

from msgspec import UNSET, Struct, UnsetType

from openmall.commerce.order.orders.takes import ItemCode, OrderPath
from openmall.commerce.order.placement.placing.pricing import VariantCode
from openmall.contract.money import ZERO
from openmall.contract.params import Flag, LongText, ShopParams, ShortText


class ItemDraft(OrderPath, frozen=True, kw_only=True):
    """One unit of a variant to add to an order."""

    was_product_bundle: Flag = "F"
    original_bundle_item_no: str | UnsetType = UNSET
    """The bundle's item that it belonged to."""
    variant_code: VariantCode


class ItemPath(OrderPath, frozen=True, kw_only=True):
    order_item_code: ItemCode


class OptionText(Struct, frozen=True, kw_only=True):
    """A text that a buyer wants on a product."""

    additional_option_name: ShortText
    additional_option_value: LongText


class PartOptions(Struct, frozen=True, kw_only=True):
    """Texts for one product of a bundle."""

    variant_code: str
    additional_options: list[OptionText]


class OptionsChange(ItemPath, frozen=True, kw_only=True):
    """New values of texts that the item has."""

    additional_options: list[OptionText] | UnsetType = UNSET


class OptionsDraft(OptionsChange, frozen=True, kw_only=True):
    """Texts that the item does not have yet."""

    product_bundle: Flag
    """T: the item is a bundle, and the product within it is named."""
    bundle_additional_options: PartOptions | UnsetType = UNSET


class ItemOptions(Struct, frozen=True, kw_only=True):
    """An item of an order with a buyer's texts."""

    shop_no: int
    order_id: str
    order_item_code: str
    product_bundle: Flag
    additional_options: list[OptionText]
    bundle_additional_options: PartOptions | None = None


class AmountsQuery(ShopParams, frozen=True, kw_only=True):
    order_item_code: list[ItemCode]


class ItemPrice(Struct, frozen=True, kw_only=True):
    product_price: Decimal
    option_price: Decimal
    quantity: int


class OrderDiscount(Struct, frozen=True, kw_only=True):
    """The item's share of the order's discounts."""

    membership_discount_amount: Decimal = ZERO
    coupon_discount_price: Decimal = ZERO
    app_discount_amount: Decimal = ZERO


class ItemDiscount(Struct, frozen=True, kw_only=True):
    """The item's own discounts."""

    additional_discount_price: Decimal
    coupon_discount_price: Decimal
    app_discount_amount: Decimal


class PaymentAmount(Struct, frozen=True, kw_only=True):
    """The amounts of an item of an order."""

    shop_no: int
    order_item_code: str
    items: ItemPrice
    order_price_amount: Decimal
    order_discount_amount: OrderDiscount
    item_discount_amount: ItemDiscount
    additional_payment_amount: Decimal
    """The item's share of the shop's additions to an unpaid order."""
    payment_amount: Decimal
