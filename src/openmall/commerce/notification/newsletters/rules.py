"""The operations on newsletters: plan, preview, test, list and cancel."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from msgspec import UNSET

from openmall.commerce.customer.customergroups import rules as customergroup_rules
from openmall.commerce.notification.batches import store as batch_store
from openmall.commerce.notification.batches.refusals import SENDING_TIME_PASSED
from openmall.commerce.notification.batches.store import Batch, Content
from openmall.commerce.notification.intake.composing import UNSUBSCRIBE_PATH
from openmall.commerce.notification.intake.message_settings import NEWSLETTER, settings_of
from openmall.commerce.notification.intake.notices import Notice
from openmall.commerce.notification.newsletters import composing as newsletter_composing
from openmall.commerce.notification.newsletters.refusals import NEWSLETTER_SENT
from openmall.commerce.notification.newsletters.shape import (
    CancelledNewsletter,
    Deliveries,
    Mail,
    Newsletter,
    NewsletterDraft,
    NewsletterPath,
    NewsletterQuery,
    NewsletterTest,
    NewsletterText,
)
from openmall.commerce.notification.recipientgroups import store as recipientgroup_store
from openmall.contract.call import Call
from openmall.contract.errors import Invalid, NotFound
from openmall.contract.moments import PLATFORM_ZONE, moment, seconds
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST, NO_MOMENT, NO_SUCH
from openmall.events.messages import outbox
from openmall.events.messages import store as message_store
from openmall.events.messages.outbox import Draft

CHANNEL: Final = "email"
_SAMPLE_NAME: Final = "Hana"


async def listing(call: Call, query: NewsletterQuery) -> Sequence[Newsletter]:
    """Retrieve a list of newsletters, the newest first."""
    found = await batch_store.listed(call, CHANNEL, {}, limit=query.limit + 1, offset=query.offset)
    call.effects.more = len(found) > query.limit
    return [await _shown(call, each) for each in found[: query.limit]]


async def retrieve(call: Call, path: NewsletterPath) -> Newsletter:
    """Retrieve a newsletter, with its mails by state. Raises NotFound (404)."""
    return await _shown(call, await _get(call, path.code))


async def create(call: Call, draft: NewsletterDraft) -> Newsletter:
    """Plan a newsletter; a worker sends it to those who then agree to mail that advertises.

    Raises NotFound (404) for an unknown segment or group, Invalid (422) for a time that passed.
    """
    now = int(call.clock.now())
    group_nos: list[int] = []
    member_group_no: int | None = None
    if draft.segment_no is not UNSET:
        await recipientgroup_store.get(call, draft.segment_no)
        group_nos = [draft.segment_no]
    elif draft.member_group_no is not UNSET:
        member_group_no = draft.member_group_no
        if await customergroup_rules.find(call, member_group_no) is None:
            raise NotFound(NO_SUCH, parameter="member_group_no", resource=Phrase("customer group"))
    reserved_at = None if draft.send_at is UNSET else _time(draft.send_at, now)
    batch = Batch(
        code=batch_store.new_code(now),
        shop_no=call.shop_no,
        channel=CHANNEL,
        send_type="immediately" if reserved_at is None else "reserved",
        receiver_type="group",
        content_os_a=draft.body,
        content=Content(
            group_nos=group_nos,
            title=draft.subject,
            member_group_no=member_group_no,
            is_html=draft.is_html == "T",
        ),
        due_at=now if reserved_at is None else reserved_at,
        created_at=now,
        reserved_at=reserved_at,
    )
    await batch_store.add(call.db, batch)
    call.journal(f"newsletter {batch.code}", {"subject": (None, draft.subject)})
    return await _shown(call, batch)


async def cancel(call: Call, path: NewsletterPath) -> CancelledNewsletter:
    """Delete a newsletter that is not sent yet.

    Raises NotFound (404), Invalid (422) for one of which something was sent.
    """
    batch = await _get(call, path.code, to_change=True)
    if batch.state != "waiting" or batch.sent_at is not None:
        raise Invalid(NEWSLETTER_SENT, parameter="code")
    await batch_store.delete_batch(call.db, batch.code)
    call.journal(f"newsletter {batch.code}", {"subject": (batch.content.title, None)})
    return CancelledNewsletter(shop_no=call.shop_no, code=batch.code)


async def preview(call: Call, text: NewsletterText) -> Mail:
    """Render a newsletter with a sample name. Nothing is sent."""
    mail = await _test_mail(call, text, name=_SAMPLE_NAME, recipient="")
    return Mail(subject=mail.subject, text=mail.body, html=mail.html)


async def test(call: Call, draft: NewsletterTest) -> Mail:
    """Send a newsletter to one address as a test."""
    mail = await _test_mail(call, draft, name=draft.name, recipient=draft.recipient)
    await outbox.enqueue(call.db, call.clock, [mail])
    call.journal("newsletter test", {"subject": (None, draft.subject)})
    return Mail(subject=mail.subject, text=mail.body, html=mail.html)


async def _test_mail(call: Call, text: NewsletterText, *, name: str, recipient: str) -> Draft:
    notice = Notice(
        occasion=NEWSLETTER,
        shop_no=call.shop_no,
        member_id="",
        name=name,
        email=recipient,
        cellphone="",
    )
    settings = await settings_of(call)
    address = f"{call.links.of_shop(call.mall.mall_id)}{UNSUBSCRIBE_PATH}"
    return newsletter_composing.mail_of(
        text.subject,
        text.body,
        notice,
        settings,
        unsubscribe=address,
        origin=call.links.of_shop(call.mall.mall_id) if text.is_html == "T" else "",
    )


async def _get(call: Call, code: str, *, to_change: bool = False) -> Batch:
    batch = await batch_store.get(call.db, code, to_change=to_change)
    if batch is None or (batch.channel, batch.shop_no) != (CHANNEL, call.shop_no):
        raise NotFound(DOES_NOT_EXIST, parameter="code", resource=Phrase("newsletter"))
    return batch


def _time(text: str, now: int) -> int:
    try:
        at = datetime.fromisoformat(text)
    except ValueError:
        raise Invalid(NO_MOMENT, parameter="send_at") from None
    at = at if at.tzinfo else at.replace(tzinfo=PLATFORM_ZONE)
    if not 2000 <= at.year <= 2100:
        raise Invalid(NO_MOMENT, parameter="send_at")
    if seconds(at) <= now:
        raise Invalid(SENDING_TIME_PASSED, parameter="send_at")
    return seconds(at)


async def _shown(call: Call, batch: Batch) -> Newsletter:
    states = await message_store.states_of_batch(call.db, batch.code)
    return Newsletter(
        shop_no=batch.shop_no,
        code=batch.code,
        subject=batch.content.title,
        body=batch.content_os_a,
        is_html="T" if batch.content.is_html else "F",
        segment_no=batch.content.group_nos[0] if batch.content.group_nos else None,
        member_group_no=batch.content.member_group_no,
        state="sent" if batch.due_at is None else "waiting",
        created_date=moment(batch.created_at),
        send_date=moment(batch.reserved_at or batch.created_at),
        began=batch.sent_at is not None,
        deliveries=Deliveries(
            waiting=sum(states.get(each, 0) for each in ("queued", "sending", "handed_over")),
            sent=states.get("sent", 0),
            failed=states.get("failed", 0) + states.get("unknown", 0),
            kept=states.get("mailbox", 0),
        ),
    )
