"""The mailbox of a test mall, for tests: what its customers would have received. It is ours."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Final

from msgspec import UNSET, Meta, Struct, UnsetType

from openmall.access.sandbox.refusals import NO_SANDBOX
from openmall.contract.call import Call
from openmall.contract.errors import Forbidden
from openmall.contract.moments import moment
from openmall.contract.params import EntityNo, Limit100, Params
from openmall.contract.resource import Resource
from openmall.database.values import BoundValue
from openmall.events.messages import sealed_texts
from openmall.events.messages import store as message_store
from openmall.events.messages.channels import ChannelName
from openmall.events.messages.store import Listed

Words = Annotated[str, Meta(max_length=255)]


class MailboxQuery(Params, frozen=True, kw_only=True):
    """Selects messages."""

    recipient: Words | UnsetType = UNSET
    """A mail address, a phone number, or for push messages a member id."""
    occasion: Words | UnsetType = UNSET
    channel: ChannelName | UnsetType = UNSET
    before_message_no: EntityNo | UnsetType = UNSET
    """The last message one has seen: those before it follow."""
    limit: Limit100 = 10


class KeptMessage(Struct, frozen=True, kw_only=True):
    """A message that was delivered nowhere."""

    message_no: int
    shop_no: int
    channel: ChannelName
    occasion: str
    """`order_received`, `password_reset` and so on; `batch`: one of many."""
    member_id: str
    recipient: str
    sender: str
    reply_to: str
    language: str
    subject: str
    body: str
    html: str
    state: str
    """`queued`: it is in the mailbox within a second; `mailbox`: it is there; `failed`: refused."""
    created_date: datetime


async def list_messages(call: Call, query: MailboxQuery) -> Sequence[KeptMessage]:
    """Retrieve a list of the messages of a sandbox, the newest first.

    Raises Forbidden (403) in a mall whose messages are delivered.
    """
    if call.mall.sandbox is None:
        raise Forbidden(NO_SANDBOX)
    filters: dict[str, BoundValue] = {
        name: value
        for name in ("recipient", "occasion", "channel")
        if (value := getattr(query, name)) is not UNSET
    }
    if query.before_message_no is not UNSET:
        filters["before"] = query.before_message_no
    found = await message_store.listed(call.db, limit=query.limit, **filters)
    mall_id = call.mall.mall_id
    return [_kept(sealed_texts.opened(call.seal, mall_id, each, each.sealed)) for each in found]


def _kept(message: Listed) -> KeptMessage:
    named = {
        name: getattr(message, name)
        for name in KeptMessage.__struct_fields__
        if name != "created_date"
    }
    return KeptMessage(**named, created_date=moment(message.created_at))


_MESSAGES: Final = Resource(KeptMessage, area="notification", key="messages")

OPERATIONS = [_MESSAGES.listing("sandbox/messages", list_messages, takes=MailboxQuery)]
