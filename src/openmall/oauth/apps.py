"""What the operator does with apps: register one, give it new secrets, put it into a mall."""

from typing import Final

import msgspec
from msgspec import Struct
from sqlalchemy import bindparam, case, insert, select, update

from openmall.contract import scopes as scope_names
from openmall.contract.moments import Clock
from openmall.database import numbers
from openmall.database.session import Database, Row, Session
from openmall.database.statements import Statement
from openmall.limits.counters import Counters
from openmall.oauth import codes, redirects, secrets, tokens
from openmall.oauth.announcing import announced
from openmall.oauth.secrets import Kept
from openmall.oauth.tables import APP, INSTALLATION
from openmall.versions import calendar

_ADD: Final = Statement(insert(APP).values({c.name: bindparam(c.name) for c in APP.c}))
_COLUMNS: Final = (
    APP.c.client_id,
    APP.c.name,
    APP.c.redirect_uris,
    APP.c.scopes,
    APP.c.restricted,
    APP.c.strict,
    APP.c.version,
    APP.c.launch_url,
    APP.c.developer_no,
    APP.c.created_at,
    APP.c.secret_hash,
    APP.c.earlier_secret_hash,
    APP.c.earlier_secret_until,
    APP.c.front_key_hash,
    APP.c.earlier_key_hash,
    APP.c.earlier_key_until,
)
_FIND: Final = Statement(select(*_COLUMNS).where(APP.c.client_id == bindparam("client_id")))
_ALL: Final = Statement(select(*_COLUMNS).order_by(APP.c.created_at, APP.c.client_id))
_OF_DEVELOPER: Final = Statement(
    select(*_COLUMNS)
    .where(APP.c.developer_no == bindparam("developer_no"))
    .order_by(APP.c.app_no.desc())
)
_GIVE: Final = Statement(
    update(APP)
    .where(APP.c.client_id == bindparam("client_id"))
    .values(developer_no=bindparam("developer_no"))
)
_SET_FACTS: Final = Statement(
    update(APP)
    .where(APP.c.client_id == bindparam("client_id"))
    .values(
        {
            name: bindparam(name)
            for name in ("name", "redirect_uris", "scopes", "strict", "launch_url", "version")
        }
    )
)
_SET_RESTRICTED: Final = Statement(
    update(APP)
    .where(APP.c.client_id == bindparam("client_id"))
    .values(restricted=bindparam("restricted"))
)
_INSTALL: Final = Statement(
    lambda insert: (
        insert(INSTALLATION)
        .values({c.name: bindparam(c.name) for c in INSTALLATION.c})
        .on_conflict_do_update(
            index_elements=["mall_id", "client_id"],
            set_={
                "scopes": bindparam("scopes"),
                "installed_at": case(
                    (INSTALLATION.c.deleted_at.is_(None), INSTALLATION.c.installed_at),
                    else_=bindparam("installed_at"),
                ),
                "deleted_at": None,
            },
        )
    )
)
_INSTALLED: Final = Statement(
    select(INSTALLATION.c.deleted_at, INSTALLATION.c.scopes).where(
        INSTALLATION.c.mall_id == bindparam("mall_id"),
        INSTALLATION.c.client_id == bindparam("client_id"),
    )
)
_UNINSTALL: Final = Statement(
    update(INSTALLATION)
    .where(
        INSTALLATION.c.mall_id == bindparam("mall_id"),
        INSTALLATION.c.client_id == bindparam("client_id"),
        INSTALLATION.c.deleted_at.is_(None),
    )
    .values(deleted_at=bindparam("deleted_at"))
)
_IN_MALL: Final = Statement(
    select(
        APP.c.client_id,
        APP.c.name,
        INSTALLATION.c.scopes,
        APP.c.restricted,
        APP.c.app_no,
        APP.c.launch_url,
        INSTALLATION.c.installed_at,
        INSTALLATION.c.deleted_at,
    )
    .join(INSTALLATION, INSTALLATION.c.client_id == APP.c.client_id)
    .where(INSTALLATION.c.mall_id == bindparam("mall_id"))
    .order_by(APP.c.app_no)
)


