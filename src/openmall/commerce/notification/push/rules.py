"""The operations on push messages."""

from collections.abc import Sequence
from datetime import datetime, time
from decimal import Decimal

from msgspec import UNSET
from msgspec.structs import replace

from openmall.commerce.customer.customers import store as customer_store
from openmall.commerce.notification.batches import store as batch_store
from openmall.commerce.notification.batches.refusals import SENDING_TIME_PASSED
from openmall.commerce.notification.batches.store import Batch, Content
from openmall.commerce.notification.push.refusals import (
    PUSH_LINK_WITHOUT_TYPE,
    PUSH_MESSAGE_SENT,
    PUSH_POINTS_INCOMPLETE,
    PUSH_WITHOUT_CUSTOMER,
    PUSH_WITHOUT_GROUP,
    PUSH_WITHOUT_TEXT,
    RESERVATION_WITHOUT_TIME,
)
from openmall.commerce.notification.push.shape import (
    DeletedPush,
    Push,
    PushChange,
    PushDraft,
    PushPath,
    PushQuery,
)
from openmall.commerce.notification.recipientgroups import store as recipientgroup_store
from openmall.contract.call import Call
from openmall.contract.change import sent_fields
from openmall.contract.errors import Invalid, NotFound, NotModified
from openmall.contract.moments import PLATFORM_ZONE, moment, seconds
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST, IDENTICAL
from openmall.database.values import BoundValue

_CHANNEL = "push"


async def listing(call: Call, query: PushQuery) -> Sequence[Push]:
    """Retrieve push notification delivery history."""
    filters: dict[str, BoundValue] = {query.search_status: True}
    date = "sent" if query.search_date == "send_date" else "created"
    for name, value in (
        (f"{date}_from", query.start_date),
        (f"{date}_until", query.end_date),
        ("codes", query.push_code),
        ("content", query.content),
        ("send_type", query.send_type),
        ("receiver_type", query.receiver_type),
        ("silent", query.silent),
    ):
        if value is not UNSET:
            filters[name] = value
    found = await batch_store.listed(
        call, _CHANNEL, filters, limit=query.limit + 1, offset=query.offset
    )
    call.effects.more = len(found) > query.limit
    return [_shown(each) for each in found[: query.limit]]


async def create(call: Call, draft: PushDraft) -> Push:
    """Create a push notification.

    A worker sends it to the devices of customers who agreed to push messages. Raises Invalid (422)
    for a time that has passed or is not complete, without a text for the chosen system, without
    its receivers, and for a link or benefit that is not complete.
    """
    now = int(call.clock.now())
    reserved_at = _reserved_at(draft, now)
    _require_complete(draft)
    groups = [] if draft.group_no is UNSET else list(dict.fromkeys(draft.group_no))
    if draft.receiver_type == "group":
        for group_no in groups:
            await recipientgroup_store.get(call, group_no)
    member_id = ""
    if draft.receiver_type == "id" and draft.member_id is not UNSET:
        member_id = draft.member_id
        await customer_store.require(call, member_id)
    batch = Batch(
        code=batch_store.new_code(now),
        shop_no=call.shop_no,
        channel=_CHANNEL,
        send_type=draft.send_type,
        receiver_type=draft.receiver_type,
        silent=draft.silent,
        member_id=member_id,
        content_os_a=draft.content_os_a or "",
        content_os_b=draft.content_os_b or "",
        content=Content(
            group_nos=groups if draft.receiver_type == "group" else [],
            os_type=draft.os_type,
            title=draft.title or "",
            image_url=draft.image_url or "",
            use_link=draft.use_link,
            link_type=draft.link_type or None,
            external_link=draft.external_link or "",
            use_benefit=draft.use_benefit,
            benefit_end_day=draft.benefit_end_day or None,
            benefit_points=None if draft.benefit_points is UNSET else str(draft.benefit_points),
        ),
        due_at=now if reserved_at is None else reserved_at,
        created_at=now,
        reserved_at=reserved_at,
    )
    await batch_store.add(call.db, batch)
    call.journal(f"push message {batch.code}", {"title": (None, batch.content.title)})
    return _shown(batch)


async def update(call: Call, change: PushChange) -> Push:
    """Update a push notification that is not sent yet.

    Raises NotFound (404), Invalid (422) for one that was sent, NotModified (409) when nothing
    changes.
    """
    before = await _get(call, change.push_code, to_change=True)
    if before.state != "waiting" or before.sent_at is not None:
        raise _sent()
    sent = sent_fields(change)
    texts = {name: sent[name] for name in ("content_os_a", "content_os_b") if name in sent}
    content = {name: sent[name] for name in ("title", "image_url") if name in sent}
    after = replace(before, content=replace(before.content, **content), **texts)
    if after == before:
        raise NotModified(IDENTICAL)
    if not await batch_store.change(call.db, after):
        raise _sent()
    call.journal(
        f"push message {after.code}", {"title": (before.content.title, after.content.title)}
    )
    return _shown(after)


