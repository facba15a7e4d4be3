"""The rows of users of suppliers: identity in columns, permissions as JSON."""

from typing import Final

import msgspec
from sqlalchemy import ColumnElement, Select, and_, bindparam, delete, func, insert, select, update

from openmall.commerce.supply.tables import SUPPLIER, SUPPLIER_USER
from openmall.commerce.supply.users.shape import SupplierUser
from openmall.contract.call import Call
from openmall.contract.errors import NotFound
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST
from openmall.database import sequences
from openmall.database.session import Session
from openmall.database.statements import Statement, StatementCache
from openmall.database.text_search.word_search import HasWords
from openmall.database.values import StoredRow

_U: Final = SUPPLIER_USER.c
_HERE: Final = (_U.mall_id == bindparam("mall_id"), _U.user_id == bindparam("user_id"))
_ADD: Final = Statement(
    insert(SUPPLIER_USER).values({c.name: bindparam(c.name) for c in SUPPLIER_USER.c})
)
_SET: Final = Statement(update(SUPPLIER_USER).where(*_HERE).values(details=bindparam("details")))
_REMOVE: Final = Statement(delete(SUPPLIER_USER).where(*_HERE))
_LOCKED: Final = Statement(select(_U.details).where(*_HERE).with_for_update())
_DETAILS_OF: Final = Statement(select(_U.details).where(*_HERE))
_SUPPLIER_OF: Final = Statement(select(_U.supplier_code).where(*_HERE))
_ALL_USERS: Final = Statement(
    select(_U.supplier_code, _U.user_id)
    .where(_U.mall_id == bindparam("mall_id"))
    .order_by(_U.number)
)
_OF: Final = Statement(
    select(_U.user_id)
    .where(_U.mall_id == bindparam("mall_id"), _U.supplier_code == bindparam("supplier_code"))
    .with_for_update()
)
# a user of the mall's own supply has a supplier without a row
_NAME: Final = func.coalesce(SUPPLIER.c.supplier_name, bindparam("own_supply"))
_WITH_SUPPLIER: Final = SUPPLIER_USER.outerjoin(
    SUPPLIER,
    and_(
        SUPPLIER.c.mall_id == _U.mall_id,
        SUPPLIER.c.supplier_code == _U.supplier_code,
        SUPPLIER.c.shop_no == bindparam("shop_no"),
    ),
)
_CONDITIONS: Final[dict[str, ColumnElement[bool]]] = {
    "user_id": _U.user_id == bindparam("user_id"),
    "supplier_code": _U.supplier_code == bindparam("supplier_code"),
    "supplier_name": HasWords(_NAME, "supplier_name"),
}


def _where(filters: tuple[str, ...]) -> ColumnElement[bool]:
    return and_(_U.mall_id == bindparam("mall_id"), *(_CONDITIONS[name] for name in filters))


def _list(filters: tuple[str, ...]) -> Select[*StoredRow]:
    return (
        select(_U.details, _NAME)
        .select_from(_WITH_SUPPLIER)
        .where(_where(filters))
        .order_by(_U.number)
        .limit(bindparam("limit"))
        .offset(bindparam("offset"))
    )


def _count(filters: tuple[str, ...]) -> Select[int]:
    # the name is counted with too, so that its bound default is there whatever is asked
    return select(func.count(_NAME)).select_from(_WITH_SUPPLIER).where(_where(filters))


_LISTS: Final = StatementCache(_list)
_COUNTS: Final = StatementCache(_count)


async def page(
    call: Call, filters: dict[str, str], own_supply: str, *, offset: int, limit: int
) -> list[tuple[SupplierUser, str]]:
    """Return users with the names of their suppliers, in the order of creation.

    `own_supply`: the name of the mall's own supply.
    """
    rows = await call.db.all(
        _LISTS.of(tuple(filters)),
        shop_no=call.shop_no,
        own_supply=own_supply,
        offset=offset,
        limit=limit,
        **filters,
    )
    return [(_from_details(row[0]), row[1]) for row in rows]


async def count(call: Call, filters: dict[str, str], own_supply: str) -> int:
    """Return how many users `page` would return without an end."""
    row = await call.db.one(
        _COUNTS.of(tuple(filters)), shop_no=call.shop_no, own_supply=own_supply, **filters
    )
    assert row is not None
    total: int = row[0]
    return total


async def to_change(call: Call, user_id: str) -> SupplierUser | None:
    """Return a user, locked until this transaction ends, or None."""
    row = await call.db.one(_LOCKED, user_id=user_id)
    return None if row is None else _from_details(row[0])


async def find(db: Session, user_id: str) -> SupplierUser | None:
    """Return a user of the session's mall, or None."""
    row = await db.one(_DETAILS_OF, user_id=user_id)
    return None if row is None else _from_details(row[0])


async def supplier_of(call: Call, user_id: str) -> str:
    """Return the code of a user's supplier. Raises NotFound (404) for an unknown user."""
    row = await call.db.one(_SUPPLIER_OF, user_id=user_id)
    if row is None:
        raise NotFound(DOES_NOT_EXIST, parameter="supplier_id", resource=Phrase("supplier"))
    code: str = row[0]
    return code


async def every(call: Call) -> list[tuple[str, str]]:
    """Return supplier code and id of every user, in the order of creation."""
    return [(row[0], row[1]) for row in await call.db.all(_ALL_USERS)]


async def add(call: Call, user: SupplierUser) -> None:
    """Write a new user."""
    number = await sequences.allocate(call.db, SUPPLIER_USER.name)
    who = {"user_id": user.user_id, "supplier_code": user.supplier_code}
    await call.db.run(_ADD, number=number, details=_details(user), **who)


async def change(call: Call, user: SupplierUser) -> None:
    """Write a user's names and permissions."""
    await call.db.run(_SET, user_id=user.user_id, details=_details(user))


async def remove(call: Call, user_id: str) -> None:
    """Delete a user."""
    await call.db.run(_REMOVE, user_id=user_id)


async def of_supplier(call: Call, supplier_code: str) -> list[str]:
    """Return the ids of a supplier's users."""
    return [row[0] for row in await call.db.all(_OF, supplier_code=supplier_code)]


def _details(user: SupplierUser) -> str:
    return msgspec.json.encode(user).decode()


def _from_details(details: str) -> SupplierUser:
    return msgspec.json.decode(details, type=SupplierUser)
