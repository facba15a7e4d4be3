"""The product feed of a shop for search engines and portals: RSS 2.0 with `g:` fields, or CSV.

Fields and their bounds are those of Google Merchant Center. A product with options has an item for
each variant, all with one `item_group_id`.
"""

import csv
import io
from collections.abc import AsyncIterator
from decimal import Decimal
from typing import Any, Final
from xml.sax.saxutils import escape

from starlette.responses import Response

from openmall.commerce.product.stock.availability_store import Availability
from openmall.commerce.store.seo_setting import SeoSetting
from openmall.contract.errors import NotFound
from openmall.pages.sampleshop.html_text import paragraphs
from openmall.pages.sampleshop.page_context import PageContext
from openmall.pages.sampleshop.refusals import NO_PRODUCT_FEED
from openmall.pages.sampleshop.search_engines import feed_offers, search_store, shop_files
from openmall.pages.sampleshop.search_engines.search_store import ProductFacts

COLUMNS: Final = (
    "id", "title", "description", "link", "image_link", "additional_image_link", "availability",
    "price", "sale_price", "brand", "gtin", "mpn", "identifier_exists", "condition",
    "item_group_id",
)  # fmt: skip
SECONDS: Final = 900.0
"""Age at which a feed is made anew."""
_PAGE_SIZE: Final = 100
_MOST_PICTURES: Final = 10
_LENGTHS: Final = {"id": 50, "title": 150, "description": 5_000, "brand": 70, "mpn": 70}
"""Field -> characters it has at most."""
_NEW: Final = frozenset({"N", "R", "B"})
_REFURBISHED: Final = frozenset({"F"})
_CONTROLS: Final = dict.fromkeys(
    [*(code for code in range(32) if code not in (9, 10, 13)), 0xFFFE, 0xFFFF]
)
"""Characters that no XML document may have."""
Item = dict[str, str]


async def show_rss(context: PageContext) -> Response:
    """Answer the feed as RSS 2.0. Raises NotFound (404) for a shop that offers none."""
    await _require(context)
    return await shop_files.answer(
        context,
        "feed.xml",
        _rss,
        seconds=SECONDS,
        media_type="application/rss+xml",
    )


async def show_csv(context: PageContext) -> Response:
    """Answer the feed as CSV. Raises NotFound (404) for a shop that offers none."""
    await _require(context)
    return await shop_files.answer(
        context, "feed.csv", _csv, seconds=SECONDS, media_type="text/csv"
    )


async def _require(context: PageContext) -> None:
    setting = (await context.settings()).of(SeoSetting)
    if setting.use_rss != "T" and not await search_store.has_contract(
        context.database, context.mall.mall_id, context.shop.shop_no
    ):
        raise NotFound(NO_PRODUCT_FEED)


async def _rss(context: PageContext) -> AsyncIterator[str]:
    name = context.shop.name or context.mall.name
    yield (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">\n<channel>\n'
        f"<title>{_xml(name)}</title>\n<link>{_xml(context.absolute('/'))}</link>\n"
        f"<description>{_xml(name)}</description>\n"
    )
    async for items in _items(context):
        yield "".join(_rss_item(each) for each in items)
    yield "</channel>\n</rss>\n"


def _rss_item(item: Item) -> str:
    lines = []
    for name, value in item.items():
        several = value.split(",") if name == "additional_image_link" else [value]
        lines += [f"<g:{name}>{_xml(each)}</g:{name}>" for each in several if each]
    return "<item>" + "".join(lines) + "</item>\n"


def _xml(text: str) -> str:
    return escape(text.translate(_CONTROLS))


async def _csv(context: PageContext) -> AsyncIterator[str]:
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, restval="", lineterminator="\r\n")
    writer.writeheader()
    yield text.getvalue()
    async for items in _items(context):
        text.seek(0)
        text.truncate()
        writer.writerows(items)
        yield text.getvalue()


