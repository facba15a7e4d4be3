"""Products in the additional shops of a mall: pictures, and prices in the shop's currency.

The API creates a product in every shop at once, hidden in the others, with the amounts of the shop
it was created in. In a shop with another currency such an amount is no price: until a manager
enters one, the product has no price there, and is neither displayed nor sold. A surcharge of a
variant that was entered for all shops, before each had its own, is no amount of a shop with another
currency either.
"""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Final

from openmall.commerce.product.product_service import rules as product_rules
from openmall.commerce.product.products.shape import ListedProduct, Product
from openmall.commerce.product.variant_service import admin as variant_admin
from openmall.contract.errors import Invalid, NotModified
from openmall.contract.json_values import Encodable
from openmall.pages.backoffice.page_context import PageContext
from openmall.pages.backoffice.refusals import NO_PRICE_HERE, SURCHARGES_OF_OTHER_SHOP
from openmall.pages.operation_calls import Permits

BASIC: Final = 1
AMOUNTS: Final = ("price", "retail_price", "supply_price")
_ZERO_AMOUNTS: Final = dict.fromkeys(AMOUNTS, "0")
_MAIN_PICTURES: Final = ("detail_image", "list_image", "tiny_image", "small_image")


def has_other_currency(context: PageContext, shop_no: int) -> bool:
    """Return whether a shop has another currency than the basic one."""
    shops = context.visit.mall.shops
    return shop_no in shops and shops[shop_no].currency != shops[BASIC].currency


def store_path(context: PageContext, shop_no: int) -> str:
    """Return the address before the pages of a shop, whose path is empty for the first one."""
    return context.in_shop("" if shop_no == min(context.visit.mall.shops) else f"/shop{shop_no}")


def store_address(context: PageContext, shop_no: int, product_no: int) -> str:
    """Return the page of a product in a shop."""
    return f"{store_path(context, shop_no)}/products/{product_no}"


def is_published(product: ListedProduct) -> bool:
    """Return whether a product is displayed or sold in its shop."""
    return "T" in (product.display, product.selling)


def lacks_price(product: ListedProduct, basic: ListedProduct) -> bool:
    """Return whether a product of a shop with another currency has no price of its own yet.

    `basic`: the product in the basic shop. An amount that was never edited in this shop, or equals
    that of the basic shop, is no price. One beside no price of the basic shop was entered
    here, with the product itself.
    """
    if is_published(product):
        return False
    price = product.price
    untouched = product.created_date == product.updated_date and bool(basic.price)
    return untouched or not price or price == basic.price


async def require_basic_price(context: PageContext, product: ListedProduct) -> None:
    """Raise Invalid (422) where a product that was made in another shop has no price in the basic.

    Its price was entered in the currency of that shop, and it would be given away here.
    """
    if is_published(product) or product.price:
        return
    for shop_no in context.visit.mall.shops:
        if has_other_currency(context, shop_no):
            named = {"shop_no": shop_no, "product_no": product.product_no}
            there = (await context.call(product_rules.retrieve, named)).content
            if there.price:
                raise Invalid(NO_PRICE_HERE, parameter="price")


async def basic_shop_product(context: PageContext, product_no: int | str) -> Product:
    """Return a product as it is in the basic shop."""
    return (
        await context.call(product_rules.retrieve, {"shop_no": BASIC, "product_no": product_no})
    ).content


async def unpriced_products(
    context: PageContext, shop_no: str, products: Sequence[ListedProduct]
) -> set[int]:
    """Return the numbers of the products in a list that have no price in their shop yet."""
    if not products or not shop_no.isdigit() or not has_other_currency(context, int(shop_no)):
        return set()
    numbers = [each.product_no for each in products]
    parameters: dict[str, Encodable] = {
        "shop_no": BASIC,
        "product_no": numbers,
        "limit": len(products),
    }
    basic = {
        each.product_no: each
        for each in (await context.call(product_rules.listing, parameters)).content
    }
    return {
        each.product_no
        for each in products
        if each.product_no in basic and lacks_price(each, basic[each.product_no])
    }


def inherited_pictures(product: Product, basic: Product) -> dict[str, Encodable]:
    """Return the basic shop's pictures for a product without pictures of its own."""
    pictures: dict[str, Encodable] = {}
    if not any(getattr(product, name) for name in _MAIN_PICTURES):
        pictures = {name: getattr(basic, name) for name in _MAIN_PICTURES if getattr(basic, name)}
    if not product.additional_image and basic.additional_image:
        pictures["additional_image"] = basic.additional_image
    return pictures


async def publish_parameters(
    context: PageContext, product_no: int | str, shop_no: int
) -> dict[str, Encodable]:
    """Return the extra parameters to display or sell a product in a shop.

    Raises Invalid (422) for a product without a price in the shop's currency, or with surcharges.
    """
    product = (
        await context.call(product_rules.retrieve, {"shop_no": shop_no, "product_no": product_no})
    ).content
    if shop_no == BASIC:
        await require_basic_price(context, product)
        return {}
    basic = await basic_shop_product(context, product_no)
    if has_other_currency(context, shop_no) and not is_published(product):
        if lacks_price(product, basic):
            raise Invalid(NO_PRICE_HERE, parameter="price")
        await require_own_surcharges(context, product_no, shop_no)
    return inherited_pictures(product, basic)


async def require_own_surcharges(context: PageContext, product_no: int | str, shop_no: int) -> None:
    """Raise Invalid (422) when variants add the same number as in the basic shop."""
    here = await _surcharges(context, product_no, shop_no)
    basic = await _surcharges(context, product_no, BASIC)
    if any(amount and amount == basic.get(code) for code, amount in here.items()):
        raise Invalid(SURCHARGES_OF_OTHER_SHOP, parameter="selling")


async def _surcharges(
    context: PageContext, product_no: int | str, shop_no: int
) -> dict[str, Decimal]:
    """Return the additional amounts of a product's variants in a shop, by their codes."""
    _path, shop = f"products/{product_no}/variants", {"shop_no": shop_no}
    variants = (
        await context.call(variant_admin.list_variants, {**shop, "product_no": product_no})
    ).content
    return {each.variant_code: Decimal(each.additional_amount) for each in variants}


async def clear_prices(
    context: PageContext,
    product_no: int | str,
    currency: str,
    permits: Permits | None = None,
) -> None:
    """Clear a new product's price in every shop with another currency than it was entered in.

    `permits`: of a page whose user may not change products of the shop.
    """
    for shop_no, shop in context.visit.mall.shops.items():
        if shop.currency != currency:
            await _put(context, product_no, shop_no, _ZERO_AMOUNTS, permits)


async def copy_pictures(context: PageContext, product_no: int | str, replaced: str) -> None:
    """Copy the basic shop's pictures to the shops with none, or with the replaced one."""
    basic = await basic_shop_product(context, product_no)
    for shop_no in context.visit.mall.shops:
        if shop_no == BASIC:
            continue
        product = (
            await context.call(
                product_rules.retrieve, {"shop_no": shop_no, "product_no": product_no}
            )
        ).content
        if product.detail_image in ("", replaced):
            parameters: dict[str, Encodable] = {
                name: getattr(basic, name) for name in _MAIN_PICTURES
            }
            await _put(context, product_no, shop_no, parameters)


async def _put(
    context: PageContext,
    product_no: int | str,
    shop_no: int,
    parameters: Mapping[str, Encodable],
    permits: Permits | None = None,
) -> None:
    try:
        await context.call(
            product_rules.change,
            {**parameters, "shop_no": shop_no, "product_no": product_no},
            permits=permits,
        )
    except NotModified:
        return
