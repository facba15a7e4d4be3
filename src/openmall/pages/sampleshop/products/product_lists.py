"""The lists of products of categories and searches: sorted, and narrowed by facets."""

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Any, Final
from urllib.parse import urlencode

from openmall.api import shop_pages
from openmall.commerce.design.themes import template_formats
from openmall.commerce.store.products_display_setting import ProductsDisplaySetting
from openmall.http.web import typed_numbers
from openmall.http.web.languages import marked
from openmall.pages.sampleshop.page_context import PageContext
from openmall.pages.sampleshop.paging import Paging
from openmall.pages.sampleshop.products import (
    category_displays,
    option_choices,
    product_ranks,
    shown_prices,
)
from openmall.pages.sampleshop.products.category_displays import CategoryDisplay
from openmall.pages.sampleshop.products.rank_store import Kind

PAGE_SIZE: Final = 24
"""Products per page; a multiple of the grid's columns."""
SORTS: Final = {
    "new": ("created_date", "desc", marked("Newest first")),
    "low": ("price", "asc", marked("Lowest price")),
    "high": ("price", "desc", marked("Highest price")),
    "name": ("product_name", "asc", marked("By name")),
    "changed": ("updated_date", "desc", marked("Recently changed")),
    "maker": ("manufacturer_code", "asc", marked("By manufacturer")),
    "sales": ("created_date", "desc", marked("Best sellers")),
    "reviews": ("created_date", "desc", marked("Most reviewed")),
    "views": ("created_date", "desc", marked("Most viewed")),
}
"""Value of `?sort=` -> sort and order of the operation, and label."""
_ARRANGED: Final = "arranged"
_PRICE_FROM: Final = marked("From %(amount)s")
_PRICE_TO: Final = marked("Up to %(amount)s")
_IN_STOCK: Final = marked("In stock only")
_ARRANGED_LABEL: Final = marked("Recommended order")
_OF_SETTING: Final = {
    "low_price": "low", "high_price": "high", "product_name": "name", "manufacture": "maker",
    "popular_product": "sales", "review": "reviews", "hit_count": "views",
}  # fmt: skip
"""Default order of the shop's settings -> its value of `?sort=`; others: newest first.

Likes are counted nowhere, so that their order is that of the newest."""
_RANKED: Final[dict[str, Kind]] = {"sales": "sales", "reviews": "reviews", "views": "views"}
_MOST_CHOSEN: Final = 20
_LONGEST_OPTION: Final = 500
_BRAND: Final = re.compile("[A-Z0-9]{1,20}")
_PRICE: Final = re.compile(r"[0-9]{1,12}(\.[0-9]{1,2})?")


def narrowed(context: PageContext) -> bool:
    """Return whether the address sorts or narrows a list, or shows a later page of it."""
    asked = context.visit.query
    return any((asked.text("sort"), asked.text("page"), _chosen(context)["any"]))


async def page(
    context: PageContext,
    query: str = "",
    *,
    category_display: CategoryDisplay | None = None,
    **filters: Any,
) -> dict[str, Any]:
    """Return the template variables of a page of a list, with links to other pages.

    `filters`: what the list is about. The address says how it is sorted and narrowed.
    `category_display`: where it is arranged, it is the order unless the address says another one.
    """
    asked = context.visit.query
    default = (await context.settings()).of(ProductsDisplaySetting).sorting_options
    sort = asked.text("sort")
    chosen = _chosen(context)
    paging = Paging(context, PAGE_SIZE)
    arranged = category_display is not None and category_display.arranged
    if category_display is not None and arranged and sort not in SORTS and not chosen["any"]:
        sort = _ARRANGED
        products, named = await category_displays.ordered(
            context, category_display, **paging.parameters
        )
    else:
        if sort not in SORTS:
            sort = _OF_SETTING.get(default, "new")
        field, order, _ = SORTS[sort]
        ranked = await _ranked(context, sort)
        products = await _call(
            context,
            "shelf",
            {**filters, **_narrowed(chosen), "sort": field, "order": order, **ranked},
            **paging.parameters,
        )
        named = len(products)
    labels = {_ARRANGED: _ARRANGED_LABEL} if arranged else {}
    labels |= {code: label for code, (_, _, label) in SORTS.items()}
    facets, left = await _facets(context, filters, chosen)
    links = {"q": query, "sort": sort if asked.text("sort") else "", **_in_link(chosen)}
    return {
        "products": await shown_prices.with_prices(context, products, "category"),
        "sort": sort,
        "sorts": [{"code": each, "name": context.translate(name)} for each, name in labels.items()],
        "facets": {
            **facets,
            "options": [
                {
                    **option,
                    "values": [
                        {
                            **value,
                            "color": option_choices.color(value["option_color"]),
                            "picture": option_choices.picture(value["option_image_file"]),
                        }
                        for value in option["values"]
                    ],
                }
                for option in facets["options"]
            ],
            "price_min": _plain(facets["price_min"]),
            "price_max": _plain(facets["price_max"]),
        },
        "chosen": chosen,
        "chips": list(_chips(context, chosen, facets, links)),
        "found_count": left["count_with_options"],
        "is_counted": left["is_whole"],
        "list_address": _address(context, {"q": query, "sort": links["sort"]}),
        "newer": paging.newer(links),
        "older": paging.older(named, links),
    }


