"""SQL of customers. Personal data is read and written here and in the privacy area only."""

from typing import Any, Final

import msgspec
from msgspec import Struct
from sqlalchemy import Select, and_, bindparam, case, delete, func, insert, select, update

from openmall.commerce.customer.customergroups.shape import GENERAL
from openmall.commerce.customer.customers import subscriber_store
from openmall.commerce.customer.customers.shape import Customer, Person
from openmall.commerce.customer.customers.tables import BALANCE, CUSTOMER, DEVICE, GROUPED, PERSON
from openmall.commerce.customer.customers.takes import CustomerDraft
from openmall.contract.call import Call
from openmall.contract.errors import NotFound
from openmall.contract.moments import moment
from openmall.contract.money import money
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST
from openmall.contract.texts import phone_numbers
from openmall.database.session import Row, Session
from openmall.database.statements import InList, Statement, StatementCache
from openmall.database.values import StoredRow

_C: Final = CUSTOMER.c
_P: Final = PERSON.c
_G: Final = GROUPED.c
_D: Final = DEVICE.c
_B: Final = BALANCE.c
PERSONAL: Final = Person.__struct_fields__
_JOINED: Final = (
    "member_authentication", "authentication_method", "member_type", "join_path", "sms",
    "news_mail", "thirdparty_agree", "lifetime_member",
)  # fmt: skip
"""Columns of a membership that are stored as sent on joining."""

_THIS: Final = (_C.mall_id == bindparam("mall_id"), _C.member_id == bindparam("member_id"))
_HAS_APP: Final = (
    select(func.count())
    .where(
        _D.mall_id == bindparam("mall_id"),
        _D.shop_no == bindparam("shop_no"),
        _D.member_id == _C.member_id,
    )
    .scalar_subquery()
)
_COLUMNS: Final = (
    _C.member_id,
    _C.created_at,
    _C.last_login_at,
    _C.member_authentication,
    _C.authentication_method,
    _C.blacklist_type,
    _C.sms,
    _C.news_mail,
    _P.solar_calendar,
    _P.gender,
    _G.group_no,
    _G.fixed_group,
    _HAS_APP,
    *(
        func.coalesce(column, 0)
        for column in (
            _B.points,
            _B.unavailable_points + _B.unavailable_coupon_points,
            _B.used_points,
            _B.credits,
        )
    ),
)


def select_shown(filters: tuple[str, ...] = ()) -> Select[*StoredRow]:
    """Return the SELECT of what is shown of customers, for `from_row`."""
    lists = {
        "member_id": InList(_P.member_id, "member_ids"),
        "cellphone": InList(_P.cellphone_digits, "cellphones"),
    }
    return (
        select(*_COLUMNS)
        .select_from(PERSON)
        .join(CUSTOMER, and_(_C.mall_id == _P.mall_id, _C.member_id == _P.member_id))
        .outerjoin(
            GROUPED,
            and_(
                _G.mall_id == bindparam("mall_id"),
                _G.shop_no == bindparam("shop_no"),
                _G.member_id == _C.member_id,
            ),
        )
        .outerjoin(
            BALANCE,
            and_(
                _B.mall_id == bindparam("mall_id"),
                _B.shop_no == bindparam("shop_no"),
                _B.member_id == _C.member_id,
            ),
        )
        .where(_P.mall_id == bindparam("mall_id"), *(lists[name] for name in filters))
        .order_by(_P.member_id)
    )


