"""Adds facts from elsewhere, such as imports, to the outbox under the mall's next number."""

from collections.abc import Awaitable, Callable, Mapping, Sequence

from msgspec.structs import replace

from openmall.analytics.facts.values import Fact
from openmall.analytics.sessionising import store as sessionising_store
from openmall.database.session import Database, Session


async def add(
    database: Database,
    mall_id: str,
    facts: Mapping[str, Sequence[Sequence[Fact]]],
    beside: Callable[[Session], Awaitable[None]],
) -> None:
    """Add facts to the outbox, with the writes of `beside`, in one transaction.

    Starts again when the sessioniser has moved the cursor meanwhile.
    """
    while True:
        async with database.reading(mall_id) as db:
            before = await sessionising_store.cursor(db)
        after = replace(before, batch_no=before.batch_no + 1)
        async with database.writing(mall_id) as db:
            if await sessionising_store.move(db, before, after):
                await beside(db)
                await sessionising_store.add_batch(db, after.batch_no, facts)
                return
