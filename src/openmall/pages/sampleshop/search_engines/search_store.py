"""SQL of what pages tell search engines: settings, conditions, brands and ratings of products."""

from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec import Struct
from sqlalchemy import bindparam, func, select

from openmall.commerce.collection.tables import BRAND
from openmall.commerce.community.articles.store import ARTICLE
from openmall.commerce.product import picture_texts
from openmall.commerce.product.products.tables import PRODUCT
from openmall.commerce.product.seo import SEO
from openmall.commerce.store.portalpay_setting import PortalpaySetting
from openmall.contract.crud.settings import SETTING
from openmall.database.schema import FALSE, TRUE, fixed
from openmall.database.session import Database
from openmall.database.statements import InList, Statement

_P: Final = PRODUCT.c
_B: Final = BRAND.c
_A: Final = ARTICLE.c
_S: Final = SETTING.c
_SEO: Final = SEO.c
_OF_TWO: Final = _A.secret == TRUE
_FACTS: Final = Statement(
    select(_P.product_no, _P.product_condition, _P.brand_code, _P.detail).where(
        _P.mall_id == bindparam("mall_id"),
        _P.shop_no == bindparam("shop_no"),
        InList(_P.product_no, "product_nos"),
    )
)
_HIGHEST: Final = Statement(
    select(func.max(_P.product_no)).where(
        _P.mall_id == bindparam("mall_id"),
        _P.shop_no == bindparam("shop_no"),
        # the last entry of the index, not all of the shop
        _P.product_no > fixed(0),
    )
)
_BRANDS: Final = Statement(
    select(_B.brand_code, _B.brand_name).where(
        _B.mall_id == bindparam("mall_id"),
        _B.shop_no == bindparam("shop_no"),
        InList(_B.brand_code, "codes"),
    )
)
_RATINGS: Final = Statement(
    select(_A.rating, func.count())
    .where(
        _A.mall_id == bindparam("mall_id"),
        _A.product_no == bindparam("product_no"),
        _A.shop_no == bindparam("shop_no"),
        _A.rating > fixed(0),
        _A.display == TRUE,
        _A.deleted == FALSE,
        ~_OF_TWO,
    )
    .group_by(_A.rating)
)
_PICTURE_TEXT: Final = Statement(
    select(_SEO.meta_alt).where(
        _SEO.mall_id == bindparam("mall_id"),
        _SEO.shop_no == bindparam("shop_no"),
        _SEO.product_no == bindparam("product_no"),
    )
)
_SETTING: Final = Statement(
    select(_S.content).where(
        _S.mall_id == bindparam("mall_id"),
        _S.shop_no == bindparam("shop_no"),
        _S.name == bindparam("name"),
    )
)


class ProductFacts(Struct, frozen=True):
    """What lists of the storefront do not have of a product."""

    condition: str
    brand: str
    """Its name; empty: none."""
    description: str
    """HTML."""


class _Detail(Struct):
    description: str = ""


_DETAIL: Final = msgspec.json.Decoder(_Detail)


async def has_contract(database: Database, mall_id: str, shop_no: int) -> bool:
    """Return whether a shop has a contract with a portal, which then reads its feed."""
    async with database.reading(mall_id) as db:
        row = await db.one(_SETTING, shop_no=shop_no, name=PortalpaySetting.__name__)
    return row is not None


async def facts(
    database: Database, mall_id: str, shop_no: int, product_nos: Sequence[int]
) -> dict[int, ProductFacts]:
    """Return what is known of products, by number."""
    if not product_nos:
        return {}
    async with database.reading(mall_id) as db:
        rows = await db.all(_FACTS, shop_no=shop_no, product_nos=list(product_nos))
        codes = sorted({row[2] for row in rows if row[2]})
        found = await db.all(_BRANDS, shop_no=shop_no, codes=codes) if codes else []
    brands = {row[0]: row[1] for row in found}
    return {
        row[0]: ProductFacts(row[1], brands.get(row[2], ""), _DETAIL.decode(row[3]).description)
        for row in rows
    }


async def ratings(
    database: Database, mall_id: str, shop_no: int, product_no: int
) -> dict[int, int]:
    """Return how many shown articles give a product each number of stars, from 1 to 5."""
    async with database.reading(mall_id) as db:
        rows = await db.all(_RATINGS, shop_no=shop_no, product_no=product_no)
    return {int(row[0]): row[1] for row in rows}


async def picture_text(database: Database, mall_id: str, shop_no: int, product_no: int) -> str:
    """Return the alternative text of a product's pictures; empty without one."""
    async with database.reading(mall_id) as db:
        row = await db.one(_PICTURE_TEXT, shop_no=shop_no, product_no=product_no)
    return str(row[0]) if row else ""


async def own_picture_texts(
    database: Database, mall_id: str, shop_no: int, product_no: int
) -> dict[str, str]:
    """Return the alternative texts that single pictures of a product have, by stored path."""
    async with database.reading(mall_id) as db:
        return (await picture_texts.stored(db, [product_no], shop_no)).get(product_no, {})


async def highest_product(database: Database, mall_id: str, shop_no: int) -> int:
    """Return the highest number of a product of a shop; 0: it has none."""
    async with database.reading(mall_id) as db:
        row = await db.one(_HIGHEST, shop_no=shop_no)
    return (row[0] if row else None) or 0
