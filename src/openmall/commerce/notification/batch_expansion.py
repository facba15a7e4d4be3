"""Writes batches to the outbox: page by page, each page in one transaction with its progress.

A worker that dies between two pages is followed by another one; no customer gets a message twice,
though they are in several of the groups.
"""

import logging
from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from openmall.commerce.customer.customers import subscriber_store
from openmall.commerce.notification.batches import store as batch_store
from openmall.commerce.notification.batches.store import Batch
from openmall.commerce.notification.intake.places import Places
from openmall.commerce.notification.newsletters import composing as newsletter_composing
from openmall.commerce.notification.recipientgroups import search as recipientgroup_search
from openmall.commerce.notification.recipientgroups import store as recipientgroup_store
from openmall.commerce.notification.recipientgroups.search import Member
from openmall.commerce.notification.recipientgroups.shape import Conditions
from openmall.commerce.notification.sms import balance
from openmall.contract.call import Call, Mall
from openmall.contract.errors import NotFound
from openmall.contract.moments import Clock, Clocks
from openmall.database.session import Database
from openmall.events.messages import outbox
from openmall.events.messages.delivery import MallLookup
from openmall.events.messages.outbox import Draft

log = logging.getLogger("openmall")

SECONDS: Final = 5.0
"""Between two queries for batches."""
AT_ONCE: Final = 200
"""Customers of one transaction."""


async def expand_due(
    database: Database,
    clocks: Clocks,
    malls: MallLookup,
    places: Places,
    mall_ids: list[str] | None = None,
) -> int:
    """Write the due batches of `mall_ids`, or of all malls; return the number of messages.

    A failure in one mall is logged, and tried again the next time.
    """
    if mall_ids is None:
        mall_ids = await batch_store.malls_with_due(database, clocks.machine.now())
    written = 0
    for mall_id in mall_ids:
        try:
            mall = await malls(mall_id)
            if mall is None:
                continue
            clock = clocks.of(mall_id)
            while (step := await _step(database, clock, mall, places)) is not None:
                written += step
        except Exception as error:
            log.error("batch not sent", extra={"mall_id": mall_id, "reason": str(error)})
    return written


async def _step(database: Database, clock: Clock, mall: Mall, places: Places) -> int | None:
    """Write a page of the next batch; return the number of its messages, None: nothing is due."""
    async with database.writing(mall.mall_id, shown=False) as db:
        batch = await batch_store.next_due(db, clock.now())
        if batch is None:
            return None
        call = places.call(clock, db, mall)
        with call.in_shop(batch.shop_no):
            page = await _page(call, batch)
            receivers = await _without_earlier_groups(call, batch, page)
            drafts = await drafts_of(call, batch, receivers)
        if not await balance.charge(db, sum(each.cost for each in drafts)):
            await batch_store.move(db, replace(batch, state="stopped", due_at=None))
            return 0
        await outbox.enqueue(db, clock, drafts)
        await batch_store.move(db, _moved(batch, page, drafts, now=int(clock.now())))
    return len(drafts)


def _groups(batch: Batch) -> Sequence[int]:
    return batch.content.group_nos or [0]


def _goes_to_subscribers(batch: Batch) -> bool:
    """Say whether those without an account get it as well, behind the customers."""
    content = batch.content
    is_for_all = not content.group_nos and content.member_group_no is None
    return batch.channel == "email" and is_for_all and not batch.member_id


async def _subscribers(call: Call, batch: Batch) -> list[Member]:
    found = await subscriber_store.page(
        call.db, call.shop_no, after=batch.member_after, limit=AT_ONCE
    )
    return [
        Member(
            member_id="", name=each.email.partition("@")[0], cellphone="", email=each.email, sms="F"
        )
        for each in found
    ]


