"""Parameters and answer of a preview of prices."""

from decimal import Decimal
from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from openmall.commerce.order.placement.placing.pricing import VariantCode
from openmall.commerce.promotion.coupons.takes import CouponNo
from openmall.commerce.promotion.discount_codes.takes import EnteredCode
from openmall.contract.params import ShopParams
from openmall.contract.refusal import Value

MOST_VARIANTS = 5


class PreviewQuery(ShopParams, frozen=True, kw_only=True):
    """The products to price, each in an order of its own, and what reduces the prices."""

    variant_code: Annotated[list[VariantCode], Meta(min_length=1, max_length=MOST_VARIANTS)]
    quantity: Annotated[int, Meta(ge=1, le=1000)] = 1
    coupon_no: CouponNo | UnsetType = UNSET
    """A coupon that members use; guests have none."""
    discount_code: EnteredCode = ""


class PreviewPrice(Struct, frozen=True, kw_only=True):
    """What a buyer pays for a quantity of one product, in the shop's currency."""

    variant_code: str
    product_no: int
    product_name: str
    group_no: int
    """0: guests."""
    group_name: str
    regular: Decimal
    """The price of the quantity before any discount."""
    benefits: Decimal
    group_discount: Decimal
    coupon: Decimal
    """Discount of the coupon or of the discount code on goods."""
    free_units: int
    """Units of the quantity that come without price."""
    points: Decimal
    """Points that the coupon gives."""
    shipping: Decimal
    """Shipping fee after discounts."""
    total: Decimal
    gifts: list[str]
    """Names of the gifts among which the buyer chooses, and of those that come by themselves."""
    refusal: str
    """Why coupon or code cannot be used; empty where it can, or none is meant."""
    reason: str = ""
    """Code of the refusal that `refusal` renders."""
    values: dict[str, Value] = {}
    """Values of the refusal by name."""


class PricePreview(Struct, frozen=True, kw_only=True):
    prices: list[PreviewPrice]
