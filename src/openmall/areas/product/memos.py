"""Memos: what the people behind a shop note down about a product for each other.

A memo is about the product in every language of the mall. Its author is whom the app names; the
activity log keeps who really wrote, changed or deleted it.
Specification: "Products memos"; its fields are those of `spec/parameters.tsv`.
"""

from datetime import datetime
from typing import Annotated, Final

from msgspec import Meta, Struct

from openmall.areas.product.products import store as products
from openmall.contract.call import Call
from openmall.contract.operation import delete, get, listing, post, put
from openmall.contract.params import EntityNo, Limit100, Offset8000, Params
from openmall.contract.scopes import READ_PRODUCT, WRITE_PRODUCT
from openmall.database.schema import number, shop_table, text
from openmall.standard.rows import Rows

Author = Annotated[str, Meta(min_length=1, max_length=20)]

MEMO: Final = shop_table(
    "product_memo",
    number("product_no"),
    number("memo_no"),
    text("author_id"),
    number("created_date"),
    text("memo"),
    key=("product_no", "memo_no"),
    wide=True,
)


class Memo(Struct, frozen=True, kw_only=True):
    """A note about a product."""

    memo_no: int
    author_id: str
    created_date: datetime
    memo: str


class MemosOf(Params, frozen=True, kw_only=True):
    product_no: EntityNo


class MemoQuery(MemosOf, frozen=True, kw_only=True):
    offset: Offset8000 = 0
    limit: Limit100 = 10


class MemoPath(MemosOf, frozen=True, kw_only=True):
    memo_no: EntityNo


class MemoDraft(MemosOf, frozen=True, kw_only=True):
    author_id: Author
    memo: str


class MemoChange(MemoPath, frozen=True, kw_only=True):
    author_id: Author
    memo: str


async def _require(call: Call, params: MemosOf, *, to_change: bool) -> None:
    await products.require(call, params.product_no, to_change=to_change)


MEMOS: Final = Rows(
    MEMO,
    Memo,
    number="memo_no",
    require=_require,
    made="created_date",
    newest_first=True,
    called="memo",
    subject=lambda params, memo_no: f"memo {memo_no} of product {params.product_no}",
)

OPERATIONS = [
    listing(
        "products/{product_no}/memos",
        MEMOS.listing(MemoQuery),
        takes=MemoQuery,
        gives=Memo,
        key="memos",
        scope=READ_PRODUCT,
    ),
    get(
        "products/{product_no}/memos/{memo_no}",
        MEMOS.retrieve(MemoPath),
        takes=MemoPath,
        gives=Memo,
        key="memo",
        scope=READ_PRODUCT,
    ),
    post(
        "products/{product_no}/memos",
        MEMOS.create(MemoDraft),
        takes=MemoDraft,
        gives=Memo,
        key="memo",
        scope=WRITE_PRODUCT,
    ),
    put(
        "products/{product_no}/memos/{memo_no}",
        MEMOS.change(MemoChange),
        takes=MemoChange,
        gives=Memo,
        key="memo",
        scope=WRITE_PRODUCT,
    ),
    delete(
        "products/{product_no}/memos/{memo_no}",
        MEMOS.delete(MemoPath),
        takes=MemoPath,
        gives=Memo,
        key="memo",
        scope=WRITE_PRODUCT,
        shows=("memo_no",),
    ),
]
