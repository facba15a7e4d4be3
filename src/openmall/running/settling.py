"""Does everything that became due in sandboxes whose clock was advanced, until nothing is left.

What is done may make more due: a confirmed order earns points, which are announced. So the work is
repeated until a round leaves no trace in the mall's sequences of numbers.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from openmall.access.sandbox import store as sandbox_store
from openmall.contract.moments import Clock
from openmall.database import sequences
from openmall.database.session import Database
from openmall.events.webhooks import store as webhook_store

SECONDS: Final = 0.5
"""Between two searches for sandboxes whose clock was advanced."""
MOST_ROUNDS: Final = 20
"""Rounds of work; what is due after them is done by the periodic tasks."""
DELIVERY_SECONDS: Final = 25.0
"""Longest wait for webhooks that another process delivers."""
_PAUSE: Final = 0.02

Round = Callable[[list[str]], Awaitable[None]]
"""Does what is due in some sandboxes once."""


async def settle_due(database: Database, clock: Clock, work: Round) -> int:
    """Do what is due in every sandbox that was advanced; return the number of these sandboxes."""
    async with database.reading("") as db:
        due = await sandbox_store.unsettled(db)
    if due:
        await settle(database, clock, list(due), work)
    return len(due)


async def settle(database: Database, clock: Clock, mall_ids: Sequence[str], work: Round) -> None:
    """Do everything due in some sandboxes at the time their clocks show when this is called.

    `clock`: the machine's.
    """
    ahead = {}
    for mall_id in mall_ids:
        async with database.reading(mall_id) as db:
            offsets = await sandbox_store.offsets(db)
        if offsets is not None:
            ahead[mall_id] = offsets[0]
    before = await _numbers(database, ahead)
    for _ in range(MOST_ROUNDS):
        await work(list(ahead))
        after = await _numbers(database, ahead)
        if after == before:
            break
        before = after
    await _wait_for_deliveries(database, clock, ahead)
    for mall_id, seconds in ahead.items():
        async with database.writing(mall_id, shown=False) as db:
            await sandbox_store.settle(db, seconds)


async def _numbers(database: Database, mall_ids: Sequence[str] | dict[str, int]) -> object:
    """Return the last numbers of all that is numbered in some malls."""
    found = []
    for mall_id in mall_ids:
        async with database.reading(mall_id) as db:
            found.append(await sequences.last_numbers(db))
    return found


async def _wait_for_deliveries(database: Database, clock: Clock, mall_ids: dict[str, int]) -> None:
    """Wait while another process delivers webhooks of these malls."""
    until = time.monotonic() + DELIVERY_SECONDS
    for mall_id in mall_ids:
        while time.monotonic() < until:
            async with database.reading(mall_id) as db:
                if not await webhook_store.is_delivering(db, clock.now()):
                    break
            await asyncio.sleep(_PAUSE)