_LISTS: Final = StatementCache(select_shown)
_FIRST: Final = Statement(
    select_shown().where(_P.member_id > bindparam("after")).limit(bindparam("limit"))
)
_GET: Final = Statement(select_shown().where(_P.member_id == bindparam("member_id")))
_IS_MEMBER: Final = select(_C.member_id).where(*_THIS, _C.left_at.is_(None))
_REQUIRE: Final = Statement(_IS_MEMBER)
_LOCK: Final = Statement(_IS_MEMBER.with_for_update())
_ADD_CUSTOMER: Final = Statement(
    lambda insert: (
        insert(CUSTOMER)
        .values({c.name: bindparam(c.name) for c in _C})
        .on_conflict_do_nothing(index_elements=["mall_id", "member_id"])
    )
)
_ADD_PERSON: Final = Statement(insert(PERSON).values({c.name: bindparam(c.name) for c in _P}))
_GROUP: Final = Statement(
    lambda insert: (
        insert(GROUPED)
        .values({c.name: bindparam(c.name) for c in _G})
        .on_conflict_do_update(
            index_elements=["mall_id", "member_id", "shop_no"],
            set_={name: bindparam(name) for name in ("group_no", "fixed_group")},
        )
    )
)
_FIND_CREDENTIALS: Final = Statement(
    select(_C.password_hash, _C.blacklist_type, _C.dormant_since, _C.session_no).where(
        *_THIS, _C.left_at.is_(None)
    )
)
_RECORD_SIGN_IN: Final = Statement(
    update(CUSTOMER)
    .where(*_THIS, _C.left_at.is_(None))
    .values(
        last_login_at=bindparam("now"),
        reactivated_at=case(
            (_C.dormant_since.is_(None), _C.reactivated_at), else_=bindparam("now")
        ),
        dormant_since=None,
    )
)
_END: Final = Statement(
    update(CUSTOMER)
    .where(*_THIS)
    .values(left_at=bindparam("now"), password_hash=None, last_login_at=None)
)
_ERASE_PERSON: Final = Statement(
    delete(PERSON).where(_P.mall_id == bindparam("mall_id"), _P.member_id == bindparam("member_id"))
)
_SINCE: Final = Statement(
    select(func.count()).where(
        _C.mall_id == bindparam("mall_id"), _C.created_at >= bindparam("since")
    )
)
_SET: Final = StatementCache(
    lambda *names: update(CUSTOMER).where(*_THIS).values({n: bindparam(n) for n in names})
)
_SET_PASSWORD: Final = Statement(
    update(CUSTOMER)
    .where(*_THIS, _C.left_at.is_(None))
    .values(password_hash=bindparam("password_hash"), session_no=_C.session_no + 1)
)
_PERSON: Final = Statement(
    select(*(_P[name] for name in PERSONAL)).where(
        _P.mall_id == bindparam("mall_id"), _P.member_id == bindparam("member_id")
    )
)
_CHANGE_PERSON: Final = StatementCache(
    lambda *names: (
        update(PERSON)
        .where(_P.mall_id == bindparam("mall_id"), _P.member_id == bindparam("this"))
        .values({name: bindparam(name) for name in names})
    )
)
_CHANGE_WISHES: Final = StatementCache(
    lambda *names: (
        update(CUSTOMER)
        .where(_C.mall_id == bindparam("mall_id"), _C.member_id == bindparam("this"))
        .values({name: bindparam(name) for name in names})
    )
)


class SignInRecord(Struct, frozen=True):
    """The fields of a customer that signing in needs."""

    password_hash: str | None
    blacklist_type: str
    dormant_since: int | None
    """UTC seconds; None: not dormant."""
    session_no: int


def from_row(call: Call, row: Row) -> Customer:
    """Return the customer of a row of `select_shown`."""
    (
        member_id, created_at, last_login_at, authentication, method, blacklist, sms, news_mail,
        solar, gender, group_no, fixed, devices, points, unavailable, used, credits_,
    ) = row  # fmt: skip
    return Customer(
        shop_no=call.shop_no,
        member_id=member_id,
        group_no=GENERAL if group_no is None else group_no,
        member_authentication=authentication,
        use_blacklist="T" if blacklist else "F",
        blacklist_type=blacklist,
        authentication_method=method,
        sms=sms,
        news_mail=news_mail,
        solar_calendar=solar,
        last_login_date=None if last_login_at is None else moment(last_login_at),
        created_date=moment(created_at),
        total_points=money(points + unavailable + used),
        available_points=money(points),
        used_points=money(used),
        available_credits=money(credits_),
        gender=gender,
        use_mobile_app="T" if devices else "F",
        fixed_group="F" if fixed is None else fixed,
    )


async def find(call: Call, **filters: list[str]) -> list[Customer]:
    """Return customers in the call's shop: those of `member_id`, `cellphone`, or both."""
    values: dict[str, list[str]] = {}
    if "member_id" in filters:
        values["member_ids"] = filters["member_id"]
    if "cellphone" in filters:
        # a text without digits matches no number, instead of customers without a number
        values["cellphones"] = [
            key
            for each in filters["cellphone"]
            for key in phone_numbers.stored_digits(each, call.mall.country)
        ]
    statement = _LISTS.of(tuple(sorted(filters)))
    return [
        from_row(call, row) for row in await call.db.all(statement, shop_no=call.shop_no, **values)
    ]


async def page(call: Call, *, after: str, limit: int) -> list[Customer]:
    """Return the next `limit` customers of the mall after member id `after`."""
    rows = await call.db.all(_FIRST, shop_no=call.shop_no, after=after, limit=limit)
    return [from_row(call, row) for row in rows]


async def get(call: Call, member_id: str) -> Customer:
    """Return a customer in the call's shop. Raises NotFound (404)."""
    row = await call.db.one(_GET, shop_no=call.shop_no, member_id=member_id)
    if row is None:
        raise nobody()
    return from_row(call, row)


async def require(call: Call, member_id: str, *, to_change: bool = False) -> None:
    """Raise NotFound (404) unless the member is a customer; `to_change` locks them."""
    if await call.db.one(_LOCK if to_change else _REQUIRE, member_id=member_id) is None:
        raise nobody()


