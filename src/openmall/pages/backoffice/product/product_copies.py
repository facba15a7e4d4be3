"""Copies of a product: the same texts, prices, pictures and options, hidden and without stock."""

from contextlib import suppress
from typing import Final

from msgspec import to_builtins

from openmall.commerce.product import picture_texts
from openmall.commerce.product.options import rules as option_rules
from openmall.commerce.product.product_service import rules as product_rules
from openmall.commerce.product.products.shape import Product
from openmall.commerce.product.variant_service import admin as variant_admin
from openmall.commerce.product.variants.shape import Variant
from openmall.contract.errors import NotModified
from openmall.contract.json_values import Encodable
from openmall.http.web.languages import marked
from openmall.pages.backoffice.page_context import PageContext
from openmall.pages.backoffice.shops import additional_shops

_LONGEST_NAME: Final = 250
_NAME: Final = marked("{name} (copy)")
_IN_EVERY_SHOP: Final = (
    "eng_product_name", "description", "mobile_description", "summary_description",
    "simple_description", "product_tag", "payment_info", "shipping_info", "exchange_info",
    "service_info", "price_content", "soldout_message", "product_material",
    "detail_image", "list_image", "tiny_image", "small_image", "additional_image",
)  # fmt: skip
"""Texts and pictures, which each shop has of its own."""
_OF_THE_MALL: Final = (
    "supply_product_name", "internal_product_name", "model_name", "product_condition",
    "manufacturer_code", "trend_code", "brand_code", "supplier_code", "classification_code",
    "made_date", "release_date", "origin_classification", "origin_place_no", "origin_place_value",
    "made_in_code", "hscode", "product_weight", "tax_type", "adult_certification",
    "minimum_quantity", "maximum_quantity",
)  # fmt: skip
_OF_VALUE: Final = ("option_text", "option_image_file", "option_link_image", "option_color")
_OF_OPTIONS: Final = ("option_list_type", "use_additional_option", "additional_options")
_VARIANT: Final = ("display", "selling", "use_inventory", "display_soldout", "safety_inventory")


async def duplicate(context: PageContext, product_no: str, *, key: str) -> int:
    """Create a copy of a product and return its number; `key`: of the form that takes effect once.

    Each shop of the mall has its own texts, and its own prices in its own currency. The copy has no
    SKU, and no stock where stock is tracked; it is neither displayed nor sold anywhere.
    """
    basic = await additional_shops.basic_shop_product(context, product_no)
    options = (
        await context.call(
            option_rules.retrieve, {"shop_no": additional_shops.BASIC, "product_no": product_no}
        )
    ).content.options
    parameters = {
        **_texts(context, basic),
        **{name: value for name in _OF_THE_MALL if (value := to_builtins(getattr(basic, name)))},
        **_amounts(basic),
        "display": "F",
        "selling": "F",
        "shop_no": additional_shops.BASIC,
    }
    if basic.category:
        parameters["add_category_no"] = [
            {"category_no": each.category_no} for each in basic.category
        ]
    if options:
        parameters["has_option"] = "T"
        parameters["options"] = [
            {
                "name": each.option_name,
                "value": [value.option_text for value in each.option_value],
            }
            for each in options
        ]
    made = await context.call(product_rules.create, parameters, key=key)
    copy: int = made.content.product_no
    await _copy_variants(context, product_no, copy)
    await _copy_options(context, product_no, copy, additional_shops.BASIC)
    await _copy_picture_texts(context, product_no, copy, additional_shops.BASIC)
    for shop_no in context.visit.mall.shops:
        if shop_no != additional_shops.BASIC:
            await _copy_into(context, product_no, copy, shop_no)
        await _copy_surcharges(context, product_no, copy, shop_no)
    return copy


def _texts(context: PageContext, product: Product) -> dict[str, Encodable]:
    suffix = context.translate(_NAME).format(name="")
    name = product.product_name[: _LONGEST_NAME - len(suffix)] + suffix
    kept = {
        name: value for name in _IN_EVERY_SHOP if (value := to_builtins(getattr(product, name)))
    }
    return {"product_name": name, **kept}


def _amounts(product: Product) -> dict[str, Encodable]:
    return {name: getattr(product, name) for name in additional_shops.AMOUNTS}