async def _items(context: PageContext) -> AsyncIterator[list[Item]]:
    """Yield the items of a page of products at a time, as a guest sees them."""
    last = 0
    mall_id, shop_no = context.mall.mall_id, context.shop.shop_no
    while True:
        found = await context.read_as_guest(
            "products",
            since_product_no=last,
            limit=_PAGE_SIZE,
            embed=("variants", "additionalimages"),
        )
        if not found:
            return
        last = max(each["product_no"] for each in found)
        stock = await feed_offers.of_products(context, found)
        facts = await search_store.facts(context.database, mall_id, shop_no, list(stock))
        yield [
            item
            for each in found
            if (number := each["product_no"]) in stock
            for item in _of_product(context, each, facts[number], stock[number])
        ]


def _of_product(
    context: PageContext, product: dict[str, Any], facts: ProductFacts, stock: Availability
) -> list[Item]:
    """Return the item of a product, or of each of its variants on display."""
    number = str(product["product_no"])
    text = product["summary_description"] or " ".join(paragraphs(facts.description))
    pictures = [product["detail_image"] or product["list_image"]]
    pictures += [each["big"] for each in product["additionalimages"]]
    # Feeds take absolute https addresses only.
    pictures = [each for each in pictures if each.startswith("https://")]
    mpn = product["custom_product_code"]
    common = {
        "title": product["product_name"],
        "description": text or product["product_name"],
        "link": context.absolute(f"/products/{number}"),
        "image_link": pictures[0] if pictures else "",
        "additional_image_link": ",".join(
            each for each in pictures[1 : _MOST_PICTURES + 1] if "," not in each
        ),
        "brand": facts.brand,
        "condition": _condition(facts.condition),
    }
    variants = [each for each in product["variants"] if each["display"] == "T"]
    has_options = any(each["options"] for each in variants)
    items = []
    for variant in variants:
        options = " / ".join(each["value"] for each in variant["options"])
        # The code of a product with options is not the code of one variant.
        own_mpn = variant["custom_variant_code"] or ("" if has_options else mpn)
        item = {
            "id": variant["variant_code"] if has_options else number,
            **common,
            "title": f"{product['product_name']} {options}".strip(),
            "availability": "in_stock"
            if variant["variant_code"] in stock.buyable
            else "out_of_stock",
            **_prices(context.shop.currency, product, variant),
            # A code with a valid check digit is a GTIN, any other an MPN, which identifies only
            # together with a brand; without identifiers the feed says so, as the format requires.
            "gtin": (gtin := own_mpn if is_gtin(own_mpn) else ""),
            "mpn": "" if gtin else own_mpn,
            "identifier_exists": "" if gtin or (own_mpn and facts.brand) else "no",
            "item_group_id": number if has_options else "",
        }
        items.append(_bounded(item))
    return items


def is_gtin(code: str) -> bool:
    """Return whether a code is a GTIN (EAN, UPC, ISBN-13): 8, 12, 13 or 14 digits, the last of
    which checks the others (GS1 General Specifications 7.9).
    """
    if not (code.isascii() and code.isdigit() and len(code) in (8, 12, 13, 14)):
        return False
    weighted = sum(int(digit) * (3, 1)[at % 2] for at, digit in enumerate(reversed(code[:-1])))
    return (weighted + int(code[-1])) % 10 == 0


def _prices(currency: str, product: dict[str, Any], variant: dict[str, Any]) -> Item:
    """Return the regular price, and the lower one that a guest pays, if there is one."""
    more = Decimal(variant["additional_amount"])
    price = Decimal(product["price"]) + more
    paid = Decimal(variant.get("discount_price", price))
    regular = max(price, Decimal(product["retail_price"] or 0) + more)
    prices = {"price": f"{regular:.2f} {currency}", "sale_price": ""}
    if paid < regular:
        prices["sale_price"] = f"{paid:.2f} {currency}"
    return prices


def _condition(code: str) -> str:
    if code in _NEW:
        return "new"
    return "refurbished" if code in _REFURBISHED else "used"


def _bounded(item: Item) -> Item:
    """Return an item without empty fields, and none longer than it may be."""
    tidy = {name: " ".join(value.split()) for name, value in item.items()}
    return {
        name: value[: _LENGTHS.get(name, 2_000)] if name != "link" else value
        for name, value in tidy.items()
        if value
    }
