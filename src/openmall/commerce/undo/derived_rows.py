"""What is derived from reverted rows, and made anew after them."""

from collections.abc import Collection, Sequence

from openmall.commerce.product import partner_updates
from openmall.commerce.product.products import exposure, names, search_tokens
from openmall.commerce.product.products import store as product_store
from openmall.commerce.product.stock import propagation
from openmall.contract.call import Call


async def renew_products(
    call: Call,
    product_nos: Sequence[int],
    *,
    restored: Collection[int],
    restocked: Collection[int],
) -> None:
    """Make anew what follows from the rows of products: search, exposure and what partners see.

    `restored`: those of them that were deleted before; `restocked`: those of which variants or
    parts were reverted. Whether they are sold out depends on these and on the limits of products.
    """
    found = await product_store.in_every_language(call, list(product_nos))
    products = [product for product, _ in found]
    fields = ("shop_no", "product_no", *names.FIELDS)
    again = [each for each in products if each.product_no in restored]
    await names.add(call.db, [{name: getattr(each, name) for name in fields} for each in again])
    await names.change_several(call, products)
    await search_tokens.index_several(call, products)
    await exposure.change_several(call, products)
    await partner_updates.update_projection(call, product_nos, found=found)
    await propagation.update(call, sorted({*product_nos, *restocked}), [])


async def renew_categories(call: Call, category_nos: Sequence[int]) -> None:
    """Make anew what partners see of the products of categories."""
    await partner_updates.replace_in_categories(call, list(category_nos))
