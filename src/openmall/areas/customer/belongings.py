"""What is about one customer and about nothing else: it goes when the customer goes."""

from typing import Final

from sqlalchemy import bindparam, delete

from openmall.areas.customer import memos, paymentinformation, social
from openmall.areas.customer.customers.tables import DEVICE, GROUPED
from openmall.contract.call import Call
from openmall.database.statements import Statement

_TABLES: Final = (GROUPED, DEVICE, memos.MEMO, paymentinformation.METHOD, social.LINK)

_REMOVE: Final = tuple(
    Statement(
        delete(table).where(
            table.c.mall_id == bindparam("mall_id"),
            table.c.member_id == bindparam("member_id"),
        )
    )
    for table in _TABLES
)


async def remove(call: Call, member_id: str) -> None:
    """Remove what is about a customer, in every shop of the mall.

    To be called with the customer locked: whoever adds to one locks them first.
    """
    for statement in _REMOVE:
        await call.db.run(statement, member_id=member_id)
