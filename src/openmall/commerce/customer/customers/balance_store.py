"""Balances of customers: the row that the ledger of points and credits locks and writes.

The ledger belongs to the Mileage area, which imports this one; the row is here so that customers
are read with their balances.
"""

from typing import Final

from msgspec import Struct
from msgspec.structs import asdict
from sqlalchemy import BigInteger, Text, bindparam, func, select, tuple_, update

from openmall.commerce.customer.customers.tables import BALANCE
from openmall.contract.call import Call
from openmall.database.session import Session
from openmall.database.statements import Statement


class Balance(Struct, frozen=True, kw_only=True):
    """The balance of a customer in a shop, in hundredths of its currency."""

    points: int = 0
    unavailable_points: int = 0
    """Earned; cannot be spent before the purchase is confirmed."""
    unavailable_coupon_points: int = 0
    """As these, from a coupon."""
    used_points: int = 0
    """Spent on orders, less what was returned."""
    credits: int = 0
    entries: int = 0
    """Number of their entries in the ledger."""


_B: Final = BALANCE.c
_NAMES: Final = Balance.__struct_fields__
_THIS: Final = (
    _B.mall_id == bindparam("mall_id"),
    _B.member_id == bindparam("member_id"),
    _B.shop_no == bindparam("shop_no"),
)
_LOCK: Final = Statement(
    # touched in any case, so that the row is locked
    lambda insert: (
        insert(BALANCE)
        .values({c.name: bindparam(c.name) for c in _B})
        .on_conflict_do_update(
            index_elements=["mall_id", "member_id", "shop_no"], set_={"entries": _B.entries}
        )
        .returning(*(_B[name] for name in _NAMES))
    )
)
_UPDATE: Final = Statement(
    update(BALANCE).where(*_THIS).values({name: bindparam(name) for name in _NAMES})
)
_MEMBERS_WITH_AT_LEAST: Final = Statement(
    select(_B.member_id)
    .where(
        _B.mall_id == bindparam("mall_id"),
        _B.member_id > bindparam("after"),
        _B.shop_no == bindparam("shop_no"),
        _B.points >= bindparam("points"),
    )
    .order_by(_B.member_id)
    .limit(bindparam("limit"))
)
_PAGE: Final = Statement(
    select(_B.member_id, _B.shop_no, *(_B[name] for name in _NAMES))
    .where(
        _B.mall_id == bindparam("mall_id"),
        tuple_(_B.member_id, _B.shop_no)
        > tuple_(bindparam("member_id", type_=Text()), bindparam("shop_no", type_=BigInteger())),
    )
    .order_by(_B.member_id, _B.shop_no)
    .limit(bindparam("limit"))
)
_ANY_POINTS: Final = Statement(
    select(func.coalesce(func.sum(_B.points), 0)).where(
        _B.mall_id == bindparam("mall_id"), _B.member_id == bindparam("member_id")
    )
)


async def locked(call: Call, member_id: str) -> Balance:
    """Return a customer's balance in the call's shop, locked until the transaction ends."""
    row = await call.db.one(_LOCK, member_id=member_id, shop_no=call.shop_no, **asdict(Balance()))
    assert row is not None
    return Balance(**dict(zip(_NAMES, row, strict=True)))


async def keep(call: Call, member_id: str, balance: Balance) -> None:
    """Write a balance of the call's shop that is `locked`."""
    await call.db.run(_UPDATE, member_id=member_id, shop_no=call.shop_no, **asdict(balance))


async def with_points(call: Call, *, after: str, points: int, limit: int) -> list[str]:
    """Return the next `limit` members, by name, with at least so many hundredths of points."""
    rows = await call.db.all(
        _MEMBERS_WITH_AT_LEAST, shop_no=call.shop_no, after=after, points=points, limit=limit
    )
    return [member_id for (member_id,) in rows]


async def page(
    db: Session, *, after: tuple[str, int], limit: int
) -> list[tuple[str, int, Balance]]:
    """Return the next `limit` balances of the mall after that of a member in a shop."""
    member_id, shop_no = after
    return [
        (row[0], row[1], Balance(**dict(zip(_NAMES, row[2:], strict=True))))
        for row in await db.all(_PAGE, member_id=member_id, shop_no=shop_no, limit=limit)
    ]


async def any_points(call: Call, member_id: str) -> bool:
    """Return whether a customer has points left in any shop of the mall."""
    row = await call.db.one(_ANY_POINTS, member_id=member_id)
    return row is not None and row[0] > 0
