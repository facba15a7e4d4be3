"""SQL of the customers for whom an occasion of a coupon may have come."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from sqlalchemy import ColumnElement, bindparam, select

from openmall.commerce.customer.customers.tables import CUSTOMER, PERSON
from openmall.contract.call import Call
from openmall.database.statements import InList, Statement

_C: Final = CUSTOMER.c
_P: Final = PERSON.c
_MEMBERS: Final = Statement(
    select(_C.member_id)
    .where(
        _C.mall_id == bindparam("mall_id"),
        _C.member_id > bindparam("after"),
        _C.left_at.is_(None),
    )
    .order_by(_C.member_id)
    .limit(bindparam("most"))
)


def _with_day(day: ColumnElement[str]) -> Statement:
    """Return the query for customers with one of some dates in a column."""
    return Statement(
        select(_P.member_id, day, _P.solar_calendar)
        .where(
            _P.mall_id == bindparam("mall_id"),
            day.isnot(None),
            InList(day, "days"),
            _P.member_id > bindparam("after"),
        )
        .order_by(_P.member_id)
        .limit(bindparam("most"))
    )


_BORN: Final = _with_day(_P.birthday)
_MARRIED: Final = _with_day(_P.wedding_anniversary)


class Born(Struct, frozen=True):
    """A customer, their birthday, and whether it is of the solar calendar."""

    member_id: str
    birthday: str
    solar: bool

    def is_on(self, solar: Sequence[str], lunar: Sequence[str]) -> bool:
        """Return whether the birthday is celebrated with those of one of two calendars."""
        return self.birthday in (solar if self.solar else lunar)


async def members(call: Call, *, after: str, most: int) -> list[str]:
    """Return the next members, by their ids."""
    return [row[0] for row in await call.db.all(_MEMBERS, after=after, most=most)]


async def born(call: Call, days: Sequence[str], *, after: str, most: int) -> list[Born]:
    """Return the next customers born on one of some days of either calendar, by their ids."""
    rows = await call.db.all(_BORN, days=list(days), after=after, most=most)
    return [Born(member_id, birthday, solar == "T") for member_id, birthday, solar in rows]


async def married(call: Call, days: Sequence[str], *, after: str, most: int) -> list[str]:
    """Return the next customers with a wedding anniversary on one of some days, by their ids."""
    return [row[0] for row in await call.db.all(_MARRIED, days=list(days), after=after, most=most)]