async def _ranked(context: PageContext, sort: str) -> dict[str, Any]:
    """Return the products that come first by a figure, as the parameter of the operation."""
    if sort not in _RANKED:
        return {}
    found = await product_ranks.RANKS.of(
        context.database, context.mall.mall_id, context.shop.shop_no, _RANKED[sort], now=context.now
    )
    return {"ranked": found} if found else {}


async def _facets(
    context: PageContext, filters: dict[str, Any], chosen: dict[str, Any]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return by what a list can be narrowed, and the facets of what the chosen filters leave.

    Options of a long list are those of what price, brand and stock leave of it.
    """
    narrowed = _narrowed(chosen)
    options = {"option": narrowed["option"]} if "option" in narrowed else {}
    facets: dict[str, Any] = await _call(context, "shelf/facets", {**filters, **options})
    left = facets
    if narrowed != options:
        left = await _call(context, "shelf/facets", {**filters, **narrowed})
    if not facets["is_whole"]:
        facets = {**facets, "options": left["options"], "is_whole": left["is_whole"]}
    return facets, left


def _chips(
    context: PageContext, chosen: dict[str, Any], facets: dict[str, Any], links: dict[str, Any]
) -> Iterator[dict[str, str]]:
    """Yield the filters in force: `label`, and the `address` of the list without that filter."""

    def chip(label: str, name: str, rest: object = "") -> dict[str, str]:
        return {"label": label, "address": _address(context, {**links, name: rest})}

    for name, text in (("price_min", _PRICE_FROM), ("price_max", _PRICE_TO)):
        if chosen[name]:
            amount = Decimal(chosen[name])
            shown = template_formats.amount(amount, context.shop.currency, context.language)
            yield chip(context.translate(text).replace("%(amount)s", shown), name)
    brands = {each["brand_code"]: each["brand_name"] for each in facets["brands"]}
    for code in chosen["brands"]:
        rest = [each for each in chosen["brands"] if each != code]
        yield chip(brands.get(code, code), "brand", rest)
    for code in chosen["options"]:
        rest = [each for each in chosen["options"] if each != code]
        yield chip(code.replace(":", ": ", 1), "option", rest)
    if chosen["in_stock"]:
        yield chip(context.translate(_IN_STOCK), "in_stock")


def _address(context: PageContext, values: dict[str, Any]) -> str:
    """Return the address of the first page of a list, sorted and narrowed by `values`."""
    query = urlencode({name: value for name, value in values.items() if value}, doseq=True)
    path = context.link(context.path)
    return f"{path}?{query}" if query else path


async def _call(context: PageContext, path: str, parameters: dict[str, Any], **more: Any) -> Any:
    return (await context.call(path, {**parameters, **more}, api=shop_pages.NAME)).content


def _chosen(context: PageContext) -> dict[str, Any]:
    """Return by what the address narrows the list; what it says wrongly is passed over."""
    asked = context.visit.query
    chosen: dict[str, Any] = {
        name: text if _PRICE.fullmatch(text) else ""
        for name in ("price_min", "price_max")
        for text in (typed_numbers.plain(asked.text(name)),)
    }
    brands = [each for each in asked.texts("brand") if _BRAND.fullmatch(each)][:_MOST_CHOSEN]
    options = [each for each in asked.texts("option") if 0 < len(each) <= _LONGEST_OPTION]
    chosen |= {
        "brands": brands,
        "options": list(dict.fromkeys(options))[:_MOST_CHOSEN],
        "in_stock": asked.text("in_stock") == "T",
    }
    chosen["any"] = any(chosen.values())
    return chosen


def _narrowed(chosen: dict[str, Any]) -> dict[str, Any]:
    """Return the filters of the operation."""
    filters = {name: chosen[name] for name in ("price_min", "price_max") if chosen[name]}
    if chosen["brands"]:
        filters["brand_code"] = chosen["brands"]
    if chosen["options"]:
        filters["option"] = chosen["options"]
    if chosen["in_stock"]:
        filters["in_stock"] = "T"
    return filters


def _in_link(chosen: dict[str, Any]) -> dict[str, Any]:
    return {
        "price_min": chosen["price_min"],
        "price_max": chosen["price_max"],
        "brand": chosen["brands"],
        "option": chosen["options"],
        "in_stock": "T" if chosen["in_stock"] else "",
    }


def _plain(amount: str | None) -> str:
    """Return an amount without zeros behind its point; empty for none."""
    if amount is None:
        return ""
    value = Decimal(amount)
    return str(int(value)) if value == int(value) else str(value)
