"""Pings the store, and measures the queues of work in it, over all malls."""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct
from sqlalchemy import and_, func, select

from openmall.analytics.collecting.tables import COLLECTED
from openmall.analytics.sessionising.tables import FACT_BATCH
from openmall.contract.journal.tables import EVENT
from openmall.database.schema import fixed
from openmall.database.session import Database
from openmall.database.statements import Statement
from openmall.events.messages.tables import MESSAGE, UNDELIVERED, WAITS
from openmall.events.webhooks.tables import WAITING


class Queue(Struct, frozen=True):
    """The length of a queue of work."""

    length: int
    oldest_seconds: float | None = None
    """Age of its oldest entry; None: unknown for this queue."""


_ACROSS_MALLS: Final = "an operator watches how much work waits in the installation"
_PING: Final = Statement(select(fixed(1)))
_LENGTHS: Final[Mapping[str, Statement]] = {
    "collected": Statement(select(func.count()).select_from(COLLECTED), across_malls=_ACROSS_MALLS),
    "facts": Statement(select(func.count()).select_from(FACT_BATCH), across_malls=_ACROSS_MALLS),
}
"""collected: batches of visits no facts were made of yet; facts: batches no engine keeps yet."""
_WEBHOOKS: Final = Statement(
    select(func.count(), func.min(EVENT.c.created_at))
    .select_from(WAITING)
    .join(
        EVENT, and_(EVENT.c.mall_id == WAITING.c.mall_id, EVENT.c.sequence == WAITING.c.sequence)
    ),
    across_malls=_ACROSS_MALLS,
)
"""Events whose delivery failed, or that wait behind one about the same object."""


_MESSAGES: Final = Statement(
    select(func.count(), func.min(MESSAGE.c.created_at)).where(WAITS), across_malls=_ACROSS_MALLS
)
_UNDELIVERED: Final = Statement(
    select(MESSAGE.c.state, MESSAGE.c.channel, func.count())
    .where(UNDELIVERED)
    .group_by(MESSAGE.c.state, MESSAGE.c.channel),
    across_malls=_ACROSS_MALLS,
)


async def ping(database: Database, *, deadline: float) -> None:
    """Run a query by `deadline` (time.monotonic()). Raises DatabaseAway, DeadlinePassed."""
    async with database.reading("", deadline=deadline) as db:
        await db.one(_PING)


async def queues(database: Database, now: float) -> dict[str, Queue]:
    """Return the length of each queue at `now` (UTC seconds)."""
    async with database.reading("") as db:
        lengths = {
            name: Queue((await db.all(statement))[0][0]) for name, statement in _LENGTHS.items()
        }
        for name, statement in (("webhooks", _WEBHOOKS), ("messages", _MESSAGES)):
            ((length, since),) = await db.all(statement)
            lengths[name] = Queue(length, max(0.0, now - since) if length else 0.0)
    return lengths


async def undelivered(database: Database) -> dict[tuple[str, str], int]:
    """Return how many messages of all malls failed or have an unknown outcome.

    By state, `failed` or `unknown`, and channel; email has both, where there are none as well.
    """
    async with database.reading("") as db:
        found = {(state, channel): count for state, channel, count in await db.all(_UNDELIVERED)}
    return {("failed", "email"): 0, ("unknown", "email"): 0} | found
