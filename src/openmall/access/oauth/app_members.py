"""Teams of apps: members with a role, and invitations to become one.

The developer who registered an app is its owner and stays one. Owners change credentials, settings
and the team; developers do everything else.
"""

from typing import Final, Literal

from msgspec import Struct
from sqlalchemy import bindparam, delete, select

from openmall.access.oauth import secrets
from openmall.access.oauth.tables import APP_INVITATION, APP_MEMBER
from openmall.contract.moments import Clock
from openmall.database.session import Session
from openmall.database.statements import Statement

Role = Literal["owner", "developer"]
ROLES: Final[tuple[Role, ...]] = ("owner", "developer")
VALID: Final = 7 * 86_400
"""Seconds for which an invitation can be accepted."""
MOST: Final = 50
"""Members and open invitations of an app."""

_M: Final = APP_MEMBER.c
_I: Final = APP_INVITATION.c
_ADD: Final = Statement(
    lambda insert: (
        insert(APP_MEMBER)
        .values({c.name: bindparam(c.name) for c in _M})
        .on_conflict_do_update(
            index_elements=["client_id", "developer_no"], set_={"role": bindparam("role")}
        )
    )
)
_LIST: Final = Statement(
    select(_M.developer_no, _M.role, _M.added_at)
    .where(_M.client_id == bindparam("client_id"))
    .order_by(_M.added_at, _M.developer_no)
)
_ROLE: Final = Statement(
    select(_M.role).where(
        _M.client_id == bindparam("client_id"), _M.developer_no == bindparam("developer_no")
    )
)
_REMOVE: Final = Statement(
    delete(APP_MEMBER).where(
        _M.client_id == bindparam("client_id"), _M.developer_no == bindparam("developer_no")
    )
)
_INVITE: Final = Statement(
    lambda insert: insert(APP_INVITATION).values({c.name: bindparam(c.name) for c in _I})
)
_INVITATIONS: Final = Statement(
    select(_I.token_hash, _I.client_id, _I.email, _I.role, _I.expires_at)
    .where(_I.client_id == bindparam("client_id"), _I.expires_at > bindparam("now"))
    .order_by(_I.expires_at, _I.email)
)
_INVITATION: Final = Statement(
    select(_I.token_hash, _I.client_id, _I.email, _I.role, _I.expires_at).where(
        _I.token_hash == bindparam("token_hash"), _I.expires_at > bindparam("now")
    )
)
_WITHDRAW: Final = Statement(
    delete(APP_INVITATION).where(
        _I.client_id == bindparam("client_id"), _I.token_hash == bindparam("token_hash")
    )
)
_WITHDRAW_ALL: Final = Statement(
    delete(APP_INVITATION).where(_I.client_id == bindparam("client_id"))
)
_FORGET: Final = Statement(
    delete(APP_INVITATION).where(
        _I.client_id == bindparam("client_id"), _I.expires_at <= bindparam("now")
    )
)


class Member(Struct, frozen=True):
    """A developer who works on an app."""

    developer_no: int
    role: str
    added_at: int
    """UTC seconds."""


class Invitation(Struct, frozen=True):
    """An open invitation."""

    token_hash: str
    client_id: str
    email: str
    role: str
    expires_at: int
    """UTC seconds."""


async def members(db: Session, client_id: str) -> list[Member]:
    """Return the members of an app beside its first owner, the earliest first."""
    return [Member(*row) for row in await db.all(_LIST, client_id=client_id)]


async def role_of(db: Session, client_id: str, developer_no: int) -> str:
    """Return the role of a member; empty: none."""
    row = await db.one(_ROLE, client_id=client_id, developer_no=developer_no)
    return "" if row is None else str(row[0])


async def add(db: Session, clock: Clock, client_id: str, developer_no: int, role: str) -> None:
    """Add a member, or change the role of one."""
    now = int(clock.now())
    await db.run(_ADD, client_id=client_id, developer_no=developer_no, role=role, added_at=now)


async def remove(db: Session, client_id: str, developer_no: int) -> bool:
    """Remove a member, who has no access from the next request on; return whether there was one."""
    return bool(await db.run(_REMOVE, client_id=client_id, developer_no=developer_no))


async def withdraw_all(db: Session, client_id: str) -> None:
    """End every open invitation of an app: who made them is not known."""
    await db.run(_WITHDRAW_ALL, client_id=client_id)


async def invite(db: Session, clock: Clock, client_id: str, email: str, role: str) -> str:
    """Create an invitation of an account's e-mail address; return its token, which is not kept."""
    now = int(clock.now())
    await db.run(_FORGET, client_id=client_id, now=now)
    token = secrets.generate(24)
    await db.run(
        _INVITE,
        token_hash=secrets.digest(token),
        client_id=client_id,
        email=email,
        role=role,
        expires_at=now + VALID,
    )
    return token


async def invitations(db: Session, clock: Clock, client_id: str) -> list[Invitation]:
    """Return the open invitations of an app."""
    rows = await db.all(_INVITATIONS, client_id=client_id, now=int(clock.now()))
    return [Invitation(*row) for row in rows]


async def find_invitation(db: Session, clock: Clock, token: str) -> Invitation | None:
    """Return the open invitation of a token, or None."""
    row = await db.one(_INVITATION, token_hash=secrets.digest(token), now=int(clock.now()))
    return None if row is None else Invitation(*row)


async def withdraw(db: Session, client_id: str, token_hash: str) -> bool:
    """End an invitation; return whether it was open."""
    return bool(await db.run(_WITHDRAW, client_id=client_id, token_hash=token_hash))
