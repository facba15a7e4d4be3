"""Discounts of categories, whose price a product gets by being placed in one.

Benefits and rules of subscriptions may be for all products of a category and of those below it. A
rule of prices compares a placement with them, as it compares a change of the discount.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct
from sqlalchemy import bindparam, select

from openmall.commerce.category.categories import tree
from openmall.commerce.category.categories.category_placements import PLACE
from openmall.commerce.category.categories.store import CATEGORY
from openmall.commerce.order.placement.subscription_rules.tables import RULE
from openmall.commerce.product.products.tables import PRODUCT
from openmall.commerce.promotion.benefits.store import BENEFIT
from openmall.database.capture import RowChange
from openmall.database.session import Session
from openmall.database.statements import Statement

_OF_CATEGORIES: Final = "C"
_BENEFITS: Final = Statement(
    select(BENEFIT.c.benefit_type, BENEFIT.c.detail).where(
        BENEFIT.c.mall_id == bindparam("mall_id"), BENEFIT.c.use_benefit == "T"
    )
)
_RULES: Final = Statement(select(RULE.c.content).where(RULE.c.mall_id == bindparam("mall_id")))


class PlacedDiscounts(Struct, frozen=True, kw_only=True):
    """Discounts that products get or lose by their new categories: rows of both tables."""

    benefits: Sequence[dict[str, Any]] = ()
    rules: Sequence[dict[str, Any]] = ()


async def of_rows(db: Session, rows: Sequence[RowChange]) -> PlacedDiscounts:
    """Return the discounts of the categories that products enter or leave with changed rows."""
    numbers = set(_categories(rows))
    if not numbers:
        return PlacedDiscounts()
    for path in (await tree.paths(db, sorted(numbers))).values():
        numbers.update(path)
    benefits = [
        {"benefit_type": kind, "detail": detail} for kind, detail in await db.all(_BENEFITS)
    ]
    rules = [{"content": content} for (content,) in await db.all(_RULES)]
    return PlacedDiscounts(
        benefits=[each for each in benefits if not numbers.isdisjoint(_of_benefit(each))],
        rules=[each for each in rules if not numbers.isdisjoint(_of_rule(each))],
    )


def _categories(rows: Sequence[RowChange]) -> Iterator[int]:
    """Yield the categories that products enter or leave, except those of new products."""
    new = {
        row.after["product_no"]
        for row in rows
        if row.table == PRODUCT.name and row.before is None and row.after is not None
    }
    for row in rows:
        either = row.before or row.after or {}
        if row.table == PLACE.name and (row.before is None) != (row.after is None):
            if either["product_no"] not in new:
                yield either["category_no"]
        elif row.table == CATEGORY.name and "parent_category_no" in row.changed:
            # what is below it moves along
            yield from (side["parent_category_no"] for side in (row.before, row.after) if side)


def _of_benefit(row: dict[str, Any]) -> set[int]:
    """Return the categories that a benefit is for, or that it leaves out."""
    detail = msgspec.json.decode(row["detail"])
    names = []
    if detail.get("product_binding_type") == _OF_CATEGORIES:
        names.append("add_category_list")
    if detail.get("use_except_category") == "T":
        names.append("except_category_list")
    return {
        number
        for each in detail.values()
        if isinstance(each, dict)
        for name in names
        for number in each.get(name) or ()
    }


def _of_rule(row: dict[str, Any]) -> set[int]:
    """Return the categories that a rule of subscriptions is for."""
    content = msgspec.json.decode(row["content"])
    if content.get("product_binding_type") != _OF_CATEGORIES:
        return set()
    return set(content.get("category_list") or ())
