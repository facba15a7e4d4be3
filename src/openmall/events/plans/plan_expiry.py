"""Sweep of expired plans."""

from typing import Final

from openmall.access.malls.expiry_sweep import sweep
from openmall.contract.moments import Clocks
from openmall.database.session import Database
from openmall.events.plans import store as plan_store

SECONDS: Final = 600.0
"""Between two sweeps of a worker."""


async def remove_expired(
    database: Database, clocks: Clocks, mall_ids: list[str] | None = None
) -> int:
    """Remove the expired plans of `mall_ids`, or of all malls; return their number."""
    return await sweep(
        database,
        clocks,
        mall_ids,
        searches=[plan_store.MALLS_WITH_EXPIRED],
        find=plan_store.has_expired,
        remove=plan_store.delete_expired,
    )
