"""SQL of the customers of a recipient group, and of the others that messages are sent to.

They are read in the order of member ids, so that a page begins behind the one before it.
"""

from collections.abc import Sequence
from datetime import date
from typing import Final

from msgspec import Struct
from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Select,
    and_,
    bindparam,
    exists,
    func,
    or_,
    select,
)

from openmall.commerce.customer.customergroups.shape import GENERAL
from openmall.commerce.customer.customers.tables import (
    BALANCE,
    BLOCKED,
    CUSTOMER,
    DEVICE,
    GROUPED,
    IN_CARE,
    PERSON,
)
from openmall.commerce.notification.recipientgroups.shape import Conditions
from openmall.commerce.order.purchases import AMOUNT_PAID, NUMBER_OF_ORDERS, bought
from openmall.contract.call import Call
from openmall.contract.moments import moment, read
from openmall.contract.money import hundredths
from openmall.contract.texts import phone_numbers
from openmall.database.schema import EMPTY, TRUE
from openmall.database.statements import InList, StatementCache
from openmall.database.values import BoundValue, StoredRow

_C: Final = CUSTOMER.c
_P: Final = PERSON.c
_B: Final = BALANCE.c
_D: Final = DEVICE.c
_MALL: Final[BindParameter[str]] = bindparam("mall_id")
_SHOP: Final[BindParameter[int]] = bindparam("shop_no")
_NOBODY: Final = "nobody"
_DAY: Final = 24 * 60 * 60


class Member(Struct, frozen=True):
    """A customer whom a message is sent to."""

    member_id: str
    name: str
    cellphone: str
    email: str
    sms: str
    """T: agreed to text messages."""


def _has_app() -> ColumnElement[bool]:
    return exists().where(_D.mall_id == _MALL, _D.shop_no == _SHOP, _D.member_id == _C.member_id)


def _month_and_day(column: ColumnElement[str]) -> ColumnElement[str]:
    return func.substr(column, 6, 5)


_CONDITIONS: Final[dict[str, ColumnElement[bool]]] = {
    "after": _C.member_id > bindparam("after"),
    "member_ids": InList(_C.member_id, "member_ids"),
    "cellphones": InList(_P.cellphone_digits, "cellphones"),
    "subscribed": _C.sms == bindparam("subscribed"),
    "news_mail": _C.news_mail == bindparam("news_mail"),
    "sms": _C.sms == bindparam("sms"),
    "group": func.coalesce(GROUPED.c.group_no, GENERAL) == bindparam("group"),
    "member_class": _C.member_type == bindparam("member_class"),
    "vip": IN_CARE,
    "poor": BLOCKED,
    "join_path": _C.join_path == bindparam("join_path"),
    "joined_from": _C.created_at >= bindparam("joined_from"),
    "joined_until": _C.created_at <= bindparam("joined_until"),
    "solar_calendar": _P.solar_calendar == bindparam("solar_calendar"),
    "birthday_known": _P.birthday.isnot(None),
    "birthday_from": _month_and_day(_P.birthday) >= bindparam("birthday_from"),
    "birthday_until": _month_and_day(_P.birthday) <= bindparam("birthday_until"),
    "birthday_around": or_(
        _month_and_day(_P.birthday) >= bindparam("birthday_from"),
        _month_and_day(_P.birthday) <= bindparam("birthday_until"),
    ),
    "wedding_known": _P.wedding_anniversary.isnot(None),
    "wedding_from": _month_and_day(_P.wedding_anniversary) >= bindparam("wedding_from"),
    "wedding_until": _month_and_day(_P.wedding_anniversary) <= bindparam("wedding_until"),
    "wedding_around": or_(
        _month_and_day(_P.wedding_anniversary) >= bindparam("wedding_from"),
        _month_and_day(_P.wedding_anniversary) <= bindparam("wedding_until"),
    ),
    "born_until": _P.birthday <= bindparam("born_until"),
    "born_after": _P.birthday > bindparam("born_after"),
    "gender": _P.gender == bindparam("gender"),
    "points_min": func.coalesce(_B.points, 0) >= bindparam("points_min"),
    "points_max": func.coalesce(_B.points, 0) <= bindparam("points_max"),
    "with_app": _has_app(),
    "without_app": ~_has_app(),
    "ordered_since": bought(_C.member_id, NUMBER_OF_ORDERS, since="ordered_since") > 0,
    "not_ordered_since": bought(_C.member_id, NUMBER_OF_ORDERS, since="not_ordered_since") == 0,
    "orders_min": bought(_C.member_id, NUMBER_OF_ORDERS) >= bindparam("orders_min"),
    "spent_min": bought(_C.member_id, AMOUNT_PAID) >= bindparam("spent_min"),
    "birthday_month": func.substr(_P.birthday, 6, 2) == bindparam("birthday_month"),
    "takes_mail": and_(
        _C.news_mail == TRUE,
        _C.blacklist_type == EMPTY,
        _C.dormant_since.is_(None),
        _P.email != EMPTY,
    ),
    _NOBODY: _C.member_id == bindparam("nobody"),
}
_LITERAL: Final = frozenset(
    {
        "vip", "poor", "birthday_known", "wedding_known", "with_app", "without_app",
        "birthday_around", "wedding_around", "takes_mail",
    }
)  # fmt: skip
"""Conditions without a value."""


