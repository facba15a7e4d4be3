"""Sweep of expired reservations, which hold no units any more."""

from typing import Final

from openmall.access.malls.expiry_sweep import sweep
from openmall.commerce.product.stock import reservation_store
from openmall.contract.moments import Clocks
from openmall.database.session import Database

SECONDS: Final = 600.0
"""Between two sweeps of a worker."""


async def remove_expired(
    database: Database, clocks: Clocks, mall_ids: list[str] | None = None
) -> int:
    """Remove the expired reservations of `mall_ids`, or of all malls; return their number."""
    return await sweep(
        database,
        clocks,
        mall_ids,
        searches=[reservation_store.MALLS_WITH_EXPIRED],
        find=reservation_store.any_expired,
        remove=reservation_store.remove_expired,
    )
