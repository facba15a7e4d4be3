"""Memos: internal notes of a shop's staff about a product.

A memo covers the product in every language of the mall. Its author is the one the app names; the
activity log records who actually wrote, changed or deleted it. Specification: "Products memos"; its
fields are those of `spec/parameters.tsv`.
"""

from datetime import datetime
from typing import Annotated, Final

from msgspec import Meta, Struct

from openmall.commerce.product.products import store as product_store
from openmall.contract.call import Call
from openmall.contract.crud.changes import updates_of
from openmall.contract.crud.numbered_table import Rows
from openmall.contract.params import EntityNo, Limit100, LongText, Offset8000, Params
from openmall.contract.refusal import Phrase
from openmall.database.policies import WITH_MALL, no_personal_data
from openmall.database.schema import number, shop_table, text
from openmall.database.undo_policies import REVERTED

Author = Annotated[str, Meta(min_length=1, max_length=20)]

MEMO: Final = shop_table(
    "product_memo",
    number("product_no"),
    number("memo_no"),
    text("author_id"),
    number("created_date"),
    text("memo"),
    backup=WITH_MALL,
    undo=REVERTED,
    personal_data=no_personal_data("notes of the shop's people about a product"),
    deleted_with=("product",),
    key=("product_no", "memo_no"),
    wide=True,
)


class Memo(Struct, frozen=True, kw_only=True):
    """A note about a product."""

    memo_no: int
    author_id: str
    created_date: datetime
    memo: str


class MemoProductPath(Params, frozen=True, kw_only=True):
    product_no: EntityNo


class MemoQuery(MemoProductPath, frozen=True, kw_only=True):
    offset: Offset8000 = 0
    limit: Limit100 = 10


class MemoPath(MemoProductPath, frozen=True, kw_only=True):
    memo_no: EntityNo


class MemoDraft(MemoProductPath, frozen=True, kw_only=True):
    author_id: Author
    memo: LongText


MemoChange: Final = updates_of(MemoDraft, MemoPath, required=("author_id", "memo"))


async def _require(call: Call, params: MemoProductPath, *, to_change: bool) -> None:
    await product_store.require(call, params.product_no, to_change=to_change)


MEMOS: Final = Rows(
    MEMO,
    Memo,
    number="memo_no",
    require=_require,
    created="created_date",
    newest_first=True,
    called=Phrase("memo"),
    subject=lambda params, memo_no: f"memo {memo_no} of product {params.product_no}",
)

OPERATIONS = MEMOS.operations(
    "products/{product_no}/memos",
    area="product",
    key="memo",
    listed="memos",
    filters=MemoQuery,
    draft=MemoDraft,
    change=MemoChange,
    one=MemoPath,
    deleted=("memo_no",),
)