def _from(select_: Select[*StoredRow], names: tuple[str, ...]) -> Select[*StoredRow]:
    return (
        select_.select_from(CUSTOMER)
        .join(PERSON, and_(_P.mall_id == _C.mall_id, _P.member_id == _C.member_id))
        .outerjoin(
            GROUPED,
            and_(
                GROUPED.c.mall_id == _MALL,
                GROUPED.c.shop_no == _SHOP,
                GROUPED.c.member_id == _C.member_id,
            ),
        )
        .outerjoin(
            BALANCE, and_(_B.mall_id == _MALL, _B.shop_no == _SHOP, _B.member_id == _C.member_id)
        )
        .where(
            _C.mall_id == _MALL,
            _C.left_at.is_(None),
            *(_CONDITIONS[name] for name in names if not _is_within_another(name, names)),
        )
    )


def _is_within_another(name: str, names: tuple[str, ...]) -> bool:
    """Say whether a condition on days is a part of one that goes over the end of the year."""
    day, _, end = name.rpartition("_")
    return end in ("from", "until") and f"{day}_around" in names


def _page(names: tuple[str, ...]) -> Select[*StoredRow]:
    columns = (_C.member_id, _P.name, _P.cellphone, _P.email, _C.sms)
    return _from(select(*columns), names).order_by(_C.member_id).limit(bindparam("limit"))


def _counted(names: tuple[str, ...]) -> Select[*StoredRow]:
    return _from(select(func.count()), names)


_PAGES: Final = StatementCache(_page)
_COUNTS: Final = StatementCache(_counted)


async def page(
    call: Call,
    conditions: Conditions,
    *,
    after: str = "",
    limit: int,
    subscribed: bool = False,
    takes_mail: bool = False,
) -> list[Member]:
    """Return the next customers of the call's shop that meet `conditions`.

    `subscribed`: only those who agreed to text messages. `takes_mail`: only those who agreed to
    news by mail, have an address, and are neither blocked nor dormant.
    """
    values = {**_values(call, conditions), "after": after}
    if subscribed:
        values["subscribed"] = "T"
    if takes_mail:
        values["takes_mail"] = True
    return await _find(call, values, limit)


async def among(call: Call, conditions: Conditions, member_ids: Sequence[str]) -> set[str]:
    """Return those of `member_ids` who meet `conditions`."""
    values = {**_values(call, conditions), "member_ids": list(member_ids)}
    return {each.member_id for each in await _find(call, values, len(member_ids))}


async def by_ids(call: Call, member_ids: Sequence[str]) -> list[Member]:
    """Return the customers with these member ids."""
    return await _find(call, {"member_ids": list(member_ids)}, len(member_ids))


async def by_phones(call: Call, cellphones: Sequence[str]) -> list[Member]:
    """Return the customers whose mobile phone is one of `cellphones`."""
    country = call.mall.country
    keys = [key for each in cellphones for key in phone_numbers.stored_digits(each, country)]
    return await _find(call, {"cellphones": keys}, len(cellphones) * 10)


