"""The lists of products on pages of the shop: sorted, narrowed, with facets. No API has them.

They show what the storefront's `products` does, also by price, and what is in stock.
"""

from collections import Counter
from collections.abc import Sequence
from decimal import Decimal
from typing import Any, Final, Literal

from msgspec import UNSET, Struct, UnsetType
from sqlalchemy import bindparam, select

from openmall.commerce.collection.tables import BRAND
from openmall.commerce.product import shopper_group
from openmall.commerce.product.products import front as product_front
from openmall.commerce.product.products import rules as product_rules
from openmall.commerce.product.products.front import ListedForMember
from openmall.commerce.product.products.takes import (
    Offset5000,
    ProductQuery,
    ShownFilters,
)
from openmall.contract.call import Call
from openmall.contract.change import sent_fields
from openmall.contract.money import money
from openmall.contract.params import Limit100, Order
from openmall.contract.resource import Resource
from openmall.database.statements import InList, Statement

MOST_COUNTED: Final = 2_000
"""Products of a list that its facets count."""
MOST_BRANDS: Final = 20
SortedBy = Literal["created_date", "updated_date", "product_name", "price"]
_BRANDS: Final = Statement(
    select(BRAND.c.brand_code, BRAND.c.brand_name).where(
        BRAND.c.mall_id == bindparam("mall_id"),
        BRAND.c.shop_no == bindparam("shop_no"),
        InList(BRAND.c.brand_code, "codes"),
    )
)


class ShelfFilters(ShownFilters, frozen=True, kw_only=True):
    """Filters of a list of products on a page."""

    in_stock: Literal["T"] | UnsetType = UNSET


class ShelfQuery(ShelfFilters, frozen=True, kw_only=True):
    """Filters, sorts and pages a list of products on a page."""

    sort: SortedBy = "created_date"
    order: Order = "desc"
    offset: Offset5000 = 0
    limit: Limit100 = 10


class _StockedQuery(ProductQuery, frozen=True, kw_only=True):
    in_stock: Literal["T"] | UnsetType = UNSET


class BrandFacet(Struct, frozen=True, kw_only=True):
    """A brand of a list, and how many products have it."""

    brand_code: str
    brand_name: str
    count: int


class Facets(Struct, frozen=True, kw_only=True):
    """By what a list can be narrowed. Prices are those before benefits."""

    count: int
    """Products counted, at most `MOST_COUNTED`."""
    in_stock: int
    price_min: Decimal | None
    """Null: there are no products."""
    price_max: Decimal | None
    brands: list[BrandFacet]
    """Those of most products first."""


async def list_shelf(call: Call, query: ShelfQuery) -> Sequence[ListedForMember]:
    """Retrieve a list of the products on display, for a page of the shop."""
    sent: dict[str, Any] = sent_fields(query)
    return await product_front.list_matching(call, _StockedQuery(**sent))


async def count_facets(call: Call, filters: ShelfFilters) -> Facets:
    """Count by what a list of products can be narrowed; of long lists the first products only."""
    viewer = shopper_group.viewer(await shopper_group.of_shopper(call))
    matching = _StockedQuery(**{**sent_fields(filters), "display": "T", "selling": "T"})
    facts = await product_rules.facts(call, matching, viewer, most=MOST_COUNTED)
    brands = Counter(each.brand_code for each in facts)
    names: dict[str, str] = {}
    if brands:
        rows = await call.db.all(_BRANDS, shop_no=call.shop_no, codes=sorted(brands)[:MOST_COUNTED])
        names = dict(map(tuple, rows))
    prices = [each.price for each in facts]
    return Facets(
        count=len(facts),
        in_stock=sum(each.in_stock for each in facts),
        price_min=money(min(prices)) if prices else None,
        price_max=money(max(prices)) if prices else None,
        brands=[
            BrandFacet(brand_code=code, brand_name=names[code], count=number)
            for code, number in sorted(brands.items(), key=lambda each: (-each[1], each[0]))
            if code in names
        ][:MOST_BRANDS],
    )


_SHELF: Final = Resource(ListedForMember, area="product", key="product", listed="products")

OPERATIONS = [
    _SHELF.listing("shelf", list_shelf, takes=ShelfQuery, shows=product_front.LISTED),
    _SHELF.giving(Facets).get("shelf/facets", count_facets, takes=ShelfFilters),
]
