"""Product lists: home page, category, search."""

from typing import Any, Final

from starlette.responses import Response

from openmall.commerce.design.themes import default_pages
from openmall.contract.errors import NotFound
from openmall.pages.sampleshop import blocks, product_lists, shown_prices, structured_data
from openmall.pages.sampleshop.metadata import About
from openmall.pages.sampleshop.page_context import PageContext

_MAX_RECOMMENDED: Final = 8
_MOST_NEWEST: Final = 12
_RECOMMENDED_GROUP: Final = 2
"""The main display group of recommended products, which every shop has."""
_MAX_QUERY_LENGTH: Final = 200


async def show(context: PageContext) -> Response:
    """Show the home page: the blocks of the theme, else recommended and new products."""
    if arranged := (await context.theme()).look.blocks:
        return await context.show(
            default_pages.HOME,
            blocks=await blocks.shown_blocks(context, arranged),
            recommended=[],
            newest=[],
        )
    try:
        recommended = await context.content(
            f"mains/{_RECOMMENDED_GROUP}/products", limit=_MAX_RECOMMENDED
        )
    except NotFound:
        recommended = []
    numbers = [each["product_no"] for each in recommended]
    products = []
    if numbers:
        # products of the display group have no pictures
        products = await context.content("products", product_no=numbers, limit=_MAX_RECOMMENDED)
    newest = await context.content("products", limit=_MOST_NEWEST)
    shown = await shown_prices.with_prices(context, [*products, *newest], "main")
    by_number = {each["product_no"]: each for each in shown}
    content: dict[str, Any] = {
        "blocks": [],
        "recommended": [by_number[each] for each in numbers if each in by_number],
        "newest": [by_number[each["product_no"]] for each in newest],
    }
    return await context.show(default_pages.HOME, **content)


async def show_own_page(context: PageContext, path: str) -> Response:
    """Show a page that only the theme of the mall has."""
    if not (await context.theme()).has(path):
        raise NotFound("There is no such page.")
    return await context.show(path)


async def show_category(context: PageContext, number: str) -> Response:
    """Show the products of a category and its subcategories."""
    category = await context.content(f"categories/{number}")
    subcategories = await context.content("categories", parent_category_no=number, limit=50)
    products = await product_lists.page(context, category=number, include_sub_category="T")
    names, numbers = category["full_category_name"], category["full_category_no"]
    above = [
        {"category_no": numbers[level], "category_name": name}
        for level, name in names.items()
        if name and numbers[level] != category["category_no"]
    ]
    content = {"category": category, "above": above, "subcategories": subcategories, **products}
    return await context.show(
        default_pages.CATEGORY,
        title=category["category_name"],
        root_category_no=category["root_category_no"],
        described=_described(context, category),
        **content,
    )


def _described(context: PageContext, category: dict[str, Any]) -> About:
    names, numbers = category["full_category_name"], category["full_category_no"]
    steps = [
        (name, context.absolute(f"/categories/{numbers[level]}"))
        for level, name in names.items()
        if name
    ]
    return About(sharing="category", data=[structured_data.breadcrumbs(steps)])


async def search(context: PageContext) -> Response:
    """Show the products whose names match the query."""
    query = " ".join(context.visit.query.text("q").split())[:_MAX_QUERY_LENGTH]
    found: dict[str, Any] = product_lists.EMPTY
    if query:
        found = await product_lists.page(context, query, product_name=[query])
    content = {"query": query, **found}
    return await context.show(
        default_pages.SEARCH,
        title=query or context.translate("Search"),
        about={"search": query} if query else None,
        **content,
    )
