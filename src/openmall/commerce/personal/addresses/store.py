"""The rows of address books."""

from collections.abc import Mapping
from typing import Final

from sqlalchemy import bindparam, delete, func, insert, select, update

from openmall.commerce.personal.addresses.shape import Address
from openmall.commerce.personal.addresses.tables import ADDRESS
from openmall.database import sequences
from openmall.database.session import Session
from openmall.database.statements import Statement

_A: Final = ADDRESS.c
_WRITTEN: Final = tuple(
    name for name in Address.__struct_fields__ if name not in ("address_no", "is_default")
)
_OF_CUSTOMER: Final = (
    _A.mall_id == bindparam("mall_id"),
    _A.member_id == bindparam("member_id"),
)
_ONE: Final = (*_OF_CUSTOMER, _A.address_no == bindparam("number"))
_LIST: Final = Statement(
    select(*(_A[name] for name in Address.__struct_fields__))
    .where(*_OF_CUSTOMER)
    .order_by(_A.is_default.desc(), _A.address_no.desc())
)
_COUNT: Final = Statement(select(func.count()).where(*_OF_CUSTOMER))
_ADD: Final = Statement(insert(ADDRESS).values({c.name: bindparam(c.name) for c in _A}))
_CHANGE: Final = Statement(
    update(ADDRESS)
    .where(*_ONE)
    .values({name: bindparam(name) for name in (*_WRITTEN, "is_default")})
)
_NOT_DEFAULT: Final = Statement(update(ADDRESS).where(*_OF_CUSTOMER).values(is_default="F"))
_REMOVE: Final = Statement(delete(ADDRESS).where(*_ONE))


async def of_customer(db: Session, member_id: str) -> list[Address]:
    """Return the addresses of a customer: the default one first, then the newest."""
    rows = await db.all(_LIST, member_id=member_id)
    return [Address(**dict(zip(Address.__struct_fields__, row, strict=True))) for row in rows]


async def count(db: Session, member_id: str) -> int:
    """Return the number of a customer's addresses."""
    row = await db.one(_COUNT, member_id=member_id)
    assert row is not None
    number: int = row[0]
    return number


async def add(db: Session, member_id: str, values: Mapping[str, str]) -> int:
    """Add an address and return its number; a default one is the only one."""
    if values["is_default"] == "T":
        await db.run(_NOT_DEFAULT, member_id=member_id)
    number = await sequences.allocate(db, "customer_address")
    await db.run(_ADD, member_id=member_id, address_no=number, **values)
    return number


async def change(db: Session, member_id: str, number: int, values: Mapping[str, str]) -> bool:
    """Write an address; a default one is the only one. False: there is none of this number."""
    if values["is_default"] == "T":
        await db.run(_NOT_DEFAULT, member_id=member_id)
    return bool(await db.run(_CHANGE, member_id=member_id, number=number, **values))


async def remove(db: Session, member_id: str, number: int) -> bool:
    """Remove an address; False: there is none of this number."""
    return bool(await db.run(_REMOVE, member_id=member_id, number=number))
