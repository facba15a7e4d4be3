"""The operations on the shop window: lists of products on display, and their pages."""

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import Any, Final

from msgspec.structs import asdict

from openmall.commerce.order.billing import paymentmethods
from openmall.commerce.product import coupon_prices, shopper_group, shopper_prices
from openmall.commerce.product.categories_products import rules as categories_product_rules
from openmall.commerce.product.coupon_prices import CouponPrice
from openmall.commerce.product.hits import count_hit
from openmall.commerce.product.mains_products import rules as mains_product_rules
from openmall.commerce.product.pictures import pictured
from openmall.commerce.product.product_service.front import require_on_display
from openmall.commerce.product.products import exposure
from openmall.commerce.product.products.shape import Product
from openmall.commerce.promotion.benefits.shape import Platform
from openmall.commerce.shopwindow import related, shipping_labels, store
from openmall.commerce.shopwindow.shape import (
    CategoryWindow,
    MainWindow,
    PointAmount,
    ProductInWindow,
    ProductPage,
    ProductPagePath,
)
from openmall.commerce.shopwindow.store import Displayed
from openmall.commerce.supply.tables import OWN_NAME
from openmall.contract.call import Call
from openmall.contract.errors import NotFound
from openmall.contract.moments import moment, read
from openmall.contract.money import ZERO, rounded
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST

_TIERED: Final = frozenset("MDWC")
"""Types of a shipping fee that depends on the rest of the order."""
_NUMBER: Final = re.compile(r"\d{1,10}(\.\d{1,4})?", re.ASCII)


async def list_in_category(call: Call, query: CategoryWindow) -> Sequence[ProductInWindow]:
    """Retrieve a list of the products on display by category."""
    return await _window(call, await categories_product_rules.on_display(call, query), query)


async def list_in_main(call: Call, query: MainWindow) -> Sequence[ProductInWindow]:
    """Retrieve a list of the products on display in main category."""
    return await _window(call, await mains_product_rules.on_display(call, query), query)


async def retrieve(call: Call, params: ProductPagePath) -> ProductPage:
    """Retrieve the details of a product on display."""
    found = await store.displayed(call, [params.product_no])
    if not found:
        raise NotFound(DOES_NOT_EXIST, parameter="product_no", resource=Phrase("product"))
    [displayed] = found
    group = await shopper_group.of_shopper(call)
    product = pictured(call, require_on_display(displayed.product, group))
    count_hit(call, params.product_no)
    platform: Platform = "M" if params.mobile == "T" else "P"
    terms = await shopper_prices.of_call(call, [product], group, platform=platform)
    prices = await coupon_prices.with_coupons(call, terms, [product])
    known = await related.of_products(call, [product], terms)
    price = shopper_prices.discounted_price(terms, product)
    return ProductPage(
        **_shared_fields(call, displayed, price, prices[params.product_no], empty=None),
        **asdict(known[params.product_no]),
        detail_image=product.detail_image,
        small_image=product.small_image,
        additional_images=product.additional_image,
        points_amount=_points(product, price, empty=None),
        colors=_colors(displayed),
        product_material=product.product_material,
        additional_information=product.additional_information,
        payment_methods=await paymentmethods.codes(call),
        add_products=[],
    )


async def _window(
    call: Call, shown: list[int], query: CategoryWindow | MainWindow
) -> Sequence[ProductInWindow]:
    """Return a page of the products `shown`, as far as the shopper sees them."""
    group = await shopper_group.of_shopper(call)
    hidden = await exposure.hidden_from(call, shopper_group.viewer(group)) if shown else set()
    shown = [number for number in shown if number not in hidden]
    page = shown[query.offset : query.offset + query.limit]
    found = await store.displayed(call, page) if page else []
    if not found:
        return []
    products = [each.product for each in found]
    platform: Platform = "M" if query.mobile == "T" else "P"
    terms = await shopper_prices.of_call(call, products, group, platform=platform)
    prices = await coupon_prices.with_coupons(call, terms, products)
    known = await related.of_products(call, products, terms)
    shown_products = []
    for each in found:
        number = each.product.product_no
        price = shopper_prices.discounted_price(terms, each.product)
        shown_products.append(
            ProductInWindow(
                **_shared_fields(call, each, price, prices[number], empty=""),
                **asdict(known[number]),
                point_amount=_points(each.product, price, empty=""),
                color=_colors(each),
            )
        )
    return shown_products


