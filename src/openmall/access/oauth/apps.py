"""Apps: registration, changes, approval, and installation in malls."""

from collections.abc import Sequence
from datetime import datetime
from typing import ClassVar, Final

import msgspec
from msgspec import UNSET, Struct, UnsetType
from sqlalchemy import bindparam, case, insert, or_, select, update

from openmall.access.oauth import (
    app_values,
    app_versions,
    codes,
    installation_rows,
    origins,
    secrets,
    tokens,
)
from openmall.access.oauth.cache_invalidation import invalidating_transaction
from openmall.access.oauth.secrets import StoredSecret
from openmall.access.oauth.tables import APP, APP_MEMBER, INSTALLATION
from openmall.contract import api_versions
from openmall.contract.counters import Counters
from openmall.contract.events import Event
from openmall.contract.journal import batch as journal_batch
from openmall.contract.moments import Clock, moment
from openmall.database import sequences
from openmall.database.session import Database, Row, Session
from openmall.database.statements import Statement

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
    APP.c.browser_origins,
    APP.c.refresh_overlap,
)
_FIND: Final = Statement(select(*_COLUMNS).where(APP.c.client_id == bindparam("client_id")))
_ALL: Final = Statement(select(*_COLUMNS).order_by(APP.c.created_at, APP.c.client_id))
_OF_DEVELOPER: Final = Statement(
    select(*_COLUMNS)
    .where(
        or_(
            APP.c.developer_no == bindparam("developer_no"),
            APP.c.client_id.in_(
                select(APP_MEMBER.c.client_id).where(
                    APP_MEMBER.c.developer_no == bindparam("developer_no")
                )
            ),
        )
    )
    .order_by(APP.c.app_no.desc())
)
_SET_DEVELOPER: Final = Statement(
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
            for name in (
                "name",
                "redirect_uris",
                "scopes",
                "strict",
                "launch_url",
                "version",
                "browser_origins",
                "refresh_overlap",
            )
        }
        | app_versions.EARLIER
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
                "since_event": case(
                    (INSTALLATION.c.deleted_at.is_(None), INSTALLATION.c.since_event),
                    else_=bindparam("since_event"),
                ),
                # what a deleted installation was allowed is not allowed again
                "browser_origins": case(
                    (INSTALLATION.c.deleted_at.is_(None), INSTALLATION.c.browser_origins),
                    else_="",
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


class RegisteredApp(Struct, frozen=True):
    """A registered app."""

    client_id: str
    name: str
    redirect_uris: list[str]
    scopes: list[str]
    restricted: bool
    strict: bool
    version: str
    launch_url: str
    """Start page of the app; empty if it has none."""
    developer_no: int
    """Its owner in the developer console; 0: the operator."""
    created_at: int
    """UTC seconds."""
    secret: StoredSecret
    key: StoredSecret
    """Client secret and front API key."""
    browser_origins: list[str]
    """Origins of its pages, which may call the storefront of every mall that has the app."""
    refresh_overlap: bool
    """A refresh token works until its successor is used, for an hour at most."""


class AppDeleted(Event, frozen=True, kw_only=True):
    """An app was deleted from a mall."""

    event_no: ClassVar[int] = 90077

    event_shop_no: str | UnsetType = UNSET
    client_id: str
    app_name: str
    deleted_date: datetime


class Credentials(Struct, frozen=True):
    """The credentials of an app; shown once, when they are created."""

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
    version: str = api_versions.DEFAULT,
    launch_url: str = "",
    developer_no: int = 0,
    browser_origins: Sequence[str] = (),
    refresh_overlap: bool = False,
) -> Credentials:
    """Register an app and return its credentials. Raises app_values.InvalidApp or ValueError.

    `launch_url`: https address of its start page, shown in the shops' menu.
    """
    app_values.check(redirect_uris, scopes, version, launch_url)
    allowed_origins = origins.read_all(browser_origins)
    credentials = Credentials(secrets.generate(), secrets.generate(), secrets.generate())
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
            app_no=await sequences.allocate(db, "app"),
            launch_url=launch_url,
            developer_no=developer_no,
            earlier_secret_hash=None,
            earlier_secret_until=0,
            earlier_key_hash=None,
            earlier_key_until=0,
            initial_version="",
            previous_version="",
            extension_type="",
            browser_origins=" ".join(allowed_origins),
            refresh_overlap="T" if refresh_overlap else "F",
        )
    return credentials


