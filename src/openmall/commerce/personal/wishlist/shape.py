"""Answers about wish lists. Specification: the Personal area is "not shown"; as catalogued."""

from datetime import datetime
from decimal import Decimal

from msgspec import Struct

from openmall.contract.params import Flag


class WishOptionText(Struct, frozen=True, kw_only=True):
    """The customer's text for an additional option."""

    option_name: str
    option_value: str


class WishFile(Struct, frozen=True, kw_only=True):
    """A file the customer added."""

    file_path: str


class Wish(Struct, frozen=True, kw_only=True):
    """A variant that a customer would like to have, at today's price."""

    shop_no: int
    wishlist_no: int
    product_no: int
    variant_code: str
    additional_option: list[WishOptionText] | None = None
    attached_file_option: list[WishFile] | None = None
    price: Decimal
    product_bundle: Flag
    created_date: datetime
    price_content: str | None = None
    """Text the shop shows instead of a price."""


class Wisher(Struct, frozen=True, kw_only=True):
    """A customer who wishes for a product."""

    shop_no: int
    member_id: str
