"""Storage of developers, their sessions and their test malls."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from sqlalchemy import bindparam, delete, func, insert, select, update

from openmall.access.malls.tables import MALL
from openmall.access.oauth import secrets, sessions
from openmall.access.oauth.tables import APP
from openmall.apptesting.tables import APP_TEST_MALL
from openmall.contract.moments import Clock
from openmall.database import sequences
from openmall.database.schema import fixed
from openmall.database.session import Session
from openmall.database.statements import InList, Statement
from openmall.pages.console.tables import DEVELOPER, DEVELOPER_SESSION, TEST_MALL

MOST_PROGRAM_MALLS: Final = 100
"""Test malls of programs that are listed."""
_COLUMNS: Final = tuple(DEVELOPER.c)
_PING: Final = Statement(select(fixed(1)))
_ADD: Final = Statement(insert(DEVELOPER).values({c.name: bindparam(c.name) for c in _COLUMNS}))
_FIND_BY_EMAIL: Final = Statement(select(*_COLUMNS).where(DEVELOPER.c.email == bindparam("email")))
_NAMED: Final = Statement(
    select(*_COLUMNS).where(InList(DEVELOPER.c.developer_no, "developer_nos"))
)
_LIST: Final = Statement(
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
_CREATE_SESSION: Final = Statement(
    insert(DEVELOPER_SESSION).values({c.name: bindparam(c.name) for c in DEVELOPER_SESSION.c})
)
_FIND_SESSION: Final = Statement(
    select(*_COLUMNS, DEVELOPER_SESSION.c.expires_at, DEVELOPER_SESSION.c.password_digest)
    .join(DEVELOPER_SESSION, DEVELOPER_SESSION.c.developer_no == DEVELOPER.c.developer_no)
    .where(DEVELOPER_SESSION.c.session_hash == bindparam("session_hash"))
)
_DELETE_SESSION: Final = Statement(
    delete(DEVELOPER_SESSION).where(DEVELOPER_SESSION.c.session_hash == bindparam("session_hash"))
)
_DELETE_EXPIRED: Final = Statement(
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
_DELETE_MALL: Final = Statement(
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

_PROGRAM_MALLS: Final = Statement(
    select(
        APP_TEST_MALL.c.store_id,
        APP_TEST_MALL.c.name,
        APP_TEST_MALL.c.client_id,
        APP_TEST_MALL.c.created_at,
        APP_TEST_MALL.c.used_at,
    )
    .where(InList(APP_TEST_MALL.c.client_id, "client_ids"))
    .order_by(APP_TEST_MALL.c.created_at.desc(), APP_TEST_MALL.c.store_id)
    .limit(fixed(MOST_PROGRAM_MALLS))
)


class Developer(Struct, frozen=True):
    """An app developer."""

    number: int
    email: str
    name: str
    password_hash: str
    created_at: int


class TestMall(Struct, frozen=True):
    """A developer's test mall."""

    mall_id: str
    name: str
    created_at: int


class ProgramMall(Struct, frozen=True):
    """A test mall that a program created with a registered app."""

    mall_id: str
    name: str
    client_id: str
    created_at: int
    used_at: int
    """When it was created or reset last; it is deleted a day later."""


async def add(db: Session, clock: Clock, *, email: str, name: str, password_hash: str) -> Developer:
    """Insert a developer. Raises DuplicateRow when the e-mail address has an account."""
    developer = Developer(
        await sequences.allocate(db, "developer"), email, name, password_hash, int(clock.now())
    )
    await db.run(
        _ADD,
        developer_no=developer.number,
        email=email,
        name=name,
        password_hash=password_hash,
        created_at=developer.created_at,
    )
    return developer


async def find_by_email(db: Session, email: str) -> Developer | None:
    """Return the developer with an e-mail address (lower case), or None."""
    row = await db.one(_FIND_BY_EMAIL, email=email)
    return None if row is None else Developer(*row)


async def named(db: Session, developer_nos: Sequence[int]) -> dict[int, Developer]:
    """Return developers by their numbers, without those that do not exist."""
    rows = await db.all(_NAMED, developer_nos=list(developer_nos))
    return {row[0]: Developer(*row) for row in rows}


async def list_developers(db: Session) -> list[tuple[Developer, int]]:
    """Return all developers in order of registration, each with the number of their apps."""
    return [(Developer(*row[:-1]), row[-1]) for row in await db.all(_LIST)]


async def set_password(db: Session, email: str, password_hash: str) -> bool:
    """Replace a password, which ends all sessions; return whether the account exists."""
    return bool(await db.run(_SET_PASSWORD, email=email, password_hash=password_hash))


async def create_session(
    db: Session, clock: Clock, developer: Developer, *, instead_of: str
) -> str:
    """Create a session of a developer; the browser's earlier session ends.

    Returns the session id, which only the browser keeps.
    """
    now = int(clock.now())
    await db.run(_DELETE_EXPIRED, now=now)
    await delete_session(db, instead_of)
    session = secrets.generate(32)
    await db.run(
        _CREATE_SESSION,
        session_hash=secrets.digest(session),
        developer_no=developer.number,
        password_digest=secrets.digest(developer.password_hash),
        expires_at=now + sessions.SECONDS,
    )
    return session


async def find_signed_in(db: Session, clock: Clock, session: str) -> Developer | None:
    """Return the developer of a session, or None.

    Also None after 12 hours, and after the password was replaced.
    """
    row = await db.one(_FIND_SESSION, session_hash=secrets.digest(session))
    if row is None:
        return None
    *columns, expires_at, digest = row
    developer = Developer(*columns)
    fresh = clock.now() < expires_at and secrets.digest(developer.password_hash) == digest
    return developer if fresh else None


async def ping(db: Session) -> None:
    """Run a statement that reads nothing."""
    await db.one(_PING)


async def delete_session(db: Session, session: str) -> None:
    """Delete a session."""
    await db.run(_DELETE_SESSION, session_hash=secrets.digest(session))


async def add_test_mall(
    db: Session, clock: Clock, developer: Developer, mall_id: str, *, most: int
) -> bool:
    """Add a test mall of a developer; return False, without adding it, when they have `most`.

    Concurrent calls are serialized. Raises DuplicateRow when a test mall has the same id.
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


async def remove_test_mall(db: Session, mall_id: str) -> None:
    """Remove the entry of a test mall whose creation failed."""
    await db.run(_DELETE_MALL, store_id=mall_id)


async def test_malls_of(db: Session, developer: Developer) -> list[TestMall]:
    """Return a developer's test malls that exist, newest first."""
    return [TestMall(*row) for row in await db.all(_MALLS, developer_no=developer.number)]


async def program_malls_of(db: Session, client_ids: Sequence[str]) -> list[ProgramMall]:
    """Return the test malls that programs created with these apps, the newest first."""
    rows = await db.all(_PROGRAM_MALLS, client_ids=list(client_ids))
    return [ProgramMall(*row) for row in rows]
