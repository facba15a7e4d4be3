"""Prices as pages of the shop show them: which, struck out or not, and in which font.

The settings are of `store/properties_setting.py`. The operations are ours.
"""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Annotated, Final, Literal, get_args

from msgspec import Meta, Struct

from openmall.commerce.product import coupon_prices, shopper_group, shopper_prices
from openmall.commerce.product.product_service import rules as product_rules
from openmall.commerce.product.products.shape import ListedProduct
from openmall.commerce.product.products.takes import ProductQuery
from openmall.commerce.store.properties_setting import Page, PriceDisplay, PriceText, of_page
from openmall.contract.call import Call
from openmall.contract.operation import listing
from openmall.contract.params import MOST_LISTED, EntityNo, Flag, ShopParams
from openmall.contract.scopes import READ_PRODUCT

PriceKind = Literal["retail_price", "price", "discount_price", "optimum_discount_price", "tax"]
"""retail_price the list price, discount_price the shopper's own price, optimum_discount_price the
price with their best coupon, tax whether the price includes tax."""


class ShownPrice(Struct, frozen=True, kw_only=True):
    """One of the prices of a product that a page shows."""

    kind: PriceKind
    amount: Decimal
    """Of `tax`: the tax that the price includes."""
    strikethrough: Flag


class ShownPrices(Struct, frozen=True, kw_only=True):
    """The prices of a product in the order in which a page shows them."""

    shop_no: int
    product_no: int
    prices: list[ShownPrice]


class PageFonts(Struct, frozen=True, kw_only=True):
    """The fonts of prices on a kind of page."""

    shop_no: int
    page: Page
    tax: PriceText
    discount_price: PriceText
    optimum_discount_price: PriceText


class ShownPricesQuery(ShopParams, frozen=True, kw_only=True):
    """Selects the products of a page; those that are not on display are left out."""

    product_no: Annotated[list[EntityNo], Meta(min_length=1, max_length=MOST_LISTED)]
    page: Page = "category"


async def list_prices(call: Call, query: ShownPricesQuery) -> Sequence[ShownPrices]:
    """Retrieve the prices that a kind of page shows of products."""
    setting = await of_page(call, query.page)
    group = await shopper_group.of_shopper(call)
    visible = ProductQuery(
        shop_no=query.shop_no,
        product_no=query.product_no,
        display="T",
        selling="T",
        limit=MOST_LISTED,
    )
    products = await product_rules.listing(call, visible, shopper_group.viewer(group))
    terms = await shopper_prices.of_call(call, products, group)
    optimum: dict[int, Decimal] = {}
    if setting.optimum_discount_price_text.use == "T":
        best = await coupon_prices.with_coupons(call, terms, products)
        optimum = {number: each.optimum for number, each in best.items()}
    return [
        ShownPrices(
            shop_no=call.shop_no,
            product_no=each.product_no,
            prices=list(
                _prices(
                    setting,
                    each,
                    discounted=shopper_prices.discounted_price(terms, each),
                    optimum=optimum.get(each.product_no),
                )
            ),
        )
        for each in products
    ]


async def list_fonts(call: Call, params: ShopParams) -> Sequence[PageFonts]:
    """Retrieve the fonts in which each kind of page shows prices."""
    found = []
    for page in get_args(Page):
        setting = await of_page(call, page)
        found.append(
            PageFonts(
                shop_no=call.shop_no,
                page=page,
                tax=setting.product_tax_type_text,
                discount_price=setting.product_discount_price_text,
                optimum_discount_price=setting.optimum_discount_price_text,
            )
        )
    return found


def _prices(
    setting: PriceDisplay,
    product: ListedProduct,
    *,
    discounted: Decimal,
    optimum: Decimal | None,
) -> Iterator[ShownPrice]:
    """Yield the prices of a product: the shopper's own first, then what it is compared with."""
    reduced = discounted < product.price and setting.product_discount_price_text.use == "T"
    if reduced:
        yield ShownPrice(kind="discount_price", amount=discounted, strikethrough="F")
    struck = setting.strikethrough_price if reduced else "F"
    yield ShownPrice(kind="price", amount=product.price, strikethrough=struck)
    if product.retail_price > product.price:
        struck = setting.strikethrough_retail_price
        yield ShownPrice(kind="retail_price", amount=product.retail_price, strikethrough=struck)
    if optimum is not None and optimum < discounted:
        yield ShownPrice(kind="optimum_discount_price", amount=optimum, strikethrough="F")
    if setting.product_tax_type_text.use == "T":
        tax = product.price - product.price_excluding_tax
        yield ShownPrice(kind="tax", amount=tax, strikethrough="F")


OPERATIONS: Final = [
    listing(
        "products/shownprices",
        list_prices,
        takes=ShownPricesQuery,
        gives=ShownPrices,
        key="shownprices",
        scope=READ_PRODUCT,
        cacheable=True,
    ),
    listing(
        "pricefonts",
        list_fonts,
        takes=ShopParams,
        gives=PageFonts,
        key="pricefonts",
        scope=READ_PRODUCT,
        cacheable=True,
    ),
]
