"""Senders of text messages: the phone numbers that a shop may send from.

The operator enters them, because a provider only sends from numbers whose owner it has checked.
"""

from collections.abc import Sequence
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from openmall.commerce.notification.sms import store as sms_store
from openmall.contract.call import Call
from openmall.contract.moments import Clock
from openmall.contract.operation import listing
from openmall.contract.params import Limit100, Offset8000, Params
from openmall.contract.scopes import READ_NOTIFICATION
from openmall.database import sequences
from openmall.database.session import Session

AuthStatus = Literal["00", "10", "20", "30", "40"]
"""00 deleted, 10 entered, 20 being checked, 30 approved, 40 refused."""
APPROVED: Final = "30"
DELETED: Final = "00"
Phone = Annotated[str, Meta(min_length=1, max_length=20)]


class Sender(Struct, frozen=True, kw_only=True):
    """A phone number that text messages come from."""

    sender_no: int
    sender: str
    auth_status: AuthStatus


class SenderQuery(Params, frozen=True, kw_only=True):
    offset: Offset8000 = 0
    limit: Limit100 = 10


async def list_senders(call: Call, query: SenderQuery) -> Sequence[Sender]:
    """Retrieve a list of sms senders, the newest first."""
    rows = await call.db.all(sms_store.SENDERS, limit=query.limit, offset=query.offset)
    return [
        Sender(sender_no=number, sender=phone, auth_status=status) for number, phone, status in rows
    ]


async def approved(call: Call, sender_no: int) -> str | None:
    """Return the phone number of an approved sender; None: there is no such sender."""
    row = await call.db.one(sms_store.SENDER, sender_no=sender_no)
    return row[0] if row is not None and row[1] == APPROVED else None


async def add(db: Session, clock: Clock, phone: str) -> int:
    """Add an approved sender; return its number."""
    sender_no = await sequences.allocate(db, "sms_sender")
    await db.run(
        sms_store.ADD_SENDER,
        sender_no=sender_no,
        sender=phone,
        auth_status=APPROVED,
        created_at=int(clock.now()),
    )
    return sender_no


async def set_status(db: Session, sender_no: int, status: AuthStatus) -> bool:
    """Write how far a sender is checked; False: there is no such sender."""
    return bool(await db.run(sms_store.SET_SENDER, sender_no=sender_no, auth_status=status))


OPERATIONS = [
    listing(
        "sms/senders",
        list_senders,
        takes=SenderQuery,
        gives=Sender,
        key="senders",
        scope=READ_NOTIFICATION,
    )
]
