"""What is derived from reverted rows, and announced to apps."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Final

from msgspec import Struct

from openmall.commerce.category.categories import store as category_store
from openmall.commerce.category.categories.events import CategoryUpdated
from openmall.commerce.product.products import (
    exposure,
    names,
    partner_updates,
    search_tokens,
)
from openmall.commerce.product.products import store as product_store
from openmall.commerce.product.products.events import ProductUpdated
from openmall.contract.call import Call
from openmall.contract.errors import NotModified


class Announcement(Struct, frozen=True, kw_only=True):
    """An event that says how something is now, so that the undo publishes it again."""

    number: str
    """The field with the number of what it is about, which is also a column of its rows."""
    publish: Callable[[Call, int, int], Awaitable[None]]
    """Publishes it about the number in a shop."""


async def renew_products(call: Call, product_nos: Sequence[int]) -> None:
    """Make anew what follows from the rows of products: search, exposure and what partners see."""
    found = await product_store.in_every_language(call, list(product_nos))
    products = [product for product, _ in found]
    await names.change_several(call, products)
    await search_tokens.index_several(call, products)
    await exposure.change_several(call, products)
    await partner_updates.update_projection(call, product_nos)


async def renew_categories(call: Call, category_nos: Sequence[int]) -> None:
    """Make anew what partners see of the products of categories."""
    await partner_updates.replace_in_categories(call, list(category_nos))


async def _product(call: Call, shop_no: int, product_no: int) -> None:
    found = await product_store.in_shops(call, [product_no], [shop_no])
    for product, _ in found.values():
        call.publish(ProductUpdated.of(product))


async def _category(call: Call, shop_no: int, category_no: int) -> None:
    own = call.shop_no
    call.shop_no = shop_no
    stored = await category_store.find(call, category_no)
    call.shop_no = own
    if stored is None:
        raise NotModified("The category is gone.", parameter="write_no")
    call.publish(CategoryUpdated.of(stored.category))


ANNOUNCED: Final[Mapping[int, Announcement]] = {
    ProductUpdated.event_no: Announcement(number="product_no", publish=_product),
    CategoryUpdated.event_no: Announcement(number="category_no", publish=_category),
}
"""A write that published another event cannot be undone."""