class Registered(Struct, frozen=True):
    """An app as the authorization server knows it."""

    client_id: str
    name: str
    redirect_uris: list[str]
    scopes: list[str]
    restricted: bool
    strict: bool
    version: str
    launch_url: str
    """Where people begin to use it; empty when it has no such place."""
    developer_no: int
    """Whose it is in the developer console; 0: the operator's."""
    created_at: int
    """UTC seconds."""
    secret: Kept
    key: Kept
    """Client secret and front API key."""


class Inside(Struct, frozen=True):
    """An app in a mall, or one that was deleted from it."""

    client_id: str
    name: str
    scopes: list[str]
    """What it was allowed."""
    restricted: bool
    app_no: int
    """The installation's number of the app; it never changes."""
    launch_url: str
    installed_at: int
    deleted_at: int | None
    """UTC seconds, both; None: it is in the mall."""


class Credentials(Struct, frozen=True):
    """What an app proves itself with; shown once, when they are made."""

    client_id: str
    client_secret: str
    front_api_key: str


async def register(
    database: Database,
    clock: Clock,
    *,
    name: str,
    redirect_uris: list[str],
    scopes: list[str],
    restricted: bool = False,
    strict: bool = False,
    version: str = calendar.DEFAULT,
    launch_url: str = "",
    developer_no: int = 0,
) -> Credentials:
    """Register an app and return its credentials. Raises ValueError that says what is wrong.

    `launch_url`: https address at which people begin to use it; shops show it in their menu.
    """
    _check(redirect_uris, scopes, version, launch_url)
    credentials = Credentials(secrets.draw(), secrets.draw(), secrets.draw())
    async with database.writing("") as db:
        await db.run(
            _ADD,
            client_id=credentials.client_id,
            name=name,
            secret_hash=secrets.digest(credentials.client_secret),
            front_key_hash=secrets.digest(credentials.front_api_key),
            redirect_uris=msgspec.json.encode(redirect_uris).decode(),
            scopes=" ".join(scopes),
            restricted="T" if restricted else "F",
            strict="T" if strict else "F",
            version=version,
            created_at=int(clock.now()),
            app_no=await numbers.take(db, "app"),
            launch_url=launch_url,
            developer_no=developer_no,
            earlier_secret_hash=None,
            earlier_secret_until=0,
            earlier_key_hash=None,
            earlier_key_until=0,
        )
    return credentials


def _check(redirect_uris: list[str], scopes: list[str], version: str, launch_url: str) -> None:
    wrong = scope_names.unknown(scopes)
    if wrong:
        raise ValueError(f"there is no scope {wrong[0]!r}")
    for uri in redirect_uris:
        redirects.check(uri)
    if launch_url:
        redirects.check_launch(launch_url)
    if version not in calendar.RELEASES:
        raise ValueError(f"{version!r} is no release: {', '.join(calendar.RELEASES)}")


async def change(db: Session, app: Registered) -> bool:
    """Keep what is said of an app, but its credentials, restriction and owner.

    Returns whether there is such an app. Use a transaction of `announcing.announced`. Tokens that
    were given keep the scopes they were given with. Raises ValueError that says what is wrong.
    """
    _check(app.redirect_uris, app.scopes, app.version, app.launch_url)
    return bool(
        await db.run(
            _SET_FACTS,
            client_id=app.client_id,
            name=app.name,
            redirect_uris=msgspec.json.encode(app.redirect_uris).decode(),
            scopes=" ".join(app.scopes),
            strict="T" if app.strict else "F",
            launch_url=app.launch_url,
            version=app.version,
        )
    )


async def give(db: Session, client_id: str, developer_no: int) -> bool:
    """Make an app a developer's (0: the operator's); returns whether there is such an app."""
    return bool(await db.run(_GIVE, client_id=client_id, developer_no=developer_no))


