"""SQL of failed messages that are to be sent another way."""

from collections.abc import Sequence
from typing import Final

from sqlalchemy import bindparam, select, update

from openmall.database.session import Database, Row, Session
from openmall.database.statements import InList, Statement
from openmall.events.messages.tables import FALLS_BACK, MESSAGE

_M: Final = MESSAGE.c
_MALLS: Final = Statement(
    select(_M.mall_id).where(FALLS_BACK).distinct(),
    across_malls="a worker looks for failed messages that are sent another way",
)
_FAILED: Final = Statement(
    select(
        _M.message_no, _M.shop_no, _M.occasion, _M.language, _M.member_id, _M.ended_at, _M.fallback
    )
    .where(_M.mall_id == bindparam("mall_id"), FALLS_BACK)
    .order_by(_M.message_no)
    .limit(bindparam("most"))
    .with_for_update()
)
_SETTLE: Final = Statement(
    update(MESSAGE)
    .where(_M.mall_id == bindparam("mall_id"), InList(_M.message_no, "message_nos"))
    .values(fallback="")
)


async def malls(database: Database) -> list[str]:
    """Return the malls in which messages failed that are sent another way."""
    async with database.reading("") as db:
        return [mall_id for (mall_id,) in await db.all(_MALLS)]


async def failed(db: Session, *, most: int) -> list[Row]:
    """Return number, shop, occasion, language, customer, end and JSON of the other ways, locked."""
    return await db.all(_FAILED, most=most)


async def settle(db: Session, message_nos: Sequence[int]) -> None:
    """Write that no other way of these messages is left."""
    await db.run(_SETTLE, message_nos=list(message_nos))
