"""SQL of the sealed texts of messages, to seal them with another key."""

from typing import Final

from sqlalchemy import BindParameter, bindparam, select, update

from openmall.database.schema import fixed_text
from openmall.database.session import Row, Session
from openmall.database.statements import Statement
from openmall.events.messages.tables import MESSAGE

_M: Final = MESSAGE.c
_MALL: Final[BindParameter[str]] = bindparam("mall_id")
_SEALED: Final = Statement(
    select(_M.message_no, _M.sealed)
    .where(_M.mall_id == _MALL, _M.message_no > bindparam("after"), _M.sealed != fixed_text(""))
    .order_by(_M.message_no)
    .limit(100)
)
_RESEAL: Final = Statement(
    update(MESSAGE)
    .where(
        _M.mall_id == _MALL,
        _M.message_no == bindparam("this"),
        _M.sealed == bindparam("was"),
    )
    .values(sealed=bindparam("becomes"))
)


async def sealed(db: Session, *, after: int) -> list[Row]:
    """Return number and sealed texts of the next messages that have any."""
    return await db.all(_SEALED, after=after)


async def reseal(db: Session, message_no: int, *, was: str, becomes: str) -> None:
    """Replace the sealed texts of a message, unless they have changed."""
    await db.run(_RESEAL, this=message_no, was=was, becomes=becomes)
