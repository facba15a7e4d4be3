"""What a mall has left to pay for text messages.

The operator tops it up (`openmall messages top-up`). A message is charged when it is written to
the outbox, by a statement that fails where too little is left.
"""

from decimal import Decimal
from typing import Final

from msgspec import Struct

from openmall.commerce.notification.sms import store as sms_store
from openmall.contract.call import Call
from openmall.contract.operation import get
from openmall.contract.params import Params
from openmall.contract.scopes import READ_NOTIFICATION
from openmall.database.session import Session

SMS_COST: Final = 10
"""Tenths of a text message that a short one costs."""
LMS_COST: Final = 30


class Balance(Struct, frozen=True, kw_only=True):
    """What is left for text messages."""

    balance: Decimal
    """In short text messages."""
    sms_count: int
    """Short text messages that can be sent."""
    lms_count: int
    """Long text messages that can be sent instead."""


async def retrieve(call: Call, params: Params) -> Balance:
    """Retrieve the sms balance."""
    tenths = await left(call.db)
    return Balance(
        balance=Decimal(tenths).scaleb(-1),
        sms_count=tenths // SMS_COST,
        lms_count=tenths // LMS_COST,
    )


async def left(db: Session) -> int:
    """Return what the session's mall has left, in tenths."""
    row = await db.one(sms_store.BALANCE)
    return 0 if row is None else int(row[0])


async def top_up(db: Session, tenths: int) -> None:
    """Add to what the session's mall has left."""
    await db.run(sms_store.TOP_UP, tenths=tenths)


async def charge(db: Session, tenths: int) -> bool:
    """Take `tenths` off what the session's mall has left; False: it has less."""
    return not tenths or bool(await db.run(sms_store.CHARGE, tenths=tenths))


OPERATIONS = [
    get(
        "sms/balance",
        retrieve,
        takes=Params,
        gives=Balance,
        key="sms",
        scope=READ_NOTIFICATION,
    )
]
