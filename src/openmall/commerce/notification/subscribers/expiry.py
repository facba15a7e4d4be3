"""Deletes requests for newsletters that were not confirmed in time."""

from typing import Final

from openmall.access.malls import due_malls
from openmall.commerce.customer.customers import subscriber_store
from openmall.contract.moments import Clocks
from openmall.database.session import Database

AT_ONCE: Final = 200
"""Requests of one transaction."""


async def delete_expired(
    database: Database, clocks: Clocks, mall_ids: list[str] | None = None
) -> int:
    """Delete the expired requests of `mall_ids`, or of all malls; return their number."""

    async def delete_all(mall_id: str) -> int:
        deleted, batch = 0, AT_ONCE
        while batch == AT_ONCE:
            now = int(clocks.of(mall_id).now())
            async with database.writing(mall_id, shown=False) as db:
                batch = await subscriber_store.delete_expired(db, now=now, limit=AT_ONCE)
            deleted += batch
        return deleted

    searches = [subscriber_store.MALLS_WITH_EXPIRED]
    return await due_malls.visit(database, clocks, searches, delete_all, mall_ids=mall_ids)
