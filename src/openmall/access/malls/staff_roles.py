"""The roles of a mall's sub-admins, which head admins compose of areas of the back office."""

from typing import Final

from msgspec import Struct
from sqlalchemy import bindparam, delete, func, insert, select, update

from openmall.access.malls import staff_rights
from openmall.access.malls.refusals import (
    NAME_LENGTH,
    NO_AREA_CHOSEN,
    ROLE_IN_USE,
    ROLE_NAME_TAKEN,
    TOO_MANY_ROLES,
)
from openmall.access.malls.staff_rights import Rights
from openmall.access.malls.tables import MANAGER, STAFF_ROLE
from openmall.contract.errors import Invalid, NotFound, NotModified
from openmall.contract.moments import Clock
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import NO_SUCH
from openmall.database import sequences
from openmall.database.session import Session
from openmall.database.statements import Statement

MOST_ROLES: Final = 100
LONGEST_NAME: Final = 50
_SERIES: Final = "staff_role"
_R: Final = STAFF_ROLE.c
_ONE: Final = (_R.mall_id == bindparam("mall_id"), _R.role_no == bindparam("role_no"))
_LIST: Final = Statement(
    select(_R.role_no, _R.name, _R.rights)
    .where(_R.mall_id == bindparam("mall_id"))
    .order_by(_R.role_no)
)
_ADD: Final = Statement(insert(STAFF_ROLE).values({c.name: bindparam(c.name) for c in _R}))
_SET: Final = Statement(
    update(STAFF_ROLE)
    .where(*_ONE)
    .values(name=bindparam("new_name"), rights=bindparam("new_rights"))
)
_REMOVE: Final = Statement(delete(STAFF_ROLE).where(*_ONE))
_OF_MANAGER: Final = Statement(
    select(MANAGER.c.manager_type, MANAGER.c.role_no, STAFF_ROLE.c.rights)
    .outerjoin(
        STAFF_ROLE,
        (STAFF_ROLE.c.mall_id == MANAGER.c.mall_id) & (STAFF_ROLE.c.role_no == MANAGER.c.role_no),
    )
    .where(MANAGER.c.mall_id == bindparam("mall_id"), MANAGER.c.user_id == bindparam("user_id"))
)
_HOLDERS: Final = Statement(
    select(func.count()).where(
        MANAGER.c.mall_id == bindparam("mall_id"), MANAGER.c.role_no == bindparam("role_no")
    )
)

Changes = dict[str, tuple[str | None, str | None]]


class Role(Struct, frozen=True):
    """A role of a mall."""

    role_no: int
    name: str
    rights: Rights


async def roles(db: Session) -> list[Role]:
    """Return the roles of the session's mall, in the order of their numbers."""
    return [Role(row[0], row[1], staff_rights.of_text(row[2])) for row in await db.all(_LIST)]


async def rights_of(db: Session, user_id: str) -> Rights:
    """Return the current rights of a manager; an unknown one has none."""
    row = await db.one(_OF_MANAGER, user_id=user_id)
    return staff_rights.NONE if row is None else staff_rights.of_manager(*row)


async def role_no_of(db: Session, user_id: str) -> int:
    """Return the role of a manager as it is now; 0: none."""
    row = await db.one(_OF_MANAGER, user_id=user_id)
    return (row[1] or 0) if row is not None else 0


async def find(db: Session, role_no: int) -> Role:
    """Return a role. Raises NotFound (404)."""
    for role in await roles(db):
        if role.role_no == role_no:
            return role
    raise NotFound(NO_SUCH, parameter="role_no", resource=Phrase("role"))


async def add(db: Session, clock: Clock, name: str, rights: Rights) -> tuple[int, Changes]:
    """Add a role; return its number and the changes to log. Raises Invalid (422)."""
    known = await roles(db)
    _require(known, 0, name, rights)
    if len(known) >= MOST_ROLES:
        raise Invalid(TOO_MANY_ROLES, parameter="name")
    role_no = await sequences.allocate(db, _SERIES)
    await db.run(_ADD, role_no=role_no, name=name, rights=rights.text, created_at=int(clock.now()))
    return role_no, {"name": (None, name), "rights": (None, rights.text)}


async def change(db: Session, role_no: int, name: str, rights: Rights) -> Changes:
    """Change a role, for everybody who has it and at once; return the changes to log.

    Raises NotFound (404), NotModified (409), Invalid (422).
    """
    before = await find(db, role_no)
    _require(await roles(db), role_no, name, rights)
    changes: Changes = {}
    if before.name != name:
        changes["name"] = (before.name, name)
    if before.rights != rights:
        changes["rights"] = (before.rights.text, rights.text)
    if not changes:
        raise NotModified()
    await db.run(_SET, role_no=role_no, new_name=name, new_rights=rights.text)
    return changes


async def remove(db: Session, role_no: int) -> Changes:
    """Remove a role that nobody has. Raises NotFound (404), Invalid (422)."""
    before = await find(db, role_no)
    row = await db.one(_HOLDERS, role_no=role_no)
    if row is None or row[0]:
        raise Invalid(ROLE_IN_USE, parameter="role_no")
    await db.run(_REMOVE, role_no=role_no)
    return {"name": (before.name, None), "rights": (before.rights.text, None)}


def _require(known: list[Role], role_no: int, name: str, rights: Rights) -> None:
    if not 1 <= len(name) <= LONGEST_NAME:
        raise Invalid(NAME_LENGTH, parameter="name", most=LONGEST_NAME)
    if any(each.name.casefold() == name.casefold() for each in known if each.role_no != role_no):
        raise Invalid(ROLE_NAME_TAKEN, parameter="name")
    if not rights.viewed:
        raise Invalid(NO_AREA_CHOSEN, parameter="areas")
