"""The outbox of facts: batches the engine has not confirmed."""

from typing import Final

import msgspec
from sqlalchemy import bindparam, delete, select

from openmall.analytics.engine.engine import Batch
from openmall.analytics.sessionising.tables import FACT_BATCH
from openmall.database.session import Database, Session
from openmall.database.statements import Statement

_F: Final = FACT_BATCH.c
_WAITING: Final = Statement(
    select(_F.batch_no, _F.content)
    .where(_F.mall_id == bindparam("mall_id"))
    .order_by(_F.batch_no)
    .limit(bindparam("most"))
)
_REMOVE_BATCHES: Final = Statement(
    delete(FACT_BATCH).where(
        _F.mall_id == bindparam("mall_id"), _F.batch_no <= bindparam("batch_no")
    )
)
_MALLS: Final = Statement(
    select(_F.mall_id).distinct().order_by(_F.mall_id),
    across_malls="a worker looks for the malls whose facts no engine has yet",
)
_ROWS: Final = msgspec.json.Decoder(dict[str, list[list[str | int]]])


async def malls(database: Database) -> list[str]:
    """Return the malls that have unconfirmed batches."""
    async with database.reading("") as db:
        return [row[0] for row in await db.all(_MALLS)]


async def waiting(db: Session, most: int) -> list[Batch]:
    """Return the mall's unconfirmed batches, oldest first."""
    return [
        Batch(source=db.mall_id, number=number, rows=_ROWS.decode(content))
        for number, content in await db.all(_WAITING, most=most)
    ]


async def remove_batches(db: Session, upto: int) -> None:
    """Remove the mall's batches up to a number, once the engine has confirmed them."""
    await db.run(_REMOVE_BATCHES, batch_no=upto)
