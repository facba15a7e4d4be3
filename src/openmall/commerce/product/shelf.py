"""The lists of products on pages of the shop: sorted, narrowed, with facets. No API has them.

They show what the storefront's `products` does, also by price, and what is in stock. Prices are
those that the shopper pays (`shelf_prices.py`), of lists that are not longer than `MOST_COUNTED`.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Annotated, Final, Literal

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import replace
from sqlalchemy import bindparam, select

from openmall.commerce.collection.tables import BRAND
from openmall.commerce.product import pictures, shelf_prices, shopper_group
from openmall.commerce.product.options import store as option_store
from openmall.commerce.product.product_service import front as product_front
from openmall.commerce.product.product_service import rules as product_rules
from openmall.commerce.product.product_service.front import ListedForMember
from openmall.commerce.product.products.search import Fact
from openmall.commerce.product.products.takes import (
    Offset5000,
    ProductQuery,
    ShownFilters,
)
from openmall.commerce.product.variants.shape import OptionValue
from openmall.commerce.product.variants.store import OptionNames
from openmall.contract.call import Call
from openmall.contract.change import sent_fields
from openmall.contract.params import EntityNo, Limit100, Order
from openmall.contract.resource import Resource
from openmall.database.statements import InList, Statement

MOST_COUNTED: Final = 2_000
"""Products of a list that its facets count."""
MOST_BRANDS: Final = 20
MOST_OPTIONS: Final = 6
"""Options of a list, and `MOST_VALUES` of each, that it can be narrowed by."""
MOST_VALUES: Final = 30
MOST_CHOSEN: Final = 20
MOST_LOOKS: Final = 300
"""Products whose colours and pictures of option values are read for the facets of a list."""
OptionCode = Annotated[str, Meta(max_length=500)]
"""An option's name and its value, joined by a colon."""
SortedBy = Literal["created_date", "updated_date", "product_name", "price", "manufacturer_code"]
MOST_RANKED: Final = 500
_BRANDS: Final = Statement(
    select(BRAND.c.brand_code, BRAND.c.brand_name).where(
        BRAND.c.mall_id == bindparam("mall_id"),
        BRAND.c.shop_no == bindparam("shop_no"),
        InList(BRAND.c.brand_code, "codes"),
    )
)


class ShelfFilters(ShownFilters, frozen=True, kw_only=True):
    """Filters of a list of products on a page."""

    in_stock: Literal["T"] | UnsetType = UNSET
    option: Annotated[list[OptionCode], Meta(max_length=MOST_CHOSEN)] | UnsetType = UNSET
    """Products that have one of these values of each option that is named, of the first
    `MOST_COUNTED` that pass the other filters.
    """


class ShelfQuery(ShelfFilters, frozen=True, kw_only=True):
    """Filters, sorts and pages a list of products on a page."""

    sort: SortedBy = "created_date"
    order: Order = "desc"
    ranked: Annotated[list[EntityNo], Meta(max_length=MOST_RANKED)] | UnsetType = UNSET
    """Products that come first, in this order, where they pass the filters; the others follow in
    the order of `sort`.
    """
    offset: Offset5000 = 0
    limit: Limit100 = 10


class _StockedQuery(ProductQuery, frozen=True, kw_only=True):
    in_stock: Literal["T"] | UnsetType = UNSET
    but_product_no: list[int] | UnsetType = UNSET


_FILTERS: Final = tuple(
    name for name in ShelfFilters.__struct_fields__ if name in _StockedQuery.__struct_fields__
)


_UNBOUNDED: Final = {"price_min": UNSET, "price_max": UNSET}


class BrandFacet(Struct, frozen=True, kw_only=True):
    """A brand of a list, and how many products have it."""

    brand_code: str
    brand_name: str
    count: int


class ValueFacet(Struct, frozen=True, kw_only=True):
    """A value of an option, and how many products have it."""

    code: str
    """The filter `option` that finds them."""
    value: str
    count: int
    option_color: str = ""
    option_image_file: str = ""
    """Colour and picture that the first of these products with any gives this value."""


class OptionFacet(Struct, frozen=True, kw_only=True):
    """An option of products of a list, with its most frequent values by their texts."""

    name: str
    values: list[ValueFacet]


class Facets(Struct, frozen=True, kw_only=True):
    """By what a list can be narrowed."""

    count: int
    """Products counted, at most `MOST_COUNTED`."""
    count_with_options: int
    """Those of them that the filter `option` leaves."""
    in_stock: int
    price_min: Decimal | None
    """Null: there are no products."""
    price_max: Decimal | None
    brands: list[BrandFacet]
    """Those of most products first."""
    options: list[OptionFacet]
    """Those of most products first."""
    is_whole: bool
    """All products of the list were counted."""


