"""Receivers of text messages within a shop: its managers, and the contacts of its suppliers."""

from collections.abc import AsyncIterator, Sequence
from typing import Final, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType

from openmall.commerce.notification.sms import store as sms_store
from openmall.commerce.supply.contacts import contacts_of
from openmall.contract.call import Call
from openmall.contract.operation import listing
from openmall.contract.params import Limit100, Offset8000, Params
from openmall.contract.scopes import READ_NOTIFICATION
from openmall.contract.texts import phone_numbers
from openmall.database.text_search.word_search import has_words

RecipientType = Literal["ALL", "S", "A"]
"""ALL everybody, S suppliers, A managers of the shop."""
_AT_ONCE: Final = 100


class Receiver(Struct, frozen=True, kw_only=True):
    """A manager of the shop or of a supplier, with a mobile phone."""

    no: int
    recipient_type: Literal["S", "A"]
    supplier_name: str = ""
    supplier_id: str = ""
    """The code of the supplier."""
    user_name: str = ""
    user_id: str = ""
    manager_name: str = ""
    """Name of the contact at a supplier."""
    cellphone: str


class ReceiverQuery(Params, frozen=True, kw_only=True):
    recipient_type: RecipientType = "ALL"
    supplier_name: str | UnsetType = UNSET
    """Any part of the name; so are the other names."""
    supplier_id: str | UnsetType = UNSET
    user_name: str | UnsetType = UNSET
    user_id: str | UnsetType = UNSET
    manager_name: str | UnsetType = UNSET
    cellphone: str | UnsetType = UNSET
    """However it is written, with the code of its country or without."""
    offset: Offset8000 = 0
    limit: Limit100 = 10


async def list_receivers(call: Call, query: ReceiverQuery) -> Sequence[Receiver]:
    """Retrieve a sms recipient: managers first, then the contacts of suppliers who take messages.

    `no` is the place in the whole list, from 1 on.
    """
    found: list[Receiver] = []
    number = 0
    async for receiver in _all(call):
        number += 1
        if not _matches(receiver, query, call.mall.country):
            continue
        found.append(msgspec.structs.replace(receiver, no=number))
        if len(found) == query.offset + query.limit:
            break
    return found[query.offset :]


async def _all(call: Call) -> AsyncIterator[Receiver]:
    for user_id, name, phone in await call.db.all(sms_store.MANAGERS):
        if phone:
            yield Receiver(
                no=0, recipient_type="A", user_id=user_id, user_name=name, cellphone=phone
            )
    after = ""
    while rows := await call.db.all(sms_store.SUPPLIERS, after=after, limit=_AT_ONCE):
        for code, supplier_name, details in rows:
            for contact in contacts_of(details):
                if contact.phone and contact.use_sms == "T":
                    yield Receiver(
                        no=0,
                        recipient_type="S",
                        supplier_id=code,
                        supplier_name=supplier_name,
                        manager_name=contact.name,
                        cellphone=contact.phone,
                    )
        after = rows[-1][0]
        if len(rows) < _AT_ONCE:
            return


def _matches(receiver: Receiver, query: ReceiverQuery, country: str) -> bool:
    if query.recipient_type not in ("ALL", receiver.recipient_type):
        return False
    for name in ("supplier_name", "user_name", "manager_name"):
        wanted = getattr(query, name)
        if wanted is not UNSET and not has_words(getattr(receiver, name), wanted):
            return False
    for name in ("supplier_id", "user_id"):
        wanted = getattr(query, name)
        if wanted is not UNSET and wanted != getattr(receiver, name):
            return False
    phone = query.cellphone
    return phone is UNSET or phone_numbers.same(phone, receiver.cellphone, country)


OPERATIONS = [
    listing(
        "sms/receivers",
        list_receivers,
        takes=ReceiverQuery,
        gives=Receiver,
        key="receivers",
        scope=READ_NOTIFICATION,
    )
]
