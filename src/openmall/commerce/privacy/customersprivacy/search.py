"""SQL that finds the customers of a list or count. Specification: "Shared query conventions"."""

from typing import Final

from sqlalchemy import (
    Column,
    ColumnElement,
    FromClause,
    Select,
    Table,
    and_,
    bindparam,
    exists,
    false,
    func,
    select,
    true,
)

from openmall.commerce.customer.customergroups.shape import GENERAL
from openmall.commerce.customer.customers.tables import BALANCE, CUSTOMER, DEVICE, GROUPED, PERSON
from openmall.commerce.customer.social import LINK
from openmall.commerce.privacy.customersprivacy import access_paths
from openmall.commerce.privacy.customersprivacy.refusals import FIRST_DAY_MISSING
from openmall.commerce.privacy.customersprivacy.takes import CustomerFilters
from openmall.contract.call import Call
from openmall.contract.change import sent_fields
from openmall.contract.errors import Invalid
from openmall.contract.moments import moment
from openmall.contract.texts import phone_numbers
from openmall.database.statements import InList, StatementCache
from openmall.database.text_search import mail_addresses
from openmall.database.values import BoundValue, StoredRow

Condition = ColumnElement[bool]
_C: Final = CUSTOMER.c
_P: Final = PERSON.c
_G: Final = GROUPED.c
_B: Final = BALANCE.c
HAS_APP: Final = exists().where(
    DEVICE.c.mall_id == bindparam("mall_id"),
    DEVICE.c.shop_no == bindparam("shop_no"),
    DEVICE.c.member_id == _C.member_id,
)
_HAS_LINK: Final = exists().where(
    LINK.c.mall_id == bindparam("mall_id"), LINK.c.member_id == _C.member_id
)
GROUP_NO: Final = func.coalesce(_G.group_no, GENERAL)
FIXED_GROUP: Final = func.coalesce(_G.fixed_group, "F")


def _in_shop(table: Table) -> Condition:
    return and_(
        table.c.mall_id == bindparam("mall_id"),
        table.c.shop_no == bindparam("shop_no"),
        table.c.member_id == _C.member_id,
    )


WHOLE: Final = (
    CUSTOMER.join(PERSON, and_(_P.mall_id == _C.mall_id, _P.member_id == _C.member_id))
    .outerjoin(GROUPED, _in_shop(GROUPED))
    .outerjoin(BALANCE, _in_shop(BALANCE))
)
"""Customers joined with their personal data, group and balance in the call's shop."""
_FOUND: Final = CUSTOMER.join(PERSON, and_(_P.mall_id == _C.mall_id, _P.member_id == _C.member_id))
_GROUP_FILTERS: Final = frozenset({"group_no", "fixed_group"})

_EQUAL: Final[dict[str, ColumnElement[str] | ColumnElement[int]]] = {
    "member_id": _C.member_id,
    "news_mail": _C.news_mail,
    "sms": _C.sms,
    "thirdparty_agree": _C.thirdparty_agree,
    "member_class": _C.member_type,
    "join_path": _C.join_path,
    "gender": _P.gender,
    "group_no": GROUP_NO,
    "fixed_group": FIXED_GROUP,
}
_BY_CODE: Final[dict[tuple[str, str], Condition]] = {
    ("member_type", "vip"): _C.member_authentication == "B",
    ("member_type", "poor"): _C.blacklist_type != "",
    ("member_type", "unipoint"): false(),
    ("use_mobile_app", "T"): HAS_APP,
    ("use_mobile_app", "F"): ~HAS_APP,
    ("is_simple_join", "T"): _HAS_LINK,
    ("is_simple_join", "F"): ~_HAS_LINK,
    ("member_authority", "C"): true(),
    ("member_authority", "P"): false(),
    ("member_authority", "A"): false(),
    ("member_authority", "S"): false(),
}
"""Filter and its code -> condition."""
_FIELDS: Final[dict[str, ColumnElement[str] | ColumnElement[int]]] = {
    "id": _C.member_id,
    "name": _P.name,
    "hp": _P.cellphone_digits,
    "tel": _P.phone,
    "mail": mail_addresses.Comparable(_P.email),
    "shop_name": _C.shop_no,
}
_DATES: Final[dict[str, Column[str] | Column[int]]] = {
    "join": _C.created_at,
    "login": _C.last_login_at,
    "account_reactivation": _C.reactivated_at,
    "age": _P.birthday,
    "wedding": _P.wedding_anniversary,
}
_DAYS: Final = frozenset({"age", "wedding"})
"""Dates stored as days, not as moments."""
Shape = tuple[tuple[str, str], ...]
"""Filters, each with the part of its value that changes the statement's text."""


