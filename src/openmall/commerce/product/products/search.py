"""Lists and counts of products: one SQL statement for each combination of filters.

Specification: "Shared query conventions".
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple, TypeVar

from msgspec import UNSET
from msgspec.structs import force_setattr
from sqlalchemy import ColumnElement, Select, and_, bindparam, exists, func, not_, or_, select
from sqlalchemy.sql.selectable import FromClause, GenerativeSelect

from openmall.commerce.category.categories.category_placements import PLACE
from openmall.commerce.category.mains import main_placements
from openmall.commerce.product.products import access_paths, exposure, names
from openmall.commerce.product.products.exposure import Viewer
from openmall.commerce.product.products.names import FIELDS, NAMES
from openmall.commerce.product.products.search_tokens import INFORMATION, TAG
from openmall.commerce.product.products.shape import ListedProduct
from openmall.commerce.product.products.store import LISTED, SOLD_OUT, shown_of
from openmall.commerce.product.products.store import listed as as_listed
from openmall.commerce.product.products.tables import DISPLAY_INDEX, IN_ORDER, LACKING, PRODUCT
from openmall.commerce.product.products.takes import ProductFilters, ProductQuery
from openmall.commerce.product.stock_tables import units_held
from openmall.commerce.product.variants.store import VARIANT, OptionNames, options_from
from openmall.contract.call import Call
from openmall.contract.change import sent_fields
from openmall.contract.money import hundredths
from openmall.database.schema import FALSE, NOTHING, TRUE
from openmall.database.statements import (
    Contains,
    ContainsAny,
    InList,
    Statement,
    StatementCache,
    by_index,
)
from openmall.database.text_search.word_search import ContainsWords
from openmall.database.values import BoundValue, StoredRow

Condition = ColumnElement[bool]
Q = TypeVar("Q", bound=GenerativeSelect)


def _equals(column: ColumnElement[str]) -> Callable[[str], Condition]:
    return lambda name: column == bindparam(name)


def _in(column: ColumnElement[str] | ColumnElement[int]) -> Callable[[str], Condition]:
    return lambda name: InList(column, name)


def _at_least(column: ColumnElement[int]) -> Callable[[str], Condition]:
    return lambda name: column >= bindparam(name)


def _at_most(column: ColumnElement[int]) -> Callable[[str], Condition]:
    return lambda name: column <= bindparam(name)


def _any_variant(condition: Callable[[str], Condition]) -> Callable[[str], Condition]:
    return lambda name: exists().where(
        VARIANT.c.mall_id == PRODUCT.c.mall_id,
        VARIANT.c.product_no == PRODUCT.c.product_no,
        condition(name),
    )


def _word(table: FromClause, condition: Callable[[str], Condition]) -> Callable[[str], Condition]:
    return lambda name: exists().where(
        table.c.mall_id == PRODUCT.c.mall_id,
        table.c.shop_no == PRODUCT.c.shop_no,
        table.c.product_no == PRODUCT.c.product_no,
        condition(name),
    )


def _in_categories(name: str) -> Condition:
    return exists().where(
        PLACE.c.mall_id == PRODUCT.c.mall_id,
        PLACE.c.product_no == PRODUCT.c.product_no,
        InList(PLACE.c.category_no, name),
    )


def _in_no_category(name: str) -> Condition:
    return ~exists().where(
        PLACE.c.mall_id == PRODUCT.c.mall_id,
        PLACE.c.product_no == PRODUCT.c.product_no,
    )


_P: Final = PRODUCT.c
_LACKS: Final = and_(LACKING, SOLD_OUT == TRUE)  # a bundle perhaps for want of a part
_USED_UP: Final = and_(  # on offer, and all of its stock is sold or reserved
    VARIANT.c.display == TRUE,
    VARIANT.c.selling == TRUE,
    VARIANT.c.use_inventory == TRUE,
    VARIANT.c.quantity - VARIANT.c.safety_inventory - units_held(VARIANT) <= NOTHING,
)
_SHOWN: Final = PRODUCT.alias("shown")
_COLUMNS: Final = shown_of(_SHOWN)
FILTERS: Final[dict[str, Callable[[str], Condition]]] = {
    "product_no": _in(_P.product_no),
    "but_product_no": lambda name: ~InList(_P.product_no, name),
    "display": _equals(_P.display),
    "selling": _equals(_P.selling),
    "brand_code": _in(_P.brand_code),
    "manufacturer_code": _in(_P.manufacturer_code),
    "supplier_code": _in(_P.supplier_code),
    "trend_code": _in(_P.trend_code),
    "product_tag": _word(TAG, _in(TAG.c.tag)),
    "custom_product_code": _in(_P.custom_product_code),
    "custom_variant_code": _any_variant(_in(VARIANT.c.custom_variant_code)),
    "price_min": _at_least(_P.price),
    "price_max": _at_most(_P.price),
    "retail_price_min": _at_least(_P.retail_price),
    "retail_price_max": _at_most(_P.retail_price),
    "supply_price_min": _at_least(_P.supply_price),
    "supply_price_max": _at_most(_P.supply_price),
    "created_start_date": _at_least(_P.created_date),
    "created_end_date": _at_most(_P.created_date),
    "updated_start_date": _at_least(_P.updated_date),
    "updated_end_date": _at_most(_P.updated_date),
    "category": _in_categories,
    "product_condition": _in(_P.product_condition),
    "stock_quantity_max": _any_variant(_at_most(VARIANT.c.quantity)),
    "stock_quantity_min": _any_variant(_at_least(VARIANT.c.quantity)),
    "stock_safety_max": _any_variant(_at_most(VARIANT.c.safety_inventory)),
    "stock_safety_min": _any_variant(_at_least(VARIANT.c.safety_inventory)),
    "product_weight": _in(_P.product_weight),
    "classification_code": _in(_P.classification_code),
    "use_inventory": _any_variant(_equals(VARIANT.c.use_inventory)),
    "category_unapplied": _in_no_category,
    "additional_information_key": _word(INFORMATION, _equals(INFORMATION.c.key)),
    "additional_information_value": _word(INFORMATION, _equals(INFORMATION.c.value)),
    "approve_status": _equals(_P.approve_status),
    "since_product_no": lambda name: _P.product_no > bindparam(name),
    "option_type": _in(_P.option_type),
    "market_sync": _equals(_P.market_sync),
    "sold_out_variant": _any_variant(lambda _: _USED_UP),
    "sold_out": lambda _: _LACKS,
    "in_stock": lambda _: not_(_LACKS),
}
"""Parameter -> its condition on a product."""

_IN_PARTS: Final = frozenset({*FIELDS, "product_code"})
_Filters = tuple[tuple[str, int], ...]


def _contains(name: str, how_many: int) -> Condition:
    """Match names that have every word, as folded, or any part of a code with its case.

    The statement of two parts serves any number: what clients send builds no others.
    """
    column = _P[name] if name == "product_code" else NAMES.c[name]
    part: Condition = Contains(column, f"{name}_part")
    if how_many > 1:
        part = ContainsAny(column, name) if name == "product_code" else ContainsWords(column, name)
    return part if name == "product_code" else _word(NAMES, lambda _: part)(name)


def _where(filters: _Filters, *, led: bool, viewer: str) -> Condition:
    conditions: list[Condition] = [
        _P.mall_id == bindparam("mall_id"),
        _P.shop_no == bindparam("shop_no"),
    ]
    if viewer:
        conditions.append(exposure.is_shown(_P.product_no, member=viewer == _MEMBER))
    if led:
        conditions.append(InList(_P.product_no, "candidates"))
    for name, how_many in filters:
        if name in _IN_PARTS:
            conditions.append(_contains(name, how_many))
        elif name == "product_bundle":
            conditions.append(
                _P.set_product_type.isnot(None) if how_many else _P.set_product_type.is_(None)
            )
        else:
            conditions.append(FILTERS[name](name))
    return and_(*conditions)


def _sorted(statement: Q, columns: Any, sort: str, order: str) -> Q:
    if order == "asc":
        return statement.order_by(columns[sort], columns.product_no)
    return statement.order_by(columns[sort].desc(), columns.product_no.desc())


def _list(filters: _Filters, sort: str, order: str, led: bool, viewer: str) -> Select[*StoredRow]:
    """Find the page's numbers in an index, then read the rows of these products only.

    `led`: restricted to `candidates`; else a walk through the shop's products in list order.
    """
    found = _sorted(
        select(_P.product_no).where(_where(filters, led=led, viewer=viewer)), _P, sort, order
    )
    found = found.limit(bindparam("limit")).offset(bindparam("offset"))
    found = found.with_hint(PRODUCT, *by_index(DISPLAY_INDEX if led else IN_ORDER[sort]))
    shown = _SHOWN.c
    columns = (_COLUMNS[name] for name in LISTED)
    statement = select(*columns, shown.listed, shown.options).where(
        shown.mall_id == bindparam("mall_id"),
        shown.shop_no == bindparam("shop_no"),
        shown.product_no.in_(found),
    )
    return _sorted(statement, shown, sort, order)


def _count(filters: _Filters, led: bool, viewer: str) -> Select[int]:
    counting = (
        select(func.count()).select_from(PRODUCT).where(_where(filters, led=led, viewer=viewer))
    )
    return counting.with_hint(PRODUCT, *by_index(DISPLAY_INDEX))


def _facts(filters: _Filters, led: bool, viewer: str) -> Select[int, int, str, str, str, int, int]:
    found = select(
        _P.product_no, _P.price, _P.brand_code, SOLD_OUT, _P.options,
        _P.created_date, _P.updated_date,
    ).where(_where(filters, led=led, viewer=viewer))  # fmt: skip
    return found.limit(bindparam("limit")).with_hint(PRODUCT, *by_index(DISPLAY_INDEX))


_FACTS: Final = StatementCache(_facts)
_LISTS: Final = StatementCache(_list)
_COUNTS: Final = StatementCache(_count)
_GUEST: Final = "guest"
_MEMBER: Final = "member"
_NOT_FILTERS: Final = frozenset(
    {"shop_no", "sort", "order", "offset", "limit", "include_sub_category"}
)
_AMOUNTS: Final = frozenset(
    f"{name}_{end}" for name in ("price", "retail_price", "supply_price") for end in ("min", "max")
)


def _bound(
    params: ProductFilters, categories: list[int] | None
) -> tuple[_Filters, dict[str, BoundValue]]:
    """Return the shape of the filters that were sent, and the values to bind."""
    shape: list[tuple[str, int]] = []
    values: dict[str, BoundValue] = {"shop_no": params.shop_no}
    for name, value in sent_fields(params).items():
        if name in _NOT_FILTERS:
            continue
        how_many = 1
        if name in _IN_PARTS:
            how_many, parts = names.parts(name, value)
            values |= parts
        elif name == "product_bundle":
            how_many = int(value == "T")
            values[name] = value
        elif name == "category":
            values[name] = categories
        elif name in _AMOUNTS:
            values[name] = hundredths(value)
        elif name == "product_weight":
            values[name] = [hundredths(each) for each in value]
        elif name != "category_unapplied":
            values[name] = value
        shape.append((name, how_many))
    return tuple(shape), values


def _viewing(viewer: Viewer | None) -> tuple[str, dict[str, BoundValue]]:
    """Return the kind of a viewer, and the values to bind; None: an app, which sees all."""
    if viewer is None:
        return "", {}
    return (_GUEST if viewer.group_no is None else _MEMBER), viewer.values


async def page(
    call: Call,
    query: ProductQuery,
    categories: list[int] | None,
    *,
    viewer: Viewer | None = None,
) -> tuple[list[ListedProduct], dict[int, list[OptionNames]]]:
    """Return a page of products and their options by product number.

    `categories`: the category of the filter, with those below it when included. With
    `since_product_no` the order is by product number, from the number after it. `viewer`: a
    shopper, who does not see every product.
    """
    shape, values = _bound(query, categories)
    if query.since_product_no is not UNSET:
        sort, order, offset = "product_no", "asc", 0
    else:
        sort = "product_no" if query.sort is UNSET else query.sort
        order, offset = query.order, query.offset
    worth = (
        access_paths.PAGE if sort in ("product_no", "created_date") else access_paths.SORTED_PAGE
    )
    values |= await _led(call, values, worth)
    led = "candidates" in values
    kind, seen_by = _viewing(viewer)
    statement = _LISTS.of(shape, sort, order, led, kind)
    values |= seen_by
    rows = await call.db.all(statement, limit=query.limit, offset=offset, **values)
    found = [as_listed(row[:-1]) for row in rows]
    mains = await main_placements.of_products(call, [each.product_no for each in found])
    for product in found:
        if product.product_no in mains:
            force_setattr(product, "main", mains[product.product_no])
    options = (
        {
            product.product_no: options_from(row[-1])
            for product, row in zip(found, rows, strict=True)
        }
        if call.embed
        else {}
    )
    return found, options


async def _led(
    call: Call, values: dict[str, BoundValue], worth: access_paths.PathLimits
) -> dict[str, BoundValue]:
    """Return the candidate products, to be bound as `candidates`, or nothing."""
    candidates = await access_paths.candidates(call.db, values, worth)
    return {} if candidates is None else {"candidates": candidates}


async def number(
    call: Call,
    filters: ProductFilters,
    categories: list[int] | None,
    *,
    viewer: Viewer | None = None,
) -> int:
    """Return how many products there are; `viewer`: as of `page`."""
    shape, values = _bound(filters, categories)
    values |= await _led(call, values, access_paths.COUNT)
    kind, seen_by = _viewing(viewer)
    statement = _COUNTS.of(shape, "candidates" in values, kind)
    row = await call.db.one(statement, **values, **seen_by)
    return int(row[0]) if row else 0


class Fact(NamedTuple):
    """What facets count of a product."""

    product_no: int
    price: int
    """Hundredths."""
    brand_code: str
    in_stock: bool
    options: list[OptionNames]
    created_date: int
    """Seconds, as is the next."""
    updated_date: int


async def facts(
    call: Call,
    filters: ProductFilters,
    categories: list[int] | None,
    *,
    viewer: Viewer | None,
    most: int,
) -> list[Fact]:
    """Return what facets count of at most so many products, in no order."""
    shape, values = _bound(filters, categories)
    values |= await _led(call, values, access_paths.COUNT)
    kind, seen_by = _viewing(viewer)
    statement = _FACTS.of(shape, "candidates" in values, kind)
    rows = await call.db.all(statement, limit=most, **values, **seen_by)
    return [
        Fact(number, price, brand, sold_out != "T", options_from(options), created, updated)
        for number, price, brand, sold_out, options, created, updated in rows
    ]


_SOLD_OUT: Final = Statement(
    select(func.count())
    .select_from(PRODUCT)
    .where(
        _P.mall_id == bindparam("mall_id"),
        _P.shop_no == bindparam("shop_no"),
        LACKING,
        _P.set_product_type.is_(None),
        ~exists().where(
            VARIANT.c.mall_id == bindparam("mall_id"),
            VARIANT.c.product_no == _P.product_no,
            or_(VARIANT.c.use_inventory == FALSE, VARIANT.c.display_soldout == FALSE),
        ),
    )
)


async def number_sold_out(call: Call) -> int:
    """Return how many products of the call's shop are sold out, and display that they are.

    Those all of whose variants track their stock and display the sold-out mark (specification:
    "Dashboard"). Bundles have no stock to sell.
    """
    row = await call.db.one(_SOLD_OUT, shop_no=call.shop_no)
    return int(row[0]) if row else 0
