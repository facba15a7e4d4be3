"""Compares every quantity of a mall with what its ledger says."""

from collections.abc import Callable
from typing import Final

from msgspec import Struct

from openmall.areas.product.stock import store
from openmall.database import numbers
from openmall.database.session import Database

_AT_ONCE: Final = 500
"""Products of one look, so that a running server is never kept waiting."""


class Difference(Struct, frozen=True, kw_only=True):
    """A variant that has another quantity than its ledger says."""

    mall_id: str
    product_no: int
    variant_code: str
    quantity: int
    ledger: int


class Report(Struct, frozen=True, kw_only=True):
    """What a look through malls found."""

    malls: int
    variants: int
    differences: list[Difference]


async def verify(
    database: Database, mall_ids: list[str], *, progress: Callable[[float], None]
) -> Report:
    """Recompute every quantity of malls from the ledger.

    `progress` is called with the share of the work that is done, 0 to 1.
    """
    variants = 0
    found = []
    for at, mall_id in enumerate(mall_ids):
        async with database.reading(mall_id) as db:
            highest = await numbers.taken(db, "product")
        for after in range(0, highest, _AT_ONCE):
            async with database.reading(mall_id) as db:
                rows = await store.compared(db, after, after + _AT_ONCE)
            variants += len(rows)
            found += [
                Difference(
                    mall_id=mall_id,
                    product_no=product_no,
                    variant_code=variant_code,
                    quantity=quantity,
                    ledger=ledger,
                )
                for product_no, variant_code, quantity, ledger in rows
                if quantity != ledger
            ]
            progress((at + min(1.0, (after + _AT_ONCE) / highest)) / len(mall_ids))
    return Report(malls=len(mall_ids), variants=variants, differences=found)
