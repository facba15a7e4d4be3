"""SQL of the ledger of uses of discount codes."""

from decimal import Decimal
from typing import Final

from sqlalchemy import and_, bindparam, func, insert, or_, select, update

from openmall.commerce.promotion.discount_codes.tables import CODE, USE
from openmall.commerce.promotion.uses.shape import Difference
from openmall.contract.call import Call
from openmall.contract.money import hundredths
from openmall.database.session import Session
from openmall.database.statements import Statement

_C: Final = CODE.c
_U: Final = USE.c
_ONE: Final = (
    _C.mall_id == bindparam("mall_id"),
    _C.shop_no == bindparam("shop_no"),
    _C.discount_code_no == bindparam("number"),
)
_COUNT_USE: Final = Statement(
    update(CODE)
    .where(
        *_ONE,
        or_(_C.available_issue_count == 0, _C.used < _C.available_issue_count),
        _C.available_start_date <= bindparam("now"),
        _C.available_end_date >= bindparam("now"),
    )
    .values(used=_C.used + 1)
    .returning(_C.used)
)
_COUNT_BACK: Final = Statement(
    update(CODE)
    .where(_C.mall_id == bindparam("mall_id"), _C.discount_code_no == bindparam("number"))
    .values(used=_C.used - 1)
)
_ADD_USE: Final = Statement(insert(USE).values({c.name: bindparam(c.name) for c in _U}))
_OF_ORDER: Final = (
    _U.mall_id == bindparam("mall_id"),
    _U.order_id == bindparam("order"),
    _U.restored_at.is_(None),
)
_GIVE_BACK: Final = Statement(
    update(USE)
    .where(*_OF_ORDER)
    .values(restored_at=bindparam("now"))
    .returning(_U.discount_code_no)
)
_REPRICE: Final = Statement(update(USE).where(*_OF_ORDER).values(discount=bindparam("off")))
_TIMES_USED: Final = Statement(
    select(func.count()).where(
        _U.mall_id == bindparam("mall_id"),
        _U.discount_code_no == bindparam("number"),
        _U.member_id == bindparam("member_id"),
        _U.restored_at.is_(None),
    )
)
_USES: Final = (
    select(func.count())
    .where(
        _U.mall_id == bindparam("mall_id"),
        _U.discount_code_no == _C.discount_code_no,
        _U.restored_at.is_(None),
    )
    .scalar_subquery()
)
_DIFFERENCES: Final = Statement(
    select(_C.discount_code_no, _C.used, _USES)
    .where(and_(_C.mall_id == bindparam("mall_id"), _C.used != _USES))
    .order_by(_C.discount_code_no)
)


async def count_use(call: Call, number: int) -> bool:
    """Count a use of a code, unless it is used up or not valid now; locks the code."""
    now = int(call.clock.now())
    row = await call.db.one(_COUNT_USE, shop_no=call.shop_no, number=number, now=now)
    return row is not None


async def add_use(
    call: Call, number: int, order_id: str, *, member_id: str, discount: Decimal
) -> None:
    """Write a use into the ledger."""
    await call.db.run(
        _ADD_USE,
        order_id=order_id,
        discount_code_no=number,
        member_id=member_id,
        discount=hundredths(discount),
        used_at=int(call.clock.now()),
        restored_at=None,
    )


async def times_used(call: Call, number: int, member_id: str) -> int:
    """Return how often a member used a code, without uses that were given back."""
    row = await call.db.one(_TIMES_USED, number=number, member_id=member_id)
    assert row is not None
    times: int = row[0]
    return times


async def give_back(call: Call, order_id: str) -> int | None:
    """Give back the use of an order; return the number of its code, or None without one."""
    row = await call.db.one(_GIVE_BACK, order=order_id, now=int(call.clock.now()))
    if row is None:
        return None
    number: int = row[0]
    await call.db.run(_COUNT_BACK, number=number)
    return number


async def reprice(call: Call, order_id: str, discount: Decimal) -> None:
    """Write the discount of a code on the order it is used for."""
    await call.db.run(_REPRICE, order=order_id, off=hundredths(discount))


async def differences(db: Session) -> list[Difference]:
    """Return the codes of the session's mall whose number of uses differs from their ledger."""
    return [
        Difference(
            mall_id=db.mall_id, subject="code", number=str(number), kept=str(used), ledger=str(uses)
        )
        for number, used, uses in await db.all(_DIFFERENCES)
    ]
