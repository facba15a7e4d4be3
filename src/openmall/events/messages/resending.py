"""Queues messages again that failed or whose outcome is unknown, some hundred at once."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct, field

from openmall.database.session import Database
from openmall.events.messages import store as message_store

_BATCH: Final = 500
"""Messages that are queued in one transaction."""
STATES: Final = ("unknown", "failed")
"""States of messages that only a decision sends again."""


class Resent(Struct, kw_only=True):
    """Numbers of messages that were queued, and of those that no longer can be."""

    queued: list[int] = field(default_factory=list)
    skipped: list[int] = field(default_factory=list)


async def resend(database: Database, mall_id: str, message_nos: Sequence[int]) -> Resent:
    """Queue messages of a mall by their numbers.

    What is queued or was sent meanwhile, or has no recipient any more, is left alone.
    """
    done = Resent()
    for begin in range(0, len(message_nos), _BATCH):
        async with database.writing(mall_id) as db:
            for number in message_nos[begin : begin + _BATCH]:
                is_queued = await message_store.resend(db, number)
                (done.queued if is_queued else done.skipped).append(number)
    return done


async def resend_all(
    database: Database,
    mall_id: str,
    *,
    state: str,
    channel: str | None,
    since: int,
    most: int | None = None,
) -> Resent:
    """Queue the messages of a mall in one of `STATES`, the oldest first.

    `channel`: of that one alone. `since`: UTC second of the oldest. `most`: no more than these.
    """
    done = Resent()
    after = 0
    while True:
        async with database.reading(mall_id) as db:
            found = await message_store.undelivered(
                db, state=state, since=since, after=after, most=_BATCH
            )
        chosen = [number for number, of_channel in found if channel in (None, of_channel)]
        if most is not None:
            chosen = chosen[: most - len(done.queued)]
        if chosen:
            batch = await resend(database, mall_id, chosen)
            done.queued += batch.queued
            done.skipped += batch.skipped
        if not found or len(done.queued) == most:
            return done
        after = found[-1][0]
