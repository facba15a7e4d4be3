"""What feeds offer of products: those that everyone can buy, one by one."""

from collections.abc import Sequence
from typing import Any

from openmall.commerce.order.placement.subscription_rules import rules as subscription_rules
from openmall.commerce.product.stock import availability_store
from openmall.commerce.product.stock.availability_store import Availability
from openmall.contract.call import Call
from openmall.pages.sampleshop.page_context import PageContext


async def of_products(
    context: PageContext, products: Sequence[dict[str, Any]]
) -> dict[int, Availability]:
    """Return product number -> what can be bought of it, in the order of `products`.

    Left out is what no guest can buy once, in stock or not: products with a text instead of their
    price, those that await approval, those sold in subscriptions only, and those sold to
    members or adults alone.
    """
    numbers = [each["product_no"] for each in products if not each["price_content"]]
    shop_no = context.shop.shop_no
    async with context.database.reading(context.mall.mall_id) as db:
        stock = await availability_store.of_products(db, numbers, shop_no=shop_no, now=context.now)
        call = Call(context.clock, db, context.mall, shop_no)
        only = await subscription_rules.sold_in_subscriptions_only(call, numbers)
    return {
        number: stock[number]
        for number in numbers
        if number in stock
        and stock[number].for_sale
        and stock[number].for_everyone
        and number not in only
    }
