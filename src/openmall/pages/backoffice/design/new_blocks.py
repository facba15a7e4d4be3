"""What a block shows that was just added: texts and links that can stay until they are replaced.

They are in the language of the shop, because shoppers read them.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final, get_args

from openmall.commerce.category.categories.shape import Category
from openmall.commerce.category.category_service import rules as category_rules
from openmall.commerce.design.themes.theme_look import Block, Item, Kind
from openmall.commerce.product.product_service import rules as product_rules
from openmall.commerce.product.products.shape import ListedProduct
from openmall.contract.errors import Forbidden
from openmall.contract.json_values import Encodable
from openmall.contract.pictures import FILES
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
    "slideshow": {},
    "collections": {"title": marked("Our collections")},
    "logos": {"title": marked("Our brands")},
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
    "newsletter": {
        "title": marked("Our newsletter"),
        "text": marked("Be the first to hear of new products and offers."),
    },
}
"""Kind of a block -> its texts."""
_LINKED: Final = ("hero", "split", "banner")
_ALL_PRODUCTS: Final = "/search"
_COUNT: Final = 8
_COLLECTIONS: Final = 4
_SLIDES: Final = 3


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
        for each in await _categories(context, 1):
            values |= {"category_no": each.category_no, "title": each.category_name[:200]}
    if kind == "collections":
        values["items"] = tuple(
            [await _of_category(context, each) for each in await _categories(context, _COLLECTIONS)]
        )
    if kind == "slideshow":
        values["items"] = tuple(map(_of_product, await _products(context, _SLIDES))) or (
            Item(title=shop.name[:200], link=_ALL_PRODUCTS),
        )
    return Block(**values, kind=kind, count=_COUNT)  # type: ignore[arg-type] # it is one of them


async def _categories(context: PageContext, most: int) -> Sequence[Category]:
    """Return the first main categories."""
    asked = {"shop_no": context.shop.shop_no, "category_depth": 1, "limit": most}
    return (await context.call(category_rules.listing, asked)).content


async def _of_category(context: PageContext, category: Category) -> Item:
    """Return a collection that shows a category with the picture of its newest product."""
    newest = await _products(context, 1, category=category.category_no)
    return Item(
        title=category.category_name[:200],
        link=f"/categories/{category.category_no}",
        picture=_picture(newest[0]) if newest else "",
    )


async def _products(
    context: PageContext, most: int, **filters: Encodable
) -> Sequence[ListedProduct]:
    """Return the newest products that shoppers see; none for staff that may not view products."""
    asked: dict[str, Encodable] = {
        "shop_no": context.shop.shop_no,
        "display": "T",
        "selling": "T",
        "limit": most,
    }
    try:
        return (await context.call(product_rules.listing, {**asked, **filters})).content
    except Forbidden:
        return ()


def _of_product(product: ListedProduct) -> Item:
    return Item(
        title=product.product_name[:200],
        link=f"/products/{product.product_no}",
        picture=_picture(product),
    )


def _picture(product: ListedProduct) -> str:
    """Return the path of a product's picture, which holds at every host of the shop."""
    address = product.detail_image or product.list_image or ""
    _, files, path = address.partition(FILES)
    return files + path
