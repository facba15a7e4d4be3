"""Sweep of expired reservations, which hold no units any more."""

from typing import Final

from openmall.commerce.product.stock import reservation_store
from openmall.contract.moments import Clock, Clocks
from openmall.database.session import Database

SECONDS: Final = 600.0
"""Between two sweeps of a worker."""


async def remove_expired(database: Database, clocks: Clocks, mall_ids: list[str]) -> int:
    """Remove the expired reservations of malls; return their number.

    Each batch is a transaction; those that another one has locked are left to the next sweep.
    """
    removed = 0
    for mall_id in mall_ids:
        while some := await _remove_batch(database, clocks.of(mall_id), mall_id):
            removed += some
    return removed


async def _remove_batch(database: Database, clock: Clock, mall_id: str) -> int:
    now = int(clock.now())
    async with database.reading(mall_id) as db:
        if not await reservation_store.any_expired(db, now=now):
            return 0
    async with database.writing(mall_id) as db:
        return await reservation_store.remove_expired(db, now=now)
