"""What can be bought of the products that a page of the back office lists."""

from collections.abc import Sequence

from openmall.commerce.product.products.shape import ListedProduct
from openmall.commerce.product.stock import availability_store
from openmall.commerce.product.stock.availability_store import Availability
from openmall.pages.backoffice.page_context import PageContext


async def of_products(
    context: PageContext, products: Sequence[ListedProduct], shop_no: str = ""
) -> dict[int, Availability]:
    """Return what can be bought of listed products, in a shop or else in the first one."""
    shops = context.visit.mall.shops
    asked = int(shop_no) if shop_no.isascii() and shop_no.isdecimal() else 0
    async with context.database.reading(context.mall_id) as db:
        return await availability_store.of_products(
            db,
            [each.product_no for each in products],
            shop_no=asked if asked in shops else min(shops),
            now=context.clock.now(),
        )
