"""The product feed of the shop for a portal's shopping search: tab-separated text, a row a product.

It is made a hundred products at a time, so that its size does not matter, and kept for an hour.
"""

import re
from collections.abc import AsyncIterator, Iterable
from typing import Any, Final

from starlette.responses import Response

from openmall.commerce.store import portalshopping
from openmall.contract.errors import NotFound
from openmall.pages.sampleshop.page_context import PageContext
from openmall.pages.sampleshop.refusals import NO_PRODUCT_FEED
from openmall.pages.sampleshop.search_engines import feed_offers, shop_files

COLUMNS: Final = (
    "id", "title", "price_pc", "normal_price", "link", "mobile_link", "image_link", "model_number",
)  # fmt: skip
SECONDS: Final = 3600
"""How long it is kept, here, by the portal and by caches in between."""
_PAGE_SIZE: Final = 100
_BLANKS: Final = re.compile(r"\s+")


async def show(context: PageContext) -> Response:
    """Answer the feed. Raises NotFound (404) while the shop has no contract with the portal."""
    portal = await context.content(portalshopping.retrieve)
    if portal.service_status != "T":
        raise NotFound(NO_PRODUCT_FEED)
    return await shop_files.answer(
        context,
        "products.txt",
        _lines,
        seconds=SECONDS,
        media_type="text/tab-separated-values",
    )


async def _lines(context: PageContext) -> AsyncIterator[str]:
    """Yield the heading, then the rows of a page of products at a time."""
    yield _line(COLUMNS)
    last = 0
    while products := await context.read_as_guest(
        "products", since_product_no=last, limit=_PAGE_SIZE
    ):
        stock = await feed_offers.of_products(context, products)
        yield "".join(
            _line(_row(context, each))
            for each in products
            if (found := stock.get(each["product_no"])) is not None and found.can_be_bought
        )
        last = max(each["product_no"] for each in products)


def _row(context: PageContext, product: dict[str, Any]) -> list[str]:
    link = context.absolute(f"/products/{product['product_no']}")
    return [
        str(product["product_no"]),
        product["product_name"],
        product.get("discount_price", product["price"]),
        product["price"],
        link,
        link,
        product["detail_image"] or product["list_image"],
        product["model_name"],
    ]


def _line(cells: Iterable[str | None]) -> str:
    """Return a row; tabs and line breaks within a cell become spaces."""
    return "\t".join(_BLANKS.sub(" ", cell or "").strip() for cell in cells) + "\n"
