"""Sweep of expired carts."""

from typing import Final

from openmall.access.malls.expiry_sweep import sweep
from openmall.commerce.personal.carts import store as cart_store
from openmall.contract.moments import Clocks
from openmall.database.session import Database

SECONDS: Final = 600.0
"""Between two sweeps of a worker."""


async def remove_expired(
    database: Database, clocks: Clocks, mall_ids: list[str] | None = None
) -> int:
    """Remove the expired carts of `mall_ids`, or of all malls; return their number."""
    return await sweep(
        database,
        clocks,
        mall_ids,
        searches=[cart_store.MALLS_WITH_EXPIRED],
        find=cart_store.any_expired,
        remove=cart_store.remove_expired,
    )