async def count(
    call: Call, conditions: Conditions, *, subscribed: bool = False, takes_mail: bool = False
) -> int:
    """Return how many customers of the call's shop meet `conditions`; the rest as of `page`."""
    values = _values(call, conditions)
    if subscribed:
        values["subscribed"] = "T"
    if takes_mail:
        values["takes_mail"] = True
    bound = {name: value for name, value in values.items() if name not in _LITERAL}
    statement = _COUNTS.of(tuple(sorted(values)))
    row = await call.db.one(statement, shop_no=call.shop_no, **bound)
    return 0 if row is None else int(row[0])


async def _find(call: Call, values: dict[str, BoundValue], limit: int) -> list[Member]:
    bound = {name: value for name, value in values.items() if name not in _LITERAL}
    statement = _PAGES.of(tuple(sorted(values)))
    rows = await call.db.all(statement, shop_no=call.shop_no, limit=limit, **bound)
    return [Member(*row) for row in rows]


def _values(call: Call, of: Conditions) -> dict[str, BoundValue]:
    values: dict[str, BoundValue] = {}
    for name, value in (
        ("sms", of.sms),
        ("group", of.member_group_no),
        ("member_class", of.member_class),
        ("join_path", of.join_path),
        ("gender", of.gender),
        ("news_mail", of.news_mail),
    ):
        if value is not None:
            values[name] = value
    if of.member_type is not None:
        values[of.member_type] = True
    if of.use_mobile_app is not None:
        values["with_app" if of.use_mobile_app == "T" else "without_app"] = True
    if of.available_points_min is not None:
        values["points_min"] = hundredths(of.available_points_min)
    if of.available_points_max is not None:
        values["points_max"] = hundredths(of.available_points_max)
    values |= _purchases(of, int(call.clock.now()))
    unknown_of_all = (
        of.plusapp_member_join == "T" or of.inflow_path or of.inflow_path_detail
        or of.date_type == "partner"
    )  # fmt: skip
    if unknown_of_all:
        values[_NOBODY] = ""
    return values | _days(of) | _ages(of, moment(call.clock.now()).date())


def _purchases(of: Conditions, now: int) -> dict[str, BoundValue]:
    values: dict[str, BoundValue] = {}
    if of.ordered_within_days is not None:
        values["ordered_since"] = now - of.ordered_within_days * _DAY
    if of.not_ordered_within_days is not None:
        values["not_ordered_since"] = now - of.not_ordered_within_days * _DAY
    if of.orders_min is not None:
        values["orders_min"] = of.orders_min
    if of.spent_min is not None:
        values["spent_min"] = hundredths(of.spent_min)
    if of.birthday_month is not None:
        values["birthday_month"] = f"{of.birthday_month:02d}"
    return values


def _days(of: Conditions) -> dict[str, BoundValue]:
    if of.date_type is None or of.date_type == "partner":
        return {}
    if of.date_type == "join":
        values: dict[str, BoundValue] = {}
        if of.start_date is not None:
            values["joined_from"] = read(of.start_date.isoformat())
        if of.end_date is not None:
            values["joined_until"] = read(of.end_date.isoformat(), end=True)
        return values
    day = of.date_type
    values = {f"{day}_known": True}
    if day == "birthday" and of.solar_calendar is not None:
        values["solar_calendar"] = of.solar_calendar
    start, end = of.start_date, of.end_date
    if start is None or end is None or (end - start).days >= 365:
        return values
    first, last = f"{start:%m-%d}", f"{end:%m-%d}"
    values |= {f"{day}_from": first, f"{day}_until": last}
    if first > last:
        values[f"{day}_around"] = True
    return values


def _ages(of: Conditions, today: date) -> dict[str, str]:
    """Return the birthdays between which a person is as old as `of` has it."""
    values = {}
    if of.age_min is not None:
        values["born_until"] = _years_before(today, of.age_min)
    if of.age_max is not None:
        values["born_after"] = _years_before(today, of.age_max + 1)
    return values


def _years_before(day: date, years: int) -> str:
    return f"{day.year - years:04d}-{day:%m-%d}"
