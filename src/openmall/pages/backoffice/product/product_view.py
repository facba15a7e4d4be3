"""What the form of a product shows: of one that exists, and of a new one."""

from collections.abc import Mapping
from typing import Any, Final

from msgspec.structs import replace

from openmall.access.oauth.form_deeds import Deeds
from openmall.access.oauth.form_fields import Fields
from openmall.commerce.product import seo
from openmall.commerce.product.products.shape import Product
from openmall.commerce.product.variant_service import admin as variant_admin
from openmall.contract.json_values import Encodable
from openmall.contract.moments import moment
from openmall.http.web.languages import marked
from openmall.pages.backoffice import uploads
from openmall.pages.backoffice.addresses import address as address_of
from openmall.pages.backoffice.apps import app_actions
from openmall.pages.backoffice.categories import categories
from openmall.pages.backoffice.collections import collections
from openmall.pages.backoffice.page_context import PageContext
from openmall.pages.backoffice.product import (
    product_categories,
    product_description,
    product_languages,
    product_options,
    product_pictures,
    product_sale_price,
    product_saving,
    product_tax,
    products,
)
from openmall.pages.backoffice.product.product_variants import VARIANTS_PER_PAGE
from openmall.pages.backoffice.shops import additional_shops

MAX_DESCRIPTION_LENGTH: Final = 100_000
"""Maximum number of characters of a description that can be edited here."""
MAX_PICTURES: Final = 10
"""Maximum number of files of one form; the script of the page sends each by itself."""
PARAMETER_FIELDS: Final = {
    **product_pictures.FIELDS,
    **product_sale_price.FIELDS,
    "options": "option-0",
}
"""Parameter -> field of the form, where the names differ."""
APPROVALS: Final = {
    "N": marked("A supplier asks you to approve this product."),
    "E": marked("A supplier has changed this product and asks you to approve it."),
    "I": marked("This product is under review."),
    "R": marked("You have rejected this product of a supplier."),
}
"""State of a product that a supplier added or changed -> what its page says."""
_MAX_FORM_BYTES: Final = 1024 * 1024
_MAX_UPLOAD_BYTES: Final = (6 * uploads.MAX_MEGABYTES + 2) * 1024 * 1024
"""Of the whole form: six pictures of the largest size, and the fields of all panels."""
_MAX_FIELDS: Final = 5_000


async def read(context: PageContext, deeds: Deeds) -> tuple[Fields, Mapping[str, list[bytes]]]:
    """Return the submitted form of a product and its files. Raises as `uploads.read_files` does."""
    if not uploads.is_upload(context.visit.request):
        return await context.form(deeds=deeds, longest=_MAX_FORM_BYTES, most=_MAX_FIELDS), {}
    return await uploads.read_files(
        context,
        deeds=deeds,
        longest=_MAX_FORM_BYTES,
        most=_MAX_FIELDS,
        max_bytes=_MAX_UPLOAD_BYTES,
        max_files=MAX_PICTURES,
    )


async def of_product(context: PageContext, product: Product, address: str) -> dict[str, Any]:
    """Return what the page of a product shows. `address`: of the page, in its shop."""
    shop = {"shop_no": str(product.shop_no)}
    named: dict[str, Encodable] = {**shop, "product_no": product.product_no}
    variants = (await context.call(variant_admin.list_variants, named)).content
    first = first_variant(context)
    basic = product
    if product.shop_no != additional_shops.BASIC:
        basic = await additional_shops.basic_shop_product(context, product.product_no)
    unpriced = additional_shops.has_other_currency(
        context, product.shop_no
    ) and additional_shops.lacks_price(product, basic)
    if unpriced:
        product = replace(product, **dict.fromkeys(additional_shops.AMOUNTS, ""))
    pictures = replace(product, **additional_shops.inherited_pictures(product, basic))
    options = await product_options.fetch(context, product.product_no, shop)
    here = _paged(context, first) if first else address
    following = first + VARIANTS_PER_PAGE
    return {
        **await _of_any(context, product),
        "buttons": await app_actions.buttons(context, "product", str(product.product_no)),
        "unpriced": unpriced,
        "basic": basic,
        "variants": variants[first:following],
        "variants_first": first,
        "variants_total": len(variants),
        "page_links": {
            "newer": _paged(context, max(0, first - VARIANTS_PER_PAGE)) if first else "",
            "older": _paged(context, following) if len(variants) > following else "",
        },
        "sale": await product_sale_price.displayed(context, product),
        "approval": APPROVALS.get(product.approve_status, ""),
        "texts": await product_languages.displayed(context, product),
        "too_long": len(product.description) > MAX_DESCRIPTION_LENGTH,
        "pictures": product_pictures.of(pictures),
        "picture_texts": await product_pictures.texts(context, product.product_no, shop),
        "seo": (await context.call(seo.retrieve, named)).content,
        "options": options,
        "blank_options": product_options.blank(options),
        "removals": product_options.removals(options, variants),
        "address": address,
        "in_store": additional_shops.store_address(context, product.shop_no, product.product_no),
        "form_address": here,
    }


def first_variant(context: PageContext) -> int:
    """Return the place of the first variant that the page shows, from 0."""
    start = context.visit.query.text("variants_from")
    return int(start) if start.isascii() and start.isdigit() and len(start) < 6 else 0


def _paged(context: PageContext, first: int) -> str:
    path = f"{context.page.path}/{context.subpath}"
    return address_of(context, path, variants_from=first) if first else address_of(context, path)


async def of_draft(context: PageContext) -> dict[str, Any]:
    """Return what the page of a new product shows."""
    now = moment(int(context.clock.now()))
    blank = Product(
        shop_no=context.shop.shop_no,
        product_no=0,
        product_code="",
        created_date=now,
        updated_date=now,
        display="F",
        selling="F",
        tax_rate=product_tax.preset(context.visit.mall.country),
    )
    product = replace(blank, **dict.fromkeys(additional_shops.AMOUNTS, ""))
    shops = context.visit.mall.shops
    return {
        **await _of_any(context, product),
        "unpriced": False,
        "variants": [],
        "page_links": {"newer": "", "older": ""},
        "sale": {"price": "", "start": "", "end": ""},
        "approval": "",
        "texts": None,
        "too_long": False,
        "pictures": [],
        "picture_texts": {},
        "seo": seo.Seo(shop_no=product.shop_no),
        "options": [],
        "blank_options": product_options.blank([]),
        "removals": [],
        "address": f"{context.page.path}/{products.NEW}",
        "form_address": f"{context.page.path}/{products.NEW}",
        "made_for": context.shop.name if len(shops) > 1 else "",
    }


async def _of_any(context: PageContext, product: Product) -> dict[str, Any]:
    chosen = [each.category_no for each in product.category]
    offered = await categories.category_choices(context)
    return {
        "product": product,
        "shop_no": product.shop_no,
        "foreign": additional_shops.has_other_currency(context, product.shop_no),
        "basic_shop": context.visit.mall.shops[additional_shops.BASIC],
        "currency": products.currency(context, str(product.shop_no)),
        "categories": product_categories.choices(offered, chosen),
        "collections": await collections.choices(context, product),
        "shown_description": product_saving.fingerprint(product.description),
        "editor_words": product_description.words(context),
        "most": uploads.MAX_MEGABYTES,
    }