def _shared_fields(
    call: Call,
    displayed: Displayed,
    price: Decimal,
    with_coupon: CouponPrice,
    *,
    empty: str | None,
) -> dict[str, Any]:
    """Return the fields that the window and the page share; `empty`: the value of an absent one.

    `price`: the shopper's without coupons.
    """
    product = displayed.product
    language = call.mall.shops[call.shop_no].language
    optimum, with_one = with_coupon.optimum, with_coupon.coupon_discounted
    tiered = product.shipping_fee_by_product == "T" and product.shipping_fee_type in _TIERED
    return {
        "shop_no": product.shop_no,
        "product_no": product.product_no,
        "product_name": product.product_name,
        "manufacturer_name": displayed.manufacturer_name,
        "origin_place_value": product.origin_place_value,
        "retail_price": product.retail_price,
        "price": product.price,
        "interest_free_period": empty,
        "eng_product_name": product.eng_product_name,
        "custom_product_code": product.custom_product_code,
        "brand_name": displayed.brand_name,
        "model_name": product.model_name,
        "price_excluding_tax": product.price_excluding_tax,
        "tax": product.price - product.price_excluding_tax,
        "product_code": product.product_code,
        "simple_description": product.simple_description,
        "summary_description": product.summary_description,
        "supplier_name": displayed.supplier_name or OWN_NAME.translate(language),
        "made_date": _production_moment(product.made_date) if empty is None else product.made_date,
        "expiration_date": product.expiration_date,
        "coupon_discounted_price": empty if with_one is None else str(with_one),
        "trend_name": displayed.trend_name,
        "shipping_scope": shipping_labels.SCOPES[product.shipping_scope].translate(language),
        "shipping_fee_type": product.shipping_fee_type,
        "shipping_rates": product.shipping_rates if tiered else empty,
        "shipping_fee": _fee(product) or empty,
        "discount_price": str(price) if price != product.price else empty,
        "optimum_discount_price": str(optimum) if optimum != product.price else empty,
        "shipping_method": shipping_labels.METHODS[product.shipping_method].translate(language),
        "translated_additional_description": product.translated_additional_description,
        "stock_quantity": displayed.stock,
    }


def _production_moment(day: str) -> str:
    """Return a day of production as a moment; a text that is no date is returned unchanged."""
    try:
        return moment(read(day)).isoformat()
    except ValueError:
        return day


def _fee(product: Product) -> str:
    """Return a product's only shipping fee; empty where there are several, or the shop's apply."""
    if product.shipping_fee_by_product != "T" or product.shipping_fee_type in _TIERED:
        return ""
    if product.shipping_fee_type == "T":
        return str(ZERO)
    return str(product.shipping_rates[0].shipping_fee) if product.shipping_rates else ""


def _points(product: Product, price: Decimal, *, empty: str | None) -> list[PointAmount]:
    """Return the points set on the product itself; the shop's own are not known here.

    `price`: the shopper's, without coupons.
    """
    if product.points_by_product != "T":
        return []
    found = []
    for each in product.points_amount:
        if not _NUMBER.fullmatch(each.points_rate):
            continue  # a rate is any text
        amount, percent = Decimal(each.points_rate), each.points_unit_by_payment == "P"
        found.append(
            PointAmount(
                payment_method=each.payment_method,
                type=each.points_unit_by_payment,
                value=rounded(price * amount / 100 if percent else amount),
                rate=str(rounded(amount)) if percent else empty,
            )
        )
    return found


def _colors(displayed: Displayed) -> list[str]:
    """Return the colours of a product's option values in their order, once each."""
    found: dict[str, None] = {}
    for option in displayed.options:
        look = displayed.look.options.get(option.name)
        for value in option.values if look is not None else ():
            shown = look.values.get(value) if look is not None else None
            if shown is not None and shown.option_color:
                found[shown.option_color] = None
    return list(found)