async def delete(call: Call, path: PushPath) -> DeletedPush:
    """Delete a push notification; one that waits for its time is not sent any more.

    Raises NotFound (404).
    """
    await _get(call, path.push_code, to_change=True)
    await batch_store.delete_batch(call.db, path.push_code)
    call.journal(f"push message {path.push_code}", {"push_code": (path.push_code, None)})
    return DeletedPush(shop_no=call.shop_no, push_code=path.push_code)


async def _get(call: Call, code: str, *, to_change: bool = False) -> Batch:
    batch = await batch_store.get(call.db, code, to_change=to_change)
    if batch is None or (batch.channel, batch.shop_no) != (_CHANNEL, call.shop_no):
        raise NotFound(DOES_NOT_EXIST, parameter="push_code", resource=Phrase("push message"))
    return batch


def _reserved_at(draft: PushDraft, now: int) -> int | None:
    if draft.send_type == "immediately":
        return None
    if draft.reserve_day is UNSET or draft.reserve_hour is UNSET:
        raise Invalid(RESERVATION_WITHOUT_TIME, parameter="reserve_day")
    minute = 0 if draft.reserve_minuate is UNSET else draft.reserve_minuate
    at = time(draft.reserve_hour, minute, tzinfo=PLATFORM_ZONE)
    reserved_at = seconds(datetime.combine(draft.reserve_day, at))
    if reserved_at <= now:
        raise Invalid(SENDING_TIME_PASSED, parameter="reserve_day")
    return reserved_at


def _require_complete(draft: PushDraft) -> None:
    for name in ("os_a", "os_b"):
        content = getattr(draft, f"content_{name}")
        if draft.os_type == name and not content:
            raise Invalid(PUSH_WITHOUT_TEXT, parameter=f"content_{name}")
    if not draft.content_os_a and not draft.content_os_b:
        raise Invalid(PUSH_WITHOUT_TEXT, parameter="content_os_a")
    if draft.receiver_type == "group" and not draft.group_no:
        raise Invalid(PUSH_WITHOUT_GROUP, parameter="group_no")
    if draft.receiver_type == "id" and not draft.member_id:
        raise Invalid(PUSH_WITHOUT_CUSTOMER, parameter="member_id")
    if draft.use_link == "T" and not draft.link_type:
        raise Invalid(PUSH_LINK_WITHOUT_TYPE, parameter="link_type")
    if draft.use_benefit == "T" and not (draft.benefit_points and draft.benefit_end_day):
        raise Invalid(PUSH_POINTS_INCOMPLETE, parameter="benefit_points")


def _sent() -> Invalid:
    return Invalid(PUSH_MESSAGE_SENT, parameter="push_code")


def _shown(batch: Batch) -> Push:
    content = batch.content
    reserved = None if batch.reserved_at is None else moment(batch.reserved_at)
    points = content.benefit_points
    return Push(
        shop_no=batch.shop_no,
        push_code=batch.code,
        send_type=batch.send_type,  # type: ignore[arg-type] # as it was sent
        reserve_day=None if reserved is None else reserved.date(),
        reserve_hour=None if reserved is None else reserved.hour,
        reserve_minuate=None if reserved is None else reserved.minute,
        os_type=content.os_type,  # type: ignore[arg-type] # as it was sent
        receiver_type=batch.receiver_type,  # type: ignore[arg-type] # as it was sent
        group_no=content.group_nos or None,
        member_id=batch.member_id or None,
        title=content.title,
        content_os_a=batch.content_os_a,
        content_os_b=batch.content_os_b or None,
        image_url=content.image_url,
        use_link=content.use_link,  # type: ignore[arg-type] # as it was sent
        link_type=content.link_type,  # type: ignore[arg-type] # as it was sent
        external_link=content.external_link,
        use_benefit=content.use_benefit,  # type: ignore[arg-type] # as it was sent
        benefit_end_day=content.benefit_end_day,
        benefit_points=None if points is None else Decimal(points),
        silent=batch.silent,  # type: ignore[arg-type] # as it was sent
        created_date=moment(batch.created_at),
        send_date=None if batch.sent_at is None else moment(batch.sent_at),
        reserve_date=reserved,
        send_status="F" if batch.sent_at is None else "T",
        send_count_os_a=batch.count_os_a or None,
        send_count_os_b=batch.count_os_b or None,
    )
