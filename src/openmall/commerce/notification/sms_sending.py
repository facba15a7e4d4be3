"""Sending text messages: to phone numbers, customers, or the customers of a recipient group."""

from typing import Annotated, Final

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import replace

from openmall.commerce.customer.customers.takes import Phone
from openmall.commerce.notification import batch_expansion
from openmall.commerce.notification.batches import store as batch_store
from openmall.commerce.notification.batches.store import Batch, Content
from openmall.commerce.notification.recipientgroups import search as recipientgroup_search
from openmall.commerce.notification.recipientgroups.search import Member
from openmall.commerce.notification.refusals import (
    MESSAGE_WITHOUT_RECIPIENT,
    NO_APPROVED_SENDER,
    TEXT_MESSAGE_BALANCE_SPENT,
    TEXT_MESSAGE_TOO_LONG,
    TEXT_MESSAGES_OFF,
)
from openmall.commerce.notification.sms import balance, senders, texts
from openmall.commerce.notification.sms.texts import Kind
from openmall.commerce.store.sms_setting import SmsSetting
from openmall.contract.call import Call
from openmall.contract.crud.settings import current
from openmall.contract.errors import Invalid, NotFound
from openmall.contract.operation import post
from openmall.contract.params import EntityNo, Flag, Number, ShopParams, ShortText
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import NO_SUCH
from openmall.contract.scopes import WRITE_NOTIFICATION
from openmall.contract.texts import phone_numbers
from openmall.events.messages import outbox

_COSTS: Final = {"SMS": balance.SMS_COST, "LMS": balance.LMS_COST}
_DECLINE: Final = "Unsubscribe: {phone}"


class SmsDraft(ShopParams, frozen=True, kw_only=True):
    """A text message to be sent; at least one of the three kinds of receivers is required."""

    sender_no: EntityNo
    content: Annotated[str, Meta(min_length=1)]
    recipients: Annotated[list[Phone], Meta(max_length=100)] | UnsetType = UNSET
    """Phone numbers."""
    member_id: Annotated[list[str], Meta(max_length=100)] | UnsetType = UNSET
    group_no: Number | UnsetType = UNSET
    """A recipient group; 0: every customer."""
    exclude_unsubscriber: Flag = "T"
    """T: nothing to customers who declined text messages."""
    type: Kind = "SMS"
    """SMS short; what is longer than 90 bytes goes as `sms/setting` says. LMS long."""
    title: ShortText | UnsetType = UNSET
    """Of a long message."""


class Sent(Struct, frozen=True, kw_only=True):
    queue_code: str
    """The code under which the messages are found in the outbox."""


async def send(call: Call, draft: SmsDraft) -> Sent:
    """Send a sms. It is written to the outbox, from which a worker delivers it.

    Raises Invalid (422) where the shop sends no text messages, without receivers, for a text of
    more than 2,000 bytes, and where too little is left to pay; NotFound (404) for a sender that is
    not approved, and for unknown customers and groups.
    """
    setting = await current(call, SmsSetting)
    if setting.use_sms != "T":
        raise Invalid(TEXT_MESSAGES_OFF, parameter="shop_no")
    sender = await senders.approved(call, draft.sender_no)
    if sender is None:
        raise NotFound(NO_APPROVED_SENDER, parameter="sender_no")
    batch = _batch(call, draft, setting, sender)
    receivers = await _receivers(call, draft)
    if draft.group_no is not UNSET:
        await _require_payable(call, batch, draft.group_no)
        await batch_store.add(call.db, batch)
    elif not receivers:
        raise Invalid(MESSAGE_WITHOUT_RECIPIENT, parameter="recipients")
    elif batch.content.subscribed and any(each.member_id for each in receivers):
        # the worker that delivers looks up here that only customers get it who agree to that then
        await batch_store.add(call.db, _without_texts(batch))
    drafts = await batch_expansion.drafts_of(call, batch, receivers)
    if not await balance.charge(call.db, sum(each.cost for each in drafts)):
        raise _too_little()
    await outbox.enqueue(call.db, call.clock, drafts)
    call.journal(f"text message {batch.code}", {"messages": (0, len(drafts))})
    return Sent(queue_code=batch.code)


