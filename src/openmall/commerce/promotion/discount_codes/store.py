"""SQL of discount codes."""

from typing import Final

from msgspec.structs import replace
from sqlalchemy import (
    ColumnElement,
    Select,
    bindparam,
    delete,
    insert,
    select,
    update,
)

from openmall.commerce.promotion.discount_codes.shape import DiscountCode
from openmall.commerce.promotion.discount_codes.tables import CODE, CODES
from openmall.commerce.promotion.discount_codes.takes import DiscountCodeQuery
from openmall.contract.call import Call
from openmall.contract.change import sent_fields
from openmall.contract.errors import NotFound
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST
from openmall.database import sequences
from openmall.database.session import Row
from openmall.database.statements import Contains, Statement, StatementCache
from openmall.database.text_search.word_search import HasWords
from openmall.database.values import BoundValue, StoredRow

_C: Final = CODE.c
_WHOLE: Final = (*CODES.select, _C.used)
_HERE: Final = (_C.mall_id == bindparam("mall_id"), _C.shop_no == bindparam("shop_no"))
_ONE: Final = (*_HERE, _C.discount_code_no == bindparam("number"))
_GET: Final = Statement(select(*_WHOLE).where(*_ONE))
_LOCK: Final = Statement(select(*_WHOLE).where(*_ONE).with_for_update())
_BY_KEY: Final = Statement(select(*_WHOLE).where(*_HERE, _C.code_key == bindparam("code_key")))
_ADD: Final = Statement(insert(CODE).values({c.name: bindparam(c.name) for c in _C}))
_KEPT: Final = ("mall_id", "discount_code_no", "shop_no", "created_date", "used")
_UPDATE: Final = Statement(
    update(CODE).where(*_ONE).values({c.name: bindparam(c.name) for c in _C if c.name not in _KEPT})
)
_REMOVE: Final = Statement(delete(CODE).where(*_ONE))
_PARTS: Final = ("discount_code_name", "discount_code")
Shape = tuple[tuple[str, ...], str, str, str]
"""Filters, the date that is limited, the sort column and its order."""


def key(code: str) -> str:
    """Return a code as it is found: small letters are capitals."""
    return code.strip().upper()


def _list(filters: tuple[str, ...], dated: str, sort: str, order: str) -> Select[*StoredRow]:
    found: list[ColumnElement[bool]] = [*_HERE]
    for name in filters:
        if name in _PARTS:
            is_code = name == "discount_code"
            found.append(Contains(_C[name], name) if is_code else HasWords(_C[name], name))
        elif name == "start_date":
            found.append(_C[dated] >= bindparam(name))
        else:
            found.append(_C[dated] <= bindparam(name))
    columns = (_C[sort], _C.discount_code_no)
    return (
        select(*_WHOLE)
        .where(*found)
        .order_by(*(c.desc() if order == "desc" else c for c in columns))
        .limit(bindparam("limit"))
        .offset(bindparam("offset"))
    )


_LISTS: Final = StatementCache(_list)
_FILTERS: Final = (*_PARTS, "start_date", "end_date")


def _read(row: Row) -> DiscountCode:
    return replace(CODES.read(row[:-1]), issued_count=row[-1])


async def page(call: Call, query: DiscountCodeQuery) -> list[DiscountCode]:
    """Return a page of discount codes."""
    given = {name: value for name, value in sent_fields(query).items() if name in _FILTERS}
    dated = query.search_date_type or "created_date"
    # the key of a code is indexed, and in the order of the code
    sort = "code_key" if query.sort == "discount_code" else query.sort
    statement = _LISTS.of(tuple(given), dated, sort, query.order)
    rows = await call.db.all(
        statement, shop_no=call.shop_no, limit=query.limit, offset=query.offset, **given
    )
    return [_read(row) for row in rows]


async def get(call: Call, number: int, *, to_change: bool = False) -> DiscountCode:
    """Return a discount code of the call's shop; `to_change` locks it. Raises NotFound (404)."""
    row = await call.db.one(_LOCK if to_change else _GET, shop_no=call.shop_no, number=number)
    if row is None:
        raise NotFound(
            DOES_NOT_EXIST, parameter="discount_code_no", resource=Phrase("discount code")
        )
    return _read(row)


async def find(call: Call, code: str) -> DiscountCode | None:
    """Return the discount code of the call's shop that a buyer typed, or None."""
    row = await call.db.one(_BY_KEY, shop_no=call.shop_no, code_key=key(code))
    return None if row is None else _read(row)


async def new_number(call: Call) -> int:
    """Return the number of a new discount code."""
    return await sequences.allocate(call.db, "discount code")


async def add(call: Call, code: DiscountCode) -> None:
    """Write a new discount code."""
    await call.db.run(_ADD, **_row(code), used=0)


async def keep(call: Call, code: DiscountCode) -> None:
    """Write the change of a discount code that was locked."""
    row = _row(code)
    del row["created_date"], row["discount_code_no"]
    await call.db.run(_UPDATE, number=code.discount_code_no, **row)


async def remove(call: Call, number: int) -> None:
    """Delete a discount code that was locked; the ledger of its uses stays."""
    await call.db.run(_REMOVE, shop_no=call.shop_no, number=number)


def _row(code: DiscountCode) -> dict[str, BoundValue]:
    return {**CODES.row(code), "code_key": key(code.discount_code)}
