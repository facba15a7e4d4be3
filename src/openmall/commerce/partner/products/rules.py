"""The operations of partners on products of participating shops."""

from collections.abc import Sequence
from typing import Any, Final

import msgspec
from msgspec import UNSET

from openmall.commerce.partner import addresses
from openmall.commerce.partner.products import search as partner_product_search
from openmall.commerce.partner.products.refusals import PRODUCT_NAMED_IN_TWO_WAYS
from openmall.commerce.partner.products.shape import Category, PartnerProduct
from openmall.commerce.partner.products.takes import (
    PartnerProductFilters,
    PartnerProductQuery,
    StoreProductQuery,
)
from openmall.commerce.partner_projection.shape import Enrolment, UnsearchedFields
from openmall.commerce.partner_projection.tables import PARTNER_PRODUCT, USUAL
from openmall.contract.call import Call
from openmall.contract.change import sent_fields
from openmall.contract.errors import Invalid
from openmall.contract.moments import moment
from openmall.contract.money import money

_NAMES: Final = tuple(c.name for c in PARTNER_PRODUCT.c)
_SHOWN: Final = msgspec.json.Decoder(UnsearchedFields)
_PICTURES: Final = ("detail_image", "list_image", "tiny_image", "small_image")
_AMOUNTS: Final = ("price", "pc_discount_price", "mobile_discount_price")
_FLAGS: Final = tuple(name for name in USUAL if name.startswith("is_"))
_AS_THEY_ARE: Final = (
    "product_ukey", "store_id", "shop_no", "product_name", "product_no", "product_status_type",
    "pc_discount_rate", "mobile_discount_rate", "product_popular_age", "review_count",
    "review_score", "hits_count",
)  # fmt: skip
_KEYS: Final = ("store_id", "shop_no", "product_no")


async def listing(call: Call, query: PartnerProductQuery) -> Sequence[PartnerProduct]:
    """Retrieve a list of products."""
    _require_one_name(query)
    rows, shops = await partner_product_search.page(call, query)
    return [_product(call, dict(zip(_NAMES, row, strict=True)), shops) for row in rows]


async def list_of_stores(call: Call, query: StoreProductQuery) -> Sequence[PartnerProduct]:
    """Retrieve a list of products with mall id: those of the malls that are named."""
    rows, shops = await partner_product_search.page(call, query)
    return [_product(call, dict(zip(_NAMES, row, strict=True)), shops) for row in rows]


async def count(call: Call, filters: PartnerProductFilters) -> int:
    """Retrieve a count of products."""
    _require_one_name(filters)
    return await partner_product_search.number(call, filters)


def _require_one_name(filters: PartnerProductFilters) -> None:
    """Raise Invalid (422) for a product that is named in two ways."""
    if filters.product_ukey is not UNSET:
        named = sent_fields(filters)
        for name in _KEYS:
            if name in named:
                raise Invalid(PRODUCT_NAMED_IN_TWO_WAYS, parameter=name)


def _product(
    call: Call, row: dict[str, Any], shops: dict[tuple[str, int], Enrolment]
) -> PartnerProduct:
    shop = shops[row["store_id"], row["shop_no"]]
    shown = _SHOWN.decode(row["shown"])
    mall = addresses.of_mall(call.origin, shop.store_id)
    values = {name: row[name] for name in _AS_THEY_ARE}
    values |= {name: money(row[name]) for name in _AMOUNTS}
    values |= {name: row[name] == "T" for name in _FLAGS}
    values |= {name: addresses.picture(mall, getattr(shown, name)) for name in _PICTURES}
    return PartnerProduct(
        collection_product_category=Category(
            depth1=row["depth1"], depth2=row["depth2"], depth3=row["depth3"]
        ),
        shop_name=shop.shop_name,
        shop_grade=shop.terms.grade,
        shop_language=shop.shop_language,
        shop_currency_code=shop.shop_currency_code,
        product_code=shown.product_code,
        product_url=_url(mall, row["product_no"], row["shop_no"]),
        international_shipping_country=shown.international_shipping_country,
        product_options=shown.product_options,
        brand_name=shown.brand_name,
        product_standard_tags=shown.product_standard_tags,
        expiration_date=shown.expiration_date,
        created_date=moment(row["created_date"]),
        updated_date=moment(row["updated_date"]),
        **values,
    )


def _url(mall: str, product_no: int, shop_no: int) -> str:
    """Return the address of a product for shoppers, marked as referred by a partner."""
    shop = f"&shop_no={shop_no}" if shop_no != 1 else ""
    return f"{mall}/product/detail.html?product_no={product_no}{shop}&utm_source=collection"
