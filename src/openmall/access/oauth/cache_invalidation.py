"""Transactions that invalidate the caches of all workers before their outcome is reported."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from openmall.contract.counters import Counters
from openmall.database.session import Database, Session


@asynccontextmanager
async def invalidating_transaction(
    database: Database, counters: Counters, mall_id: str
) -> AsyncIterator[Session]:
    """Return a write transaction after which every worker's cache of apps is invalidated.

    When the block ends without an exception the change is committed, and no worker of this machine
    uses cached data from before it. Needed wherever rights of an app, an installation or a token
    are revoked or replaced: deletion, revocation, new secrets.
    """
    try:
        async with database.writing(mall_id) as db:
            yield db
    finally:
        # also when the commit's outcome is unknown: an invalidation costs one look-up
        await counters.invalidate_caches()
