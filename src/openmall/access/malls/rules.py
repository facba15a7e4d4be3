"""Malls and their managers, as the operator creates, closes and changes them."""

from typing import Final

import msgspec
from babel import Locale, UnknownLocaleError
from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import bindparam, delete, func, insert, select, update

from openmall.access import passwords
from openmall.access.malls import possible
from openmall.access.malls.possible import Language
from openmall.access.malls.tables import CLOSED, MALL, MALL_LIMITS, MANAGER, SHOP
from openmall.access.sandbox import store as sandbox_store
from openmall.contract.moments import Clock
from openmall.database import sequences
from openmall.database.session import Database, Session
from openmall.database.statements import Statement
from openmall.database.text_search import trimming
from openmall.http.addressing import RESERVED

INVITATION_SECONDS: Final = 7 * 86_400
"""For which the invitation of a manager can be accepted."""
RESTORING: Final = "restoring"
"""A counter of the mall that exists while a restore is in progress or was interrupted."""
_ADD_MALL: Final = Statement(insert(MALL).values({c.name: bindparam(c.name) for c in MALL.c}))
_ADD_SHOP: Final = Statement(insert(SHOP).values({c.name: bindparam(c.name) for c in SHOP.c}))
_RENAME_SHOP: Final = Statement(
    update(SHOP)
    .where(SHOP.c.mall_id == bindparam("mall_id"), SHOP.c.shop_no == bindparam("shop"))
    .values(name=bindparam("new_name"))
)
_SHOP_NAMES: Final = Statement(
    select(SHOP.c.shop_no, SHOP.c.name)
    .where(SHOP.c.mall_id == bindparam("mall_id"))
    .order_by(SHOP.c.shop_no)
)
_FIND: Final = Statement(select(MALL.c.name).where(MALL.c.mall_id == bindparam("mall_id")))
_OPENED_AT: Final = Statement(
    select(MALL.c.created_at).where(MALL.c.mall_id == bindparam("mall_id"))
)
_ALL: Final = Statement(
    select(
        MALL.c.mall_id,
        MALL.c.name,
        MALL.c.country,
        MALL.c.created_at,
        func.count(SHOP.c.shop_no),
    )
    .join(SHOP, SHOP.c.mall_id == MALL.c.mall_id)
    .group_by(MALL.c.mall_id, MALL.c.name, MALL.c.country, MALL.c.created_at)
    .order_by(MALL.c.created_at, MALL.c.mall_id),
    across_malls="the operator's list of malls",
)
_CLOSE: Final = Statement(
    lambda insert: (
        insert(CLOSED)
        .values({c.name: bindparam(c.name) for c in CLOSED.c})
        .on_conflict_do_update(index_elements=["mall_id"], set_={"notice": bindparam("notice")})
    )
)
_OPEN: Final = Statement(delete(CLOSED).where(CLOSED.c.mall_id == bindparam("mall_id")))
MOST_LIMIT_TIMES: Final = 100
_SET_LIMITS: Final = Statement(
    lambda insert: (
        insert(MALL_LIMITS)
        .values({c.name: bindparam(c.name) for c in MALL_LIMITS.c})
        .on_conflict_do_update(index_elements=["mall_id"], set_={"times": bindparam("times")})
    )
)
_UPSERT_MANAGER: Final = Statement(
    lambda insert: (
        insert(MANAGER)
        .values({c.name: bindparam(c.name) for c in MANAGER.c if c.name != "last_login_at"})
        .on_conflict_do_update(
            index_elements=["mall_id", "user_id"],
            set_={
                **{
                    name: bindparam(name)
                    for name in ("name", "manager_type", "password_hash", "role_no", "invited_at")
                },
                **{
                    column.name: func.coalesce(bindparam(column.name), column)
                    for column in (MANAGER.c.phone, MANAGER.c.email)
                },
            },
        )
    )
)
_OF_MANAGER: Final = (
    MANAGER.c.user_id,
    MANAGER.c.name,
    MANAGER.c.manager_type,
    MANAGER.c.password_hash,
    MANAGER.c.phone,
    MANAGER.c.email,
    MANAGER.c.last_login_at,
    MANAGER.c.role_no,
    MANAGER.c.invited_at,
)
_MANAGER: Final = Statement(
    select(*_OF_MANAGER).where(
        MANAGER.c.mall_id == bindparam("mall_id"), MANAGER.c.user_id == bindparam("user_id")
    )
)
_SIGNED_IN: Final = Statement(
    update(MANAGER)
    .where(MANAGER.c.mall_id == bindparam("mall_id"), MANAGER.c.user_id == bindparam("user_id"))
    .values(last_login_at=bindparam("now"))
)
_DISMISS: Final = Statement(
    delete(MANAGER).where(
        MANAGER.c.mall_id == bindparam("mall_id"), MANAGER.c.user_id == bindparam("user_id")
    )
)
_ALL_OF_THEM: Final = (
    select(*_OF_MANAGER)
    .where(MANAGER.c.mall_id == bindparam("mall_id"))
    .order_by(MANAGER.c.user_id)
)
_MANAGERS: Final = Statement(_ALL_OF_THEM)
_MANAGERS_TO_CHANGE: Final = Statement(_ALL_OF_THEM.with_for_update())


