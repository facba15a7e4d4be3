"""What a merchant arranged in a category: its own order, and the products shown before others."""

from typing import Final

from msgspec import Struct

from openmall.commerce.product import shop_displays
from openmall.contract.json_values import Encodable
from openmall.http.web.languages import marked
from openmall.pages.sampleshop.page_context import PageContext
from openmall.pages.sampleshop.products import shown_prices

_MOST_OF_SECTION: Final = 8
_NAMES: Final = {2: marked("Recommended"), 3: marked("New in the shop")}


class CategoryDisplay(Struct, frozen=True):
    """What is arranged in a category."""

    category_no: str
    arranged: bool
    sections: list[int]


async def of(context: PageContext, category_no: str) -> CategoryDisplay:
    """Return what is arranged in a category. Raises NotFound (404)."""
    found = (
        await context.call(shop_displays.retrieve_display, {"category_no": category_no})
    ).content
    return CategoryDisplay(category_no, found.arranged == "T", found.sections)


async def ordered(
    context: PageContext, display: CategoryDisplay, section: int = 1, **paging: int
) -> tuple[list[dict[str, Encodable]], int]:
    """Return a page of products in the order of the display, and how many the display named.

    They are fewer where the shopper does not see some of them.
    """
    parameters = {"display_group": section, **paging}
    named = (
        await context.call(
            shop_displays.list_displayed, {**parameters, "category_no": display.category_no}
        )
    ).content
    numbers = [each.product_no for each in named]
    if not numbers:
        return [], 0
    found = await context.read("products", product_no=numbers, limit=len(numbers))
    by_number = {each["product_no"]: each for each in found}
    return [by_number[each] for each in numbers if each in by_number], len(numbers)


async def sections(context: PageContext, display: CategoryDisplay) -> list[dict[str, Encodable]]:
    """Return the sections of a category that have products: `title` and `products`."""
    found: list[dict[str, Encodable]] = []
    for section in display.sections:
        products, _ = await ordered(context, display, section, limit=_MOST_OF_SECTION)
        if products:
            shown = await shown_prices.with_prices(context, products, "category")
            found.append({"title": context.translate(_NAMES[section]), "products": shown})
    return found
