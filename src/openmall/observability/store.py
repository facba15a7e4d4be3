"""Whether the store answers, and what waits in it to be done by workers, over all malls."""

from collections.abc import Mapping
from typing import Final

from sqlalchemy import func, select

from openmall.analytics.collecting.tables import COLLECTED
from openmall.analytics.sessionising.tables import FACT_BATCH
from openmall.database.schema import fixed
from openmall.database.session import Database
from openmall.database.statements import Statement

_WHY: Final = "an operator watches how much work waits in the installation"
_ANSWER: Final = Statement(select(fixed(1)))
_LENGTHS: Final[Mapping[str, Statement]] = {
    "collected": Statement(select(func.count()).select_from(COLLECTED), across_malls=_WHY),
    "facts": Statement(select(func.count()).select_from(FACT_BATCH), across_malls=_WHY),
}
"""collected: batches of visits no facts were made of yet; facts: batches no engine keeps yet."""


async def answers(database: Database, *, deadline: float) -> None:
    """Return when the store has answered, by `time.monotonic()`. Raises DatabaseAway and such."""
    async with database.reading("", deadline=deadline) as db:
        await db.one(_ANSWER)


async def lengths(database: Database) -> dict[str, int]:
    """Return how many rows wait in each queue."""
    async with database.reading("") as db:
        return {name: (await db.all(many))[0][0] for name, many in _LENGTHS.items()}
