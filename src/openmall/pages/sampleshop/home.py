"""What is on the shelves: the first page, a category, what somebody looks for."""

from typing import Any, Final

from starlette.responses import Response

from openmall.contract.errors import NotFound
from openmall.http.web.languages import marked
from openmall.pages.sampleshop.paging import Paging
from openmall.pages.sampleshop.visitor import Visitor

SHELF: Final = 24
"""Products of a page; a multiple of how many are beside each other."""
_WINDOW: Final = 8
_RECOMMENDED: Final = 2
"""The main display group every shop has for what it recommends."""
_LONGEST: Final = 200
SORTS: Final = {
    "new": ("created_date", "desc", marked("Newest first")),
    "changed": ("updated_date", "desc", marked("Recently changed")),
    "name": ("product_name", "asc", marked("By name")),
}
"""Word of an address -> sort and order of the API, and what it is called."""


async def show(here: Visitor) -> Response:
    """Show the first page: what the shop recommends, and what is new."""
    try:
        window = await here.content(f"mains/{_RECOMMENDED}/products", limit=_WINDOW)
    except NotFound:
        window = []
    numbers = [each["product_no"] for each in window]
    found = []
    if numbers:
        # the window tells no pictures
        found = await here.content("products", product_no=numbers, limit=_WINDOW)
    by_number = {each["product_no"]: each for each in found}
    return await here.show(
        "home.html",
        recommended=[by_number[each] for each in numbers if each in by_number],
        newest=await here.content("products", limit=SHELF // 2),
    )


async def category(here: Visitor, number: str) -> Response:
    """Show what a category holds, with those below it."""
    found = await here.content(f"categories/{number}")
    below = await here.content("categories", parent_category_no=number, limit=50)
    shelf = await _shelf(here, category=number, include_sub_category="T")
    return await here.show("category.html", category=found, below=below, **shelf)


async def search(here: Visitor) -> Response:
    """Show what is called like what somebody looks for."""
    words = " ".join(here.visit.query.text("q").split())[:_LONGEST]
    if not words:
        return await here.show("search.html", words="", products=None, sort="", newer="", older="")
    return await here.show(
        "search.html", words=words, **await _shelf(here, words, product_name=[words])
    )


async def _shelf(here: Visitor, words: str = "", **filters: Any) -> dict[str, Any]:
    """Return a page of products in the order that was chosen, and where the others are."""
    sort = here.visit.query.text("sort")
    if sort not in SORTS:
        sort = next(iter(SORTS))
    by, order, _ = SORTS[sort]
    paging = Paging(here, SHELF)
    products = await here.content("products", **filters, sort=by, order=order, **paging.sent)
    chosen = {"q": words, "sort": sort if here.visit.query.text("sort") else ""}
    return {
        "products": products,
        "sort": sort,
        "sorts": [(each, here.said(name)) for each, (_, _, name) in SORTS.items()],
        "newer": paging.newer(**chosen),
        "older": paging.older(len(products), **chosen),
    }
