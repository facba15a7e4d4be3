"""What a block shows that was just added: texts and links that can stay until they are replaced.

They are in the language of the shop, because shoppers read them.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, Final, get_args

from openmall.commerce.category.category_service import rules as category_rules
from openmall.commerce.design.themes.theme_look import Block, Kind
from openmall.http.web.languages import marked
from openmall.pages.backoffice.page_context import PageContext
from openmall.translations import catalogues

_TEXTS: Final[dict[str, dict[str, str]]] = {
    "hero": {
        "text": marked("Take a look at what is new."),
        "link_label": marked("See all products"),
    },
    "split": {
        "title": marked("About us"),
        "text": marked("Tell here who you are, and what is special about your products."),
        "link_label": marked("See all products"),
    },
    "products": {"title": marked("New in the shop")},
    "category": {},
    "text": {
        "title": marked("Welcome"),
        "text": marked("Write here what customers should know first."),
    },
    "questions": {
        "title": marked("Questions and answers"),
        "text": marked(
            "How do I pay?\nYou choose how to pay at the checkout."
            "\n\nWhere is my order?\nOpen “Orders” to see its state and its parcels."
        ),
    },
    "banner": {"title": marked("See what is new")},
}
"""Kind of a block -> its texts."""
_LINKED: Final = ("hero", "split", "banner")
_ALL_PRODUCTS: Final = "/search"
_COUNT: Final = 8


def translator(context: PageContext) -> Callable[[str], str]:
    """Return what translates a text into the language of the shop."""
    language = context.shop.language.partition("_")[0]
    return partial(catalogues.translate, language, "backoffice")


async def of_kind(context: PageContext, kind: str) -> Block | None:
    """Return a block that is added by a button; None for what is no kind of block."""
    if kind not in get_args(Kind):
        return None
    shop, translate = context.shop, translator(context)
    values: dict[str, Any] = {name: translate(text) for name, text in _TEXTS[kind].items()}
    if kind in _LINKED:
        values["link"] = _ALL_PRODUCTS
    if kind == "hero":
        values["title"] = shop.name[:200]
    if kind == "category":
        asked = {"shop_no": shop.shop_no, "category_depth": 1, "limit": 1}
        for each in (await context.call(category_rules.listing, asked)).content:
            values |= {"category_no": each.category_no, "title": each.category_name[:200]}
    return Block(**values, kind=kind, count=_COUNT)  # type: ignore[arg-type] # it is one of them
