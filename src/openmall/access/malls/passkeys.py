"""Passkeys of managers as they are stored (WebAuthn Level 3)."""

from typing import Final

from msgspec import Struct
from msgspec.structs import asdict
from sqlalchemy import bindparam, delete, select, update

from openmall.access.malls.tables import PASSKEY
from openmall.database.session import Row, Session
from openmall.database.statements import Statement

MOST: Final = 20
"""Passkeys of a manager."""
_P: Final = PASSKEY.c
_OF_MANAGER: Final = (_P.mall_id == bindparam("mall_id"), _P.user_id == bindparam("user_id"))
_COLUMNS: Final = (
    _P.credential_id,
    _P.user_id,
    _P.name,
    _P.public_key,
    _P.sign_count,
    _P.created_at,
    _P.last_used_at,
)
_ADD: Final = Statement(
    lambda insert: (
        insert(PASSKEY)
        .values({c.name: bindparam(c.name) for c in _P})
        .on_conflict_do_nothing(index_elements=["mall_id", "credential_id"])
    )
)
_LIST: Final = Statement(
    select(*_COLUMNS).where(*_OF_MANAGER).order_by(_P.created_at, _P.credential_id)
)
_FIND: Final = Statement(
    select(*_COLUMNS).where(
        _P.mall_id == bindparam("mall_id"), _P.credential_id == bindparam("credential_id")
    )
)
_REMOVE: Final = Statement(
    delete(PASSKEY).where(*_OF_MANAGER, _P.credential_id == bindparam("credential_id"))
)
_REMOVE_ALL: Final = Statement(delete(PASSKEY).where(*_OF_MANAGER))
_USE: Final = Statement(
    update(PASSKEY)
    .where(
        *_OF_MANAGER,
        _P.credential_id == bindparam("this_credential"),
        _P.sign_count == bindparam("was"),
    )
    .values(sign_count=bindparam("becomes"), last_used_at=bindparam("now"))
)


class Passkey(Struct, frozen=True, kw_only=True):
    """A passkey of a manager."""

    credential_id: str
    """base64url."""
    user_id: str
    name: str
    public_key: str
    """COSE, base64url."""
    sign_count: int
    created_at: int
    last_used_at: int = 0


async def of_manager(db: Session, user_id: str) -> list[Passkey]:
    """Return the passkeys of a manager, in the order in which they were added."""
    return [_passkey(row) for row in await db.all(_LIST, user_id=user_id)]


async def find(db: Session, credential_id: str) -> Passkey | None:
    """Return a passkey of the session's mall, or None."""
    row = await db.one(_FIND, credential_id=credential_id)
    return None if row is None else _passkey(row)


async def add(db: Session, passkey: Passkey) -> bool:
    """Store a passkey; False: it is registered already, or there are `MOST` of the manager."""
    if len(await of_manager(db, passkey.user_id)) >= MOST:
        return False
    return await db.run(_ADD, **asdict(passkey)) > 0


async def use(db: Session, passkey: Passkey, *, sign_count: int, now: int) -> bool:
    """Store the counter of a use; False: the passkey was used or removed at the same time."""
    return (
        await db.run(
            _USE,
            user_id=passkey.user_id,
            this_credential=passkey.credential_id,
            was=passkey.sign_count,
            becomes=sign_count,
            now=now,
        )
        > 0
    )


async def remove(db: Session, user_id: str, credential_id: str) -> str:
    """Remove a passkey of a manager; return its name, empty when there is none."""
    passkey = await find(db, credential_id)
    removed = await db.run(_REMOVE, user_id=user_id, credential_id=credential_id)
    return passkey.name if passkey is not None and removed else ""


async def remove_all(db: Session, user_id: str) -> int:
    """Remove the passkeys of a manager; return how many there were."""
    return await db.run(_REMOVE_ALL, user_id=user_id)


def _passkey(row: Row) -> Passkey:
    credential_id, user_id, name, public_key, sign_count, created_at, last_used_at = row
    return Passkey(
        credential_id=credential_id,
        user_id=user_id,
        name=name,
        public_key=public_key,
        sign_count=sign_count,
        created_at=created_at,
        last_used_at=last_used_at,
    )
