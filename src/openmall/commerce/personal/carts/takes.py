"""The parameters and answers of a shopper's own cart.

Specification: "add-to-cart" of the storefront is "not shown"; names are those of the catalogue.
"""

from datetime import datetime
from decimal import Decimal
from typing import Annotated, Final, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from openmall.commerce.product.bundles.shape import MOST_PARTS
from openmall.contract.params import EntityNo, Flag, ShopParams

MOST_AT_ONCE: Final = 10
BasketType = Literal["A0000", "A0001"]
"""A0000: usual, A0001: paid in interest-free instalments; each has a separate cart."""
PaidWhen = Literal["P", "C"]
"""The shipping fee is paid P with the order, C on delivery."""
Text = Annotated[str, Meta(max_length=1_000)]


class OptionSelection(Struct, frozen=True, kw_only=True):
    """The value of one option, by code and number, or by the texts shoppers read."""

    option_code: str | UnsetType = UNSET
    value_no: int | None | UnsetType = UNSET
    name: str | UnsetType = UNSET
    value: str | UnsetType = UNSET


class OptionTextDraft(Struct, frozen=True, kw_only=True):
    """The buyer's text for an additional option, named by `name` or `title`.

    A product that has one such option needs no name.
    """

    key: str = ""
    title: str | UnsetType = UNSET
    name: str | UnsetType = UNSET
    type: str = "text"
    value: Text = ""


class ChosenPart(Struct, frozen=True, kw_only=True):
    """The variant of one part of a bundle."""

    variants_code: str


class VariantQuantity(Struct, frozen=True, kw_only=True):
    """A variant and the number of units to add."""

    quantity: EntityNo
    variants_code: str
    options: list[OptionSelection] = []
    """Expected variant; refused when the code names another one."""
    additional_option_values: list[OptionTextDraft] = []
    bundle_product_components: Annotated[list[ChosenPart], Meta(max_length=MOST_PARTS)] = []
    """Of a bundle: the variant of each part; a part with one variant on offer needs none."""


class CartDraft(ShopParams, frozen=True, kw_only=True):
    """The items to put into the cart."""

    product_no: EntityNo
    basket_type: BasketType
    duplicated_item_check: Flag
    """T: nothing is added when one of the variants is there already."""
    prepaid_shipping_fee: PaidWhen
    variants: Annotated[list[VariantQuantity], Meta(max_length=MOST_AT_ONCE)] = []
    """None: as few as may be bought of a product that has but one."""


class AddedOption(Struct, frozen=True, kw_only=True):
    option_code: str
    value_no: int | None


class AddedOptionText(Struct, frozen=True, kw_only=True):
    key: str
    title: str
    type: str
    value: str


class AddedVariant(Struct, frozen=True, kw_only=True):
    quantity: int
    variants_code: str
    options: list[AddedOption]
    additional_option_values: list[AddedOptionText]
    bundle_product_components: list[ChosenPart] | UnsetType = UNSET
    """Of a bundle: the variants of its parts."""


class CartAnswer(Struct, frozen=True, kw_only=True):
    """The items put into the cart; with `duplicated_item` T, those left out."""

    duplicated_item: Flag
    variants: list[AddedVariant]
    product_no: int
    basket_type: BasketType
    prepaid_shipping_fee: PaidWhen


class CartFilters(ShopParams, frozen=True, kw_only=True):
    """Selects the carts that hold a product."""

    product_no: EntityNo


class CartPath(ShopParams, frozen=True, kw_only=True):
    """An item in the shopper's own cart."""

    basket_product_no: EntityNo


class CartChange(CartPath, frozen=True, kw_only=True):
    """The new number of units of an item."""

    quantity: EntityNo


class CartItem(Struct, frozen=True, kw_only=True):
    """An item in the shopper's cart, with today's prices of one unit."""

    shop_no: int
    basket_product_no: int
    product_no: int
    product_name: str
    variants_code: str
    option_value: str
    """`Colour=Sand, Size=L`; of a bundle its parts."""
    quantity: int
    product_price: Decimal
    discount_price: Decimal
    """Price of one unit with discounts for this quantity; without options and coupons."""
    option_price: Decimal
    payment_amount: Decimal
    """Price of the whole quantity with options, after discounts, before coupons."""
    basket_type: BasketType
    prepaid_shipping_fee: PaidWhen
    additional_option_values: list[AddedOptionText]
    selling: Flag
    """F: it cannot be ordered any more."""
    created_date: datetime
    bundle_product_components: list[ChosenPart] | UnsetType = UNSET
    """Of a bundle: the variants of its parts."""


class CartItemKey(Struct, frozen=True, kw_only=True):
    shop_no: int
    basket_product_no: int


class Emptied(Struct, frozen=True, kw_only=True):
    """Number of items removed from a cart."""

    shop_no: int
    count: int
