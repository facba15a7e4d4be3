"""The parameters of partners' searches for shops.

Specification: "Partner-collection API"; bounds as in `spec/parameters.tsv`. Filters narrow each
other; of the values of one comma list any may match.
"""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from openmall.commerce.partner_projection.shape import (
    Age,
    Benefit,
    Currency,
    FeeType,
    Grade,
    Language,
    Payment,
    Sex,
    SocialLogin,
)
from openmall.contract.params import EndDate, EntityNo, Limit100, Order, Params, StartDate

Text = Annotated[str, Meta(max_length=250)]
Offset5000 = Annotated[int, Meta(ge=0, le=5000)]


class ShopFilters(Params, frozen=True, kw_only=True):
    """Filters of lists of shops."""

    collection_store_category: list[Text] | UnsetType = UNSET
    """Codes of the programme's categories, of either level."""
    shop_name: list[Text] | UnsetType = UNSET
    """Shops whose name contains all words of one of these values."""
    shop_properties: list[Text] | UnsetType = UNSET
    """Codes of anything a shop has: its grade, popular age, tags, social logins, benefits, ways to
    pay from abroad, or platformpay, portalpay, carrier_y."""
    store_id: Text | UnsetType = UNSET
    shop_no: Annotated[list[EntityNo], Meta(max_length=3)] | UnsetType = UNSET
    shop_currency_code: Currency | UnsetType = UNSET
    shop_language: Language | UnsetType = UNSET
    shop_grade: Grade | UnsetType = UNSET
    shop_popular_age: Age | UnsetType = UNSET
    shop_sex: Sex | UnsetType = UNSET
    shop_region: Text | UnsetType = UNSET
    shop_tags: Annotated[list[Text], Meta(max_length=10)] | UnsetType = UNSET
    use_platformpay: bool | UnsetType = UNSET
    use_portalpay: bool | UnsetType = UNSET
    use_carrier_y: bool | UnsetType = UNSET
    social_logins: list[SocialLogin] | UnsetType = UNSET
    shipping_fee_type: FeeType | UnsetType = UNSET
    benefits: list[Benefit] | UnsetType = UNSET
    global_payment_type: list[Payment] | UnsetType = UNSET
    created_start_date: StartDate | UnsetType = UNSET
    created_end_date: EndDate | UnsetType = UNSET


class ShopQuery(ShopFilters, frozen=True, kw_only=True):
    """Filters, sorts and pages shops; without `sort`, in the order in which they joined."""

    limit: Limit100 = 10
    offset: Offset5000 = 0
    sort: Literal["created_date", "shop_name"] | UnsetType = UNSET
    order: Order = "desc"
