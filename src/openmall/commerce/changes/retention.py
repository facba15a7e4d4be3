"""Periodic work of change feeds: numbering changes without a reader, and deleting old ones."""

from typing import Final

from openmall.commerce.changes import numbering
from openmall.commerce.changes import store as change_store
from openmall.contract.moments import Clock
from openmall.database.session import Database

SECONDS: Final = 5.0
"""Between two looks for changes without a number."""
SWEEP_SECONDS: Final = 3_600.0
_DAY_SECONDS: Final = 86_400
_BATCH_ROWS: Final = 1_000


async def number_all(database: Database) -> int:
    """Number the changes of every mall with a feed; return the number of these malls."""
    numbered = 0
    async with database.reading("") as db:
        mall_ids = await change_store.feeds(db)
    for mall_id in mall_ids:
        async with database.reading(mall_id) as db:
            state = await change_store.state(db)
        if state is not None and state[3]:
            await numbering.number_marks(database, mall_id)
            numbered += 1
    return numbered


async def sweep(database: Database, clock: Clock, *, days: int) -> int:
    """Delete changes older than so many days; return their number.

    A feed that nobody has read for as long is ended: writes record nothing any more. A transaction
    deletes a thousand changes at most.
    """
    before = int(clock.now()) - days * _DAY_SECONDS
    async with database.reading("") as db:
        mall_ids = await change_store.feeds(db)
    deleted = 0
    for mall_id in mall_ids:
        async with database.reading(mall_id) as db:
            state = await change_store.state(db)
        is_read = state is not None and state[2] >= before
        while True:
            async with database.writing(mall_id, shown=False) as db:
                batch = await change_store.delete_old(db, before if is_read else None, _BATCH_ROWS)
                if batch < _BATCH_ROWS and not is_read:
                    await change_store.stop(db, before)
            deleted += batch
            if batch < _BATCH_ROWS:
                break
    return deleted
