"""Memos: what the people behind a shop note down about a product for each other.

A memo is about the product in every language of the mall. Its author is whom the app names; the
activity log keeps who really wrote, changed or deleted it.
Specification: "Products memos"; its fields are those of `spec/parameters.tsv`.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any, Final

from msgspec import Meta, Struct
from sqlalchemy import bindparam, delete, insert, select, update

from openmall.areas.product.products import store as products
from openmall.contract.call import Call
from openmall.contract.change import differences, differences_from_nothing, patched
from openmall.contract.errors import NotFound
from openmall.contract.moments import moment, seconds
from openmall.contract.operation import delete as delete_row
from openmall.contract.operation import get, listing, post, put
from openmall.contract.params import EntityNo, Limit100, Offset8000, Params
from openmall.contract.scopes import READ_PRODUCT, WRITE_PRODUCT
from openmall.database import numbers
from openmall.database.schema import number, shop_table, text
from openmall.database.statements import Statement

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


_M: Final = MEMO.c
_NAMES: Final = Memo.__struct_fields__
_OF_PRODUCT: Final = (
    _M.mall_id == bindparam("mall_id"),
    _M.product_no == bindparam("product_no"),
)
_KEY: Final = (*_OF_PRODUCT, _M.memo_no == bindparam("memo_no"))
_SELECT: Final = select(*(_M[name] for name in _NAMES))
_LIST: Final = Statement(
    _SELECT.where(*_OF_PRODUCT)
    .order_by(_M.memo_no.desc())
    .limit(bindparam("limit"))
    .offset(bindparam("offset"))
)
_GET: Final = Statement(_SELECT.where(*_KEY))
_GET_TO_CHANGE: Final = Statement(_SELECT.where(*_KEY).with_for_update())
_ADD: Final = Statement(insert(MEMO).values({c.name: bindparam(c.name) for c in MEMO.c}))
_CHANGE: Final = Statement(
    update(MEMO).where(*_KEY).values(author_id=bindparam("author_id"), memo=bindparam("memo"))
)
_REMOVE: Final = Statement(delete(MEMO).where(*_KEY))


def _made(row: Sequence[Any]) -> Memo:
    values = dict(zip(_NAMES, row, strict=True))
    return Memo(**{**values, "created_date": moment(values["created_date"])})


async def _find(call: Call, params: MemoPath, *, to_change: bool = False) -> Memo:
    await products.require(call, params.product_no)
    row = await call.db.one(
        _GET_TO_CHANGE if to_change else _GET,
        product_no=params.product_no,
        memo_no=params.memo_no,
    )
    if row is None:
        raise NotFound("The memo does not exist.", parameter="memo_no")
    return _made(row)


async def list_memos(call: Call, query: MemoQuery) -> Sequence[Memo]:
    """Retrieve a list of a product's memos, newest first."""
    await products.require(call, query.product_no)
    rows = await call.db.all(
        _LIST, product_no=query.product_no, limit=query.limit, offset=query.offset
    )
    return [_made(row) for row in rows]


async def retrieve(call: Call, params: MemoPath) -> Memo:
    """Retrieve a product memo."""
    return await _find(call, params)


async def create(call: Call, draft: MemoDraft) -> Memo:
    """Create a product memo."""
    await products.require(call, draft.product_no, to_change=True)
    made = Memo(
        memo_no=await numbers.take(call.db, "product_memo"),
        author_id=draft.author_id,
        created_date=moment(call.clock.now()),
        memo=draft.memo,
    )
    await call.db.run(
        _ADD,
        product_no=draft.product_no,
        memo_no=made.memo_no,
        author_id=made.author_id,
        created_date=seconds(made.created_date),
        memo=made.memo,
    )
    call.journal(
        f"memo {made.memo_no} of product {draft.product_no}", differences_from_nothing(made)
    )
    return made


async def change(call: Call, params: MemoChange) -> Memo:
    """Update a product memo. Identical content is NotModified (409)."""
    before = await _find(call, params, to_change=True)
    after = patched(before, params)
    await call.db.run(
        _CHANGE,
        product_no=params.product_no,
        memo_no=after.memo_no,
        author_id=after.author_id,
        memo=after.memo,
    )
    call.journal(f"memo {after.memo_no} of product {params.product_no}", differences(before, after))
    return after


async def remove(call: Call, params: MemoPath) -> Memo:
    """Delete a product memo."""
    memo = await _find(call, params, to_change=True)
    await call.db.run(_REMOVE, product_no=params.product_no, memo_no=memo.memo_no)
    call.journal(f"memo {memo.memo_no} of product {params.product_no}", {"memo": (memo.memo, None)})
    return memo


OPERATIONS = [
    listing(
        "products/{product_no}/memos",
        list_memos,
        takes=MemoQuery,
        gives=Memo,
        key="memos",
        scope=READ_PRODUCT,
    ),
    get(
        "products/{product_no}/memos/{memo_no}",
        retrieve,
        takes=MemoPath,
        gives=Memo,
        key="memo",
        scope=READ_PRODUCT,
    ),
    post(
        "products/{product_no}/memos",
        create,
        takes=MemoDraft,
        gives=Memo,
        key="memo",
        scope=WRITE_PRODUCT,
    ),
    put(
        "products/{product_no}/memos/{memo_no}",
        change,
        takes=MemoChange,
        gives=Memo,
        key="memo",
        scope=WRITE_PRODUCT,
    ),
    delete_row(
        "products/{product_no}/memos/{memo_no}",
        remove,
        takes=MemoPath,
        gives=Memo,
        key="memo",
        scope=WRITE_PRODUCT,
        shows=("memo_no",),
    ),
]
