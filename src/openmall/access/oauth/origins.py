"""Origins of apps that run in browsers: which pages may read the storefront (CORS).

An origin is `scheme://host[:port]` as browsers send it. It is never a pattern: a page of another
host, even below the same domain, is another origin.
"""

import re
from collections.abc import Iterable
from typing import Final
from urllib.parse import urlsplit

from sqlalchemy import bindparam, select, update

from openmall.access.oauth.tables import APP, INSTALLATION
from openmall.database.session import Session
from openmall.database.statements import Statement

MOST: Final = 20
"""Origins of an app, and of an app in one mall."""
LONGEST: Final = 300
"""Characters of an origin: a host name of 253, scheme and port."""
_FORM: Final = re.compile(r"https?://(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::[1-9][0-9]{0,4})?")
_LOOPBACK: Final = frozenset({"localhost", "127.0.0.1", "::1"})
_DEFAULT_PORTS: Final = {"http": ":80", "https": ":443"}
_HIGHEST_PORT: Final = 65_535
_WRITTEN: Final = "An origin is written like https://shop.example.com, not {!r}"

_OF_MALL: Final = Statement(
    select(INSTALLATION.c.client_id, APP.c.browser_origins, INSTALLATION.c.browser_origins)
    .join(APP, APP.c.client_id == INSTALLATION.c.client_id)
    .where(
        INSTALLATION.c.mall_id == bindparam("mall_id"),
        INSTALLATION.c.deleted_at.is_(None),
        (APP.c.browser_origins != "") | (INSTALLATION.c.browser_origins != ""),
    )
)
_OF_APP: Final = Statement(
    select(APP.c.browser_origins, INSTALLATION.c.browser_origins)
    .join(APP, APP.c.client_id == INSTALLATION.c.client_id)
    .where(
        INSTALLATION.c.mall_id == bindparam("mall_id"),
        INSTALLATION.c.client_id == bindparam("client_id"),
    )
)
_SET: Final = Statement(
    update(INSTALLATION)
    .where(
        INSTALLATION.c.mall_id == bindparam("mall_id"),
        INSTALLATION.c.client_id == bindparam("client_id"),
        INSTALLATION.c.deleted_at.is_(None),
    )
    .values(browser_origins=bindparam("browser_origins"))
)


def read(text: str) -> str:
    """Return an origin as browsers send it. Raises ValueError for anything that is none.

    Without TLS only pages of the developer's own machine are allowed.
    """
    origin = text.lower().removesuffix("/")
    if len(origin) > LONGEST or not _FORM.fullmatch(origin):
        raise ValueError(_WRITTEN.format(text))
    try:
        parts = urlsplit(origin)
        port, host = parts.port, parts.hostname or ""
    except ValueError:
        raise ValueError(_WRITTEN.format(text)) from None
    if port is not None and port > _HIGHEST_PORT:
        raise ValueError(f"An origin names a port from 1 to {_HIGHEST_PORT}, not {text!r}")
    if parts.scheme == "http" and host not in _LOOPBACK and not host.endswith(".localhost"):
        raise ValueError(f"An origin begins with https://, not {text!r}")
    return origin.removesuffix(_DEFAULT_PORTS[parts.scheme])


def read_all(texts: Iterable[str]) -> list[str]:
    """Return origins without repetitions, in their order. Raises ValueError as `read` does."""
    origins = list(dict.fromkeys(read(text) for text in texts))
    if len(origins) > MOST:
        raise ValueError(f"An app has at most {MOST} origins")
    return origins


async def of_mall(db: Session) -> dict[str, frozenset[str]]:
    """Return origin -> client ids of the apps that may be called from it, in the session's mall."""
    found: dict[str, set[str]] = {}
    for client_id, of_app, of_installation in await db.all(_OF_MALL):
        for origin in (*of_app.split(), *of_installation.split()):
            found.setdefault(origin, set()).add(client_id)
    return {origin: frozenset(clients) for origin, clients in found.items()}


async def of_app(db: Session, client_id: str) -> tuple[list[str], list[str]]:
    """Return the origins of an app in every mall, and those added in the session's mall."""
    row = await db.one(_OF_APP, client_id=client_id)
    return ([], []) if row is None else (row[0].split(), row[1].split())


async def change(db: Session, client_id: str, origins: list[str]) -> None:
    """Replace the origins of an installed app in the session's mall; invalidate caches after."""
    await db.run(_SET, client_id=client_id, browser_origins=" ".join(origins))
