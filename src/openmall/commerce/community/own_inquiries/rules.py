"""The operations on a shopper's own urgent inquiries: send, read, withdraw."""

from collections.abc import Sequence

from msgspec import UNSET

from openmall.commerce.community import urgentinquiry, urgentinquiry_reply
from openmall.commerce.community.articles.shape import File
from openmall.commerce.community.own_inquiries.takes import (
    InquiryDraft,
    OwnInquiries,
    OwnInquiry,
    OwnReply,
)
from openmall.commerce.community.refusals import GUEST_WITHOUT_ANSWER_ADDRESS, GUEST_WITHOUT_NAME
from openmall.commerce.community.storefront_boards import visibility
from openmall.commerce.community.urgentinquiry import Inquiry, InquiryPath
from openmall.commerce.customer.customers import credentials
from openmall.commerce.customer.customers import store as customer_store
from openmall.commerce.store import posting_limits
from openmall.contract.call import Call
from openmall.contract.errors import Invalid


async def ask(call: Call, draft: InquiryDraft) -> OwnInquiry:
    """Hand in what is urgent. Raises Invalid (422) for a guest without contact data.

    Raises TooManyCalls (429) when much was written from this address in the last minute.
    """
    who = await visibility.visitor(call)
    await posting_limits.count(call, "posting")
    email, phone = draft.writer_email, draft.phone
    if who.member_id:
        person = await customer_store.person(call, who.member_id)
        writer = person.name or who.member_id
        email, phone = email or person.email, phone or person.cellphone or person.phone
    else:
        if draft.writer is UNSET:
            raise Invalid(GUEST_WITHOUT_NAME, parameter="writer")
        if not (email or phone):
            raise Invalid(GUEST_WITHOUT_ANSWER_ADDRESS, parameter="writer_email")
        writer = draft.writer
    inquiry = await urgentinquiry.receive(
        call,
        urgentinquiry.InquiryDraft(
            title=draft.title,
            content=draft.content,
            writer=writer,
            article_type=draft.article_type,
            member_id=who.member_id,
            writer_email=email,
            phone=phone,
            search_type=draft.search_type,
            keyword=draft.keyword,
            files=[File(name=each.name, url=each.url) for each in draft.attach_file_urls],
        ),
    )
    return _shown(inquiry, None)


async def listing(call: Call, query: OwnInquiries) -> Sequence[OwnInquiry]:
    """Retrieve a list of what the member asked, with the answers, the newest first."""
    member_id = await credentials.require(call)
    found = await urgentinquiry.of_member(call, member_id, limit=query.limit, offset=query.offset)
    return [_shown(each, await _reply(call, each)) for each in found]


async def withdraw(call: Call, params: InquiryPath) -> InquiryPath:
    """Take back what the member asked, and what was answered.

    Raises NotFound (404), also for another customer's.
    """
    await urgentinquiry.withdraw(call, await credentials.require(call), params.article_no)
    await urgentinquiry_reply.forget(call, params.article_no)
    return params


async def _reply(call: Call, inquiry: Inquiry) -> OwnReply | None:
    reply = await urgentinquiry_reply.find(call, inquiry.article_no, inquiry.reply_status)
    if reply is None:
        return None
    return OwnReply(
        created_date=reply.created_date,
        content=reply.content,
        attached_file_detail=reply.attached_file_detail,
    )


def _shown(inquiry: Inquiry, reply: OwnReply | None) -> OwnInquiry:
    names = [name for name in OwnInquiry.__struct_fields__ if name != "reply"]
    return OwnInquiry(**{name: getattr(inquiry, name) for name in names}, reply=reply)
