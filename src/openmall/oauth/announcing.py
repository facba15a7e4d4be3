"""A change to what an app may do counts everywhere before anybody is told that it was made."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from openmall.database.session import Database, Session
from openmall.limits.counters import Counters


@asynccontextmanager
async def announced(database: Database, counters: Counters, mall_id: str) -> AsyncIterator[Session]:
    """Return a write transaction at whose end every worker forgets what it remembered of apps.

    When the block is left without an exception the change is committed and, on this machine, no
    call is judged by what was true before. Needed wherever less, or other, becomes true of an
    app, an installation or a token: deleted, revoked, new secrets.
    """
    try:
        async with database.writing(mall_id) as db:
            yield db
    finally:
        # also when the commit's outcome is unknown: forgetting in vain costs one look-up
        await counters.outdate()
