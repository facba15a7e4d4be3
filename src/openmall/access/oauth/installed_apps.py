"""The apps that are, or were, installed in a mall."""

from typing import Final

from msgspec import Struct
from sqlalchemy import bindparam, select

from openmall.access.oauth.app_versions import EMBEDDED
from openmall.access.oauth.tables import APP, INSTALLATION
from openmall.database.session import Session
from openmall.database.statements import Statement

_IN_MALL: Final = Statement(
    select(
        APP.c.client_id,
        APP.c.name,
        INSTALLATION.c.scopes,
        APP.c.restricted,
        APP.c.app_no,
        APP.c.launch_url,
        APP.c.extension_type,
        INSTALLATION.c.installed_at,
        INSTALLATION.c.deleted_at,
    )
    .join(INSTALLATION, INSTALLATION.c.client_id == APP.c.client_id)
    .where(INSTALLATION.c.mall_id == bindparam("mall_id"))
    .order_by(APP.c.app_no)
)
_IS_INSTALLED: Final = Statement(
    select(INSTALLATION.c.client_id).where(
        INSTALLATION.c.mall_id == bindparam("mall_id"),
        INSTALLATION.c.client_id == bindparam("client_id"),
        INSTALLATION.c.deleted_at.is_(None),
    )
)


class InstalledApp(Struct, frozen=True):
    """An app that is, or was, installed in a mall."""

    client_id: str
    name: str
    scopes: list[str]
    """The scopes of all consents since the app was installed; a token may have fewer."""
    restricted: bool
    app_no: int
    """The installation's number of the app; it never changes."""
    launch_url: str
    embedded: bool
    """It is opened within a page of the back office."""
    installed_at: int
    deleted_at: int | None
    """UTC seconds, both; None: it is installed."""


async def in_mall(db: Session) -> list[InstalledApp]:
    """Return the apps that are, or were, installed in the session's mall, oldest app first."""
    return [
        InstalledApp(name, label, scopes.split(), restricted == "T", no, url, kind == EMBEDDED, *at)
        for name, label, scopes, restricted, no, url, kind, *at in await db.all(_IN_MALL)
    ]


async def is_installed(db: Session, client_id: str) -> bool:
    """Return whether an app is installed in the session's mall."""
    return await db.one(_IS_INSTALLED, client_id=client_id) is not None