def _condition(name: str, how: str) -> Condition:
    if name in _EQUAL:
        return bindparam(name) == _EQUAL[name]
    if name == "keyword":
        return InList(_FIELDS[how], "keyword")
    if name == "residence":
        return InList(_P.residence, "residence")
    if name == "created_start_date":
        return _C.created_at >= bindparam(name)
    if name == "start_date":
        return _DATES[how] >= bindparam(name)
    if name == "end_date":
        return _DATES[how] <= bindparam(name)
    return _BY_CODE[name, how]


def _where(shape: Shape, led: bool) -> tuple[Condition, ...]:
    conditions = [_C.mall_id == bindparam("mall_id"), *(_condition(*each) for each in shape)]
    if led:
        conditions.append(InList(_C.member_id, "candidates"))
    return tuple(conditions)


def _from(shape: Shape) -> FromClause:
    """Return the tables that the filters need, of those in `WHOLE`."""
    if _GROUP_FILTERS.isdisjoint(name for name, _ in shape):
        return _FOUND
    return _FOUND.outerjoin(GROUPED, _in_shop(GROUPED))


def _ids(shape: Shape, led: bool, ascending: bool) -> Select[*StoredRow]:
    order = (
        (_C.created_at, _C.member_id) if ascending else (_C.created_at.desc(), _C.member_id.desc())
    )
    return (
        select(_C.member_id)
        .select_from(_from(shape))
        .where(*_where(shape, led))
        .order_by(*order)
        .limit(bindparam("limit"))
        .offset(bindparam("offset"))
    )


def _count(shape: Shape, led: bool) -> Select[int]:
    if not shape:
        # everyone who did not leave has personal data
        return select(func.count()).where(_P.mall_id == bindparam("mall_id"))
    return select(func.count()).select_from(_from(shape)).where(*_where(shape, led))


_LISTS: Final = StatementCache(_ids)
_COUNTS: Final = StatementCache(_count)


async def page(call: Call, filters: CustomerFilters, *, limit: int, offset: int) -> list[str]:
    """Return the ids of a page of customers, in order. Raises Invalid (422)."""
    shape, values = _shape_and_values(call, filters)
    values |= await _led(call, filters, values, access_paths.LISTED)
    ascending = filters.search_type == "created_date"
    statement = _LISTS.of(shape, "candidates" in values, ascending)
    rows = await call.db.all(statement, shop_no=call.shop_no, limit=limit, offset=offset, **values)
    return [member_id for (member_id,) in rows]


async def number(call: Call, filters: CustomerFilters) -> int:
    """Return the number of customers found. Raises Invalid (422)."""
    shape, values = _shape_and_values(call, filters)
    values |= await _led(call, filters, values, access_paths.COUNTED)
    statement = _COUNTS.of(shape, "candidates" in values)
    row = await call.db.one(statement, shop_no=call.shop_no, **values)
    assert row is not None
    found: int = row[0]
    return found


async def _led(
    call: Call, filters: CustomerFilters, values: dict[str, BoundValue], most: int
) -> dict[str, BoundValue]:
    """Return the candidate customers, to be bound as `candidates`, or nothing."""
    sent = {**sent_fields(filters), **values, "shop_no": call.shop_no}
    candidates = await access_paths.candidates(call.db, sent, most)
    return {} if candidates is None else {"candidates": candidates}


def _shape_and_values(call: Call, filters: CustomerFilters) -> tuple[Shape, dict[str, BoundValue]]:
    """Return the shape of the statement and its values."""
    values = sent_fields(filters)
    for name in ("shop_no", "limit", "offset"):
        values.pop(name, None)
    if values.pop("search_type") == "created_date" and "created_start_date" not in values:
        raise Invalid(FIRST_DAY_MISSING, parameter="created_start_date")
    how = {
        "keyword": values.pop("search_field", "id"),
        "start_date": (about := values.pop("date_type", "join")),
        "end_date": about,
    }
    if "keyword" in values:
        values["keyword"] = _keyword_values(call, how["keyword"], values["keyword"])
    if about in _DAYS:
        for name in ("start_date", "end_date"):
            if name in values:
                values[name] = moment(values[name]).date().isoformat()
    shape = []
    for name in sorted(values):
        filter_value = (name, values[name]) if isinstance(values[name], str) else None
        shape.append((name, how.get(name, values[name] if filter_value in _BY_CODE else "")))
    bound = {name: value for name, value in values.items() if not _is_by_code(name)}
    return tuple(shape), bound


def _is_by_code(name: str) -> bool:
    return any(name == field for field, _ in _BY_CODE)


def _keyword_values(call: Call, field: str, keywords: list[str]) -> list[str] | list[int]:
    if field == "hp":
        # without digits it matches nobody, rather than all customers without a number
        country = call.mall.country
        return [key for each in keywords for key in phone_numbers.stored_digits(each, country)]
    if field == "mail":
        return [mail_addresses.comparable(each) for each in keywords]
    if field == "shop_name":
        return [shop.shop_no for shop in call.mall.shops.values() if shop.name in keywords]
    return keywords
