"""Candidate products of a list, found by its most selective filters.

A page of a million products is found by a walk in list order when many products pass the filters,
and by an index when few do. The planner cannot tell from the statement, so the indexes are asked
first, each for a bounded number of products. Their answer is a hint only: the statement that finds
the page holds every condition.
"""

from typing import Any, Final, NamedTuple

from sqlalchemy import Select, bindparam, select

from openmall.commerce.category.categories.category_placements import PLACE
from openmall.commerce.product.products import names
from openmall.commerce.product.products.search_tokens import INFORMATION, TAG
from openmall.commerce.product.products.tables import (
    BUNDLED,
    HIDDEN,
    IN_APPROVAL,
    NOT_NEW,
    PRODUCT,
    SYNCHRONISED,
    UNSOLD,
    WITH_OPTIONS,
    WITH_RETAIL_PRICE,
    WITH_WEIGHT,
)
from openmall.commerce.product.variants import codes
from openmall.commerce.product.variants.store import CODED, USED_UP, VARIANT
from openmall.database.session import Session
from openmall.database.statements import InList, Statement, StatementCache, by_index


class PathLimits(NamedTuple):
    """The limits below which reading all products that pass one filter is quicker than a walk."""

    products: int
    """Most products that may pass it."""
    names: float
    """Greatest share of the newest products that may have a part of a name."""


PAGE: Final = PathLimits(5_000, 0.003)
"""For a page in the order of numbers: the more products pass, the sooner a walk fills it."""
SORTED_PAGE: Final = PathLimits(5_000, 0.01)
"""For a page in another order, where a walk jumps between rows."""
COUNT: Final = PathLimits(20_000, 0.2)
"""For a count, where a walk goes through the whole shop."""
_FEW: Final = 1_000
"""Below this many candidates no further index is asked."""


def _lead(table: Any, *conditions: Any, shop: bool = True) -> Statement:
    held = [table.c.mall_id == bindparam("mall_id")]
    if shop:
        held.append(table.c.shop_no == bindparam("shop_no"))
    statement = select(table.c.product_no).where(*held, *conditions)
    return Statement(statement.limit(bindparam("most")))


_P: Final = PRODUCT.c
_CODES: Final = (
    "custom_product_code",
    "trend_code",
    "classification_code",
    "manufacturer_code",
    "supplier_code",
    "brand_code",
)
_BY_VALUE: Final = {
    "custom_variant_code": _lead(
        VARIANT, CODED, InList(VARIANT.c.custom_variant_code, "custom_variant_code"), shop=False
    ),
    "product_tag": _lead(TAG, InList(TAG.c.tag, "product_tag")),
    "additional_information_key": _lead(
        INFORMATION, INFORMATION.c.key == bindparam("additional_information_key")
    ),
    **{name: _lead(PRODUCT, InList(_P[name], name)) for name in _CODES},
    "sold_out": _lead(VARIANT, USED_UP, shop=False),
    "sold_out_variant": _lead(VARIANT, USED_UP, shop=False),
    "approve_status": _lead(PRODUCT, IN_APPROVAL, _P.approve_status == bindparam("approve_status")),
    "product_weight": _lead(PRODUCT, WITH_WEIGHT, InList(_P.product_weight, "product_weight")),
    "product_condition": _lead(PRODUCT, NOT_NEW, InList(_P.product_condition, "product_condition")),
    "additional_information_value": _lead(
        INFORMATION, INFORMATION.c.value == bindparam("additional_information_value")
    ),
    "option_type": _lead(PRODUCT, WITH_OPTIONS, InList(_P.option_type, "option_type")),
    "category": _lead(PLACE, InList(PLACE.c.category_no, "category"), shop=False),
}
"""Filter -> the products that pass it, the most selective filters first."""
_UNUSUAL: Final = {
    ("market_sync", "T"): _lead(PRODUCT, SYNCHRONISED),
    ("product_bundle", "T"): _lead(PRODUCT, BUNDLED),
    ("display", "F"): _lead(PRODUCT, HIDDEN),
    ("selling", "F"): _lead(PRODUCT, UNSOLD),
}
"""Filter and its unusual value -> the products that have it."""
_USUAL: Final[dict[str, Any]] = {
    "product_weight": 0,
    "product_condition": "N",
    "option_type": "F",
}
"""Filter -> the value whose products are not in its index."""
_RANGES: Final = {
    "retail_price": ("retail_price_min", "retail_price_max"),
    "created_date": ("created_start_date", "created_end_date"),
    "updated_date": ("updated_start_date", "updated_end_date"),
    "price": ("price_min", "price_max"),
}


def _range(column: str, low: bool, high: bool) -> Select[Any]:
    least, most = _RANGES[column]
    conditions = [_P.mall_id == bindparam("mall_id"), _P.shop_no == bindparam("shop_no")]
    if column == "retail_price":
        conditions.append(WITH_RETAIL_PRICE)
    if low:
        conditions.append(_P[column] >= bindparam(least))
    if high:
        conditions.append(_P[column] <= bindparam(most))
    statement = select(_P.product_no).where(*conditions).limit(bindparam("most"))
    return statement.with_hint(PRODUCT, *by_index(f"ix_product_{column.removesuffix('_date')}"))


_IN_RANGE: Final = StatementCache(_range)


async def candidates(db: Session, values: dict[str, Any], worth: PathLimits) -> list[int] | None:
    """Return the numbers of all products that can pass the filters `values`; None: too many.

    `values`: the bound values of a statement of `search`. A superset of the products that pass.
    """
    found = _named(values)
    for field in names.FIELDS:
        texts = _texts(values, field)
        if texts and (found is None or len(found) > _FEW):
            having = await names.having(db, values["shop_no"], texts, common=worth.names)
            found = _both(found, having)
    for statement in _paths(values):
        if found is None or len(found) > _FEW:
            found = _both(found, await _passing(db, statement, values, worth.products))
    for column, (low, high) in _RANGES.items():
        if column == "retail_price" and values.get(low, 0) <= 0:
            continue
        if (low in values or high in values) and (found is None or len(found) > _FEW):
            statement = _IN_RANGE.of(column, low in values, high in values)
            found = _both(found, await _passing(db, statement, values, worth.products))
    return None if found is None else sorted(found)


def _paths(values: dict[str, Any]) -> list[Statement]:
    """Return the statements of the filters whose products an index holds."""
    by_value = [
        path
        for name, path in _BY_VALUE.items()
        if name in values and not (name in _USUAL and _USUAL[name] in values[name])
    ]
    return by_value + [path for (name, code), path in _UNUSUAL.items() if values.get(name) == code]


def _named(values: dict[str, Any]) -> set[int] | None:
    """Return the products filtered by their numbers or whole codes."""
    found = set(values["product_no"]) if "product_no" in values else None
    texts = _texts(values, "product_code")
    if texts and all(len(code) == codes.OF_PRODUCT for code in texts):
        found = _both(found, {codes.product_no(code) for code in texts})
    return found


def _texts(values: dict[str, Any], name: str) -> list[str]:
    """Return the alternative texts that the filter `name` looks for."""
    if f"{name}_part" in values:
        return [values[f"{name}_part"]]
    texts: list[str] = values.get(name, [])
    return texts


def _both(one: set[int] | None, other: set[int] | None) -> set[int] | None:
    if one is None or other is None:
        return other if one is None else one
    return one & other


async def _passing(
    db: Session, statement: Statement, values: dict[str, Any], most: int
) -> set[int] | None:
    rows = await db.all(statement, most=most + 1, **values)
    return {row[0] for row in rows} if len(rows) <= most else None
