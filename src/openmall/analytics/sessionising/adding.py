"""Facts that are not of the collector, put into the same outbox under the mall's next number."""

from collections.abc import Awaitable, Callable
from typing import Any

from msgspec.structs import replace

from openmall.analytics.sessionising import store
from openmall.database.session import Database, Session


async def add(
    database: Database,
    mall_id: str,
    facts: dict[str, list[list[Any]]],
    beside: Callable[[Session], Awaitable[None]],
) -> None:
    """Put facts into the outbox, with what `beside` writes, in one transaction.

    What the sessioniser has done stays as it is; when it was faster, this begins again.
    """
    while True:
        async with database.reading(mall_id) as db:
            before = await store.cursor(db)
        after = replace(before, batch_no=before.batch_no + 1)
        async with database.writing(mall_id) as db:
            if await store.move(db, before, after):
                await beside(db)
                await store.add_batch(db, after.batch_no, facts)
                return
