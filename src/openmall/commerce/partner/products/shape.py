"""A product of a shop in the partner programme, as partners read it.

Specification: "Partner-collection API", responses "not shown"; fields as documented elsewhere.
"""

from datetime import datetime
from decimal import Decimal

from msgspec import Struct

from openmall.commerce.partner_projection.shape import Option, StandardTag


class Category(Struct, frozen=True, kw_only=True):
    """Category of a product in the programme; empty: not classified."""

    depth1: str
    depth2: str
    depth3: str


class PartnerProduct(Struct, frozen=True, kw_only=True):
    """A product that is displayed and sold in a shop that takes part."""

    collection_product_category: Category
    product_ukey: str
    """`<store_id>_<shop_no>_<product_no>`: one product among all malls."""
    shop_name: str
    store_id: str
    shop_no: int
    shop_grade: str
    shop_language: str
    shop_currency_code: str
    product_name: str
    product_no: int
    product_code: str
    product_url: str
    product_status_type: str
    price: Decimal
    pc_discount_price: Decimal
    """Price after discounts; the price itself when there are none."""
    mobile_discount_price: Decimal
    is_pc_discount: bool
    is_mobile_discount: bool
    pc_discount_rate: int
    """Percent."""
    mobile_discount_rate: int
    is_free_shipping: bool
    is_international_shipping: bool
    international_shipping_country: list[str]
    """Countries it has a customs code for, when it is sent abroad."""
    is_free_gift: bool
    is_coupon_discount: bool
    product_options: list[Option]
    brand_name: str
    product_standard_tags: list[StandardTag]
    product_popular_age: str
    detail_image: str
    list_image: str
    tiny_image: str
    small_image: str
    review_count: int
    review_score: int
    hits_count: int
    expiration_date: datetime | None
    created_date: datetime
    updated_date: datetime
