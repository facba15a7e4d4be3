"""SQL that reads and updates the personal data of customers."""

from datetime import datetime
from typing import Any, Final

import msgspec
from sqlalchemy import ColumnElement, Table, Update, bindparam, case, func, select, update

from openmall.commerce.customer.customers import subscriber_store
from openmall.commerce.customer.customers.shape import Information
from openmall.commerce.customer.customers.store import nobody
from openmall.commerce.customer.customers.tables import BALANCE, CUSTOMER, PERSON
from openmall.commerce.customer.social import LINK
from openmall.commerce.privacy.customersprivacy.search import FIXED_GROUP, GROUP_NO, HAS_APP, WHOLE
from openmall.commerce.privacy.customersprivacy.shape import CustomerPrivacy
from openmall.contract.call import Call
from openmall.contract.moments import moment
from openmall.contract.money import money
from openmall.contract.texts import phone_numbers
from openmall.database.statements import InList, Statement, StatementCache
from openmall.database.values import StoredValue

_C: Final = CUSTOMER.c
_P: Final = PERSON.c
_B: Final = BALANCE.c
_L: Final = LINK.c
_NAMES: Final = CustomerPrivacy.__struct_fields__
_PLAIN: Final = {
    column.name: column
    for table in (PERSON, CUSTOMER)
    for column in table.c
    if column.name in _NAMES and column.name != "shop_no"
}
_MORE: Final[dict[str, ColumnElement[StoredValue] | ColumnElement[str] | ColumnElement[int]]] = {
    "joined_in": _C.shop_no,
    "created_at": _C.created_at,
    "last_login_at": _C.last_login_at,
    "reactivated_at": _C.reactivated_at,
    "group_no": GROUP_NO,
    "fixed_group": FIXED_GROUP,
    "use_mobile_app": case((HAS_APP, "T"), else_="F"),
    "points": func.coalesce(_B.points, 0),
    "unavailable": func.coalesce(_B.unavailable_points + _B.unavailable_coupon_points, 0),
    "used": func.coalesce(_B.used_points, 0),
    "credits": func.coalesce(_B.credits, 0),
}
_SELECTED: Final = {**_PLAIN, **_MORE}
_FIND: Final = Statement(
    select(*_SELECTED.values())
    .select_from(WHOLE)
    .where(_C.mall_id == bindparam("mall_id"), InList(_C.member_id, "member_ids"))
)
_LINKS: Final = Statement(
    select(_L.member_id, _L.social_name, _L.linked_date)
    .where(_L.mall_id == bindparam("mall_id"), InList(_L.member_id, "member_ids"))
    .order_by(_L.member_id, _L.linked_date, _L.social_name)
)


def _set(table: Table, names: tuple[str, ...]) -> Update:
    return (
        update(table)
        .where(table.c.mall_id == bindparam("mall_id"), table.c.member_id == bindparam("member_id"))
        .values({name: bindparam(name) for name in names})
    )


_CHANGE: Final = StatementCache(_set)


async def find(call: Call, member_ids: list[str]) -> list[CustomerPrivacy]:
    """Return the customers in this order, as of the call's shop, without unknown ids."""
    links: dict[str, list[str]] = {}
    for member_id, name, linked in await call.db.all(_LINKS, member_ids=member_ids):
        when = moment(linked).strftime("%Y-%m-%d %H:%M:%S")
        links.setdefault(member_id, []).append(f"{name.upper()}({when})")
    rows = await call.db.all(_FIND, shop_no=call.shop_no, member_ids=member_ids)
    found = {}
    for row in rows:
        values = dict(zip(_SELECTED, row, strict=True))
        found[values["member_id"]] = _customer_of(call, values, links.get(values["member_id"], []))
    return [found[member_id] for member_id in member_ids if member_id in found]


async def get(call: Call, member_id: str) -> CustomerPrivacy:
    """Return a customer as of the call's shop. Raises NotFound (404)."""
    found = await find(call, [member_id])
    if not found:
        raise nobody()
    return found[0]


async def change(call: Call, member_id: str, changed: dict[str, Any]) -> None:
    """Update fields of a locked customer, except those of the group, which another table has."""
    values = dict(changed)
    if values.get("birthday"):
        values["birthday"] = values["birthday"].isoformat()
    if "additional_information" in values:
        text = msgspec.json.encode(values["additional_information"]).decode()
        values["additional_information"] = text
    if "cellphone" in values:
        values["cellphone_digits"] = phone_numbers.digits(values["cellphone"])
    for table in (PERSON, CUSTOMER):
        own = {name: value for name, value in values.items() if name in table.c}
        if own:
            statement = _CHANGE.of(table, tuple(sorted(own)))
            await call.db.run(statement, member_id=member_id, **own)
    if changed.get("news_mail") == "F":
        await subscriber_store.remove_of_member(call.db, member_id)


def _customer_of(call: Call, values: dict[str, Any], links: list[str]) -> CustomerPrivacy:
    more = {name: values.pop(name) for name in _MORE}
    joined_in = call.mall.shops.get(more["joined_in"])
    values["additional_information"] = msgspec.json.decode(
        values["additional_information"], type=list[Information]
    )
    for name in ("birthday", "wedding_anniversary"):
        values[name] = msgspec.convert(values[name], CustomerPrivacy.__annotations__[name])
    for name in ("company_condition", "company_line"):
        values[name] = values[name] or None
    return CustomerPrivacy(
        **values,
        shop_no=call.shop_no,
        shop_name="" if joined_in is None else joined_in.name,
        created_date=moment(more["created_at"]),
        last_login_date=_moment(more["last_login_at"]),
        account_reactivation_date=_moment(more["reactivated_at"]),
        use_blacklist="T" if values["blacklist_type"] else "F",
        total_points=money(more["points"] + more["unavailable"] + more["used"]),
        available_points=money(more["points"]),
        used_points=money(more["used"]),
        available_credits=money(more["credits"]),
        sns_list=links,
        **{name: more[name] for name in ("group_no", "fixed_group", "use_mobile_app")},
    )


def _moment(at: int | None) -> datetime | None:
    return None if at is None else moment(at)
