"""The parameters of partners' searches for products.

Specification: "Partner-collection API"; bounds as in `spec/parameters.tsv`. Filters narrow each
other; of the values of one comma list any may match.
"""

from decimal import Decimal
from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from openmall.commerce.partner.shops.takes import Offset5000, Text
from openmall.commerce.partner_projection.shape import Age, Currency, Grade, Language
from openmall.commerce.product.products.shape import Condition
from openmall.contract.params import (
    MOST_LISTED,
    EndDate,
    EntityNo,
    Limit100,
    Number,
    Order,
    Params,
    Price,
    StartDate,
)

Rate = Annotated[Decimal, Meta(extra={"ge": Decimal(0), "le": Decimal(100)})]
"""Percent."""
Stars = Annotated[int, Meta(ge=0, le=5)]


Sort = Literal[
    "mobile_discount_price",
    "pc_discount_price",
    "mobile_discount_rate",
    "pc_discount_rate",
    "price",
    "created_date",
    "product_name",
    "review_count",
    "review_score",
    "hits_count",
    "popularity_score",
]


class PartnerProductFilters(Params, frozen=True, kw_only=True):
    """Filters of lists and counts of products."""

    collection_product_category: Annotated[list[Text], Meta(max_length=10)] | UnsetType = UNSET
    """Codes of the programme's categories, of any level."""
    product_ukey: Annotated[list[Text], Meta(max_length=100)] | UnsetType = UNSET
    """Identifies mall, shop and number, which must not be sent with it."""
    shop_name: list[Text] | UnsetType = UNSET
    """Products of shops whose name contains all words of one of these values."""
    store_id: Text | UnsetType = UNSET
    shop_no: Annotated[list[EntityNo], Meta(max_length=3)] | UnsetType = UNSET
    shop_grade: Annotated[list[Grade], Meta(max_length=4)] | UnsetType = UNSET
    shop_language: Language | UnsetType = UNSET
    shop_currency_code: Currency | UnsetType = UNSET
    product_name: list[Text] | UnsetType = UNSET
    """Products whose name contains all words of one of these values."""
    product_no: Annotated[list[EntityNo], Meta(max_length=3)] | UnsetType = UNSET
    product_status_type: Condition | UnsetType = UNSET
    price_min: Price | UnsetType = UNSET
    price_max: Price | UnsetType = UNSET
    is_pc_discount: bool | UnsetType = UNSET
    is_mobile_discount: bool | UnsetType = UNSET
    pc_discount_price_min: Price | UnsetType = UNSET
    pc_discount_price_max: Price | UnsetType = UNSET
    mobile_discount_price_min: Price | UnsetType = UNSET
    mobile_discount_price_max: Price | UnsetType = UNSET
    pc_discount_rate_min: Rate | UnsetType = UNSET
    pc_discount_rate_max: Rate | UnsetType = UNSET
    mobile_discount_rate_min: Rate | UnsetType = UNSET
    mobile_discount_rate_max: Rate | UnsetType = UNSET
    is_free_shipping: bool | UnsetType = UNSET
    is_international_shipping: bool | UnsetType = UNSET
    international_shipping_country: Text | UnsetType = UNSET
    is_free_gift: bool | UnsetType = UNSET
    is_coupon_discount: bool | UnsetType = UNSET
    review_count_min: Number | UnsetType = UNSET
    review_count_max: Number | UnsetType = UNSET
    review_score_min: Stars | UnsetType = UNSET
    review_score_max: Stars | UnsetType = UNSET
    brand_name: Text | UnsetType = UNSET
    product_standard_tags: list[Text] | UnsetType = UNSET
    """Values of its properties."""
    product_popular_age: Age | UnsetType = UNSET
    created_start_date: StartDate | UnsetType = UNSET
    created_end_date: EndDate | UnsetType = UNSET
    updated_start_date: StartDate | UnsetType = UNSET
    updated_end_date: EndDate | UnsetType = UNSET


class PartnerProductQuery(PartnerProductFilters, frozen=True, kw_only=True):
    """Filters, sorts and pages products; without `sort`, the newest first."""

    limit: Limit100 = 10
    offset: Offset5000 = 0
    sort: Sort | UnsetType = UNSET
    order: Order = "desc"


class StoreProductQuery(Params, frozen=True, kw_only=True):
    """Filters, sorts and pages the products of named malls; without `sort`, the cheapest first."""

    store_id: Annotated[list[Text], Meta(min_length=1, max_length=MOST_LISTED)]
    shop_name: Annotated[list[Text], Meta(max_length=3)] | UnsetType = UNSET
    """Products of shops whose name contains all words of one of these values."""
    shop_no: Annotated[list[EntityNo], Meta(max_length=3)] | UnsetType = UNSET
    product_name: Text | UnsetType = UNSET
    """Products whose name contains all of its words."""
    product_status_type: Condition | UnsetType = UNSET
    price_min: Price | UnsetType = UNSET
    price_max: Price | UnsetType = UNSET
    is_pc_discount: bool | UnsetType = UNSET
    is_mobile_discount: bool | UnsetType = UNSET
    pc_discount_price_min: Price | UnsetType = UNSET
    pc_discount_price_max: Price | UnsetType = UNSET
    mobile_discount_price_min: Price | UnsetType = UNSET
    mobile_discount_price_max: Price | UnsetType = UNSET
    pc_discount_rate_min: Rate | UnsetType = UNSET
    pc_discount_rate_max: Rate | UnsetType = UNSET
    mobile_discount_rate_min: Rate | UnsetType = UNSET
    mobile_discount_rate_max: Rate | UnsetType = UNSET
    is_free_shipping: bool | UnsetType = UNSET
    is_international_shipping: bool | UnsetType = UNSET
    international_shipping_country: Text | UnsetType = UNSET
    is_free_gift: bool | UnsetType = UNSET
    is_coupon_discount: bool | UnsetType = UNSET
    review_count_min: Number | UnsetType = UNSET
    review_count_max: Number | UnsetType = UNSET
    review_score_min: Stars | UnsetType = UNSET
    review_score_max: Stars | UnsetType = UNSET
    brand_name: Text | UnsetType = UNSET
    product_popular_age: Age | UnsetType = UNSET
    created_start_date: StartDate | UnsetType = UNSET
    created_end_date: EndDate | UnsetType = UNSET
    updated_start_date: StartDate | UnsetType = UNSET
    updated_end_date: EndDate | UnsetType = UNSET
    limit: Limit100 = 10
    offset: Offset5000 = 0
    sort: Sort = "mobile_discount_price"
    order: Order = "asc"
