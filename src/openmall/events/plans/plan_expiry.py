"""Sweep of expired plans."""

from typing import Final

from openmall.contract.expiry_sweep import sweep
from openmall.contract.moments import Clocks
from openmall.database.session import Database
from openmall.events.plans import store as plan_store

SECONDS: Final = 600.0
"""Between two sweeps of a worker."""


async def remove_expired(database: Database, clocks: Clocks, mall_ids: list[str]) -> int:
    """Remove the expired plans of malls; return their number."""
    return await sweep(
        database,
        clocks,
        mall_ids,
        find=plan_store.has_expired,
        remove=plan_store.delete_expired,
    )
