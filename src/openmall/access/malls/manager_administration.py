"""Administration of a mall's managers by a head admin: add, change, remove.

Sub-admins and suppliers may not do this, and head admins cannot demote or remove themselves, so
that a mall always has a head admin who can sign in. Users of suppliers are not changed here.
"""

import re
from typing import Final

import msgspec
from msgspec import Struct

from openmall.access.malls import rules as mall_rules
from openmall.access.malls import saved_views, second_factors, staff_identities, staff_roles
from openmall.access.malls.refusals import (
    HEAD_ADMINS_ONLY,
    MALFORMED_USER_ID,
    NAME_LENGTH,
    NO_EMAIL_ADDRESS,
    NO_PHONE_NUMBER,
    NO_SUCH_MANAGER_TYPE,
    OWN_REMOVAL,
    OWN_ROLE,
    STAFF_PASSWORD_TOO_LONG,
    STAFF_PASSWORD_TOO_SHORT,
    USER_ID_TAKEN,
)
from openmall.access.malls.rules import Manager
from openmall.contract.change import Changes, differences
from openmall.contract.errors import Forbidden, Invalid, NotFound, NotModified
from openmall.contract.moments import Clock
from openmall.contract.patterns import NOT_IN_EMAIL
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import NO_SUCH
from openmall.database.session import Session

ROLES: Final = ("P", "A")
"""P head admin, A sub-admin."""
HEAD: Final = "P"
SUPPLIER: Final = "S"
SHORTEST_PASSWORD: Final = 8
LONGEST_PASSWORD: Final = 1_000
_LONGEST: Final = 100
_USER_ID: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{2,29}")
_PART: Final = f"[^{NOT_IN_EMAIL}]+"
_EMAIL: Final = re.compile(rf"{_PART}@[^.{NOT_IN_EMAIL}]+\.{_PART}")
_PHONE: Final = re.compile(r"(?=.{3,30}\Z)[0-9+(). /-]*(?:(?:x|ext\.?|#) ?[0-9]{1,7})?")


class Person(Struct, frozen=True, kw_only=True):
    """The attributes of a manager that a head admin enters."""

    name: str
    manager_type: str
    phone: str = ""
    email: str = ""
    role_no: int = 0
    """The role of a sub-admin; 0: every area."""


def require_password(password: str) -> None:
    """Raise Invalid (422) for a password that is too short or too long."""
    if len(password) > LONGEST_PASSWORD:
        raise Invalid(STAFF_PASSWORD_TOO_LONG, parameter="password", most=LONGEST_PASSWORD)
    if len(password) < SHORTEST_PASSWORD:
        raise Invalid(STAFF_PASSWORD_TOO_SHORT, parameter="password", least=SHORTEST_PASSWORD)


async def add(
    db: Session,
    clock: Clock,
    acting_user_id: str,
    *,
    user_id: str,
    person: Person,
    password_hash: str,
    invited_at: int = 0,
) -> Changes:
    """Add a manager to the session's mall; return the changes to log.

    `invited_at`: UTC seconds of the invitation, when the person chooses the password later.

    Raises Forbidden (403), Invalid (422).
    """
    known = await _locked_managers(db, acting_user_id)
    if not _USER_ID.fullmatch(user_id):
        raise Invalid(MALFORMED_USER_ID, parameter="user_id")
    if any(user_id.lower() == each.lower() for each in known):
        raise Invalid(USER_ID_TAKEN, parameter="user_id")
    await _require(db, person)
    manager = Manager(
        user_id,
        password_hash=password_hash,
        invited_at=invited_at,
        **msgspec.structs.asdict(person),
    )
    await mall_rules.admit(db, clock, manager)
    return {
        name: (None, str(value)) for name, value in msgspec.structs.asdict(person).items() if value
    }


async def change(
    db: Session,
    clock: Clock,
    acting_user_id: str,
    *,
    user_id: str,
    person: Person,
    password_hash: str,
) -> Changes:
    """Change a manager of the session's mall; return the changes to log.

    An empty hash keeps the password.

    Raises Forbidden (403), NotFound (404), NotModified (409), Invalid (422).
    """
    before = _manageable(await _locked_managers(db, acting_user_id), user_id)
    await _require(db, person)
    if user_id == acting_user_id and person.manager_type != before.manager_type:
        raise Invalid(OWN_ROLE, parameter="manager_type")
    previous = Person(
        name=before.name,
        manager_type=before.manager_type,
        phone=before.phone or "",
        email=before.email or "",
        role_no=before.role_no,
    )
    changes: Changes = differences(previous, person)
    if password_hash:
        changes["password"] = (None, None)
    if not changes:
        raise NotModified()
    changed = Manager(
        user_id,
        password_hash=password_hash or before.password_hash,
        invited_at=0 if password_hash else before.invited_at,
        **msgspec.structs.asdict(person),
    )
    await mall_rules.admit(db, clock, changed)
    return changes


async def remove(db: Session, acting_user_id: str, *, user_id: str) -> Changes:
    """Remove a manager from the session's mall; return the changes to log.

    Raises Forbidden (403), NotFound (404), Invalid (422).
    """
    removed = _manageable(await _locked_managers(db, acting_user_id), user_id)
    if user_id == acting_user_id:
        raise Invalid(OWN_REMOVAL, parameter="user_id")
    await mall_rules.dismiss(db, user_id)
    await second_factors.remove(db, user_id)
    await saved_views.remove_all(db, user_id)
    await staff_identities.unlink_all(db, user_id)
    return {"name": (removed.name, None), "manager_type": (removed.manager_type, None)}


async def require_head(db: Session, acting_user_id: str) -> None:
    """Lock the mall's managers. Raises Forbidden (403) unless a head admin acts."""
    await _locked_managers(db, acting_user_id)


async def _locked_managers(db: Session, acting_user_id: str) -> dict[str, Manager]:
    """Return the mall's managers, locked, so that two head admins do not remove each other."""
    known = {each.user_id: each for each in await mall_rules.managers(db, to_change=True)}
    if acting_user_id not in known or known[acting_user_id].manager_type != HEAD:
        raise Forbidden(HEAD_ADMINS_ONLY)
    return known


def _manageable(known: dict[str, Manager], user_id: str) -> Manager:
    found = known.get(user_id)
    if found is None or found.manager_type == SUPPLIER:
        raise NotFound(NO_SUCH, parameter="user_id", resource=Phrase("manager"))
    return found


async def _require(db: Session, person: Person) -> None:
    if not 1 <= len(person.name) <= _LONGEST:
        raise Invalid(NAME_LENGTH, parameter="name", most=_LONGEST)
    if person.manager_type not in ROLES:
        raise Invalid(NO_SUCH_MANAGER_TYPE, parameter="manager_type")
    if person.role_no and (
        person.manager_type == HEAD
        or all(each.role_no != person.role_no for each in await staff_roles.roles(db))
    ):
        raise Invalid(NO_SUCH, parameter="manager_type", resource=Phrase("role"))
    if person.phone and not _PHONE.fullmatch(person.phone):
        raise Invalid(NO_PHONE_NUMBER, parameter="phone")
    if person.email and (len(person.email) > _LONGEST or not _EMAIL.fullmatch(person.email)):
        raise Invalid(NO_EMAIL_ADDRESS, parameter="email")
