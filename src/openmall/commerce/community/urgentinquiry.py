"""Urgent inquiries: what customers ask and need answered soon.

The storefront hands them in by `receive`. Specification: "Urgentinquiry".
"""

from collections.abc import Sequence
from datetime import datetime
from typing import ClassVar, Final, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import asdict
from sqlalchemy import Index, Select, bindparam, delete, insert, select, update

from openmall.commerce.community.articles.shape import File
from openmall.commerce.customer.redaction import redacted
from openmall.contract.call import Call
from openmall.contract.change import differences_from_nothing, sent_fields
from openmall.contract.errors import NotFound
from openmall.contract.events import Event
from openmall.contract.moments import moment, seconds
from openmall.contract.operation import listing
from openmall.contract.params import (
    EndDate,
    EntityNo,
    Limit100,
    Offset8000,
    ShopParams,
    StartDate,
)
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST
from openmall.contract.scopes import READ_COMMUNITY
from openmall.database import sequences
from openmall.database.policies import MALL_ID, MEMBER_ID, WITH_MALL, blank, rows_of_member
from openmall.database.schema import number, shop_table, text
from openmall.database.session import Row
from openmall.database.statements import Statement, StatementCache
from openmall.database.undo_policies import Reverted
from openmall.database.values import StoredRow

Status = Literal["F", "I", "T"]
"""F not begun, I being worked on, T done."""
About = Literal["P", "O"]
"""Subject: P a product, O an order."""


def numbers_of_customer() -> Select[tuple[int]]:
    """Return the statement for the numbers of a customer's inquiries."""
    mine = (INQUIRY.c.mall_id == MALL_ID, INQUIRY.c.member_id == MEMBER_ID)
    return select(INQUIRY.c.article_no).where(*mine)


INQUIRY: Final = shop_table(
    "urgent_inquiry",
    number("article_no"),
    number("shop_no"),
    text("article_type"),
    text("title"),
    text("writer"),
    text("member_id"),
    number("start_date"),
    text("reply_status"),
    number("hit"),
    text("content"),
    text("writer_email"),
    text("phone"),
    text("search_type"),
    text("keyword"),
    text("files"),
    backup=WITH_MALL,
    undo=Reverted(kinds=frozenset({"updated"}), only=frozenset({"reply_status"})),
    personal_data=rows_of_member(
        blank(
            "title", "content", "writer", "writer_email", "phone", "keyword", values={"files": "[]"}
        )
    ),
    key=("article_no",),
    wide=True,
)
"""`files`: JSON."""


class AttachedFile(Struct, frozen=True, kw_only=True):
    """A file: `source` is its original name, `name` its stored location."""

    no: int
    source: str
    name: str


class Inquiry(Struct, frozen=True, kw_only=True):
    """An inquiry of a customer."""

    shop_no: int
    article_no: int
    article_type: str
    title: str
    writer: str
    member_id: str
    start_date: datetime
    """When it was received."""
    reply_status: Status
    hit: int
    content: str
    writer_email: str
    phone: str
    search_type: About
    keyword: str
    """The product or the order it is about."""
    attached_file_detail: list[AttachedFile]


class InquiryDraft(Struct, frozen=True, kw_only=True):
    """An inquiry as a customer sends it."""

    title: str
    content: str
    writer: str
    article_type: str = ""
    member_id: str = ""
    writer_email: str = ""
    phone: str = ""
    search_type: About = "P"
    keyword: str = ""
    files: list[File] = []


_PLAIN: Final = frozenset(
    ("shop_no", "article_no", "member_id", "start_date", "reply_status", "hit", "search_type")
)
"""Fields of an inquiry in the activity log; `member_id` finds the entries of a data subject."""


class InquiryQuery(ShopParams, frozen=True, kw_only=True):
    start_date: StartDate | UnsetType = UNSET
    end_date: EndDate | UnsetType = UNSET
    offset: Offset8000 = 0
    limit: Limit100 = 10


class InquiryPath(ShopParams, frozen=True, kw_only=True):
    article_no: EntityNo


class UrgentInquiryReceived(Event, frozen=True, kw_only=True):
    """Event 90035: a customer asks something urgent."""

    event_no: ClassVar[int] = 90035

    member_id: str | None
    writer: str


class UrgentInquiryDeleted(UrgentInquiryReceived, frozen=True, kw_only=True):
    """Event 90038: a customer took back what they asked."""

    event_no: ClassVar[int] = 90038


_I: Final = INQUIRY.c
Index("ix_urgent_inquiry_listed", _I.mall_id, _I.shop_no, _I.start_date, _I.article_no)
Index("ix_urgent_inquiry_member", _I.mall_id, _I.member_id, _I.shop_no, _I.article_no)
_NAMES: Final = tuple(
    "files" if name == "attached_file_detail" else name for name in Inquiry.__struct_fields__
)
_SELECT: Final = select(*(_I[name] for name in _NAMES))
_HERE: Final = (_I.mall_id == bindparam("mall_id"), _I.shop_no == bindparam("shop_no"))
_ONE: Final = (*_HERE, _I.article_no == bindparam("article_no"))
_GET: Final = Statement(_SELECT.where(*_ONE))
_GET_TO_CHANGE: Final = Statement(_SELECT.where(*_ONE).with_for_update())
_ADD: Final = Statement(insert(INQUIRY).values({c.name: bindparam(c.name) for c in _I}))
_OF_MEMBER: Final = Statement(
    _SELECT.where(*_HERE, _I.member_id == bindparam("member_id"))
    .order_by(_I.article_no.desc())
    .limit(bindparam("limit"))
    .offset(bindparam("offset"))
)
_REMOVE: Final = Statement(delete(INQUIRY).where(*_ONE))
_SET_STATUS: Final = Statement(
    update(INQUIRY).where(*_ONE).values(reply_status=bindparam("status"))
)


