"""SQL of the times at which coupons are issued."""

from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec import Struct
from sqlalchemy import bindparam, insert, select, update

from openmall.commerce.promotion.coupons.shape import Terms
from openmall.commerce.promotion.coupons.tables import COUPON, SCHEDULE
from openmall.contract.call import Call
from openmall.database.session import Session
from openmall.database.statements import InList, Statement

_S: Final = SCHEDULE.c
_ADD: Final = Statement(insert(SCHEDULE).values({c.name: bindparam(c.name) for c in _S}))
_ONE: Final = (_S.mall_id == bindparam("mall_id"), _S.coupon_no == bindparam("coupon_no"))
_LOCK: Final = Statement(select(_S.due_at, _S.done_until).where(*_ONE).with_for_update())
_MOVE: Final = Statement(
    update(SCHEDULE)
    .where(_S.mall_id == bindparam("mall_id"), _S.coupon_no == bindparam("number"))
    .values(due_at=bindparam("due_at"), done_until=bindparam("done_until"))
)
_DUE: Final = Statement(
    select(_S.mall_id, _S.shop_no, _S.coupon_no)
    .where(_S.due_at <= bindparam("now"))
    .order_by(_S.due_at),
    across_malls="a worker looks for coupons that are issued at set times",
)
_DUE_IN_MALL: Final = Statement(
    select(_S.shop_no, _S.coupon_no)
    .where(_S.mall_id == bindparam("mall_id"), _S.due_at <= bindparam("now"))
    .order_by(_S.due_at)
)

_OF_COUPONS: Final = Statement(
    select(_S.coupon_no, _S.due_at, COUPON.c.terms)
    .where(
        _S.mall_id == bindparam("mall_id"),
        _S.shop_no == bindparam("shop_no"),
        InList(_S.coupon_no, "coupon_nos"),
        COUPON.c.mall_id == bindparam("mall_id"),
        COUPON.c.shop_no == bindparam("shop_no"),
        COUPON.c.coupon_no == _S.coupon_no,
    )
    .order_by(_S.coupon_no)
)


class Due(Struct, frozen=True):
    """The next issue of a coupon: UTC seconds, and the last customer who was looked at."""

    due_at: int
    done_until: str


async def add(call: Call, coupon_no: str, *, due_at: int) -> None:
    """Write when a new coupon of the call's shop is issued first."""
    await call.db.run(_ADD, coupon_no=coupon_no, shop_no=call.shop_no, due_at=due_at, done_until="")


async def lock(db: Session, coupon_no: str) -> Due | None:
    """Return the next issue of a coupon, locked; None: it has no set times."""
    row = await db.one(_LOCK, coupon_no=coupon_no)
    return None if row is None else Due(row[0], row[1])


async def keep(db: Session, coupon_no: str, due: Due) -> None:
    """Write the next issue of a coupon, or how far the present one has come."""
    await db.run(_MOVE, number=coupon_no, due_at=due.due_at, done_until=due.done_until)


async def due(db: Session, now: int) -> list[tuple[str, int, str]]:
    """Return mall, shop and number of the coupons of all malls that are due."""
    return [(mall_id, shop_no, number) for mall_id, shop_no, number in await db.all(_DUE, now=now)]


async def due_in_mall(db: Session, now: int) -> list[tuple[int, str]]:
    """Return shop and number of the coupons of the session's mall that are due."""
    return [(shop_no, number) for shop_no, number in await db.all(_DUE_IN_MALL, now=now)]


async def of_coupons(call: Call, coupon_nos: Sequence[str]) -> list[tuple[str, int, Terms]]:
    """Return number, UTC second of the next issue and terms of coupons with set times."""
    rows = await call.db.all(_OF_COUPONS, shop_no=call.shop_no, coupon_nos=list(coupon_nos))
    return [
        (number, due_at, msgspec.json.decode(terms, type=Terms)) for number, due_at, terms in rows
    ]
