"""SQL of the prices that products and variants had in the last day, from the activity log.

A rule of prices compares a change with them, so that several small ones count together. Only writes
that such a rule could concern read the log.
"""

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal, InvalidOperation
from typing import Any, Final

import msgspec
from msgspec import Struct
from sqlalchemy import and_, bindparam, or_, select

from openmall.api.pipeline import category_discounts_store
from openmall.api.pipeline.category_discounts_store import PlacedDiscounts
from openmall.commerce.product.products.tables import PRODUCT
from openmall.commerce.product.variants.store import VARIANT
from openmall.contract.approval import ApprovalRule
from openmall.contract.journal.tables import ACTIVITY
from openmall.contract.moments import Clock
from openmall.contract.money import hundredths
from openmall.database.capture import RowChange
from openmall.database.session import Session
from openmall.database.statements import Statement
from openmall.database.values import BoundValue

PriceKey = tuple[str, int, str]
"""Subject of the log (`product 7`), shop and field of a price."""
PRICES: Final = frozenset({"price", "retail_price", "supply_price", "additional_amount"})
"""Columns that are prices."""
SECONDS: Final = 86_400
MOST_LINES: Final = 20_000
"""Lines of the log that one comparison reads, the oldest first."""
_HEAD_ADMIN: Final = "P"
_A: Final = ACTIVITY.c
_PRICED: Final = (
    _A.mall_id == bindparam("mall_id"),
    _A.process_date > bindparam("since"),
    or_(_A.changes.contains(bindparam("price")), _A.changes.contains(bindparam("amount"))),
)
_LINES: Final = (_A.content, _A.changes, _A.shop_no, _A.client_id, _A.manager_type)
_ALL: Final = Statement(
    select(*_LINES)
    .where(and_(*_PRICED))
    .order_by(_A.process_date, _A.process_no)
    .limit(bindparam("limit"))
)
_OF_ONE: Final = Statement(
    select(*_LINES)
    .where(
        and_(*_PRICED),
        or_(_A.content.startswith(bindparam("first")), _A.changes.contains(bindparam("among"))),
    )
    .order_by(_A.process_date, _A.process_no)
    .limit(bindparam("limit"))
)


class EarlierPrices(Struct, frozen=True, kw_only=True):
    """What a rule of prices compares changed rows with, beside the rows themselves."""

    prices: Mapping[PriceKey, int] = {}
    """The oldest price of the last day, in hundredths; those that did not change are left out."""
    placed: PlacedDiscounts = PlacedDiscounts()
    """The discounts of the categories that products enter or leave."""


async def earlier_prices(
    db: Session, clock: Clock, rules: Iterable[ApprovalRule], rows: Sequence[RowChange]
) -> EarlierPrices:
    """Return what a rule of prices compares rows with; empty without one.

    What a head admin sets is where the day of a price begins.
    """
    if all(rule.price_percent is None for rule in rules):
        return EarlierPrices()
    placed = await category_discounts_store.of_rows(db, rows)
    return EarlierPrices(prices=await _prices(db, clock, rows), placed=placed)


async def _prices(db: Session, clock: Clock, rows: Sequence[RowChange]) -> Mapping[PriceKey, int]:
    """Return the prices that changed rows had a day ago."""
    subjects = {subject for row in rows if (subject := subject_of(row)) and _is_priced(row)}
    if not subjects:
        return {}
    known: dict[str, BoundValue] = {
        "since": int(clock.now()) - SECONDS,
        "price": "price",
        "amount": "additional_amount",
        "limit": MOST_LINES,
    }
    if len(subjects) == 1:
        [only] = subjects
        lines = await db.all(_OF_ONE, **known, first=f"{only}:", among=f'"{only}: ')
    else:
        lines = await db.all(_ALL, **known)
    found: dict[PriceKey, int] = {}
    for content, changes, shop_no, client_id, manager_type in lines:
        by_head_admin = not client_id and manager_type == _HEAD_ADMIN
        for subject, name, before in _changed(content, changes):
            if subject not in subjects or name not in PRICES:
                continue
            if by_head_admin:
                found.pop((subject, shop_no, name), None)
            elif before is not None:
                found.setdefault((subject, shop_no, name), before)
    return found


def subject_of(row: RowChange) -> str:
    """Return what the log calls the product or variant of a row; empty: neither."""
    side = row.after or row.before or {}
    if row.table == PRODUCT.name:
        return f"product {side['product_no']}"
    return f"variant {side['variant_code']}" if row.table == VARIANT.name else ""


def _is_priced(row: RowChange) -> bool:
    return not row.changed.isdisjoint(PRICES | {"shop_amounts"})


def _changed(content: str, changes: str) -> list[tuple[str, str, int | None]]:
    """Return subject, field and former value of each change of a line, in hundredths."""
    found = []
    alone = content.partition(": ")[0]
    for name, pair in msgspec.json.decode(changes).items():
        subject, separator, field = name.partition(": ")
        if not separator:
            subject, field = alone, name
        found.append((subject, field, _amount(pair[0])))
    return found


def _amount(value: Any) -> int | None:
    try:
        return hundredths(Decimal(str(value)))
    except (InvalidOperation, ValueError):
        return None