async def of_developer(db: Session, developer_no: int) -> list[Registered]:
    """Return a developer's apps, the newest first."""
    return [_registered(row) for row in await db.all(_OF_DEVELOPER, developer_no=developer_no)]


async def find(db: Session, client_id: str) -> Registered | None:
    """Return a registered app, or None."""
    row = await db.one(_FIND, client_id=client_id)
    return None if row is None else _registered(row)


async def every(database: Database) -> list[Registered]:
    """Return all registered apps, oldest first."""
    async with database.reading("") as db:
        return [_registered(row) for row in await db.all(_ALL)]


def _registered(row: Row) -> Registered:
    client_id, name, redirect_uris, scopes, restricted, strict, version, *rest = row
    launch_url, developer_no, created_at, *kept = rest
    return Registered(
        client_id,
        name,
        msgspec.json.decode(redirect_uris, type=list[str]),
        scopes.split(),
        restricted == "T",
        strict == "T",
        version,
        launch_url,
        developer_no,
        created_at,
        Kept(*kept[:3]),
        Kept(*kept[3:]),
    )


async def approve(
    database: Database, counters: Counters, client_id: str, *, approved: bool
) -> None:
    """Open the operations by arrangement to an app, or close them to it; it counts at once.

    Among them are all reports of the analytics API, which is for approved partners.
    Raises ValueError for no such app.
    """
    async with announced(database, counters, "") as db:
        changed = await db.run(
            _SET_RESTRICTED, client_id=client_id, restricted="T" if approved else "F"
        )
    if not changed:
        raise ValueError(f"there is no app {client_id!r}")


async def install(db: Session, clock: Clock, client_id: str, scopes: list[str]) -> None:
    """Put an app into the session's mall with what it was allowed, or allow it anew.

    What it was given before it was deleted from the mall stays dead. Use a transaction of
    `announcing.announced`, or workers notice the app only after `directory.LIFETIME`.
    """
    row = await db.one(_INSTALLED, client_id=client_id)
    if row is not None and row[0] is not None:
        await tokens.revoke_of_app(db, clock, client_id)
        await codes.forget_of_app(db, client_id)
    await db.run(
        _INSTALL,
        client_id=client_id,
        scopes=" ".join(scopes),
        installed_at=int(clock.now()),
        deleted_at=None,
    )


async def installed(db: Session, client_id: str) -> bool:
    """Say whether an app is in the session's mall and has not been deleted from it."""
    row = await db.one(_INSTALLED, client_id=client_id)
    return row is not None and row[0] is None


async def allowed(db: Session, client_id: str) -> list[str] | None:
    """Return the scopes an app was allowed in the session's mall; None when it is not there."""
    row = await db.one(_INSTALLED, client_id=client_id)
    return None if row is None or row[0] is not None else row[1].split()


async def in_mall(db: Session) -> list[Inside]:
    """Return the apps that are, or were, in the session's mall, those registered first first."""
    return [
        Inside(
            client_id, name, scopes.split(), restricted == "T", number, launch, installed, deleted
        )
        for client_id, name, scopes, restricted, number, launch, installed, deleted in (
            await db.all(_IN_MALL)
        )
    ]


async def remove(db: Session, clock: Clock, client_id: str) -> bool:
    """Delete an app from the session's mall and return whether it was there.

    Use a transaction of `announcing.announced`: at its end the app's tokens are answered 403.
    """
    return bool(await db.run(_UNINSTALL, client_id=client_id, deleted_at=int(clock.now())))


async def uninstall(
    database: Database, counters: Counters, clock: Clock, *, mall_id: str, client_id: str
) -> bool:
    """Delete an app from a mall; its tokens are answered 403 from the moment this returns.

    Returns whether it was there.
    """
    async with announced(database, counters, mall_id) as db:
        return await remove(db, clock, client_id)
