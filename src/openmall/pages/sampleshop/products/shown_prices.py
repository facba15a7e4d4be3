"""Prices on pages of the shop, as the settings of each kind of page say."""

from decimal import Decimal
from typing import Any, Final

from starlette.responses import Response

from openmall.commerce.design.themes import template_formats
from openmall.commerce.shopwindow import shown_prices
from openmall.commerce.shopwindow.shown_prices import ShownPrice
from openmall.contract.json_values import Encodable
from openmall.http.web.languages import marked
from openmall.pages.sampleshop.page_context import PageContext
from openmall.pages.sampleshop.products import product_icons

_COMPARED: Final = ("discount_price", "price", "retail_price")
"""Prices that one buyer pays or would pay; a coupon or a tax note is beside them."""
_FONTS: Final = ("tax", "discount_price", "optimum_discount_price")
_STYLES: Final = {
    "N": "font-weight: 400",
    "B": "font-weight: 700",
    "I": "font-weight: 400; font-style: italic",
    "D": "font-weight: 700; font-style: italic",
}
"""Code of a font -> its declarations."""
_TAXED: Final = marked("Tax included")
_UNTAXED: Final = marked("No tax")
_LABELS: Final = {
    "retail_price": marked("List price"),
    "optimum_discount_price": marked("With your coupon"),
}
"""Kind of a price -> the words before it."""


async def of_products(
    context: PageContext, products: list[dict[str, Any]], page: str
) -> dict[int, list[dict[str, Encodable]]]:
    """Return the prices that a kind of page shows of each product, by its number.

    A price has `kind`, `text`, `label`, `struck`, `class` (of the style sheet) and `percent`: by
    how much it is lower than the price it is compared with; 0 where there is none, and on every
    price but the first. Products with a text in place of their price have no prices.
    """
    numbers = [each["product_no"] for each in products if not each["price_content"]]
    if not numbers:
        return {}
    found = await context.content(shown_prices.list_prices, {"product_no": numbers, "page": page})
    return {
        each.product_no: [
            {
                **_shown(context, price, page),
                "percent": percent if at == 0 else 0,
                # what a reduction is shown against is no price that is asked for
                "struck": price.strikethrough == "T"
                or (price.kind == "retail_price" and reduced and percent > 0),
            }
            for at, price in enumerate(each.prices)
        ]
        for each in found
        for percent in [_percent_off(each.prices)]
        for reduced in [bool(each.prices) and each.prices[0].kind == "price"]
    }


def _percent_off(prices: list[ShownPrice]) -> int:
    """Return by how many whole percent the first price is below the one that it replaces.

    That is the usual price for a discounted one, as in the cart; the list price for a usual one.
    Rounded down, so that no discount is called larger than it is.
    """
    amounts = {each.kind: each.amount for each in prices if each.kind in _COMPARED}
    if not prices or prices[0].kind not in amounts:
        return 0
    own = amounts[prices[0].kind]
    discounted = prices[0].kind == "discount_price"
    replaced = amounts.get("price" if discounted else "retail_price", own)
    return percent_off(own, replaced)


def percent_off(price: Decimal, replaced: Decimal) -> int:
    """Return by how many whole percent a price is below another, rounded down; 0: it is not."""
    return int((replaced - price) * 100 / replaced) if price < replaced else 0


async def with_prices(
    context: PageContext, products: list[dict[str, Any]], page: str
) -> list[dict[str, Any]]:
    """Return products with `prices`, as of `of_products`, and with their `icons`."""
    prices = await of_products(context, products, page)
    icons = product_icons.shown(context, await context.design())
    return [
        {**each, "prices": prices.get(each["product_no"], []), "icons": icons(each)}
        for each in products
    ]


def _shown(context: PageContext, price: ShownPrice, page: str) -> dict[str, Encodable]:
    kind = price.kind
    if kind == "tax":
        text = context.translate(_UNTAXED if price.amount == 0 else _TAXED)
    else:
        text = template_formats.amount(price.amount, context.shop.currency, context.language)
    return {
        "kind": kind,
        "text": text,
        "label": context.translate(_LABELS.get(kind, "")),
        "class": f"shown-{page}-{kind}" if kind in _FONTS else kind,
    }


def _readable(colour: str) -> str:
    """Return a colour that merchants chose on a white page, lighter where the page is dark.

    Browsers that do not know this notation pass the declaration over.
    """
    return f"light-dark({colour}, oklch(from {colour} max(l, 0.8) c h))"


async def style_sheet(context: PageContext) -> Response:
    """Answer the style sheet with the fonts of prices."""
    rules = []
    for each in await context.content(shown_prices.list_fonts):
        for kind in _FONTS:
            font = getattr(each, kind)
            rules.append(
                f".shown-{each.page}-{kind} {{ color: {font.color};"
                f" color: {_readable(font.color)};"
                f" font-size: {font.font_size}px; {_STYLES[font.font_type]} }}\n"
            )
    headers = {"Cache-Control": "max-age=60", "X-Content-Type-Options": "nosniff"}
    return Response("".join(rules), headers=headers, media_type="text/css")