async def change(db: Session, app: RegisteredApp) -> bool:
    """Update an app, except its credentials, restriction and owner.

    Return whether the app exists. Use a transaction of `announcing.announced`. Issued tokens keep
    their scopes. Raises ValueError for invalid values.
    """
    app_values.check(app.redirect_uris, app.scopes, app.version, app.launch_url)
    allowed_origins = origins.read_all(app.browser_origins)
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
            browser_origins=" ".join(allowed_origins),
            refresh_overlap="T" if app.refresh_overlap else "F",
        )
    )


async def give(db: Session, client_id: str, developer_no: int) -> bool:
    """Assign an app to a developer (0: the operator); return whether the app exists."""
    return bool(await db.run(_SET_DEVELOPER, client_id=client_id, developer_no=developer_no))


async def of_developer(db: Session, developer_no: int) -> list[RegisteredApp]:
    """Return the apps that a developer registered or is a member of, the newest first."""
    return [_registered(row) for row in await db.all(_OF_DEVELOPER, developer_no=developer_no)]


async def find(db: Session, client_id: str) -> RegisteredApp | None:
    """Return a registered app, or None."""
    row = await db.one(_FIND, client_id=client_id)
    return None if row is None else _registered(row)


async def every(database: Database) -> list[RegisteredApp]:
    """Return all registered apps, oldest first."""
    async with database.reading("") as db:
        return [_registered(row) for row in await db.all(_ALL)]


def _registered(row: Row) -> RegisteredApp:
    client_id, name, redirect_uris, scopes, restricted, strict, version, *rest = row
    launch_url, developer_no, created_at, *digests, browser_origins, refresh_overlap = rest
    return RegisteredApp(
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
        StoredSecret(*digests[:3]),
        StoredSecret(*digests[3:6]),
        browser_origins.split(),
        refresh_overlap == "T",
    )


async def approve(
    database: Database, counters: Counters, client_id: str, *, approved: bool
) -> None:
    """Permit or forbid an app the restricted operations, with immediate effect.

    They include all reports of the analytics API, which is for approved partners.
    Raises ValueError for an unknown app.
    """
    async with invalidating_transaction(database, counters, "") as db:
        changed = await db.run(
            _SET_RESTRICTED, client_id=client_id, restricted="T" if approved else "F"
        )
    if not changed:
        raise ValueError(f"there is no app {client_id!r}")


async def install(db: Session, clock: Clock, client_id: str, scopes: list[str]) -> None:
    """Install an app in the session's mall with the granted scopes, or replace them.

    Tokens and codes from before an earlier deletion remain revoked. Use a transaction of
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
        since_event=await sequences.allocated(db, "event"),
        browser_origins="",
    )


async def installed(db: Session, client_id: str) -> bool:
    """Return whether an app is installed in the session's mall."""
    row = await db.one(_INSTALLED, client_id=client_id)
    return row is not None and row[0] is None


async def allowed(db: Session, client_id: str) -> list[str] | None:
    """Return the scopes granted to an app in the session's mall; None if it is not installed."""
    row = await db.one(_INSTALLED, client_id=client_id)
    return None if row is None or row[0] is not None else row[1].split()


async def remove(db: Session, clock: Clock, client_id: str) -> bool:
    """Delete an app from the session's mall and return whether it was installed.

    Its script tags and recipes go with it, and it receives an event. Use a transaction of
    `announcing.announced`: after it the app's tokens are answered 403.
    """
    now = int(clock.now())
    if not await db.run(_UNINSTALL, client_id=client_id, deleted_at=now):
        return False
    await installation_rows.delete_all(db, client_id)
    app = await find(db, client_id)
    assert app is not None
    deleted = AppDeleted(client_id=client_id, app_name=app.name, deleted_date=moment(now))
    await journal_batch.publish(db, clock, [deleted])
    return True


async def uninstall(
    database: Database, counters: Counters, clock: Clock, *, mall_id: str, client_id: str
) -> bool:
    """Delete an app from a mall and return whether it was installed.

    Its tokens are answered 403 as soon as this returns.
    """
    async with invalidating_transaction(database, counters, mall_id) as db:
        return await remove(db, clock, client_id)
