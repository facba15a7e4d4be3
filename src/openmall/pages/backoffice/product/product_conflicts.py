"""Fields of a product's page that were changed on it, and meanwhile elsewhere too.

They are looked for in every panel before the first one is saved, so that what one panel saves is
not taken for a change of the next.
"""

from collections.abc import Mapping
from typing import Final

from openmall.access.oauth.form_fields import Fields
from openmall.commerce.product import seo
from openmall.commerce.product.product_service import rules as product_rules
from openmall.commerce.product.products.shape import Product
from openmall.commerce.product.variant_service import admin as variant_admin
from openmall.commerce.product.variants.shape import Variant
from openmall.contract.errors import NotFound, PreconditionFailed
from openmall.contract.json_values import Encodable
from openmall.pages.backoffice import shown_values
from openmall.pages.backoffice.collections.collection_kinds import KINDS
from openmall.pages.backoffice.page_context import PageContext
from openmall.pages.backoffice.product import (
    product_languages,
    product_options,
    product_pictures,
    product_sale_price,
    product_saving,
    product_search,
    products,
)
from openmall.pages.backoffice.product.product_options import ShownOption
from openmall.pages.backoffice.rendering import plain

_TEXTS: Final = ("product_name", "custom_product_code", "summary_description", "display", "selling")


async def find(
    context: PageContext, form: Fields, panels: list[str], product_no: str, shop: dict[str, str]
) -> dict[str, PreconditionFailed]:
    """Return panel -> what refuses it, of the `panels` that were touched."""
    try:
        product = (
            await context.call(product_rules.retrieve, {**shop, "product_no": product_no})
        ).content
    except NotFound:
        return {}  # saving says so
    found = {}
    for panel in panels:
        stored = await _stored(context, form, panel, product, shop)
        try:
            shown_values.require_current(form, stored)
        except PreconditionFailed as error:
            found[panel] = error
    return found


async def _stored(
    context: PageContext, form: Fields, panel: str, product: Product, shop: dict[str, str]
) -> Mapping[str, Encodable]:
    """Return the values that the page would show now in the fields of a panel."""
    product_no = product.product_no
    named: dict[str, Encodable] = {**shop, "product_no": product_no}
    if panel == "details":
        return _details(form, product)
    if panel == "sale-price":
        sale = await product_sale_price.displayed(context, product)
        return {
            "sale_price": plain(sale["price"]), "sale_from": sale["start"], "sale_to": sale["end"]
        }  # fmt: skip
    if panel == "description":
        return _description(form, product.description)
    if panel == "stock":
        variants = (await context.call(variant_admin.list_variants, named)).content
        return _variants(form, {each.variant_code: each for each in variants})
    if panel == "languages":
        texts = await product_languages.displayed(context, product)
        rows = texts.rows if texts else []
        return {field: text for _, _, _, fields in rows for field, _, text in fields}
    if panel == "pictures":
        return await _picture_texts(context, form, product_no, shop)
    if panel == "search":
        head = (await context.call(seo.retrieve, named)).content
        return {name: getattr(head, name) for name in product_search.FIELDS}
    if panel == "options":
        return _looks(form, await product_options.fetch(context, product_no, shop))
    if panel == "collections":
        return {kind.code: getattr(product, kind.code) for kind in KINDS}
    return {}


def _details(form: Fields, product: Product) -> dict[str, Encodable]:
    amounts: dict[str, Encodable] = {
        name: plain(getattr(product, name))
        for name in products.AMOUNTS
        # a product without a price in the shop's currency shows none
        if form.text(shown_values.PREFIX + name)
    }
    texts: dict[str, Encodable] = {name: getattr(product, name) for name in _TEXTS}
    return texts | amounts | {"product_tag": ", ".join(product.product_tag)}


async def _picture_texts(
    context: PageContext, form: Fields, product_no: int, shop: dict[str, str]
) -> dict[str, Encodable]:
    """Return the alternative texts of the pictures that the form shows, and that of all."""
    alts = await product_pictures.texts(context, product_no, shop)
    head = (await context.call(seo.retrieve, {**shop, "product_no": product_no})).content
    shown = [each for each in form.names() if each.startswith("picture-") and each.count("-") == 1]
    return {
        "meta_alt": head.meta_alt,
        **{each.replace("picture-", "alt-"): alts.get(form.text(each), "") for each in shown},
    }


def _description(form: Fields, stored: str) -> dict[str, Encodable]:
    """Return the stored description only where it is another than the shown one."""
    shown = form.text(f"{shown_values.PREFIX}description")
    return {} if product_saving.fingerprint(stored) == shown else {"description": stored}


def _variants(form: Fields, variants: dict[str, Variant]) -> dict[str, Encodable]:
    stored: dict[str, Encodable] = {}
    for name in form.names():
        row = name.removeprefix("code-")
        if not (name.startswith("code-") and row.isdigit()):
            continue
        variant = variants.get(form.text(name))
        if variant is not None:
            stored |= {
                f"{field}-{row}": plain(getattr(variant, field))
                if field == "additional_amount"
                else getattr(variant, field)
                for field in (
                    "quantity", "use_inventory", "additional_amount", "custom_variant_code",
                    "display", "selling", "image",
                )
            }  # fmt: skip
    return stored


def _looks(form: Fields, options: list[ShownOption]) -> dict[str, Encodable]:
    """Return how options and values look; their names are compared when they are saved."""
    stored: dict[str, Encodable] = {}
    for at, option in enumerate(options):
        if form.text(f"was-option-{at}") != option.name:
            continue
        stored[f"display-type-{at}"] = option.display_type
        for number, value in enumerate(option.choices):
            if form.text(f"was-value-{at}-{number}") == value.text:
                stored[f"color-{at}-{number}"] = value.color
                stored[f"picture-{at}-{number}"] = value.picture
    return stored
