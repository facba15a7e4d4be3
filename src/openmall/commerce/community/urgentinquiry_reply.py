"""A shop's reply to an urgent inquiry.

A worker tells the customer of it (`notification/reminders`); `method` and `count` are of messages
that are sent from here, of which there are none. Specification: "Urgentinquiry reply".
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Final, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType
from sqlalchemy import ColumnElement, bindparam, delete, select

from openmall.commerce.community import urgentinquiry
from openmall.commerce.community.articles.shape import File
from openmall.commerce.community.articles.takes import FileDraft, Files
from openmall.commerce.community.refusals import INQUIRY_ANSWERED, INQUIRY_NOT_ANSWERED
from openmall.commerce.community.urgentinquiry import (
    AttachedFile,
    InquiryPath,
    Status,
    attached,
    set_status,
)
from openmall.commerce.customer.redaction import redacted
from openmall.contract.call import Call
from openmall.contract.change import (
    Changes,
    differences,
    differences_from_nothing,
    merged,
    sent_fields,
)
from openmall.contract.errors import Invalid, NotFound, NotModified
from openmall.contract.moments import moment, seconds
from openmall.contract.refusals import IDENTICAL
from openmall.contract.resource import Resource
from openmall.database.policies import blank, rows_of_customer, with_mall
from openmall.database.schema import number, shop_table, text
from openmall.database.statements import Statement
from openmall.database.undo_policies import REVERTED

UserId = Annotated[str, Meta(min_length=1, max_length=20)]


def _to_customer() -> ColumnElement[bool]:
    return REPLY.c.article_no.in_(urgentinquiry.numbers_of_customer())


REPLY: Final = shop_table(
    "urgent_inquiry_reply",
    number("article_no"),
    number("created_date"),
    text("content"),
    text("user_id"),
    text("files"),
    backup=with_mall(watched=True),
    undo=REVERTED,
    personal_data=rows_of_customer(
        _to_customer,
        blank("content", values={"files": "[]"}),
    ),
    key=("article_no",),
    wide=True,
)
"""Its status is in the inquiry itself. `files`: JSON."""


class Reply(Struct, frozen=True, kw_only=True):
    """The shop's reply."""

    shop_no: int
    article_no: int
    created_date: datetime
    status: Status
    content: str
    method: Literal["E", "S", "A"] | None = None
    """Channel it was sent by: E mail, S text message, A both; null: it was not sent."""
    count: int = 0
    """Number of times it was sent."""
    user_id: str
    """Author of the reply."""
    attached_file_detail: list[AttachedFile]


class ReplyDraft(InquiryPath, frozen=True, kw_only=True):
    content: str
    status: Status = "F"
    user_id: UserId
    attach_file_urls: Files = []


class ReplyChange(InquiryPath, frozen=True, kw_only=True):
    content: str
    status: Status | UnsetType = UNSET
    user_id: UserId | UnsetType = UNSET
    attach_file_urls: Files | UnsetType = UNSET


_PLAIN: Final = frozenset(("shop_no", "article_no", "created_date", "status", "user_id"))
"""Fields of an answer in the activity log."""
_R: Final = REPLY.c
_GET: Final = Statement(
    select(_R.created_date, _R.content, _R.user_id, _R.files).where(
        _R.mall_id == bindparam("mall_id"), _R.article_no == bindparam("article_no")
    )
)
_REMOVE: Final = Statement(
    delete(REPLY).where(
        _R.mall_id == bindparam("mall_id"), _R.article_no == bindparam("article_no")
    )
)
_UPSERT: Final = Statement(
    lambda insert: (
        insert(REPLY)
        .values({c.name: bindparam(c.name) for c in _R})
        .on_conflict_do_update(
            index_elements=["mall_id", "article_no"],
            set_={name: bindparam(name) for name in ("content", "user_id", "files")},
        )
    )
)


async def find(call: Call, article_no: int, status: Status) -> Reply | None:
    """Return the answer to an inquiry; None: it is not answered. `status`: of the inquiry."""
    row = await call.db.one(_GET, article_no=article_no)
    if row is None:
        return None
    return Reply(
        shop_no=call.shop_no,
        article_no=article_no,
        created_date=moment(row[0]),
        status=status,
        content=row[1],
        user_id=row[2],
        attached_file_detail=msgspec.json.decode(row[3], type=list[AttachedFile]),
    )


async def _keep(call: Call, reply: Reply) -> None:
    await call.db.run(
        _UPSERT,
        article_no=reply.article_no,
        created_date=seconds(reply.created_date),
        content=reply.content,
        user_id=reply.user_id,
        files=msgspec.json.encode(reply.attached_file_detail).decode(),
    )
    await set_status(call, reply.article_no, reply.status)


async def forget(call: Call, article_no: int) -> None:
    """Remove the answer to a deleted inquiry."""
    await call.db.run(_REMOVE, article_no=article_no)


def _files(drafts: Sequence[FileDraft]) -> list[AttachedFile]:
    return attached([File(name=each.name, url=each.url) for each in drafts])


def _log(call: Call, reply: Reply, changes: Changes) -> None:
    """Log an answer without its text, which the log entry outlives."""
    subject = f"answer to urgent inquiry {reply.article_no}"
    call.journal(subject, redacted(changes, plain=_PLAIN))


def _not_answered() -> NotFound:
    return NotFound(INQUIRY_NOT_ANSWERED, parameter="article_no")


async def retrieve(call: Call, params: InquiryPath) -> Reply:
    """Retrieve the answer to an urgent inquiry."""
    inquiry = await urgentinquiry.find(call, params.article_no)
    reply = await find(call, params.article_no, inquiry.reply_status)
    if reply is None:
        raise _not_answered()
    return reply


async def create(call: Call, draft: ReplyDraft) -> Reply:
    """Create the answer to an urgent inquiry. A second one is Invalid (422)."""
    inquiry = await urgentinquiry.find(call, draft.article_no, to_change=True)
    if await find(call, draft.article_no, inquiry.reply_status) is not None:
        raise Invalid(INQUIRY_ANSWERED, parameter="article_no")
    reply = Reply(
        shop_no=call.shop_no,
        article_no=draft.article_no,
        created_date=moment(call.clock.now()),
        status=draft.status,
        content=draft.content,
        user_id=draft.user_id,
        attached_file_detail=_files(draft.attach_file_urls),
    )
    await _keep(call, reply)
    _log(call, reply, differences_from_nothing(reply))
    return reply


async def change(call: Call, params: ReplyChange) -> Reply:
    """Update the answer to an urgent inquiry. Identical content is NotModified (409)."""
    inquiry = await urgentinquiry.find(call, params.article_no, to_change=True)
    before = await find(call, params.article_no, inquiry.reply_status)
    if before is None:
        raise _not_answered()
    changes = sent_fields(params)
    if params.attach_file_urls is not UNSET:
        changes["attached_file_detail"] = _files(params.attach_file_urls)
    after = merged(before, changes)
    if after == before:
        raise NotModified(IDENTICAL)
    await _keep(call, after)
    _log(call, after, differences(before, after))
    return after


_REPLY: Final = Resource(Reply, area="community", key="reply")

OPERATIONS = [
    _REPLY.get("urgentinquiry/{article_no}/reply", retrieve, takes=InquiryPath),
    _REPLY.post("urgentinquiry/{article_no}/reply", create, takes=ReplyDraft),
    _REPLY.put("urgentinquiry/{article_no}/reply", change, takes=ReplyChange),
]