def _batch(call: Call, draft: SmsDraft, setting: SmsSetting, sender: str) -> Batch:
    content = draft.content
    to_many = draft.group_no is not UNSET
    if to_many and setting.unsubscribe_phone:
        content = f"{content}\n{_DECLINE.format(phone=setting.unsubscribe_phone)}"
    if texts.size(content) > texts.LMS_BYTES:
        raise Invalid(TEXT_MESSAGE_TOO_LONG, parameter="content")
    kind, parts = texts.as_sent(content, long_in_one=setting.send_method == "L")
    if draft.type == "LMS":
        kind, parts = "LMS", [content]
    title = draft.title if draft.title is not UNSET and kind == "LMS" else ""
    now = int(call.clock.now())
    return Batch(
        code=batch_store.new_code(now),
        shop_no=call.shop_no,
        channel="sms",
        receiver_type="group" if to_many else "id",
        content_os_a=content,
        content=Content(
            group_nos=[draft.group_no] if draft.group_no else [],
            sender=sender,
            title=title,
            parts=parts,
            cost=_COSTS[kind],
            subscribed=draft.exclude_unsubscriber == "T",
        ),
        due_at=now,
        created_at=now,
    )


def _without_texts(batch: Batch) -> Batch:
    """Return a batch that is in the outbox, without what may name its receivers."""
    return replace(
        batch,
        state="sent",
        content_os_a="",
        content=Content(subscribed=batch.content.subscribed),
        due_at=None,
        sent_at=batch.due_at,
    )


async def _receivers(call: Call, draft: SmsDraft) -> list[Member]:
    """Return the receivers that are named one by one, each phone number once.

    A number of a customer is one of that customer, who may withdraw the consent or leave before it
    is sent.
    """
    country = call.mall.country
    phones = [] if draft.recipients is UNSET else draft.recipients
    owners = await recipientgroup_search.by_phones(call, phones) if phones else []
    owner_of = {phone_numbers.compared(each.cellphone, country): each for each in owners}
    found = []
    for phone in phones:
        owner = owner_of.get(phone_numbers.compared(phone, country))
        found.append(Member("" if owner is None else owner.member_id, "", phone, "", "T"))
    if draft.member_id is not UNSET and draft.member_id:
        customers = await recipientgroup_search.by_ids(call, draft.member_id)
        missing = set(draft.member_id) - {each.member_id for each in customers}
        if missing:
            raise NotFound(NO_SUCH, parameter="member_id", resource=Phrase("customer"))
        found += customers
    if draft.exclude_unsubscriber == "T":
        declined = {
            phone_numbers.compared(each.cellphone, country) for each in owners if each.sms != "T"
        }
        found = [
            each
            for each in found
            if each.sms == "T" and phone_numbers.compared(each.cellphone, country) not in declined
        ]
    by_phone = {phone_numbers.compared(each.cellphone, country): each for each in found}
    return [each for phone, each in by_phone.items() if phone]


async def _require_payable(call: Call, batch: Batch, group_no: int) -> None:
    conditions = await batch_expansion.conditions_of(call, group_no)
    if conditions is None:
        raise NotFound(NO_SUCH, parameter="group_no", resource=Phrase("recipient group"))
    number = await recipientgroup_search.count(
        call, conditions, subscribed=batch.content.subscribed
    )
    cost = number * len(batch.content.parts) * batch.content.cost
    if cost > await balance.left(call.db):
        raise _too_little()


def _too_little() -> Invalid:
    return Invalid(TEXT_MESSAGE_BALANCE_SPENT)


OPERATIONS = [
    post(
        "sms",
        send,
        takes=SmsDraft,
        gives=Sent,
        key="sms",
        scope=WRITE_NOTIFICATION,
        limit=1,
    )
]
