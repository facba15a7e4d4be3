"""What calls of shoppers read and write of a customer, in one statement each."""

import hashlib
from typing import Final

import msgspec
from msgspec import Struct
from sqlalchemy import and_, bindparam, select, update

from openmall.commerce.customer.customergroups.shape import GENERAL, CustomerGroups
from openmall.commerce.customer.customers.shape import Customer, Person
from openmall.commerce.customer.customers.store import (
    PERSONAL,
    from_row,
    nobody,
    person_from_row,
    select_shown,
)
from openmall.commerce.customer.customers.tables import CUSTOMER, GROUPED, PERSON
from openmall.contract.call import Call
from openmall.contract.crud import joined_settings
from openmall.database.session import Session
from openmall.database.statements import Statement
from openmall.database.values import BoundValue

_C: Final = CUSTOMER.c
_P: Final = PERSON.c
_G: Final = GROUPED.c
_GROUP_OF: Final = Statement(
    select(_G.group_no, joined_settings.content_of(CustomerGroups))
    .select_from(
        PERSON.outerjoin(
            GROUPED,
            and_(
                _G.mall_id == _P.mall_id,
                _G.member_id == _P.member_id,
                _G.shop_no == bindparam("shop_no"),
            ),
        )
    )
    .where(_P.mall_id == bindparam("mall_id"), _P.member_id == bindparam("member_id"))
)
_WITH_PERSON: Final = (
    select_shown()
    .add_columns(*(_P[name] for name in PERSONAL))
    .where(_P.member_id == bindparam("member_id"), _C.left_at.is_(None))
)
_GET_WITH_PERSON: Final = Statement(_WITH_PERSON)
_LINK_STATE: Final = Statement(
    select(_C.password_hash, _C.blacklist_type, _C.session_no, _P.email, _P.cellphone_digits)
    .join(PERSON, and_(_P.mall_id == _C.mall_id, _P.member_id == _C.member_id))
    .where(
        _C.mall_id == bindparam("mall_id"),
        _C.member_id == bindparam("member_id"),
        _C.left_at.is_(None),
    )
)
_SET_BLACKLIST: Final = Statement(
    update(CUSTOMER)
    .where(_C.mall_id == bindparam("mall_id"), _C.member_id == bindparam("member_id"))
    .values(
        blacklist_type=bindparam("blacklist_type"),
        session_no=_C.session_no + bindparam("ended"),
    )
)
_LOCK_WITH_PERSON: Final = Statement(_WITH_PERSON.with_for_update(of=CUSTOMER))


class LinkState(Struct, frozen=True):
    """What a link that opens an account depends on: it is valid while nothing of this changes."""

    password_hash: str | None
    blacklist_type: str
    session_no: int
    email: str
    cellphone_digits: str

    @property
    def number(self) -> int:
        """A digest of all of it, for `signed_links.Link.number`."""
        content = msgspec.json.encode(msgspec.structs.astuple(self))
        return int.from_bytes(hashlib.sha256(content).digest()[:6])


async def group_no(call: Call, member_id: str) -> int:
    """Return the number of a customer's group in the call's shop. Raises NotFound (404).

    Keeps the groups of the shop for the rest of the call.
    """
    row = await call.db.one(_GROUP_OF, shop_no=call.shop_no, member_id=member_id)
    if row is None:
        raise nobody()
    joined_settings.keep(call, CustomerGroups, row[1])
    return GENERAL if row[0] is None else row[0]


async def find_with_person(
    call: Call, member_id: str, *, to_change: bool = False
) -> tuple[Customer, Person] | None:
    """Return a customer in the call's shop with their personal data, or None.

    `to_change`: lock them until this transaction ends.
    """
    statement = _LOCK_WITH_PERSON if to_change else _GET_WITH_PERSON
    row = await call.db.one(statement, shop_no=call.shop_no, member_id=member_id)
    if row is None:
        return None
    shown = len(row) - len(PERSONAL)
    return from_row(call, row[:shown]), person_from_row(row[shown:])


async def link_state(db: Session, member_id: str) -> LinkState | None:
    """Return what the links of a customer depend on; None: there is no such customer."""
    row = await db.one(_LINK_STATE, member_id=member_id)
    return None if row is None else LinkState(*row)


async def set_blacklist(
    db: Session, member_id: str, blacklist_type: str, *, ends_sessions: bool
) -> None:
    """Write the blacklist of a customer that was locked.

    `ends_sessions`: sessions and links from before are not valid any more.
    """
    values: dict[str, BoundValue] = {"blacklist_type": blacklist_type, "ended": int(ends_sessions)}
    await db.run(_SET_BLACKLIST, member_id=member_id, **values)
