"""A bundle as merchants and apps see it: a product with its parts and its discount.

Specification: resources of the Product area are "not shown"; names, bounds and codes are those
of `spec/parameters.tsv`.
"""

from decimal import Decimal
from typing import Annotated, Final, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from openmall.commerce.product.discountprice import DiscountPrice
from openmall.commerce.product.products.shape import Product
from openmall.contract.money import ZERO
from openmall.contract.params import LARGEST_INTEGER, EntityNo, amount_bounds

DiscountType = Literal["V", "P"]
"""V an amount of the shop's currency, P percent of what the parts cost."""
RoundUnit = Literal["F", "-2", "-1", "0", "1", "2", "3"]
"""To which unit a discount is rounded, as a power of ten: -2 to 0.01, 0 to 1, 3 to 1000; F none."""
RoundType = Literal["F", "R", "C"]
"""F down, R half up, C up."""
MOST_PARTS: Final = 100
"""Maximum number of products of a bundle."""
HowMany = Annotated[int, Meta(ge=1, le=9_999)]


class Component(Struct, frozen=True, kw_only=True):
    """A part of a bundle: a product, its unit price and its quantity."""

    product_no: int
    product_name: str
    product_code: str
    product_price: Decimal
    purchase_quantity: int


class ComponentDraft(Struct, frozen=True, kw_only=True):
    """The fields sent to make a product part of a bundle."""

    product_no: EntityNo
    purchase_quantity: HowMany


class Discount(Struct, frozen=True, kw_only=True):
    """The discount of a bundle on the sum of its parts."""

    discount_value: Decimal = ZERO
    discount_type: DiscountType = "V"
    discount_round_unit: RoundUnit = "F"
    discount_round_type: RoundType = "F"


class DiscountDraft(Struct, frozen=True, kw_only=True):
    """The fields sent to set a discount; UNSET: left alone."""

    discount_value: Annotated[
        Decimal,
        Meta(extra=amount_bounds(0, LARGEST_INTEGER, percentage_if=("discount_type", "P"))),
    ]
    discount_type: DiscountType
    discount_round_unit: RoundUnit | UnsetType = UNSET
    discount_round_type: RoundType | UnsetType = UNSET


class BundleSales(Struct, frozen=True, kw_only=True):
    """The price of a bundle, and its discount."""

    set_product_price: Decimal
    discount_value: Decimal
    discount_type: DiscountType
    discount_round_unit: RoundUnit
    discount_round_type: RoundType


class Bundle(Product, frozen=True, kw_only=True):
    """A bundle on its own; in a list it has fewer fields."""

    bundle_product_components: list[Component]
    bundle_product_sales: BundleSales | UnsetType = UNSET
    discountprice: DiscountPrice | UnsetType = UNSET
