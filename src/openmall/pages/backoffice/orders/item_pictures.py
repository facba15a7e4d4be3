"""Pictures of the items of an order: of the variants, of their values, else of the products."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from openmall.commerce.order.orders.item_shape import Item
from openmall.commerce.product.product_service import rules as product_rules
from openmall.contract.embedded import embedded
from openmall.contract.json_values import Encodable
from openmall.contract.operation import Operation
from openmall.pages.backoffice.page_context import PageContext

_MOST: Final = 100


async def of_items(
    context: PageContext, items: Sequence[Item], shop: dict[str, str]
) -> dict[str, str]:
    """Return the picture of each item that has one, by `order_item_code`.

    The right to see an order includes the pictures of its products. Products that were deleted have
    none.
    """
    numbers = sorted({each.product_no for each in items})[:_MOST]
    if not numbers:
        return {}
    response = await context.call(
        product_rules.listing,
        {"product_no": numbers, "limit": len(numbers), **shop},
        embed=("variants", "options"),
        permits=_is_list_of_products,
    )
    small = {each.product_no: each.tiny_image for each in response.content}
    own: dict[str, str] = {}
    for each in response.content:
        of_values = {
            (option.option_name, value.option_text): value.option_image_file
            for option in embedded(each.options).options
            for value in option.option_value
        }
        for variant in embedded(each.variants):
            chosen = (of_values.get((at.name, at.value)) for at in variant.options)
            own[variant.variant_code] = variant.image or next(filter(None, chosen), "")
    found = {
        each.order_item_code: own.get(each.variant_code) or small.get(each.product_no, "")
        for each in items
    }
    return {code: address for code, address in found.items() if address}


async def of_products(
    context: PageContext, numbers: Iterable[int], shop: Mapping[str, Encodable]
) -> dict[int, str]:
    """Return the small picture of each product that has one, by `product_no`; of at most 100."""
    asked = sorted(set(numbers))[:_MOST]
    if not asked:
        return {}
    response = await context.call(
        product_rules.listing,
        {"product_no": asked, "limit": len(asked), **shop},
        permits=_is_list_of_products,
    )
    return {each.product_no: each.tiny_image for each in response.content if each.tiny_image}


def _is_list_of_products(operation: Operation) -> bool:
    return (operation.method, operation.path) == ("GET", "products")
