"""Ships facts to the engine, and deletes them from the outbox once it has stored them."""

import logging
from typing import Final

from openmall.analytics.engine import store
from openmall.analytics.engine.engine import Engine, EngineAway
from openmall.database.session import Database

log = logging.getLogger("openmall")

AT_ONCE: Final = 20
"""Batches that the engine is given at once."""


async def ship_due(database: Database, engine: Engine) -> int:
    """Give the engine the facts of every mall, oldest first; return how many batches it kept.

    When it is away they wait: the next time they are given again, and it keeps each once.
    """
    shipped = 0
    for mall_id in await store.malls(database):
        try:
            shipped += await ship(database, engine, mall_id)
        except EngineAway as away:
            # what is wrong with one mall's facts keeps no other's waiting
            log.warning("facts wait", extra={"mall_id": mall_id, "reason": str(away)})
    return shipped


async def ship(database: Database, engine: Engine, mall_id: str) -> int:
    """Send all facts of a mall to the engine. Raises EngineAway; unconfirmed facts stay queued."""
    shipped = 0
    while True:
        async with database.reading(mall_id) as db:
            batches = await store.waiting(db, AT_ONCE)
        if not batches:
            return shipped
        await engine.keep(batches)
        async with database.writing(mall_id) as db:
            await store.remove_batches(db, batches[-1].number)
        shipped += len(batches)