async def list_shelf(call: Call, query: ShelfQuery) -> Sequence[ListedForMember]:
    """Retrieve a list of the products on display, for a page of the shop."""
    sorted_by_price = query.sort == "price" and not query.ranked
    if sorted_by_price or _is_bounded(query):
        prices = await _prices(call, query)
        if prices is not None and sorted_by_price:
            sign = 1 if query.order == "asc" else -1
            order = sorted(prices, key=lambda number: (sign * prices[number], sign * number))
            return await _listed(call, query, order[query.offset : query.offset + query.limit])
        if prices is not None:
            if not prices:
                return []
            query = replace(query, **_UNBOUNDED, product_no=sorted(prices))
    if query.ranked is UNSET or not query.ranked:
        return await _in_order(call, query, offset=query.offset, limit=query.limit)
    first = await _passing(call, query, list(dict.fromkeys(query.ranked)))
    page = first[query.offset : query.offset + query.limit]
    found = await _listed(call, query, page)
    if len(page) < query.limit:
        offset, limit = max(0, query.offset - len(first)), query.limit - len(page)
        found += await _in_order(call, query, offset=offset, limit=limit, but=first)
    return found


async def _listed(call: Call, query: ShelfQuery, page: list[int]) -> list[ListedForMember]:
    """Return products in the order of their numbers."""
    if not page:
        return []
    chosen = _StockedQuery(shop_no=query.shop_no, product_no=page, limit=len(page))
    products = await product_front.list_matching(call, chosen)
    return sorted(products, key=lambda each: page.index(each.product_no))


def _is_bounded(filters: ShelfFilters) -> bool:
    return filters.price_min is not UNSET or filters.price_max is not UNSET


async def _prices(call: Call, query: ShelfQuery) -> dict[int, Decimal] | None:
    """Return the prices of all products that pass the filters; None: the list is too long."""
    filters = ShelfFilters(
        **{name: getattr(query, name) for name in ShelfFilters.__struct_fields__}
    )
    facts, prices = await _priced(call, filters)
    if len(facts) >= MOST_COUNTED:
        return None
    if query.option is not UNSET:
        return {number: prices[number] for number in _having(facts, query.option)}
    return {fact.product_no: prices[fact.product_no] for fact in facts}


async def _priced(call: Call, filters: ShelfFilters) -> tuple[list[Fact], Mapping[int, Decimal]]:
    """Return what facets count of a list by its shown prices, and these.

    A list that is too long is narrowed by the price before discounts.
    """
    group = await shopper_group.of_shopper(call)
    facts = await _facts(call, replace(filters, **_UNBOUNDED))
    if len(facts) >= MOST_COUNTED and _is_bounded(filters):
        facts = await _facts(call, filters)
        return facts, await shelf_prices.shown(call, facts, group)
    prices = await shelf_prices.shown(call, facts, group)
    least, most = filters.price_min, filters.price_max
    passing = [
        fact
        for fact in facts
        if (least is UNSET or prices[fact.product_no] >= least)
        and (most is UNSET or prices[fact.product_no] <= most)
    ]
    return passing, prices


async def _in_order(
    call: Call, query: ShelfQuery, *, offset: int, limit: int, but: Sequence[int] = ()
) -> Sequence[ListedForMember]:
    """Return a page of a list in the order of `sort`; `but`: without these products."""
    sent = {**sent_fields(query), "offset": offset, "limit": limit}
    sent.pop("ranked", None)
    if query.option is not UNSET:
        del sent["option"]
        numbers = set(await _numbers_having(call, query, query.option))
        if not numbers.difference(but):
            return []
        sent["product_no"] = sorted(numbers.difference(but))
    elif but:
        sent["but_product_no"] = list(but)
    return await product_front.list_matching(call, _StockedQuery(**sent))


async def _passing(call: Call, query: ShelfQuery, ranked: list[int]) -> list[int]:
    """Return those of some products that pass the filters of a list, in their order."""
    own = {name: getattr(query, name) for name in ShelfFilters.__struct_fields__}
    wanted = ranked if own["product_no"] is UNSET else [n for n in ranked if n in own["product_no"]]
    if not wanted:
        return []
    filters = ShelfFilters(**{**own, "product_no": wanted})
    if query.option is not UNSET:
        passing = set(await _numbers_having(call, filters, query.option))
    else:
        passing = {each.product_no for each in await _facts(call, filters)}
    return [number for number in wanted if number in passing]


