"""What crawlers read at the root of a shop: `sitemap.xml` and its parts, `robots.txt`, `llms.txt`.

Part 0 of a shop lists its categories, part n its products from number (n - 1) * 50,000 + 1 to
n * 50,000, so that no part has more than 50,000 addresses (sitemaps.org).
"""

from collections.abc import AsyncIterator
from functools import partial
from typing import Final
from xml.sax.saxutils import escape

from starlette.responses import PlainTextResponse, Response

from openmall.commerce.store.seo_setting import SeoSetting
from openmall.contract.errors import NotFound
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import NO_SUCH
from openmall.pages.sampleshop import metadata
from openmall.pages.sampleshop.page_context import PageContext
from openmall.pages.sampleshop.refusals import HIDDEN_FROM_SEARCH_ENGINES
from openmall.pages.sampleshop.search_engines import search_store, shop_files

MOST: Final = 50_000
"""Addresses of a part."""
_NAMESPACE: Final = "http://www.sitemaps.org/schemas/sitemap/0.9"
_HEAD: Final = '<?xml version="1.0" encoding="UTF-8"?>\n'
_XML: Final = "application/xml"
_HOUR: Final = 3_600.0
_DAY: Final = 86_400.0
_PAGE_SIZE: Final = 100
_LONGEST_NUMBER: Final = 9
_PRIVATE: Final = (
    "/admin", "/api/", "/cart", "/checkout", "/orders", "/join", "/sign-in", "/password",
    "/account", "/wishlist", "/coupons", "/points", "/search",
)  # fmt: skip


async def show_index(context: PageContext) -> Response:
    """Answer the index of the parts of every shop of the mall."""
    _require_indexed(context)
    parts: list[str] = []
    for shop_no in sorted(context.mall.shops):
        last = await _last_part(context, shop_no)
        base = "" if shop_no == min(context.mall.shops) else f"/shop{shop_no}"
        parts += [f"{base}/sitemap-{part}.xml" for part in range(last + 1)]
    lines = [
        f"<sitemap><loc>{escape(shop_files.origin(context) + path)}</loc></sitemap>\n"
        for path in parts
    ]
    text = f'{_HEAD}<sitemapindex xmlns="{_NAMESPACE}">\n{"".join(lines)}</sitemapindex>\n'
    return Response(text, headers=_kept(_HOUR), media_type=_XML)


async def show_part(context: PageContext, number: str) -> Response:
    """Answer a part: categories, or a range of products. It is kept for an hour or a day."""
    _require_indexed(context)
    # leading zeros would be other names of the same part
    part = int(number) if number.isascii() and len(number) <= _LONGEST_NUMBER else -1
    if str(part) != number or part > await _last_part(context, context.shop.shop_no):
        raise NotFound(NO_SUCH, resource=Phrase("part"))
    setting = (await context.settings()).of(SeoSetting)
    is_fresh = setting.use_sitemap_auto_update == "T"
    return await shop_files.answer(
        context,
        f"sitemap {part}",
        partial(_part, part=part),
        seconds=_HOUR if is_fresh else _DAY,
        media_type=_XML,
    )


async def _last_part(context: PageContext, shop_no: int) -> int:
    mall_id = context.mall.mall_id
    highest = await search_store.highest_product(context.database, mall_id, shop_no)
    return -(-highest // MOST)


def _require_indexed(context: PageContext) -> None:
    if metadata.is_hidden(context.mall):
        raise NotFound(HIDDEN_FROM_SEARCH_ENGINES)


async def _part(context: PageContext, *, part: int) -> AsyncIterator[str]:
    yield f'{_HEAD}<urlset xmlns="{_NAMESPACE}">\n'
    async for paths in _products(context, part) if part else _categories(context):
        yield "".join(f"<url><loc>{escape(context.absolute(path))}</loc></url>\n" for path in paths)
    yield "</urlset>\n"


async def _categories(context: PageContext) -> AsyncIterator[list[str]]:
    yield ["/"]
    offset = 0
    while offset < MOST // 2:
        found = await context.read_as_guest("categories", limit=_PAGE_SIZE, offset=offset)
        yield [f"/categories/{each['category_no']}" for each in found]
        if len(found) < _PAGE_SIZE or offset >= 8_000 - _PAGE_SIZE:
            return
        offset += _PAGE_SIZE


async def _products(context: PageContext, part: int) -> AsyncIterator[list[str]]:
    last, until = (part - 1) * MOST, part * MOST
    while last < until:
        found = await context.read_as_guest("products", since_product_no=last, limit=_PAGE_SIZE)
        numbers = [each["product_no"] for each in found]
        yield [f"/products/{number}" for number in numbers if number <= until]
        if not numbers:
            return
        last = max(numbers)


async def show_robots(context: PageContext) -> Response:
    """Answer what crawlers may read: the shop's own text, else all but what is of a person."""
    if metadata.is_hidden(context.mall):
        return _text("User-agent: *\nDisallow: /\n")
    setting = (await context.settings()).of(SeoSetting)
    own = setting.robots_text
    if context.screen == "mobile" and setting.mobile_robots_text:
        own = setting.mobile_robots_text
    text = own or "User-agent: *\n" + "".join(f"Disallow: {path}\n" for path in _PRIVATE)
    if "sitemap:" not in text.lower():
        text = f"{text.rstrip()}\n\nSitemap: {shop_files.origin(context)}/sitemap.xml\n"
    return _text(text)


async def show_llms(context: PageContext) -> Response:
    """Answer what the shop tells language models: its own text, else what it is and where."""
    _require_indexed(context)
    setting = (await context.settings()).of(SeoSetting)
    own = setting.llms_text
    if own:
        return _text(own)
    name = " ".join((context.shop.name or context.mall.name).split())
    sections = await context.read_as_guest("categories", category_depth=1, limit=50)
    lines = [f"# {name}", "", "## Categories", ""]
    for each in sections:
        label = " ".join(each["category_name"].split()).replace("]", "")
        lines.append(f"- [{label}]({context.absolute('/categories/' + str(each['category_no']))})")
    lines += [
        "",
        "## For agents",
        "",
        f"- [MCP server]({shop_files.origin(context)}/api/mcp): search products, fill a cart, "
        "estimate and place orders; shoppers allow it by OAuth",
    ]
    lines += ["", "## More", "", f"- [Sitemap]({shop_files.origin(context)}/sitemap.xml)", ""]
    return _text("\n".join(lines))


def _text(text: str) -> Response:
    return PlainTextResponse(text, headers=_kept(_HOUR))


def _kept(seconds: float) -> dict[str, str]:
    return {
        "Cache-Control": f"public, max-age={int(seconds)}",
        "X-Content-Type-Options": "nosniff",
    }
