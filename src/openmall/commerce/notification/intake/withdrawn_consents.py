"""Finds waiting messages that advertise to customers who have withdrawn their consent since."""

from collections.abc import Sequence
from typing import Final

from openmall.commerce.customer.customers import consent_store
from openmall.commerce.notification.intake.message_settings import MARKETING
from openmall.database.session import Session
from openmall.events.messages import consents
from openmall.events.messages.store import Claimed

_CONSENTS: Final = {"sms": 0, "chatapp": 0, "email": 1}
"""Channel -> place of its consent in `consent_store.consents`. Push has one in the app itself."""


@consents.WITHDRAWN.register
async def withdrawn(db: Session, claimed: Sequence[Claimed]) -> frozenset[int]:
    """Return the numbers of messages whose customer has not agreed, or is none any more.

    Messages that do not advertise, and those to addresses of no customer, need no consent.
    """
    advertising = [
        each
        for each in claimed
        if each.member_id
        and each.message.occasion in MARKETING
        and each.message.channel in _CONSENTS
    ]
    if not advertising:
        return frozenset()
    known = await consent_store.consents(db, [each.member_id for each in advertising])
    return frozenset(
        each.message.message_no
        for each in advertising
        if known.get(each.member_id, ("F", "F"))[_CONSENTS[each.message.channel]] != "T"
    )