def _list(dates: tuple[str, ...]) -> Select[*StoredRow]:
    period = {
        "start_date": _I.start_date >= bindparam("start_date"),
        "end_date": _I.start_date <= bindparam("end_date"),
    }
    return (
        _SELECT.where(*_HERE, *(period[name] for name in dates))
        .order_by(_I.start_date.desc(), _I.article_no.desc())
        .limit(bindparam("limit"))
        .offset(bindparam("offset"))
    )


_LISTS: Final = StatementCache(_list)


def attached(files: Sequence[File]) -> list[AttachedFile]:
    """Return files with their numbers, from 1."""
    return [
        AttachedFile(no=no, source=each.name, name=each.url) for no, each in enumerate(files, 1)
    ]


def _from_row(row: Row) -> Inquiry:
    values = dict(zip(_NAMES, row, strict=True))
    values["start_date"] = moment(values["start_date"])
    files = msgspec.json.decode(values.pop("files"), type=list[AttachedFile])
    return Inquiry(**values, attached_file_detail=files)


async def find(call: Call, article_no: int, *, to_change: bool = False) -> Inquiry:
    """Return an inquiry of the call's shop. Raises NotFound (404). `to_change` locks it."""
    row = await call.db.one(
        _GET_TO_CHANGE if to_change else _GET, shop_no=call.shop_no, article_no=article_no
    )
    if row is None:
        raise NotFound(DOES_NOT_EXIST, parameter="article_no", resource=Phrase("inquiry"))
    return _from_row(row)


async def set_status(call: Call, article_no: int, status: Status) -> None:
    """Write the status of an inquiry."""
    await call.db.run(_SET_STATUS, shop_no=call.shop_no, article_no=article_no, status=status)


async def list_inquiries(call: Call, query: InquiryQuery) -> Sequence[Inquiry]:
    """Retrieve a list of urgent inquiries, newest first."""
    values = {**sent_fields(query), "shop_no": call.shop_no, "limit": query.limit + 1}
    dates = tuple(name for name in ("start_date", "end_date") if name in values)
    rows = await call.db.all(_LISTS.of(dates), **values)
    call.effects.more = len(rows) > query.limit
    return [_from_row(row) for row in rows[: query.limit]]


async def of_member(call: Call, member_id: str, *, limit: int, offset: int) -> list[Inquiry]:
    """Return a member's inquiries in the call's shop, the newest first."""
    rows = await call.db.all(
        _OF_MEMBER, shop_no=call.shop_no, member_id=member_id, limit=limit, offset=offset
    )
    return [_from_row(row) for row in rows]


async def withdraw(call: Call, member_id: str, article_no: int) -> None:
    """Remove a member's inquiry, and announce it.

    Raises NotFound (404), also for another member's inquiry.
    """
    found = await find(call, article_no, to_change=True)
    if found.member_id != member_id:
        raise NotFound(DOES_NOT_EXIST, parameter="article_no", resource=Phrase("inquiry"))
    await call.db.run(_REMOVE, shop_no=call.shop_no, article_no=article_no)
    call.publish(
        UrgentInquiryDeleted(
            event_shop_no=str(call.shop_no), member_id=member_id, writer=found.writer
        )
    )


async def receive(call: Call, draft: InquiryDraft) -> Inquiry:
    """Add a customer's inquiry, and announce it."""
    inquiry = Inquiry(
        shop_no=call.shop_no,
        article_no=await sequences.allocate(call.db, "urgent_inquiry"),
        start_date=moment(call.clock.now()),
        reply_status="F",
        hit=0,
        attached_file_detail=attached(draft.files),
        **{name: value for name, value in asdict(draft).items() if name != "files"},
    )
    values = asdict(inquiry)
    values["files"] = msgspec.json.encode(values.pop("attached_file_detail")).decode()
    values["start_date"] = seconds(inquiry.start_date)
    await call.db.run(_ADD, **values)
    call.publish(
        UrgentInquiryReceived(
            event_shop_no=str(inquiry.shop_no),
            member_id=inquiry.member_id or None,
            writer=inquiry.writer,
        )
    )
    changes = redacted(differences_from_nothing(inquiry), plain=_PLAIN)
    call.journal(f"urgent inquiry {inquiry.article_no}", changes)
    return inquiry


OPERATIONS = [
    listing(
        "urgentinquiry",
        list_inquiries,
        takes=InquiryQuery,
        gives=Inquiry,
        key="urgentinquiry",
        scope=READ_COMMUNITY,
        links=True,
    ),
]
