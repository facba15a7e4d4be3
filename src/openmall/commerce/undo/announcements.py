"""What is derived from reverted rows, and announced to apps."""

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from typing import Final

from msgspec import Struct

from openmall.commerce.category.categories import store as category_store
from openmall.commerce.category.categories.events import (
    CategoryAdded,
    CategoryDeleted,
    CategoryUpdated,
)
from openmall.commerce.category.categories.shape import Category
from openmall.commerce.product.products import (
    exposure,
    names,
    partner_updates,
    search_tokens,
)
from openmall.commerce.product.products import store as product_store
from openmall.commerce.product.products.events import (
    ProductCreated,
    ProductDeleted,
    ProductUpdated,
)
from openmall.commerce.product.stock import propagation
from openmall.contract.call import Call


class Announcement(Struct, frozen=True, kw_only=True):
    """An event that says how something is now, so that the undo publishes it again."""

    number: str
    """The field with the number of what it is about, which is also a column of its rows."""
    publish: Callable[[Call, int, int], Awaitable[None]] | None
    """Publishes it about the number in a shop; None: what removes it does."""


async def renew_products(
    call: Call, product_nos: Sequence[int], *, restored: Collection[int] = ()
) -> None:
    """Make anew what follows from the rows of products: search, exposure and what partners see.

    `restored`: those of them that were deleted before.
    """
    for product, _ in await product_store.in_every_language(call, list(product_nos)):
        if product.product_no in restored:
            fields = ("shop_no", "product_no", *names.FIELDS)
            await names.add(call.db, [{name: getattr(product, name) for name in fields}])
        await names.change(call, product)
        await search_tokens.index(call, product)
        await exposure.change(call, product)
    await partner_updates.update_projection(call, product_nos)
    await propagation.update(call, product_nos, [])


async def renew_categories(call: Call, category_nos: Sequence[int]) -> None:
    """Make anew what partners see of the products of categories."""
    await partner_updates.replace_in_categories(call, list(category_nos))


async def _product(call: Call, shop_no: int, product_no: int) -> None:
    for product, _ in await product_store.in_every_language(call, [product_no]):
        if product.shop_no == shop_no:
            call.publish(ProductUpdated.of(product))


async def _product_again(call: Call, shop_no: int, product_no: int) -> None:
    for product, _ in await product_store.in_every_language(call, [product_no]):
        if product.shop_no == shop_no:
            call.publish(ProductCreated.of(product))


async def _category(call: Call, shop_no: int, category_no: int) -> None:
    category = await _found_category(call, shop_no, category_no)
    if category is not None:
        call.publish(CategoryUpdated.of(category))


async def _category_again(call: Call, shop_no: int, category_no: int) -> None:
    category = await _found_category(call, shop_no, category_no)
    if category is not None:
        call.publish(CategoryAdded.of(category))


async def _found_category(call: Call, shop_no: int, category_no: int) -> Category | None:
    own, call.shop_no = call.shop_no, shop_no
    stored = await category_store.find(call, category_no)
    call.shop_no = own
    return None if stored is None else stored.category


ANNOUNCED: Final[Mapping[int, Announcement]] = {
    ProductCreated.event_no: Announcement(number="product_no", publish=None),
    ProductUpdated.event_no: Announcement(number="product_no", publish=_product),
    ProductDeleted.event_no: Announcement(number="product_no", publish=_product_again),
    CategoryAdded.event_no: Announcement(number="category_no", publish=None),
    CategoryDeleted.event_no: Announcement(number="category_no", publish=_category_again),
    CategoryUpdated.event_no: Announcement(number="category_no", publish=_category),
}
"""A write that published another event cannot be undone."""
