"""Product lists: home page, category, search."""

from typing import Any, Final

from starlette.responses import Response

from openmall.commerce.design.themes import default_pages
from openmall.commerce.product import shop_displays
from openmall.commerce.shopwindow import rules
from openmall.contract.errors import NotFound
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import NO_SUCH
from openmall.http.web.languages import marked
from openmall.pages.sampleshop import blocks, structured_data
from openmall.pages.sampleshop.metadata import About
from openmall.pages.sampleshop.page_context import PageContext
from openmall.pages.sampleshop.products import category_displays, product_lists, shown_prices

_MOST_OF_DISPLAY: Final = 8
_MOST_NEWEST: Final = 12
_RECOMMENDED_GROUP: Final = 2
_NEW_GROUP: Final = 3
_NAMES: Final = {_RECOMMENDED_GROUP: marked("Recommended"), _NEW_GROUP: marked("New in the shop")}
"""Names of the main display groups that every shop begins with."""
_MAX_QUERY_LENGTH: Final = 200


async def show(context: PageContext) -> Response:
    """Show the home page: the blocks of the theme, else its displays and new products."""
    if arranged := (await context.theme()).look.blocks:
        return await context.show(
            default_pages.HOME,
            blocks=await blocks.shown_blocks(context, arranged),
            displays=[],
            recommended=[],
            newest=[],
        )
    groups: dict[int, str] = {}
    order: dict[int, list[int]] = {}
    for each in (await context.call(shop_displays.list_home)).content:
        number = each.display_group
        try:
            products = await context.content(
                rules.list_in_main, {"limit": _MOST_OF_DISPLAY, "display_group": number}
            )
        except NotFound:  # deleted meanwhile
            continue
        groups[number] = each.group_name or context.translate(_NAMES.get(number, ""))
        order[number] = [product.product_no for product in products]
    numbers = sorted({number for numbers in order.values() for number in numbers})
    found = []
    if numbers:
        # products of a display group have no pictures
        found = await context.read("products", product_no=numbers, limit=len(numbers))
    newest = []
    if _NEW_GROUP not in order:
        newest = await context.read("products", limit=_MOST_NEWEST)
    shown = await shown_prices.with_prices(context, [*found, *newest], "main")
    by_number = {each["product_no"]: each for each in shown}
    rows = {
        group: [by_number[number] for number in numbers if number in by_number]
        for group, numbers in order.items()
    }
    content: dict[str, Any] = {
        "blocks": [],
        "displays": [
            {"title": groups[group], "products": products}
            for group, products in rows.items()
            if products
        ],
        "recommended": rows.get(_RECOMMENDED_GROUP, []),
        "newest": [by_number[each["product_no"]] for each in newest],
    }
    return await context.show(default_pages.HOME, **content)


async def show_own_page(context: PageContext, path: str) -> Response:
    """Show a page that only the theme of the mall has."""
    if not (await context.theme()).has(path):
        raise NotFound(NO_SUCH, resource=Phrase("page"))
    return await context.show(path)


async def show_category(context: PageContext, number: str) -> Response:
    """Show the products of a category and its subcategories."""
    category = await context.read(f"categories/{number}")
    subcategories = await context.read("categories", parent_category_no=number, limit=50)
    display = await category_displays.of(context, number)
    products = await product_lists.page(
        context, category_display=display, category=number, include_sub_category="T"
    )
    sections = []
    if not product_lists.narrowed(context):
        sections = await category_displays.sections(context, display)
    names, numbers = category["full_category_name"], category["full_category_no"]
    above = [
        {"category_no": numbers[level], "category_name": name}
        for level, name in names.items()
        if name and numbers[level] != category["category_no"]
    ]
    content = {
        "category": category,
        "above": above,
        "subcategories": subcategories,
        "displays": sections,
        **products,
    }
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
    """Show the products whose names match the query; without one, all products."""
    query = " ".join(context.visit.query.text("q").split())[:_MAX_QUERY_LENGTH]
    matching: dict[str, Any] = {"product_name": [query]} if query else {}
    found = await product_lists.page(context, query, **matching)
    content = {"query": query, **found}
    return await context.show(
        default_pages.SEARCH,
        title=query or context.translate("All products"),
        about={"search": query} if query else None,
        **content,
    )
