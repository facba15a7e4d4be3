"""Memos: internal notes of a shop's staff about a customer.

A memo belongs to one shop. Its author is the one the app names; the activity log records who
actually wrote, changed or deleted it, but not its text, which is erased with the customer.
Specification: resources of the Customer area are "not shown".
"""

from datetime import datetime
from typing import Annotated, Final

from msgspec import UNSET, Meta, Struct, UnsetType
from sqlalchemy import bindparam

from openmall.commerce.customer.customers import store as customer_store
from openmall.commerce.customer.customers.takes import CustomerPath
from openmall.commerce.customer.redaction import redacted
from openmall.contract.call import Call
from openmall.contract.crud.changes import updates_of
from openmall.contract.crud.numbered_table import Rows
from openmall.contract.params import EndDate, EntityNo, Flag, Limit100, LongText, StartDate
from openmall.contract.refusal import Phrase
from openmall.database.policies import WITH_MALL, rows_of_member
from openmall.database.schema import flag, number, shop_table, text
from openmall.database.text_search.word_search import HasWords
from openmall.database.undo_policies import REVERTED

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
    backup=WITH_MALL,
    undo=REVERTED,
    personal_data=rows_of_member(),
    deleted_with=("customer",),
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
"""The fields of a memo that the activity log may record."""


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
    memo: LongText
    important_flag: Flag = "F"


MemoChange: Final = updates_of(MemoDraft, MemoPath, required=("author_id",))


async def _require(call: Call, params: CustomerPath, *, to_change: bool) -> None:
    await customer_store.require(call, params.member_id, to_change=to_change)


MEMOS: Final = Rows(
    MEMO,
    Memo,
    number="memo_no",
    require=_require,
    created="created_date",
    filters={
        "start_date": MEMO.c.created_date >= bindparam("start_date"),
        "end_date": MEMO.c.created_date <= bindparam("end_date"),
        "memo": HasWords(MEMO.c.memo, "memo"),
    },
    newest_first=True,
    called=Phrase("memo"),
    subject=lambda params, memo_no: f"memo {memo_no} of customer {params.member_id}",
    redact=lambda changes: redacted(changes, plain=_PLAIN),
)

OPERATIONS = MEMOS.operations(
    "customers/{member_id}/memos",
    area="customer",
    key="memo",
    listed="memos",
    filters=MemoQuery,
    draft=MemoDraft,
    change=MemoChange,
    one=MemoPath,
    count=CustomerPath,
    deleted=("shop_no", "memo_no"),
    write_limit=30,
)