async def _copy_variants(context: PageContext, product_no: str, copy: int) -> None:
    """Copy switches, by the combination of values."""
    # values are compared in one language, whatever the shop of the page
    shop = {"shop_no": additional_shops.BASIC}
    before = (
        await context.call(variant_admin.list_variants, {**shop, "product_no": product_no})
    ).content
    after = (await context.call(variant_admin.list_variants, {**shop, "product_no": copy})).content
    by_values = {_values(each): each for each in before}
    for variant in after:
        source = by_values.get(_values(variant))
        if source is None:
            # the owner had removed this combination
            if len(after) > 1:
                await context.call(
                    variant_admin.delete_variant,
                    {"product_no": copy, "variant_code": variant.variant_code},
                )
            continue
        parameters = {name: getattr(source, name) for name in _VARIANT}
        try:
            await context.call(
                variant_admin.change_one_variant,
                {**shop, **parameters, "product_no": copy, "variant_code": variant.variant_code},
            )
        except NotModified:
            continue


async def _copy_surcharges(context: PageContext, product_no: str, copy: int, shop_no: int) -> None:
    """Copy the surcharges of a shop, by the combination of values in the same language."""
    shop = {"shop_no": shop_no}
    before = (
        await context.call(variant_admin.list_variants, {**shop, "product_no": product_no})
    ).content
    amounts = {_values(each): each.additional_amount for each in before}
    if not any(amounts.values()):
        return
    for variant in (
        await context.call(variant_admin.list_variants, {**shop, "product_no": copy})
    ).content:
        amount = amounts.get(_values(variant), variant.additional_amount)
        if amount == variant.additional_amount:
            continue
        await context.call(
            variant_admin.change_one_variant,
            {
                **shop,
                "additional_amount": amount,
                "product_no": copy,
                "variant_code": variant.variant_code,
            },
        )


def _values(variant: Variant) -> tuple[str, ...]:
    return tuple(each.value for each in variant.options or [])


async def _copy_options(context: PageContext, product_no: str, copy: int, shop_no: int) -> None:
    """Copy names, looks and additional inputs of options, in the language of a shop."""
    shop = {"shop_no": shop_no}
    source = (await context.call(option_rules.retrieve, {**shop, "product_no": product_no})).content
    if not source.options:
        return
    before = (
        await context.call(option_rules.retrieve, {**shop, "product_no": copy})
    ).content.options
    parameters: dict[str, Encodable] = {
        **shop,
        "options": [
            {
                "option_name": each.option_name,
                "option_display_type": each.option_display_type,
                "option_value": [
                    {name: getattr(value, name) for name in _OF_VALUE}
                    for value in each.option_value
                ],
            }
            for each in source.options
        ],
        "original_options": [
            {
                "option_name": each.option_name,
                "option_value": [{"option_text": value.option_text} for value in each.option_value],
            }
            for each in before
        ],
        **{name: getattr(source, name) for name in _OF_OPTIONS},
    }
    try:
        await context.call(option_rules.change, {**parameters, "product_no": copy})
    except NotModified:
        return


async def _copy_picture_texts(
    context: PageContext, product_no: str, copy: int, shop_no: int
) -> None:
    """Copy the alternative texts; the copy shows the same pictures, at the same addresses."""
    found = await context.call(
        picture_texts.retrieve, {"shop_no": shop_no, "product_no": product_no}
    )
    if not found.content.texts:
        return
    parameters: dict[str, Encodable] = {"texts": found.content.texts, "shop_no": shop_no}
    await context.call(picture_texts.change, {**parameters, "product_no": copy})


async def _copy_into(context: PageContext, product_no: str, copy: int, shop_no: int) -> None:
    shop = {"shop_no": shop_no}
    product = (
        await context.call(product_rules.retrieve, {**shop, "product_no": product_no})
    ).content
    basic = await additional_shops.basic_shop_product(context, product_no)
    parameters = {**_texts(context, product), **shop, "display": "F", "selling": "F"}
    if additional_shops.has_other_currency(context, shop_no) and additional_shops.lacks_price(
        product, basic
    ):
        parameters |= dict.fromkeys(additional_shops.AMOUNTS, "0")
    else:
        parameters |= _amounts(product)
    with suppress(NotModified):
        await context.call(product_rules.change, {**parameters, "product_no": copy})
    await _copy_options(context, product_no, copy, shop_no)
    await _copy_picture_texts(context, product_no, copy, shop_no)