class MallLine(Struct, frozen=True):
    """A mall in the operator's list."""

    mall_id: str
    name: str
    country: str
    created_at: int
    shops: int


class Manager(Struct, frozen=True):
    """A user of a mall's back office."""

    user_id: str
    name: str
    manager_type: str
    """P head admin, A sub-admin, S supplier."""
    password_hash: str
    phone: str | None = None
    email: str | None = None
    last_login_at: int | None = None
    """UTC seconds; None: never."""
    role_no: int = 0
    """The role of a sub-admin; 0: every area."""
    invited_at: int = 0
    """UTC seconds of an invitation that is not accepted yet; 0: none."""


async def create(
    database: Database,
    clock: Clock,
    mall_id: str,
    name: str,
    country: str,
    shops: list[Language],
    *,
    sandbox: bool = False,
    undo_days: int | None = None,
) -> None:
    """Create a mall with its shops, numbered from 1. Raises ValueError for invalid arguments.

    Names are trimmed.

    A shop that is called like one before it gets its language behind the name.
    `sandbox`: create a sandbox; an existing mall cannot become one (docs/decisions/0020).
    `undo_days`: days for which its writes are recorded; None or 0: they are not.
    """
    name = trimming.name(name)
    shops = [replace(each, name=trimming.name(each.name)) for each in shops]
    possible.require(mall_id, name, country, shops)
    async with database.writing(mall_id) as db:
        if await db.one(_FIND):
            raise ValueError(f"there is a mall {mall_id!r} already")
        if await sequences.allocated(db, RESTORING):
            raise ValueError(
                f"a restore of the mall {mall_id!r} was stopped halfway: call it again, or remove"
                f" what it left (openmall mall remove {mall_id})"
            )
        await db.run(
            _ADD_MALL,
            name=name,
            country=country,
            created_at=int(clock.now()),
            undo_days=undo_days,
        )
        if sandbox:
            await sandbox_store.add(db)
        for shop_no, shop in enumerate(_told_apart(shops), 1):
            await db.run(
                _ADD_SHOP,
                shop_no=shop_no,
                name=shop.name,
                language=shop.language,
                currency=shop.currency,
            )


def _told_apart(shops: list[Language]) -> list[Language]:
    """Return the shops, each with a name of its own."""
    names: set[str] = set()
    found = []
    for shop_no, shop in enumerate(shops, 1):
        try:
            language = Locale.parse(shop.language).get_language_name() or shop.language
        except (UnknownLocaleError, ValueError):
            language = shop.language
        candidates = (
            shop.name,
            f"{shop.name} ({language})",
            f"{shop.name} ({language}, {shop.currency})",
            f"{shop.name} ({shop_no})",
        )
        name = next((each for each in candidates if each not in names), candidates[-1])
        names.add(name)
        found.append(replace(shop, name=name))
    return found


