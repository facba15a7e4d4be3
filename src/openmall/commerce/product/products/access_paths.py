"""Candidate products of a list (`database/candidates.py`), found by its most selective filters."""

from typing import Any, Final, NamedTuple

from msgspec import json
from sqlalchemy import ColumnElement, bindparam, select

from openmall.commerce.category.categories.category_placements import PLACE
from openmall.commerce.product.products import names
from openmall.commerce.product.products.search_tokens import INFORMATION, TAG
from openmall.commerce.product.products.tables import (
    BUNDLED,
    HIDDEN,
    IN_APPROVAL,
    LACKING,
    NOT_NEW,
    PRODUCT,
    SYNCHRONISED,
    UNSOLD,
    WITH_OPTIONS,
    WITH_RETAIL_PRICE,
    WITH_WEIGHT,
)
from openmall.commerce.product.stock_tables import RESERVATION
from openmall.commerce.product.variants import codes
from openmall.commerce.product.variants.store import CODED, USED_UP, VARIANT
from openmall.database.candidates import Candidates, leading
from openmall.database.session import Session
from openmall.database.statements import InList, Statement


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


_P: Final = PRODUCT.c
_CODES: Final = (
    "custom_product_code",
    "trend_code",
    "classification_code",
    "manufacturer_code",
    "supplier_code",
    "brand_code",
)
_USED_UP_OR_HELD: Final = Statement(
    select(VARIANT.c.product_no)
    .where(VARIANT.c.mall_id == bindparam("mall_id"), USED_UP)
    .union(select(RESERVATION.c.product_no).where(RESERVATION.c.mall_id == bindparam("mall_id")))
    .limit(bindparam("most"))
)
"""Products with a variant of which nothing is left, or units are reserved."""
_BY_VALUE: Final = {
    "custom_variant_code": leading(
        VARIANT.c.product_no, CODED, InList(VARIANT.c.custom_variant_code, "custom_variant_code")
    ),
    "product_tag": leading(TAG.c.product_no, InList(TAG.c.tag, "product_tag"), shop=True),
    "additional_information_key": leading(
        INFORMATION.c.product_no,
        INFORMATION.c.key == bindparam("additional_information_key"),
        shop=True,
    ),
    **{name: leading(PRODUCT.c.product_no, InList(_P[name], name), shop=True) for name in _CODES},
    "sold_out": leading(PRODUCT.c.product_no, LACKING, shop=True),
    "sold_out_variant": _USED_UP_OR_HELD,
    "approve_status": leading(
        PRODUCT.c.product_no,
        IN_APPROVAL,
        _P.approve_status == bindparam("approve_status"),
        shop=True,
    ),
    "product_weight": leading(
        PRODUCT.c.product_no, WITH_WEIGHT, InList(_P.product_weight, "product_weight"), shop=True
    ),
    "product_condition": leading(
        PRODUCT.c.product_no, NOT_NEW, InList(_P.product_condition, "product_condition"), shop=True
    ),
    "additional_information_value": leading(
        INFORMATION.c.product_no,
        INFORMATION.c.value == bindparam("additional_information_value"),
        shop=True,
    ),
    "option_type": leading(
        PRODUCT.c.product_no, WITH_OPTIONS, InList(_P.option_type, "option_type"), shop=True
    ),
    "category": leading(PLACE.c.product_no, InList(PLACE.c.category_no, "category")),
}
"""Filter -> the products that pass it, the most selective filters first."""
_UNUSUAL: Final = {
    ("market_sync", "T"): leading(PRODUCT.c.product_no, SYNCHRONISED, shop=True),
    ("product_bundle", "T"): leading(PRODUCT.c.product_no, BUNDLED, shop=True),
    ("display", "F"): leading(PRODUCT.c.product_no, HIDDEN, shop=True),
    ("selling", "F"): leading(PRODUCT.c.product_no, UNSOLD, shop=True),
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


def _range(column: str, *, low: bool, high: bool) -> Statement:
    least, most = _RANGES[column]
    conditions: list[ColumnElement[bool]] = []
    if column == "retail_price":
        conditions.append(WITH_RETAIL_PRICE)
    if low:
        conditions.append(_P[column] >= bindparam(least))
    if high:
        conditions.append(_P[column] <= bindparam(most))
    index = f"ix_product_{column.removesuffix('_date')}"
    return leading(_P.product_no, *conditions, shop=True, index=index)


_IN_RANGE: Final = {
    (column, low, high): _range(column, low=low, high=high)
    for column in _RANGES
    for low, high in ((True, True), (True, False), (False, True))
}
"""Column, whether it has a lower and an upper bound -> the products within the bounds."""


async def candidates(db: Session, values: dict[str, Any], worth: PathLimits) -> list[int] | None:
    """Return the numbers of all products that can pass the filters `values`; None: too many.

    `values`: the bound values of a statement of `search`. A superset of the products that pass.
    """
    found: Candidates[int] = Candidates(most=worth.products, few=_FEW)
    for numbers in _named(values):
        found.narrow(numbers)
    for field in names.FIELDS:
        words = _words(values, field)
        if words is not None and not found.are_few:
            found.narrow(await names.having(db, values["shop_no"], words, common=worth.names))
    await found.ask(db, _paths(values), values)
    return found.in_order()


def _paths(values: dict[str, Any]) -> list[Statement]:
    """Return the statements of the filters whose products an index holds."""
    by_value = [
        path
        for name, path in _BY_VALUE.items()
        if name in values and not (name in _USUAL and _USUAL[name] in values[name])
    ]
    unusual = [path for (name, code), path in _UNUSUAL.items() if values.get(name) == code]
    within = [
        _IN_RANGE[column, low in values, high in values]
        for column, (low, high) in _RANGES.items()
        if (low in values or high in values)
        and not (column == "retail_price" and values.get(low, 0) <= 0)
    ]
    return by_value + unusual + within


def _named(values: dict[str, Any]) -> list[set[int]]:
    """Return the products filtered by their numbers, and by their whole codes."""
    named = [set(values["product_no"])] if "product_no" in values else []
    texts = _texts(values, "product_code")
    if texts and all(len(code) == codes.OF_PRODUCT for code in texts):
        named.append({codes.product_no(code) for code in texts})
    return named


def _texts(values: dict[str, Any], name: str) -> list[str]:
    """Return the alternative texts that the filter `name` looks for."""
    if f"{name}_part" in values:
        return [values[f"{name}_part"]]
    texts: list[str] = values.get(name, [])
    return texts


def _words(values: dict[str, Any], name: str) -> list[list[str]] | None:
    """Return lists of alternative whole words of a name; None: no condition."""
    if f"{name}_part" in values:
        return [[values[f"{name}_part"]]]
    return json.decode(values[name], type=list[list[str]]) if name in values else None
