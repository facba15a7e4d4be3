"""A variant as the storefront shows it. Clients know it by the name of the class."""

from decimal import Decimal

from msgspec import UNSET, UnsetType

from openmall.commerce.product.variants import shape


class Variant(shape.Variant, frozen=True, kw_only=True):
    """A variant for a shopper who gets a discount."""

    discount_price: Decimal | UnsetType = UNSET
    """Price of one unit with its option for this shopper, without coupons; absent without a
    discount."""
