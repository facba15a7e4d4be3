"""Compares every quantity of a mall with its ledger, and counts expired reservations."""

from collections.abc import Callable
from typing import Final

from msgspec import Struct

from openmall.commerce.product.stock import reservation_expiry, reservation_store
from openmall.commerce.product.stock import store as stock_store
from openmall.commerce.product.stock.reservation_expiry import MallLookup
from openmall.contract.moments import Clocks
from openmall.database import sequences
from openmall.database.session import Database

_AT_ONCE: Final = 500
"""Products of one transaction, so that a running server never waits long."""


class Difference(Struct, frozen=True, kw_only=True):
    """A variant whose quantity differs from its ledger."""

    mall_id: str
    product_no: int
    variant_code: str
    quantity: int
    ledger: int


class Report(Struct, frozen=True, kw_only=True):
    """The result of a verification."""

    malls: int
    variants: int
    differences: list[Difference]
    expired_reservations: int
    """Expired reservations, which hold no units any more."""


async def verify(
    database: Database,
    clocks: Clocks,
    mall_ids: list[str],
    *,
    remove_expired: MallLookup | None = None,
    progress: Callable[[float], None],
) -> Report:
    """Recompute every quantity of malls from the ledger.

    `remove_expired`: finds malls, to remove expired reservations; None: they stay. `progress` is
    called with the share of the work that is done, 0 to 1.
    """
    variants = expired = 0
    found = []
    for at, mall_id in enumerate(mall_ids):
        clock = clocks.of(mall_id)
        async with database.reading(mall_id) as db:
            highest = await sequences.allocated(db, "product")
        for after in range(0, highest, _AT_ONCE):
            async with database.reading(mall_id) as db:
                rows = await stock_store.compared(db, after, after + _AT_ONCE)
                now = int(clock.now())
                late = await reservation_store.with_expired(db, after, after + _AT_ONCE, now=now)
            expired += sum(number for _, number in late)
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
        if remove_expired:
            await reservation_expiry.remove_expired(database, clocks, remove_expired, [mall_id])
    return Report(
        malls=len(mall_ids),
        variants=variants,
        differences=found,
        expired_reservations=expired,
    )
