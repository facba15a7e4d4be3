"""Developers, their sessions and their test malls, as they are kept."""

from typing import Final

from msgspec import Struct
from sqlalchemy import bindparam, delete, func, insert, select, update

from openmall.access.malls.tables import MALL
from openmall.access.oauth import secrets, sessions
from openmall.access.oauth.tables import APP
from openmall.contract.moments import Clock
from openmall.database import sequences
from openmall.database.session import Session
from openmall.database.statements import Statement
from openmall.pages.console.tables import DEVELOPER, DEVELOPER_SESSION, TEST_MALL

_COLUMNS: Final = tuple(DEVELOPER.c)
_ADD: Final = Statement(insert(DEVELOPER).values({c.name: bindparam(c.name) for c in _COLUMNS}))
_OF_EMAIL: Final = Statement(select(*_COLUMNS).where(DEVELOPER.c.email == bindparam("email")))
_EVERY: Final = Statement(
    select(*_COLUMNS, func.count(APP.c.client_id))
    .outerjoin(APP, APP.c.developer_no == DEVELOPER.c.developer_no)
    .group_by(*_COLUMNS)
    .order_by(DEVELOPER.c.developer_no)
)
_SET_PASSWORD: Final = Statement(
    update(DEVELOPER)
    .where(DEVELOPER.c.email == bindparam("email"))
    .values(password_hash=bindparam("password_hash"))
)
_BEGIN: Final = Statement(
    insert(DEVELOPER_SESSION).values({c.name: bindparam(c.name) for c in DEVELOPER_SESSION.c})
)
_SIGNED_IN: Final = Statement(
    select(*_COLUMNS, DEVELOPER_SESSION.c.expires_at, DEVELOPER_SESSION.c.password_digest)
    .join(DEVELOPER_SESSION, DEVELOPER_SESSION.c.developer_no == DEVELOPER.c.developer_no)
    .where(DEVELOPER_SESSION.c.session_hash == bindparam("session_hash"))
)
_END: Final = Statement(
    delete(DEVELOPER_SESSION).where(DEVELOPER_SESSION.c.session_hash == bindparam("session_hash"))
)
_FORGET_OLD: Final = Statement(
    delete(DEVELOPER_SESSION).where(DEVELOPER_SESSION.c.expires_at <= bindparam("now"))
)
_LOCK: Final = Statement(
    select(DEVELOPER.c.developer_no)
    .where(DEVELOPER.c.developer_no == bindparam("developer_no"))
    .with_for_update()
)
_ADD_MALL: Final = Statement(
    insert(TEST_MALL).values({c.name: bindparam(c.name) for c in TEST_MALL.c})
)
_DROP_MALL: Final = Statement(
    delete(TEST_MALL).where(TEST_MALL.c.store_id == bindparam("store_id"))
)
_COUNT_MALLS: Final = Statement(
    select(func.count()).where(TEST_MALL.c.developer_no == bindparam("developer_no"))
)
_MALLS: Final = Statement(
    select(TEST_MALL.c.store_id, MALL.c.name, TEST_MALL.c.created_at)
    .join(MALL, MALL.c.mall_id == TEST_MALL.c.store_id)
    .where(TEST_MALL.c.developer_no == bindparam("developer_no"))
    .order_by(TEST_MALL.c.created_at.desc(), TEST_MALL.c.store_id),
    across_malls="a developer's list of their own test malls",
)


class Developer(Struct, frozen=True):
    """Somebody who writes apps."""

    number: int
    email: str
    name: str
    password_hash: str
    created_at: int


class TestMall(Struct, frozen=True):
    """A mall a developer tries things in."""

    mall_id: str
    name: str
    created_at: int


async def add(db: Session, clock: Clock, *, email: str, name: str, password_hash: str) -> Developer:
    """Keep a new developer. Raises DuplicateRow when the e-mail address has an account."""
    made = Developer(
        await sequences.allocate(db, "developer"), email, name, password_hash, int(clock.now())
    )
    await db.run(
        _ADD,
        developer_no=made.number,
        email=email,
        name=name,
        password_hash=password_hash,
        created_at=made.created_at,
    )
    return made


async def of_email(db: Session, email: str) -> Developer | None:
    """Return who has the account of an e-mail address in small letters, or None."""
    row = await db.one(_OF_EMAIL, email=email)
    return None if row is None else Developer(*row)


async def every(db: Session) -> list[tuple[Developer, int]]:
    """Return all developers, the first first, each with the number of their apps."""
    return [(Developer(*row[:-1]), row[-1]) for row in await db.all(_EVERY)]


async def set_password(db: Session, email: str, password_hash: str) -> bool:
    """Replace a password, which signs every browser out; returns whether there is the account."""
    return bool(await db.run(_SET_PASSWORD, email=email, password_hash=password_hash))


async def begin(db: Session, clock: Clock, developer: Developer, *, instead_of: str) -> str:
    """Sign a developer in under a new session id; the browser's earlier one ends.

    Returns the id, which only the browser keeps.
    """
    now = int(clock.now())
    await db.run(_FORGET_OLD, now=now)
    await end(db, instead_of)
    session = secrets.generate(32)
    await db.run(
        _BEGIN,
        session_hash=secrets.digest(session),
        developer_no=developer.number,
        password_digest=secrets.digest(developer.password_hash),
        expires_at=now + sessions.SECONDS,
    )
    return session


async def signed_in(db: Session, clock: Clock, session: str) -> Developer | None:
    """Return who is signed in under a session id, or None.

    None, too, after 12 hours and after the password was replaced.
    """
    row = await db.one(_SIGNED_IN, session_hash=secrets.digest(session))
    if row is None:
        return None
    *known, expires_at, digest = row
    developer = Developer(*known)
    fresh = clock.now() < expires_at and secrets.digest(developer.password_hash) == digest
    return developer if fresh else None


async def end(db: Session, session: str) -> None:
    """Sign a browser out."""
    await db.run(_END, session_hash=secrets.digest(session))


async def keep_mall(
    db: Session, clock: Clock, developer: Developer, mall_id: str, *, most: int
) -> bool:
    """Say whose test mall a mall is to be; False, and nothing is kept, when they have `most`.

    Two at once wait for each other. Raises DuplicateRow for a name that is taken by a test mall.
    """
    await db.one(_LOCK, developer_no=developer.number)
    row = await db.one(_COUNT_MALLS, developer_no=developer.number)
    if row is None or row[0] >= most:
        return False
    await db.run(
        _ADD_MALL,
        store_id=mall_id,
        developer_no=developer.number,
        created_at=int(clock.now()),
    )
    return True


async def drop_mall(db: Session, mall_id: str) -> None:
    """Forget whose test mall a mall was to be, which could not be made."""
    await db.run(_DROP_MALL, store_id=mall_id)


async def malls(db: Session, developer: Developer) -> list[TestMall]:
    """Return a developer's test malls that are made, the newest first."""
    return [TestMall(*row) for row in await db.all(_MALLS, developer_no=developer.number)]