async def count_facets(call: Call, filters: ShelfFilters) -> Facets:
    """Count by what a list of products can be narrowed; of long lists the first products only."""
    facts, shown = await _priced(call, filters)
    brands = Counter(each.brand_code for each in facts)
    names: dict[str, str] = {}
    if brands:
        rows = await call.db.all(_BRANDS, shop_no=call.shop_no, codes=sorted(brands)[:MOST_COUNTED])
        names = dict(map(tuple, rows))
    prices = [shown[each.product_no] for each in facts]
    chosen = [] if filters.option is UNSET else filters.option
    return Facets(
        count=len(facts),
        count_with_options=len(_having(facts, chosen)) if chosen else len(facts),
        in_stock=sum(each.in_stock for each in facts),
        price_min=min(prices) if prices else None,
        price_max=max(prices) if prices else None,
        brands=[
            BrandFacet(brand_code=code, brand_name=names[code], count=number)
            for code, number in sorted(brands.items(), key=lambda each: (-each[1], each[0]))
            if code in names
        ][:MOST_BRANDS],
        options=_option_facets(facts, await _looks(call, facts)),
        is_whole=len(facts) < MOST_COUNTED,
    )


async def _facts(call: Call, filters: ShelfFilters) -> list[Fact]:
    """Return what facets count of the first products that pass all filters but `option`."""
    viewer = shopper_group.viewer(await shopper_group.of_shopper(call))
    sent = {name: getattr(filters, name) for name in _FILTERS}
    sent = {name: value for name, value in sent.items() if value is not UNSET}
    matching = _StockedQuery(**{**sent, "display": "T", "selling": "T"})
    return await product_rules.facts(call, matching, viewer, most=MOST_COUNTED)


async def _numbers_having(call: Call, filters: ShelfFilters, chosen: list[str]) -> list[int]:
    """Return the products with one of the chosen values of each option that is named."""
    return _having(await _facts(call, filters), chosen)


def _having(facts: Sequence[Fact], chosen: list[str]) -> list[int]:
    name_of = {
        _code(option, value): option.name
        for fact in facts
        for option in fact.options
        for value in option.values
    }
    groups: dict[str, set[str]] = {}
    for code in chosen:
        # what no product has is an option of its own: nothing is found
        groups.setdefault(name_of.get(code, f":{code}"), set()).add(code)
    return sorted(
        fact.product_no
        for fact in facts
        if all(not group.isdisjoint(_codes(fact)) for group in groups.values())
    )


async def _looks(call: Call, facts: Sequence[Fact]) -> dict[str, OptionValue]:
    """Return the looks of values by their codes, of the first `MOST_LOOKS` products with options.

    Where products differ, the product with the lowest number decides.
    """
    numbers = sorted(fact.product_no for fact in facts if fact.options)[:MOST_LOOKS]
    found: dict[str, OptionValue] = {}
    if not numbers:
        return found
    for _, look in sorted((await option_store.looks(call, numbers)).items()):
        for name, option in look.options.items():
            for text, value in option.values.items():
                if value.option_color or value.option_image_file:
                    found.setdefault(
                        f"{name}:{text}",
                        OptionValue(
                            option_text=text,
                            option_color=value.option_color,
                            option_image_file=pictures.address(call, value.option_image_file),
                        ),
                    )
    return found


def _option_facets(facts: Sequence[Fact], looks: Mapping[str, OptionValue]) -> list[OptionFacet]:
    having: Counter[str] = Counter()
    values: dict[str, Counter[str]] = {}
    for fact in facts:
        for option in fact.options:
            having[option.name] += 1
            values.setdefault(option.name, Counter()).update(set(option.values))
    names = sorted(having, key=lambda name: (-having[name], name))[:MOST_OPTIONS]
    return [
        OptionFacet(
            name=name,
            values=[
                _value_facet(f"{name}:{value}", value, number, looks)
                for value, number in sorted(
                    sorted(values[name].items(), key=lambda each: (-each[1], each[0]))[:MOST_VALUES]
                )
            ],
        )
        for name in names
    ]


def _value_facet(code: str, value: str, count: int, looks: Mapping[str, OptionValue]) -> ValueFacet:
    facet = ValueFacet(code=code, value=value, count=count)
    if (look := looks.get(code)) is None:
        return facet
    return replace(facet, option_color=look.option_color, option_image_file=look.option_image_file)


def _codes(fact: Fact) -> set[str]:
    return {_code(option, value) for option in fact.options for value in option.values}


def _code(option: OptionNames, value: str) -> str:
    return f"{option.name}:{value}"


_SHELF: Final = Resource(ListedForMember, area="product", key="product", listed="products")

OPERATIONS = [
    _SHELF.listing("shelf", list_shelf, takes=ShelfQuery, shows=product_front.LISTED),
    _SHELF.giving(Facets).get("shelf/facets", count_facets, takes=ShelfFilters),
]
