"""The contents of carts as the admin API answers them. Specification: as catalogued."""

from datetime import datetime
from decimal import Decimal
from typing import Annotated, Literal

from msgspec import Meta, Struct

from openmall.commerce.customer.customers.takes import MemberId
from openmall.commerce.personal.carts.takes import CartFilters
from openmall.contract.params import Flag, Limit100, ShopParams

Offset = Annotated[int, Meta(ge=0, le=10_000)]


class MembersCarts(ShopParams, frozen=True, kw_only=True):
    """Selects the members whose carts are listed."""

    member_id: list[MemberId]
    offset: Offset = 0
    limit: Limit100 = 10


class CartPageQuery(CartFilters, frozen=True, kw_only=True):
    """Selects the carts that hold a product, and pages them."""

    limit: Limit100 = 10
    offset: Offset = 0


class TextOption(Struct, frozen=True, kw_only=True):
    """The buyer's text for an additional option."""

    key: str
    type: str
    value: str
    name: str


class MemberCartLine(Struct, frozen=True, kw_only=True):
    """Units of a variant in a member's cart, at today's prices."""

    shop_no: int
    basket_product_no: int
    member_id: str
    created_date: datetime
    product_no: int
    additional_option_values: list[TextOption]
    variant_code: str
    quantity: int
    product_price: Decimal
    option_price: Decimal
    """Additional price of the options, for one unit."""
    product_bundle: Flag
    shipping_type: Literal["A", "B"]
    """A within the country, B abroad."""
    category_no: int | None
    """The first category the product is in; null: it is in none."""


class Holding(Struct, frozen=True, kw_only=True):
    """Units of a product's variant in a cart."""

    shop_no: int
    member_id: str
    """Empty for a guest."""
    created_date: datetime
    product_no: int
    variant_code: str
    quantity: int
    product_bundle: Flag
