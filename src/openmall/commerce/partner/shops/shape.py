"""A shop that takes part in the partner programme, as partners read it.

Specification: "Partner-collection API", responses "not shown"; fields as documented elsewhere.
"""

from datetime import datetime

from msgspec import Struct


class Category(Struct, frozen=True, kw_only=True):
    """Category of a shop in the programme; empty: not classified."""

    depth1: str
    depth2: str


class PartnerShop(Struct, frozen=True, kw_only=True):
    """A shop that takes part."""

    collection_store_category: Category
    store_id: str
    """The mall."""
    shop_name: str
    shop_no: int
    shop_url: str
    shop_currency_code: str
    shop_language: str
    shop_grade: str
    """black from a score of 90, purple from 80, green from 70, orange below."""
    shop_popular_age: str
    shop_sex: str
    """F, M; empty: both, or not known."""
    shop_region: str
    shop_tags: list[str]
    social_logins: list[str]
    use_platformpay: bool
    use_portalpay: bool
    use_carrier_y: bool
    shipping_fee_type: str
    benefits: list[str]
    global_payment_type: list[str]
    created_date: datetime
    """Since when it takes part."""
    updated_date: datetime
    """When that with which it takes part was last set."""
