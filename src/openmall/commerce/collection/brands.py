"""Brands of products. A product without one has the default brand."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Final

from msgspec import UNSET, Meta, Struct, UnsetType

from openmall.commerce.collection import grouped_products
from openmall.commerce.collection.coded_rows import CodedRows
from openmall.commerce.collection.tables import BRAND, DEFAULTS
from openmall.contract.call import Call
from openmall.contract.codes import Code
from openmall.contract.params import Flag, Limit100, Offset8000, Params, ShopParams
from openmall.contract.resource import Resource
from openmall.translations.catalogues import Message

Name = Annotated[str, Meta(min_length=1, max_length=50)]
Keyword = Annotated[str, Meta(max_length=200)]


class Brand(Struct, frozen=True, kw_only=True):
    """A brand in one language."""

    shop_no: int
    brand_code: str
    brand_name: str
    use_brand: Flag = "T"
    search_keyword: str = ""
    product_count: int = 0
    created_date: datetime


class BrandFilters(ShopParams, frozen=True, kw_only=True):
    brand_code: list[str] | UnsetType = UNSET
    brand_name: list[str] | UnsetType = UNSET
    """Any part of the name, case-insensitive."""
    use_brand: Flag | UnsetType = UNSET


class BrandQuery(BrandFilters, frozen=True, kw_only=True):
    offset: Offset8000 = 0
    limit: Limit100 = 10


class BrandDraft(ShopParams, frozen=True, kw_only=True):
    brand_name: Name
    use_brand: Flag | UnsetType = UNSET
    search_keyword: Keyword | UnsetType = UNSET


class BrandChange(ShopParams, frozen=True, kw_only=True):
    brand_code: Code
    brand_name: Name | UnsetType = UNSET
    use_brand: Flag | UnsetType = UNSET
    search_keyword: Keyword | UnsetType = UNSET


class BrandPath(Params, frozen=True, kw_only=True):
    """Selects a brand, in every language."""

    brand_code: Code


BRANDS: Final = CodedRows(
    BRAND,
    Brand,
    default=DEFAULTS["brand_code"],
    default_name=Message("Default brand"),
)


async def list_brands(call: Call, query: BrandQuery) -> Sequence[Brand]:
    """Retrieve a list of brands."""
    return await BRANDS.page(call, query, offset=query.offset, limit=query.limit)


async def count_brands(call: Call, filters: BrandFilters) -> int:
    """Retrieve a count of brands."""
    return await BRANDS.count(call, filters)


async def create_brand(call: Call, draft: BrandDraft) -> Brand:
    """Create a brand."""
    return await BRANDS.create(call, draft)


async def change_brand(call: Call, change: BrandChange) -> Brand:
    """Update a brand. Identical content is NotModified (409)."""
    return await BRANDS.change(call, change)


async def delete_brand(call: Call, params: BrandPath) -> Brand:
    """Delete a brand; its products are of the default brand from then on."""
    brand = await BRANDS.get_to_change(call, params.brand_code)
    await BRANDS.remove(call, brand.brand_code)
    code, instead = brand.brand_code, DEFAULTS["brand_code"]
    moved = await grouped_products.CHANGE(call, "brand_code", code, instead)
    call.journal(
        f"brand {brand.brand_code}",
        {"brand_name": (brand.brand_name, None), **({"products": (moved, 0)} if moved else {})},
    )
    return brand


async def _code_of(call: Call, params: BrandPath) -> str:
    return (await BRANDS.get(call, params.brand_code)).brand_code


_SHOWN: Final = (
    "shop_no",
    "brand_code",
    "brand_name",
    "use_brand",
    "search_keyword",
    "created_date",
)

_BRANDS: Final = Resource(Brand, area="collection", key="brand", listed="brands")

OPERATIONS = [
    _BRANDS.listing("brands", list_brands, takes=BrandQuery),
    _BRANDS.count("brands/count", count_brands, takes=BrandFilters),
    _BRANDS.post("brands", create_brand, takes=BrandDraft, shows=_SHOWN),
    _BRANDS.put("brands/{brand_code}", change_brand, takes=BrandChange, shows=_SHOWN),
    _BRANDS.delete(
        "brands/{brand_code}",
        delete_brand,
        takes=BrandPath,
        shows=("brand_code",),
        prepare=grouped_products.moving_ahead("brand_code", DEFAULTS["brand_code"], _code_of),
    ),
]
