"""Deletes what visitors asked for and did not get or confirm in time."""

from typing import Final

from openmall.commerce.notification.restock import sending as restock_sending
from openmall.commerce.notification.subscribers import expiry as subscriber_expiry
from openmall.contract.moments import Clocks
from openmall.database.session import Database

SECONDS: Final = restock_sending.SWEEP_SECONDS
"""Between two sweeps of a worker."""


async def delete_expired(database: Database, clocks: Clocks) -> int:
    """Delete the expired requests of all malls for notices and newsletters; return their number."""
    return await restock_sending.delete_expired(
        database, clocks
    ) + await subscriber_expiry.delete_expired(database, clocks)
