"""Whether the store answers, and what waits in it to be done by workers, over all malls."""

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
from openmall.events.webhooks.tables import WAITING


class Queue(Struct, frozen=True):
    """What waits to be done."""

    length: int
    oldest_seconds: float | None = None
    """How long the oldest has waited; None: not known of this queue."""


_WHY: Final = "an operator watches how much work waits in the installation"
_ANSWER: Final = Statement(select(fixed(1)))
_LENGTHS: Final[Mapping[str, Statement]] = {
    "collected": Statement(select(func.count()).select_from(COLLECTED), across_malls=_WHY),
    "facts": Statement(select(func.count()).select_from(FACT_BATCH), across_malls=_WHY),
}
"""collected: batches of visits no facts were made of yet; facts: batches no engine keeps yet."""
_WEBHOOKS: Final = Statement(
    select(func.count(), func.min(EVENT.c.created_at))
    .select_from(WAITING)
    .join(
        EVENT, and_(EVENT.c.mall_id == WAITING.c.mall_id, EVENT.c.sequence == WAITING.c.sequence)
    ),
    across_malls=_WHY,
)
"""Events whose delivery failed, or that wait behind one about the same thing."""


async def answers(database: Database, *, deadline: float) -> None:
    """Return when the store has answered, by `time.monotonic()`. Raises DatabaseAway and such."""
    async with database.reading("", deadline=deadline) as db:
        await db.one(_ANSWER)


async def queues(database: Database, now: float) -> dict[str, Queue]:
    """Return what waits in each queue at `now` (UTC seconds)."""
    async with database.reading("") as db:
        found = {name: Queue((await db.all(many))[0][0]) for name, many in _LENGTHS.items()}
        ((length, since),) = await db.all(_WEBHOOKS)
    oldest = max(0.0, now - since) if length else 0.0
    return {**found, "webhooks": Queue(length, oldest)}