async def shop_names(db: Session) -> dict[int, str]:
    """Return the names of the shops of the session's mall, by number."""
    return {row[0]: row[1] for row in await db.all(_SHOP_NAMES)}


async def rename_shop(db: Session, shop_no: int, name: str) -> None:
    """Rename a shop of the session's mall; the caller invalidates the cached malls."""
    await db.run(_RENAME_SHOP, shop=shop_no, new_name=name)


async def opened_at(db: Session) -> int:
    """Return when the session's mall was created, in UTC seconds."""
    row = await db.one(_OPENED_AT)
    assert row is not None
    opened: int = row[0]
    return opened


async def every(database: Database) -> list[MallLine]:
    """Return all malls of the installation, oldest first."""
    async with database.reading("") as db:
        return [MallLine(*row) for row in await db.all(_ALL)]


async def of_reserved_ids(database: Database) -> list[str]:
    """Return the ids of malls that became the name of a host of the installation.

    They were created before it had that host, and are not served.
    """
    return sorted(each.mall_id for each in await every(database) if each.mall_id in RESERVED)


async def keep_manager(
    db: Session,
    clock: Clock,
    user_id: str,
    password: str,
    *,
    name: str,
    manager_type: str = "P",
    phone: str | None = None,
    email: str | None = None,
) -> None:
    """Add a manager to the session's mall, or replace their password."""
    password_hash = passwords.hash_password(password)
    await admit(db, clock, Manager(user_id, name, manager_type, password_hash, phone, email))


async def admit(db: Session, clock: Clock, manager: Manager) -> None:
    """Insert or update a manager of the session's mall.

    A phone or email of None keeps the stored value.
    """
    values = msgspec.structs.asdict(manager)
    del values["last_login_at"]
    await db.run(_UPSERT_MANAGER, **values, created_at=int(clock.now()))


async def dismiss(db: Session, user_id: str) -> None:
    """Delete a manager of the session's mall, which also ends their browser sessions."""
    await db.run(_DISMISS, user_id=user_id)


async def manager(db: Session, user_id: str) -> Manager | None:
    """Return a manager of the session's mall, or None."""
    row = await db.one(_MANAGER, user_id=user_id)
    return None if row is None else Manager(*row)


async def signed_in(db: Session, clock: Clock, user_id: str) -> None:
    """Record a manager's sign-in to the session's mall."""
    await db.run(_SIGNED_IN, user_id=user_id, now=int(clock.now()))


async def managers(db: Session, *, to_change: bool = False) -> list[Manager]:
    """Return all managers of the session's mall; `to_change` locks them."""
    statement = _MANAGERS_TO_CHANGE if to_change else _MANAGERS
    return [Manager(*row) for row in await db.all(statement)]


async def close(database: Database, clock: Clock, mall_id: str, *, notice: str) -> None:
    """Close a mall: requests are refused with the notice (503), and no webhooks are sent."""
    async with database.writing(mall_id) as db:
        await db.run(_CLOSE, closed_at=int(clock.now()), notice=notice)


async def set_limits(database: Database, mall_id: str, times: int) -> None:
    """Give a mall `times` the rate limits of the installation. Raises ValueError out of bounds."""
    if not 1 <= times <= MOST_LIMIT_TIMES:
        raise ValueError(f"limits are 1 to {MOST_LIMIT_TIMES} times those of the installation")
    async with database.writing(mall_id) as db:
        await db.run(_SET_LIMITS, times=times)


async def reopen(database: Database, mall_id: str) -> bool:
    """Reopen a closed mall; return whether it was closed."""
    async with database.writing(mall_id) as db:
        return await db.run(_OPEN) > 0
