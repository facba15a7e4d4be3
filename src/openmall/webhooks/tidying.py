"""Old tries to deliver are forgotten, and old events once everybody who reads them has done so."""

from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Final

from openmall.contract.moments import Clock
from openmall.database.session import Database, Session
from openmall.webhooks import store

SECONDS: Final = 3_600.0
"""Between two looks of a worker."""
AT_ONCE: Final = 1_000
"""Rows of one transaction."""
_A_DAY: Final = 86_400

Reader = Callable[[Session], Awaitable[int]]
"""Tells up to which number somebody has read the events of the session's mall for good."""


async def tidy(
    database: Database,
    clock: Clock,
    mall_ids: Iterable[str],
    readers: Sequence[Reader],
    *,
    log_days: int,
    event_days: int,
) -> int:
    """Forget tries and events of malls that are older than so many days; return how many.

    Events are kept for as long as tries at least, which are shown with them.
    """
    now = int(clock.now())
    tried_before = now - log_days * _A_DAY
    happened_before = now - max(event_days, log_days) * _A_DAY

    async def tries(db: Session) -> int:
        return await store.forget_tries(db, tried_before, AT_ONCE)

    async def events(db: Session) -> int:
        read = [await store.read_up_to(db), *[await reader(db) for reader in readers]]
        return await store.forget_events(db, min(read), happened_before, AT_ONCE)

    forgotten = 0
    for mall_id in mall_ids:
        for some in (tries, events):
            forgotten += await _all(database, mall_id, some)
    return forgotten


async def _all(database: Database, mall_id: str, some: Callable[[Session], Awaitable[int]]) -> int:
    number = 0
    while True:
        async with database.writing(mall_id) as db:
            done = await some(db)
        number += done
        if done < AT_ONCE:
            return number
