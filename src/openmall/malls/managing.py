"""What a head admin may do with those who manage a mall: let in, change, take leave of.

Sub-admins and suppliers do none of it, and nobody does it to themselves: a mall always has a head
admin who can sign in. Users of suppliers belong to their supplier, and are not changed here.
"""

import re
from typing import Final

import msgspec
from msgspec import Struct

from openmall.contract.change import differences
from openmall.contract.errors import Forbidden, Invalid, NotFound, NotModified
from openmall.contract.moments import Clock
from openmall.database.session import Session
from openmall.malls import rules
from openmall.malls.rules import Manager

ROLES: Final = ("P", "A")
"""P head admin, A sub-admin."""
HEAD: Final = "P"
SUPPLIER: Final = "S"
SHORTEST_PASSWORD: Final = 8
LONGEST_PASSWORD: Final = 1_000
_LONGEST: Final = 100
_USER_ID: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{2,29}")
_EMAIL: Final = re.compile(r"[^@\s]+@[^@\s][^@\s.]*\.[^@\s]+")
_PHONE: Final = re.compile(r"[0-9+() -]{3,30}")

Changes = dict[str, tuple[str | None, str | None]]


class Person(Struct, frozen=True, kw_only=True):
    """A manager as a head admin describes them."""

    name: str
    manager_type: str
    phone: str = ""
    email: str = ""


def require_password(password: str) -> None:
    """Raise Invalid (422) for a password that is too short or too long."""
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        message = f"A password has at least {SHORTEST_PASSWORD} characters."
        raise Invalid(message, parameter="password")


async def add(
    db: Session, clock: Clock, acting: str, *, user_id: str, person: Person, password_hash: str
) -> Changes:
    """Let somebody new manage the session's mall; returns what to log.

    Raises Forbidden (403), Invalid (422).
    """
    known = await _known(db, acting)
    if not _USER_ID.fullmatch(user_id):
        message = "A user ID has 3 to 30 letters, digits, dots, hyphens or underscores."
        raise Invalid(message, parameter="user_id")
    if any(user_id.lower() == each.lower() for each in known):
        raise Invalid("Somebody has this user ID already.", parameter="user_id")
    _require(person)
    made = Manager(user_id, password_hash=password_hash, **msgspec.structs.asdict(person))
    await rules.admit(db, clock, made)
    return {name: (None, value) for name, value in msgspec.structs.asdict(person).items() if value}


async def change(
    db: Session, clock: Clock, acting: str, *, user_id: str, person: Person, password_hash: str
) -> Changes:
    """Change a manager of the session's mall; an empty hash leaves the password. Returns the log.

    Raises Forbidden (403), NotFound (404), NotModified (409), Invalid (422).
    """
    before = _manageable(await _known(db, acting), user_id)
    _require(person)
    if user_id == acting and person.manager_type != before.manager_type:
        raise Invalid("Nobody changes their own role.", parameter="manager_type")
    then = Person(
        name=before.name,
        manager_type=before.manager_type,
        phone=before.phone or "",
        email=before.email or "",
    )
    changes: Changes = differences(then, person)
    if password_hash:
        changes["password"] = (None, None)
    if not changes:
        raise NotModified()
    kept = Manager(
        user_id,
        password_hash=password_hash or before.password_hash,
        **msgspec.structs.asdict(person),
    )
    await rules.admit(db, clock, kept)
    return changes


async def remove(db: Session, acting: str, *, user_id: str) -> Changes:
    """Let a manager no longer sign in to the session's mall; returns what to log.

    Raises Forbidden (403), NotFound (404), Invalid (422).
    """
    gone = _manageable(await _known(db, acting), user_id)
    if user_id == acting:
        raise Invalid("Nobody takes leave of themselves.", parameter="user_id")
    await rules.dismiss(db, user_id)
    return {"name": (gone.name, None), "manager_type": (gone.manager_type, None)}


async def _known(db: Session, acting: str) -> dict[str, Manager]:
    """Return the mall's managers, locked, so that two head admins do not remove each other."""
    known = {each.user_id: each for each in await rules.managers(db, to_change=True)}
    if acting not in known or known[acting].manager_type != HEAD:
        raise Forbidden("Only a head admin manages who may sign in.")
    return known


def _manageable(known: dict[str, Manager], user_id: str) -> Manager:
    found = known.get(user_id)
    if found is None or found.manager_type == SUPPLIER:
        raise NotFound("There is no such manager.", parameter="user_id")
    return found


def _require(person: Person) -> None:
    if not 1 <= len(person.name) <= _LONGEST:
        raise Invalid("A name has 1 to 100 characters.", parameter="name")
    if person.manager_type not in ROLES:
        raise Invalid("A manager is a head admin or a sub-admin.", parameter="manager_type")
    if person.phone and not _PHONE.fullmatch(person.phone):
        raise Invalid("This is no phone number.", parameter="phone")
    if person.email and (len(person.email) > _LONGEST or not _EMAIL.fullmatch(person.email)):
        raise Invalid("This is no e-mail address.", parameter="email")
