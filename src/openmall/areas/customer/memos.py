"""Memos: what the people behind a shop note down about a customer for each other.

A memo is of one shop. Its author is whom the app names; the activity log keeps who really wrote,
changed or deleted it, but not what it says: that goes when the customer goes.
Specification: resources of the Customer area are "not shown".
"""

from datetime import datetime
from typing import Annotated, Final

from msgspec import UNSET, Meta, Struct, UnsetType
from sqlalchemy import bindparam

from openmall.areas.customer.customers import store
from openmall.areas.customer.customers.takes import CustomerPath
from openmall.areas.customer.discretion import discreet
from openmall.contract.call import Call
from openmall.contract.operation import count, delete, get, listing, post, put
from openmall.contract.params import EndDate, EntityNo, Flag, Limit100, StartDate
from openmall.contract.scopes import READ_CUSTOMER, WRITE_CUSTOMER
from openmall.database.schema import flag, number, shop_table, text
from openmall.database.statements import Contains
from openmall.standard.rows import Rows

Author = Annotated[str, Meta(min_length=1, max_length=20)]
Offset = Annotated[int, Meta(ge=0, le=10_000)]

MEMO: Final = shop_table(
    "customer_memo",
    text("member_id"),
    number("shop_no"),
    number("memo_no"),
    text("author_id"),
    text("memo"),
    flag("important_flag"),
    number("created_date"),
    key=("member_id", "shop_no", "memo_no"),
    wide=True,
)


class Memo(Struct, frozen=True, kw_only=True):
    """A note about a customer."""

    shop_no: int
    memo_no: int
    author_id: str
    memo: str
    important_flag: Flag = "F"
    created_date: datetime


_PLAIN: Final = frozenset(Memo.__struct_fields__) - {"memo"}
"""What the activity log may say of a memo."""


class MemoQuery(CustomerPath, frozen=True, kw_only=True):
    start_date: StartDate | UnsetType = UNSET
    end_date: EndDate | UnsetType = UNSET
    important_flag: Flag | UnsetType = UNSET
    memo: str | UnsetType = UNSET
    """Any part of the text."""
    offset: Offset = 0
    limit: Limit100 = 10


class MemoPath(CustomerPath, frozen=True, kw_only=True):
    memo_no: EntityNo


class MemoDraft(CustomerPath, frozen=True, kw_only=True):
    author_id: Author
    memo: str
    important_flag: Flag = "F"


class MemoChange(MemoPath, frozen=True, kw_only=True):
    author_id: Author
    memo: str | UnsetType = UNSET
    important_flag: Flag | UnsetType = UNSET


async def _require(call: Call, params: CustomerPath, *, to_change: bool) -> None:
    await store.require(call, params.member_id, to_change=to_change)


MEMOS: Final = Rows(
    MEMO,
    Memo,
    number="memo_no",
    require=_require,
    made="created_date",
    filters={
        "start_date": MEMO.c.created_date >= bindparam("start_date"),
        "end_date": MEMO.c.created_date <= bindparam("end_date"),
        "memo": Contains(MEMO.c.memo, "memo"),
    },
    newest_first=True,
    called="memo",
    subject=lambda params, memo_no: f"memo {memo_no} of customer {params.member_id}",
    told=lambda changes: discreet(changes, plain=_PLAIN),
)

OPERATIONS = [
    count(
        "customers/{member_id}/memos/count",
        MEMOS.count(CustomerPath),
        takes=CustomerPath,
        scope=READ_CUSTOMER,
    ),
    listing(
        "customers/{member_id}/memos",
        MEMOS.listing(MemoQuery),
        takes=MemoQuery,
        gives=Memo,
        key="memos",
        scope=READ_CUSTOMER,
    ),
    get(
        "customers/{member_id}/memos/{memo_no}",
        MEMOS.retrieve(MemoPath),
        takes=MemoPath,
        gives=Memo,
        key="memo",
        scope=READ_CUSTOMER,
    ),
    post(
        "customers/{member_id}/memos",
        MEMOS.create(MemoDraft),
        takes=MemoDraft,
        gives=Memo,
        key="memo",
        scope=WRITE_CUSTOMER,
        limit=30,
    ),
    put(
        "customers/{member_id}/memos/{memo_no}",
        MEMOS.change(MemoChange),
        takes=MemoChange,
        gives=Memo,
        key="memo",
        scope=WRITE_CUSTOMER,
        limit=30,
    ),
    delete(
        "customers/{member_id}/memos/{memo_no}",
        MEMOS.delete(MemoPath),
        takes=MemoPath,
        gives=Memo,
        key="memo",
        scope=WRITE_CUSTOMER,
        limit=30,
        shows=("shop_no", "memo_no"),
    ),
]
