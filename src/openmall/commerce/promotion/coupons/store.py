"""SQL of coupons."""

from typing import Final

import msgspec
from msgspec.structs import replace
from sqlalchemy import bindparam, insert, select, update

from openmall.commerce.promotion.coupons.shape import Coupon, Terms
from openmall.commerce.promotion.coupons.tables import COUPON, COUPONS
from openmall.contract.call import Call
from openmall.contract.errors import NotFound
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST
from openmall.database import sequences
from openmall.database.session import Row
from openmall.database.statements import InList, Statement
from openmall.database.values import BoundValue

_C: Final = COUPON.c
FIRST: Final = 6_000_000_000_000_000_000
"""Numbers of coupons and of issues start after this one: all have nineteen digits."""
WHOLE: Final = (*COUPONS.select, _C.issued, _C.terms)
"""The columns a statement selects to read a coupon with its terms."""
_DOCUMENT: Final = len(COUPONS.select)
_HERE: Final = (_C.mall_id == bindparam("mall_id"), _C.shop_no == bindparam("shop_no"))
_ONE: Final = select(*WHOLE).where(*_HERE, _C.coupon_no == bindparam("coupon_no"))
_GET: Final = Statement(_ONE)
_LOCK: Final = Statement(_ONE.with_for_update())
_AUTOMATIC: Final = Statement(
    select(*WHOLE)
    .where(
        *_HERE,
        _C.issue_type == "A",
        InList(_C.issue_sub_type, "sub_types"),
        _C.deleted == "F",
        _C.is_stopped_issued_coupon == "F",
    )
    .order_by(_C.coupon_no)
)
_OF_NUMBERS: Final = Statement(select(*WHOLE).where(*_HERE, InList(_C.coupon_no, "coupon_nos")))
_ADD: Final = Statement(insert(COUPON).values({c.name: bindparam(c.name) for c in _C}))
_MANAGED: Final = ("deleted", "is_stopped_issued_coupon", "pause_begin_datetime")
_UPDATE: Final = Statement(
    update(COUPON)
    .where(*_HERE, _C.coupon_no == bindparam("number"))
    .values({name: bindparam(name) for name in (*_MANAGED, "pause_end_datetime")})
)
_UPDATE_TERMS: Final = Statement(
    update(COUPON)
    .where(*_HERE, _C.coupon_no == bindparam("number"))
    .values(terms=bindparam("text"))
)
_COUNT_ISSUED: Final = Statement(
    update(COUPON)
    .where(*_HERE, _C.coupon_no == bindparam("number"))
    .values(issued=_C.issued + bindparam("more"))
)


def from_row(row: Row) -> tuple[Coupon, Terms]:
    """Return the coupon of a row that begins with WHOLE, and its terms of issuing."""
    coupon = replace(COUPONS.read(row[:_DOCUMENT]), issued_count=str(row[_DOCUMENT]))
    return coupon, msgspec.json.decode(row[_DOCUMENT + 1], type=Terms)


async def get(
    call: Call, coupon_no: str, *, to_change: bool = False, deleted: bool = False
) -> tuple[Coupon, Terms]:
    """Return a coupon of the call's shop; `to_change` locks it, which serialises issuing.

    Raises NotFound (404), for a deleted one too unless `deleted`.
    """
    row = await call.db.one(_LOCK if to_change else _GET, shop_no=call.shop_no, coupon_no=coupon_no)
    if row is not None:
        coupon, terms = from_row(row)
        if deleted or coupon.deleted == "F":
            return coupon, terms
    raise NotFound(DOES_NOT_EXIST, parameter="coupon_no", resource=Phrase("coupon"))


async def of_numbers(call: Call, coupon_nos: list[str]) -> dict[str, Coupon]:
    """Return coupons of the call's shop by number, deleted ones as well."""
    rows = await call.db.all(_OF_NUMBERS, shop_no=call.shop_no, coupon_nos=coupon_nos)
    return {coupon.coupon_no: coupon for coupon, _ in map(from_row, rows)}


async def automatic(call: Call, *sub_types: str) -> list[tuple[Coupon, Terms]]:
    """Return the coupons of the call's shop that are issued automatically."""
    rows = await call.db.all(_AUTOMATIC, shop_no=call.shop_no, sub_types=list(sub_types))
    return [from_row(row) for row in rows]


async def new_number(call: Call) -> str:
    """Return the number of a new coupon."""
    return str(FIRST + await sequences.allocate(call.db, "coupon"))


async def add(call: Call, coupon: Coupon, terms: Terms) -> None:
    """Write a new coupon."""
    document = msgspec.json.encode(terms).decode()
    await call.db.run(_ADD, **COUPONS.row(coupon), terms=document, issued=0)


async def keep(call: Call, coupon: Coupon) -> None:
    """Write the change of a coupon that was locked."""
    names = (*_MANAGED, "pause_end_datetime")
    values: dict[str, BoundValue] = COUPONS.row(coupon, names)
    await call.db.run(_UPDATE, shop_no=call.shop_no, number=coupon.coupon_no, **values)


async def keep_terms(call: Call, coupon: Coupon, terms: Terms) -> None:
    """Write the terms of a coupon that was locked."""
    document = msgspec.json.encode(terms).decode()
    await call.db.run(_UPDATE_TERMS, shop_no=call.shop_no, number=coupon.coupon_no, text=document)


async def count_issued(call: Call, coupon_no: str, more: int) -> None:
    """Add to the number of issues of a coupon that was locked."""
    await call.db.run(_COUNT_ISSUED, shop_no=call.shop_no, number=coupon_no, more=more)