async def _page(call: Call, batch: Batch) -> list[Member]:
    if batch.member_id:
        return await recipientgroup_search.by_ids(call, [batch.member_id])
    if batch.group_at == len(_groups(batch)):
        return await _subscribers(call, batch)
    group_no = _groups(batch)[batch.group_at]
    conditions = await conditions_of(call, group_no)
    if conditions is None:
        return []
    if batch.content.member_group_no is not None:
        conditions = replace(conditions, member_group_no=batch.content.member_group_no)
    if group_no and not batch.member_after:
        number = await recipientgroup_search.count(call, conditions)
        await recipientgroup_store.write_count(call.db, call.shop_no, group_no, number)
    return await recipientgroup_search.page(
        call,
        conditions,
        after=batch.member_after,
        limit=AT_ONCE,
        subscribed=batch.content.subscribed,
        takes_mail=batch.channel == "email",
    )


async def conditions_of(call: Call, group_no: int) -> Conditions | None:
    """Return the conditions of a recipient group; 0: every customer. None: it was deleted."""
    if not group_no:
        return Conditions()
    try:
        return (await recipientgroup_store.get(call, group_no)).conditions
    except NotFound:
        return None


async def _without_earlier_groups(call: Call, batch: Batch, page: list[Member]) -> list[Member]:
    """Return those of a page who are in none of the groups that were written to before."""
    left = page
    if batch.group_at == len(_groups(batch)):
        return left
    for group_no in _groups(batch)[: batch.group_at]:
        conditions = await conditions_of(call, group_no)
        if conditions is not None and left:
            ids = [each.member_id for each in left]
            earlier = await recipientgroup_search.among(call, conditions, ids)
            left = [each for each in left if each.member_id not in earlier]
    return left


def _moved(batch: Batch, page: list[Member], drafts: list[Draft], *, now: int) -> Batch:
    """Return a batch behind a page of it."""
    counted = {
        f"count_{name}": getattr(batch, f"count_{name}")
        + sum(each.extra.get("os_type") == name for each in drafts)
        for name in ("os_a", "os_b")
    }
    moved = replace(batch, sent_at=batch.sent_at or now, **counted)
    if len(page) == AT_ONCE:
        return replace(moved, member_after=page[-1].member_id or page[-1].email)
    parts = len(_groups(batch)) + _goes_to_subscribers(batch)
    if not batch.member_id and batch.group_at + 1 < parts:
        return replace(moved, group_at=batch.group_at + 1, member_after="")
    return replace(moved, state="sent", due_at=None)


async def drafts_of(call: Call, batch: Batch, receivers: Sequence[Member]) -> list[Draft]:
    """Return the messages of a batch to some customers."""
    if batch.channel == "email":
        return await newsletter_composing.drafts_of(call, batch, receivers)
    if batch.channel == "sms":
        return [
            Draft(
                shop_no=batch.shop_no,
                channel="sms",
                occasion="batch",
                recipient=each.cellphone,
                sender=batch.content.sender,
                subject=batch.content.title,
                body=part,
                member_id=each.member_id,
                batch=batch.code,
                cost=batch.content.cost,
            )
            for each in receivers
            if each.cellphone
            for part in batch.content.parts
        ]
    return await _push_drafts(call, batch, receivers)


async def _push_drafts(call: Call, batch: Batch, receivers: Sequence[Member]) -> list[Draft]:
    content = batch.content
    texts = {
        "os_a": batch.content_os_a or batch.content_os_b,
        "os_b": batch.content_os_b or batch.content_os_a,
    }
    ids = [each.member_id for each in receivers]
    if not ids:
        return []
    rows = await batch_store.devices(call, ids)
    return [
        Draft(
            shop_no=batch.shop_no,
            channel="push",
            occasion="batch",
            recipient=member_id,
            sender="",
            subject=content.title,
            body=texts[os_type],
            member_id=member_id,
            batch=batch.code,
            extra={
                "device_id": device_id,
                "os_type": os_type,
                "silent": batch.silent,
                "image_url": content.image_url,
                "link_type": content.link_type if content.use_link == "T" else None,
                "link": content.external_link if content.use_link == "T" else "",
                "benefit_points": content.benefit_points if content.use_benefit == "T" else None,
                "benefit_end_day": content.benefit_end_day if content.use_benefit == "T" else None,
            },
        )
        for member_id, os_type, device_id in rows
        if os_type in texts and content.os_type in ("all", os_type)
    ]