async def is_there(call: Call, member_id: str) -> bool:
    """Return whether a member id is a customer's; an empty one is not."""
    return bool(member_id) and await call.db.one(_REQUIRE, member_id=member_id) is not None


def nobody() -> NotFound:
    """Return the error for a customer that does not exist."""
    return NotFound(DOES_NOT_EXIST, parameter="member_id", resource=Phrase("customer"))


async def join(call: Call, draft: CustomerDraft, password_hash: str | None) -> bool:
    """Add a customer; False, and nothing is added, when the member id is or was taken."""
    values = msgspec.structs.asdict(draft)
    added = await call.db.run(
        _ADD_CUSTOMER,
        member_id=draft.member_id,
        shop_no=call.shop_no,
        password_hash=password_hash,
        created_at=int(call.clock.now()),
        last_login_at=None,
        left_at=None,
        dormant_since=None,
        reactivated_at=None,
        blacklist_type="",
        session_no=0,
        **{name: values[name] for name in _JOINED},
    )
    if not added:
        return False
    personal = {name: values[name] for name in PERSONAL}
    await call.db.run(_ADD_PERSON, member_id=draft.member_id, **_personal(personal))
    return True


def _personal(values: dict[str, Any]) -> dict[str, Any]:
    """Return fields of a Person as stored."""
    row = dict(values)
    for name in ("birthday", "wedding_anniversary"):
        if row.get(name) is not None:
            row[name] = row[name].isoformat()
    if "additional_information" in row:
        row["additional_information"] = msgspec.json.encode(row["additional_information"]).decode()
    if "cellphone" in row:
        row["cellphone_digits"] = phone_numbers.digits(row["cellphone"])
    return row


async def person(call: Call, member_id: str) -> Person:
    """Return the personal data of a customer. Raises NotFound (404)."""
    row = await call.db.one(_PERSON, member_id=member_id)
    if row is None:
        raise nobody()
    return person_from_row(row)


def person_from_row(row: Row) -> Person:
    """Return the personal data of a row that holds PERSONAL."""
    values = dict(zip(PERSONAL, row, strict=True))
    values["additional_information"] = msgspec.json.decode(values["additional_information"])
    return msgspec.convert(values, Person)


async def change_person(call: Call, member_id: str, changed: dict[str, Any]) -> None:
    """Write fields of a customer's personal data."""
    if changed:
        row = _personal(changed)
        await call.db.run(_CHANGE_PERSON.of(*row), this=member_id, **row)


async def change_consents(call: Call, member_id: str, changed: dict[str, str]) -> None:
    """Write a customer's wishes: `sms`, `news_mail`, `thirdparty_agree`, `lifetime_member`."""
    if changed:
        await call.db.run(_CHANGE_WISHES.of(*changed), this=member_id, **changed)
    if changed.get("news_mail") == "F":
        await subscriber_store.remove_of_member(call.db, member_id)


async def put_in_group(call: Call, member_id: str, *, group_no: int, fixed_group: str) -> None:
    """Write the group of a customer in the call's shop."""
    values = {"member_id": member_id, "fixed_group": fixed_group}
    await call.db.run(_GROUP, shop_no=call.shop_no, group_no=group_no, **values)


async def sign_in_record(db: Session, member_id: str) -> SignInRecord | None:
    """Return the fields of a customer that signing in needs, or None."""
    row = await db.one(_FIND_CREDENTIALS, member_id=member_id)
    return None if row is None else SignInRecord(*row)


async def note_sign_in(call: Call, member_id: str) -> bool:
    """Write that a customer has signed in now and is not dormant; False for no customer."""
    return bool(await call.db.run(_RECORD_SIGN_IN, member_id=member_id, now=int(call.clock.now())))


async def end(call: Call, member_id: str) -> None:
    """End a membership: erase the personal data; the member id stays taken."""
    await call.db.run(_ERASE_PERSON, member_id=member_id)
    await call.db.run(_END, member_id=member_id, now=int(call.clock.now()))


async def set_fields(call: Call, member_id: str, **fields: str) -> None:
    """Write fields of a customer that was locked."""
    await call.db.run(_SET.of(*fields), member_id=member_id, **fields)


async def set_password(db: Session, member_id: str, password_hash: str) -> bool:
    """Write a customer's new password, which ends their sessions; False for no customer."""
    return bool(await db.run(_SET_PASSWORD, member_id=member_id, password_hash=password_hash))


async def joined_since(db: Session, since: int) -> int:
    """Return how many customers joined the session's mall at `since` (UTC seconds) or later."""
    row = await db.one(_SINCE, since=since)
    assert row is not None
    joined: int = row[0]
    return joined
