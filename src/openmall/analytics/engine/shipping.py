"""Facts that were made go to the engine, and out of the outbox once it keeps them."""

import logging
from typing import Final

import msgspec
from sqlalchemy import bindparam, delete, select

from openmall.analytics.engine.engine import Batch, Engine, EngineAway
from openmall.analytics.sessionising.tables import FACT_BATCH
from openmall.database.session import Database
from openmall.database.statements import Statement

log = logging.getLogger("openmall")

AT_ONCE: Final = 20
"""Batches that the engine is given at once."""

_F: Final = FACT_BATCH.c
_WAITING: Final = Statement(
    select(_F.batch_no, _F.content)
    .where(_F.mall_id == bindparam("mall_id"))
    .order_by(_F.batch_no)
    .limit(bindparam("most"))
)
_KEPT: Final = Statement(
    delete(FACT_BATCH).where(
        _F.mall_id == bindparam("mall_id"), _F.batch_no <= bindparam("batch_no")
    )
)
_MALLS: Final = Statement(
    select(_F.mall_id).distinct().order_by(_F.mall_id),
    across_malls="a worker looks for the malls whose facts no engine has yet",
)
_ROWS: Final = msgspec.json.Decoder(dict[str, list[list[str | int]]])


async def ship_due(database: Database, engine: Engine) -> int:
    """Give the engine the facts of every mall, oldest first; return how many batches it kept.

    When it is away they wait: the next time they are given again, and it keeps each once.
    """
    async with database.reading("") as db:
        mall_ids = [row[0] for row in await db.all(_MALLS)]
    try:
        return sum([await ship(database, engine, mall_id) for mall_id in mall_ids])
    except EngineAway as away:
        log.warning("analytics engine away", extra={"reason": str(away)})
        return 0


async def ship(database: Database, engine: Engine, mall_id: str) -> int:
    """Give the engine all facts of a mall. Raises EngineAway; what was not kept waits."""
    kept = 0
    while True:
        async with database.reading(mall_id) as db:
            rows = await db.all(_WAITING, most=AT_ONCE)
        if not rows:
            return kept
        await engine.keep(
            [
                Batch(source=mall_id, number=number, rows=_ROWS.decode(content))
                for number, content in rows
            ]
        )
        async with database.writing(mall_id) as db:
            await db.run(_KEPT, batch_no=rows[-1][0])
        kept += len(rows)
