"""A new price of a product beside a sale price that stays: both are written, or none."""

from collections.abc import Awaitable, Callable, Mapping
from decimal import Decimal
from types import MappingProxyType
from typing import Final

from openmall.commerce.product.product_service import rules as product_rules
from openmall.commerce.product.products.shape import Product
from openmall.contract.json_values import Encodable
from openmall.pages.backoffice import form_transaction
from openmall.pages.backoffice.page_context import PageContext
from openmall.pages.backoffice.product import product_sale_price

_NOTHING: Final[Mapping[str, Encodable]] = MappingProxyType({})


async def change(
    context: PageContext,
    number: str,
    new_price: Callable[[PageContext, Product], Awaitable[Decimal]],
    others: Mapping[str, Encodable] = _NOTHING,
) -> None:
    """Change the price of a product in the page's shop, and `others` of its fields with it.

    `new_price`: returns the price for the product as it is stored, or raises an ApiError.
    Raises the ApiError of an operation, and NotModified (409) where nothing changes.
    """
    named: dict[str, Encodable] = {"shop_no": context.shop.shop_no, "product_no": number}

    async def write(here: PageContext) -> None:
        product = (await here.call(product_rules.retrieve, named)).content
        price = await new_price(here, product)
        keep = await product_sale_price.to_stay(here, product, price)
        await here.call(product_rules.change, {**others, **named, "price": str(price)})
        if keep is not None:
            await keep()

    await form_transaction.execute(context, write)
