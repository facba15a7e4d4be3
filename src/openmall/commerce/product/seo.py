"""SEO settings of a product, in each language of the mall.

Specification: "Products seo"; its fields are those of `spec/parameters.tsv`.
"""

from typing import Final

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import asdict
from sqlalchemy import bindparam, select

from openmall.commerce.product.products import store as product_store
from openmall.contract.call import Call
from openmall.contract.change import differences, patched
from openmall.contract.params import EntityNo, Flag, LongText, ShopParams, ShortText
from openmall.contract.resource import Resource
from openmall.database.policies import WITH_MALL, no_personal_data
from openmall.database.schema import flag, number, shop_table, text
from openmall.database.statements import InList, Statement
from openmall.database.undo_policies import REVERTED

SEO: Final = shop_table(
    "product_seo",
    number("product_no"),
    number("shop_no"),
    text("meta_title"),
    text("meta_author"),
    text("meta_description"),
    text("meta_keywords"),
    text("meta_alt"),
    flag("search_engine_exposure"),
    backup=WITH_MALL,
    undo=REVERTED,
    personal_data=no_personal_data("what a shop offers, and how"),
    deleted_with=("product",),
    key=("product_no", "shop_no"),
    wide=True,
)
"""Rows of the products whose SEO settings were changed."""


class Seo(Struct, frozen=True, kw_only=True):
    """The head of a product's page. The defaults are what a new product has."""

    shop_no: int
    meta_title: str = ""
    meta_author: str = ""
    meta_description: str = ""
    meta_keywords: str = ""
    meta_alt: str = ""
    """Alternative text of its pictures."""
    search_engine_exposure: Flag = "T"
    """T search engines may list the page."""


class SeoPath(ShopParams, frozen=True, kw_only=True):
    product_no: EntityNo


class SeoChange(SeoPath, frozen=True, kw_only=True):
    meta_title: ShortText | UnsetType = UNSET
    meta_author: ShortText | UnsetType = UNSET
    meta_description: LongText | UnsetType = UNSET
    meta_keywords: LongText | UnsetType = UNSET
    meta_alt: ShortText | UnsetType = UNSET
    search_engine_exposure: Flag | UnsetType = UNSET


_NAMES: Final = Seo.__struct_fields__
_GET: Final = Statement(
    select(*(SEO.c[name] for name in _NAMES)).where(
        SEO.c.mall_id == bindparam("mall_id"),
        SEO.c.product_no == bindparam("product_no"),
        SEO.c.shop_no == bindparam("shop_no"),
    )
)
_OF_SHOPS: Final = Statement(
    select(SEO.c.product_no, *(SEO.c[name] for name in _NAMES)).where(
        SEO.c.mall_id == bindparam("mall_id"),
        InList(SEO.c.product_no, "product_nos"),
        InList(SEO.c.shop_no, "shop_nos"),
    )
)
_UPSERT: Final = Statement(
    lambda insert: (
        insert(SEO)
        .values({c.name: bindparam(c.name) for c in SEO.c})
        .on_conflict_do_update(
            index_elements=["mall_id", "product_no", "shop_no"],
            set_={c.name: bindparam(c.name) for c in SEO.c if not c.primary_key},
        )
    )
)


async def _current(call: Call, product_no: int) -> Seo:
    row = await call.db.one(_GET, product_no=product_no, shop_no=call.shop_no)
    if row is None:
        return Seo(shop_no=call.shop_no)
    return Seo(**dict(zip(_NAMES, row, strict=True)))


async def in_shops(
    call: Call, product_nos: list[int], shop_nos: list[int]
) -> dict[tuple[int, int], Seo]:
    """Return the SEO settings of products that were changed, by product and shop."""
    rows = await call.db.all(_OF_SHOPS, product_nos=product_nos, shop_nos=shop_nos)
    found = {}
    for product_no, *row in rows:
        seo = Seo(**dict(zip(_NAMES, row, strict=True)))
        found[product_no, seo.shop_no] = seo
    return found


async def retrieve(call: Call, params: SeoPath) -> Seo:
    """Retrieve a product's SEO settings."""
    await product_store.require(call, params.product_no)
    return await _current(call, params.product_no)


async def change(call: Call, params: SeoChange) -> Seo:
    """Update a product's SEO settings. Identical content is NotModified (409)."""
    await product_store.require(call, params.product_no, to_change=True)
    before = await _current(call, params.product_no)
    after = patched(before, params)
    await call.db.run(_UPSERT, product_no=params.product_no, **asdict(after))
    call.journal(f"seo of product {params.product_no}", differences(before, after))
    return after


_SEO: Final = Resource(Seo, area="product", key="seo")

OPERATIONS = [
    _SEO.get("products/{product_no}/seo", retrieve, takes=SeoPath),
    _SEO.put("products/{product_no}/seo", change, takes=SeoChange),
]
