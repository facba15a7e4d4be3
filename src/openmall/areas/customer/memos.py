"""Memos: what the people behind a shop note down about a customer for each other.

A memo is of one shop. Its author is whom the app names; the activity log keeps who really wrote,
changed or deleted it, but not what it says: that goes when the customer goes.
Specification: resources of the Customer area are "not shown".
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any, Final

from msgspec import UNSET, Meta, Struct, UnsetType
from sqlalchemy import Select, bindparam, delete, func, insert, select, update

from openmall.areas.customer.customers import store
from openmall.areas.customer.customers.takes import CustomerPath
from openmall.areas.customer.discretion import discreet
from openmall.contract.call import Call
from openmall.contract.change import differences, differences_from_nothing, patched, sent
from openmall.contract.errors import NotFound
from openmall.contract.moments import moment, seconds
from openmall.contract.operation import count as count_row
from openmall.contract.operation import delete as delete_row
from openmall.contract.operation import get, listing, post, put
from openmall.contract.params import EndDate, EntityNo, Flag, Limit100, StartDate
from openmall.contract.scopes import READ_CUSTOMER, WRITE_CUSTOMER
from openmall.database import numbers
from openmall.database.schema import flag, number, shop_table, text
from openmall.database.statements import Contains, Shapes, Statement

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


_M: Final = MEMO.c
_NAMES: Final = Memo.__struct_fields__
_OF_CUSTOMER: Final = (
    _M.mall_id == bindparam("mall_id"),
    _M.shop_no == bindparam("shop_no"),
    _M.member_id == bindparam("member_id"),
)
_KEY: Final = (*_OF_CUSTOMER, _M.memo_no == bindparam("memo_no"))
_SELECT: Final = select(*(_M[name] for name in _NAMES))
_FILTERS: Final = {
    "start_date": _M.created_date >= bindparam("start_date"),
    "end_date": _M.created_date <= bindparam("end_date"),
    "important_flag": _M.important_flag == bindparam("important_flag"),
    "memo": Contains(_M.memo, "memo"),
}


def _list(filters: tuple[str, ...]) -> Select[Any]:
    return (
        _SELECT.where(*_OF_CUSTOMER, *(_FILTERS[name] for name in filters))
        .order_by(_M.memo_no.desc())
        .limit(bindparam("limit"))
        .offset(bindparam("offset"))
    )


_LISTS: Final = Shapes(_list)
_COUNT: Final = Statement(select(func.count()).where(*_OF_CUSTOMER))
_GET: Final = Statement(_SELECT.where(*_KEY))
_GET_TO_CHANGE: Final = Statement(_SELECT.where(*_KEY).with_for_update())
_ADD: Final = Statement(insert(MEMO).values({c.name: bindparam(c.name) for c in _M}))
_CHANGE: Final = Statement(
    update(MEMO)
    .where(*_KEY)
    .values({name: bindparam(name) for name in ("author_id", "memo", "important_flag")})
)
_REMOVE: Final = Statement(delete(MEMO).where(*_KEY))


def _made(row: Sequence[Any]) -> Memo:
    values = dict(zip(_NAMES, row, strict=True))
    return Memo(**{**values, "created_date": moment(values["created_date"])})


async def _find(call: Call, params: MemoPath, *, to_change: bool = False) -> Memo:
    await store.require(call, params.member_id)
    row = await call.db.one(
        _GET_TO_CHANGE if to_change else _GET,
        shop_no=call.shop_no,
        member_id=params.member_id,
        memo_no=params.memo_no,
    )
    if row is None:
        raise NotFound("The memo does not exist.", parameter="memo_no")
    return _made(row)


def _subject(params: CustomerPath, memo: Memo) -> str:
    return f"memo {memo.memo_no} of customer {params.member_id}"


async def list_memos(call: Call, query: MemoQuery) -> Sequence[Memo]:
    """Retrieve a list of a customer's memos, newest first."""
    await store.require(call, query.member_id)
    values = sent(query)
    del values["shop_no"]
    shape = tuple(name for name in _FILTERS if name in values)
    rows = await call.db.all(_LISTS.of(shape), shop_no=call.shop_no, **values)
    return [_made(row) for row in rows]


async def count(call: Call, params: CustomerPath) -> int:
    """Retrieve a count of a customer's memos."""
    await store.require(call, params.member_id)
    row = await call.db.one(_COUNT, shop_no=call.shop_no, member_id=params.member_id)
    assert row is not None
    found: int = row[0]
    return found


async def retrieve(call: Call, params: MemoPath) -> Memo:
    """Retrieve a customer memo."""
    return await _find(call, params)


async def create(call: Call, draft: MemoDraft) -> Memo:
    """Create a customer memo."""
    await store.require(call, draft.member_id, to_change=True)
    made = Memo(
        shop_no=call.shop_no,
        memo_no=await numbers.take(call.db, "customer_memo"),
        author_id=draft.author_id,
        memo=draft.memo,
        important_flag=draft.important_flag,
        created_date=moment(call.clock.now()),
    )
    await call.db.run(
        _ADD,
        shop_no=call.shop_no,
        member_id=draft.member_id,
        memo_no=made.memo_no,
        author_id=made.author_id,
        memo=made.memo,
        important_flag=made.important_flag,
        created_date=seconds(made.created_date),
    )
    changes = differences_from_nothing(made)
    call.journal(_subject(draft, made), discreet(changes, plain=_PLAIN))
    return made


async def change(call: Call, params: MemoChange) -> Memo:
    """Update a customer memo.

    Identical content is NotModified (409).
    """
    before = await _find(call, params, to_change=True)
    after = patched(before, params)
    await call.db.run(
        _CHANGE,
        shop_no=call.shop_no,
        member_id=params.member_id,
        memo_no=after.memo_no,
        author_id=after.author_id,
        memo=after.memo,
        important_flag=after.important_flag,
    )
    call.journal(_subject(params, after), discreet(differences(before, after), plain=_PLAIN))
    return after


async def remove(call: Call, params: MemoPath) -> Memo:
    """Delete a customer memo."""
    memo = await _find(call, params, to_change=True)
    await call.db.run(
        _REMOVE, shop_no=call.shop_no, member_id=params.member_id, memo_no=memo.memo_no
    )
    call.journal(_subject(params, memo), {"deleted": (False, True)})
    return memo


OPERATIONS = [
    count_row("customers/{member_id}/memos/count", count, takes=CustomerPath, scope=READ_CUSTOMER),
    listing(
        "customers/{member_id}/memos",
        list_memos,
        takes=MemoQuery,
        gives=Memo,
        key="memos",
        scope=READ_CUSTOMER,
    ),
    get(
        "customers/{member_id}/memos/{memo_no}",
        retrieve,
        takes=MemoPath,
        gives=Memo,
        key="memo",
        scope=READ_CUSTOMER,
    ),
    post(
        "customers/{member_id}/memos",
        create,
        takes=MemoDraft,
        gives=Memo,
        key="memo",
        scope=WRITE_CUSTOMER,
        limit=30,
    ),
    put(
        "customers/{member_id}/memos/{memo_no}",
        change,
        takes=MemoChange,
        gives=Memo,
        key="memo",
        scope=WRITE_CUSTOMER,
        limit=30,
    ),
    delete_row(
        "customers/{member_id}/memos/{memo_no}",
        remove,
        takes=MemoPath,
        gives=Memo,
        key="memo",
        scope=WRITE_CUSTOMER,
        limit=30,
        shows=("shop_no", "memo_no"),
    ),
]
