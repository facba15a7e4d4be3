"""Sweep of the delivery log and the outbox: deletes old attempts and events."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from openmall.access.malls import due_malls
from openmall.contract.moments import Clock
from openmall.database.session import Database, Session
from openmall.events.webhooks import store as webhook_store
from openmall.events.webhooks import sweep_store

SECONDS: Final = 3_600.0
"""Between two sweeps of a worker."""
BATCH_ROWS: Final = 1_000
"""Rows of one transaction."""
_DAY_SECONDS: Final = 86_400

EventReader = Callable[[Session], Awaitable[int]]
"""Returns the number up to which a reader has finished with the events of the session's mall."""


async def sweep(
    database: Database,
    clock: Clock,
    mall_ids: Sequence[str] | None,
    readers: Sequence[EventReader],
    *,
    log_days: int,
    event_days: int,
) -> int:
    """Delete attempts and events that are older than so many days; return their number.

    Of `mall_ids`, or of all malls. Events are kept for at least as long as attempts, which are
    shown with them.
    """
    now = int(clock.now())
    attempts_before = now - log_days * _DAY_SECONDS
    events_before = now - max(event_days, log_days) * _DAY_SECONDS

    async def attempts(db: Session) -> int:
        return await sweep_store.delete_attempts(db, attempts_before, BATCH_ROWS)

    async def events(db: Session) -> int:
        read = [await webhook_store.read_up_to(db), *[await reader(db) for reader in readers]]
        number = await sweep_store.delete_events(db, min(read), events_before, BATCH_ROWS)
        if number < BATCH_ROWS:
            await sweep_store.note_first_event(db)
        return number

    def of_mall(batch: Callable[[Session], Awaitable[int]]) -> Callable[[str], Awaitable[int]]:
        return lambda mall_id: _delete_all(database, mall_id, batch)

    deleted = 0
    for search, before, batch in (
        (sweep_store.MALLS_WITH_ATTEMPTS, attempts_before, attempts),
        (sweep_store.MALLS_WITH_EVENTS, events_before, events),
    ):
        found = mall_ids
        if found is None:
            found = await due_malls.find(database, search, now=now, before=before)
        deleted += await due_malls.visit_found(found, of_mall(batch))
    return deleted


async def _delete_all(
    database: Database, mall_id: str, batch: Callable[[Session], Awaitable[int]]
) -> int:
    number = 0
    while True:
        async with database.writing(mall_id) as db:
            deleted = await batch(db)
        number += deleted
        if deleted < BATCH_ROWS:
            return number
