"""Finds waiting messages that advertise to customers who have withdrawn their consent since."""

from collections.abc import Sequence
from typing import Final

from openmall.commerce.customer.customers import consent_store, subscriber_store
from openmall.commerce.notification.batches import store as batch_store
from openmall.commerce.notification.intake.message_settings import MARKETING, NEWSLETTER
from openmall.database.session import Session
from openmall.events.messages import consents
from openmall.events.messages.store import Claimed

_CONSENTS: Final = {"sms": 0, "chatapp": 0, "email": 1}
"""Channel -> place of its consent in `consent_store.consents`. Push has one in the app itself."""


@consents.WITHDRAWN.register
async def withdrawn(db: Session, claimed: Sequence[Claimed]) -> frozenset[int]:
    """Return the numbers of messages whose customer has not agreed, or is none any more.

    Messages that do not advertise need no consent. Newsletters to an address without an account
    need a subscription of it, except those that a manager tests.
    """
    ended = await _ended_subscriptions(db, claimed)
    of_customers = [each for each in claimed if each.member_id]
    subscribed = await _batches_for_subscribers(db, of_customers)
    advertising = [
        each
        for each in of_customers
        if each.message.channel in _CONSENTS
        and (each.message.occasion in MARKETING or each.batch in subscribed)
    ]
    if not advertising:
        return ended
    known = await consent_store.consents(db, [each.member_id for each in advertising])
    return ended | frozenset(
        each.message.message_no
        for each in advertising
        if known.get(each.member_id, ("F", "F"))[_CONSENTS[each.message.channel]] != "T"
    )


async def _ended_subscriptions(db: Session, claimed: Sequence[Claimed]) -> frozenset[int]:
    """Return the numbers of newsletters to addresses that have ended their subscription."""
    by_shop: dict[int, list[Claimed]] = {}
    for each in claimed:
        if not each.member_id and each.batch and each.message.occasion == NEWSLETTER:
            by_shop.setdefault(each.message.shop_no, []).append(each)
    ended = set()
    for shop_no, messages in sorted(by_shop.items()):
        asked = [each.message.recipient for each in messages]
        known = await subscriber_store.among(db, shop_no, asked)
        ended |= {
            each.message.message_no for each in messages if each.message.recipient not in known
        }
    return frozenset(ended)


async def _batches_for_subscribers(db: Session, claimed: Sequence[Claimed]) -> set[str]:
    """Return the codes of the text messages to many that only customers get who agreed to them."""
    codes = {each.batch for each in claimed if each.batch and each.message.channel == "sms"}
    found = [await batch_store.get(db, code) for code in sorted(codes)]
    return {each.code for each in found if each is not None and each.content.subscribed}
