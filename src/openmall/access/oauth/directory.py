"""Looks up malls, apps and tokens, with a cache in each worker.

The caches are dropped when any process changes them, which advances the cache epoch of the
counters: on this machine, or on all where several are configured (`database/cache_epoch.py`).
"""

from collections.abc import Callable
from typing import Any, Final, Generic, TypeVar

from msgspec import Struct
from sqlalchemy import bindparam, select

from openmall.access.malls.partner_shops import PARTNER_SHOP
from openmall.access.malls.refusals import MALL_CLOSED
from openmall.access.malls.tables import (
    APPROVAL_RULES,
    CLOSED,
    MALL,
    MALL_LIMITS,
    MANAGER,
    SHOP,
)
from openmall.access.oauth import approval_rules, origins, secrets
from openmall.access.oauth.secrets import StoredSecret
from openmall.access.oauth.tables import APP, INSTALLATION, TOKEN
from openmall.access.sandbox import store as sandbox_store
from openmall.access.sandbox.store import SANDBOX
from openmall.contract import scopes as scope_names
from openmall.contract.call import App, Identity, Mall, Shop
from openmall.contract.errors import Unavailable
from openmall.contract.journal.changes import FEED
from openmall.contract.moments import Clock
from openmall.contract.sandbox import Sandbox
from openmall.database.session import Database, Row, Session
from openmall.database.statements import Statement

LIFETIME: Final = 5.0
"""Seconds for which a cached entry is used."""
_MOST: Final = 20_000

_MALL: Final = Statement(
    select(
        MALL.c.name,
        MALL.c.country,
        SANDBOX.c.ahead,
        CLOSED.c.notice,
        FEED.c.head,
        MALL_LIMITS.c.times,
        APPROVAL_RULES.c.rules,
        MALL.c.undo_days,
    )
    .outerjoin(APPROVAL_RULES, APPROVAL_RULES.c.mall_id == MALL.c.mall_id)
    .outerjoin(FEED, FEED.c.mall_id == MALL.c.mall_id)
    .outerjoin(SANDBOX, SANDBOX.c.mall_id == MALL.c.mall_id)
    .outerjoin(CLOSED, CLOSED.c.mall_id == MALL.c.mall_id)
    .outerjoin(MALL_LIMITS, MALL_LIMITS.c.mall_id == MALL.c.mall_id)
    .where(MALL.c.mall_id == bindparam("mall_id"))
)
_SHOPS: Final = Statement(
    select(
        SHOP.c.shop_no,
        SHOP.c.name,
        SHOP.c.language,
        SHOP.c.currency,
        PARTNER_SHOP.c.shop_no.isnot(None),
    )
    .outerjoin(
        PARTNER_SHOP,
        (PARTNER_SHOP.c.store_id == SHOP.c.mall_id) & (PARTNER_SHOP.c.shop_no == SHOP.c.shop_no),
    )
    .where(SHOP.c.mall_id == bindparam("mall_id"))
    .order_by(SHOP.c.shop_no)
)
_FIRST_MALL: Final = Statement(
    select(MALL.c.mall_id).order_by(MALL.c.created_at, MALL.c.mall_id).limit(1),
    across_malls="the bare domain serves the mall created first",
)
_APP_COLUMNS: Final = (
    APP.c.client_id,
    APP.c.name,
    APP.c.version,
    APP.c.strict,
    APP.c.restricted,
)
_TOKEN: Final = Statement(
    select(
        *_APP_COLUMNS,
        TOKEN.c.scopes,
        TOKEN.c.user_id,
        TOKEN.c.user_type,
        TOKEN.c.expires_at,
        TOKEN.c.revoked_at,
        TOKEN.c.audience,
        INSTALLATION.c.deleted_at,
        INSTALLATION.c.client_id,
        MANAGER.c.role_no,
        INSTALLATION.c.scopes,
    )
    .join(APP, APP.c.client_id == TOKEN.c.client_id)
    .outerjoin(
        MANAGER,
        (MANAGER.c.mall_id == TOKEN.c.mall_id) & (MANAGER.c.user_id == TOKEN.c.user_id),
    )
    .outerjoin(
        INSTALLATION,
        (INSTALLATION.c.mall_id == TOKEN.c.mall_id)
        & (INSTALLATION.c.client_id == TOKEN.c.client_id),
    )
    .where(
        TOKEN.c.mall_id == bindparam("mall_id"),
        TOKEN.c.access_hash == bindparam("access_hash"),
    )
)
_CLIENT: Final = Statement(
    select(
        *_APP_COLUMNS,
        APP.c.front_key_hash,
        APP.c.earlier_key_hash,
        APP.c.earlier_key_until,
        APP.c.secret_hash,
        APP.c.earlier_secret_hash,
        APP.c.earlier_secret_until,
        INSTALLATION.c.scopes,
        INSTALLATION.c.deleted_at,
        INSTALLATION.c.client_id,
        APP.c.scopes,
    )
    .outerjoin(
        INSTALLATION,
        (INSTALLATION.c.mall_id == bindparam("mall_id"))
        & (INSTALLATION.c.client_id == APP.c.client_id),
    )
    .where(APP.c.client_id == bindparam("client_id"))
)

CLOSED_RETRY_SECONDS: Final = 300
"""`Retry-After` of a closed mall: nobody knows when it will be open."""

T = TypeVar("T")


class Token(Struct, frozen=True):
    """An existing access token; expiry is checked at the time of the call."""

    identity: Identity
    expires_at: int
    revoked: bool
    installed: bool
    audience: frozenset[str]
    """Names of the APIs that accept it (RFC 8707); empty: all."""


class Client(Struct, frozen=True):
    """An app with its credentials, for the storefront and the partner API."""

    identity: Identity
    key: StoredSecret
    secret: StoredSecret
    """Front API key and client secret; the expiry of an earlier one is checked at the time of the
    call."""
    installed: bool
    registered: frozenset[str]
    """The scopes the operator registered it for; a mall may have granted fewer."""


class _Cache(Generic[T]):
    """A bounded cache whose entries expire."""

    def __init__(self) -> None:
        self._entries: dict[Any, tuple[float, T]] = {}

    def get(self, key: Any, now: float) -> T | None:
        found = self._entries.get(key)
        return found[1] if found is not None and 0 <= now - found[0] < LIFETIME else None

    def put(self, key: Any, now: float, value: T) -> None:
        if len(self._entries) >= _MOST:
            self._entries.clear()
        self._entries[key] = (now, value)

    def clear(self) -> None:
        self._entries.clear()


class Directory:
    """Looks up malls, tokens and apps, and caches them until something changes."""

    def __init__(self, database: Database, clock: Clock, cache_epoch: Callable[[], int]) -> None:
        """`cache_epoch`: returns the cache epoch, which grows with every change of cached data."""
        self._database = database
        self._clock = clock
        self._cache_epoch = cache_epoch
        self._seen = cache_epoch()
        self._malls: _Cache[Mall] = _Cache()
        self._first: _Cache[str] = _Cache()
        self._tokens: _Cache[Token] = _Cache()
        self._clients: _Cache[Client] = _Cache()
        self._origins: _Cache[dict[bytes, frozenset[str]]] = _Cache()

    def _now(self) -> tuple[float, int]:
        cache_epoch = self._cache_epoch()
        if cache_epoch != self._seen:
            for cache in self._caches():
                cache.clear()
            self._seen = cache_epoch
        return self._clock.now(), cache_epoch

    def _caches(self) -> tuple[_Cache[Any], ...]:
        return self._malls, self._first, self._tokens, self._clients, self._origins

    def _unchanged(self, seen: int) -> bool:
        # data read before an invalidation must not be cached after it
        return self._cache_epoch() == seen

    async def first_mall(self) -> str | None:
        """Return the id of the mall created first, or None in an empty installation."""
        now, seen = self._now()
        found = self._first.get("", now)
        if found is None:
            async with self._database.reading("") as db:
                row = await db.one(_FIRST_MALL)
            if row is None:
                return None
            found = row[0]
            if self._unchanged(seen):
                self._first.put("", now, found)
        return found

    async def mall(self, mall_id: str) -> Mall | None:
        """Return a mall with its shops, or None."""
        now, seen = self._now()
        found = self._malls.get(mall_id, now)
        if found is None:
            async with self._database.reading(mall_id) as db:
                row = await db.one(_MALL)
                shops = await db.all(_SHOPS)
                if row is None:
                    return None
                sandbox = await _sandbox(db, row[2])
            shown = {shop[0]: _shop(shop) for shop in shops}
            found = Mall(
                mall_id,
                row[0],
                row[1],
                shown,
                sandbox,
                row[3] or "",
                row[4] is not None,
                row[5] or 1,
                approval_rules.decoded(row[6]),
                row[7],
            )
            if self._unchanged(seen):
                self._malls.put(mall_id, now, found)
        return found

    async def open_mall(self, mall_id: str) -> Mall | None:
        """Return an open mall, or None. Raises Unavailable (503) for a closed one."""
        found = await self.mall(mall_id)
        if found is not None and found.closed:
            raise Unavailable(MALL_CLOSED, retry_after=CLOSED_RETRY_SECONDS, notice=found.closed)
        return found

    async def token(self, mall_id: str, access_token: str) -> Token | None:
        """Return an access token of a mall, or None for an unknown one."""
        now, seen = self._now()
        key = (mall_id, access_token)
        found = self._tokens.get(key, now)
        if found is None:
            async with self._database.reading(mall_id) as db:
                row = await db.one(_TOKEN, access_hash=secrets.digest(access_token))
            if row is None:
                return None
            scopes, user_id, user_type, expires_at, revoked_at, audience, *rest = row[5:]
            deleted_at, installed, role_no, allowed = rest
            granted = frozenset(scopes.split())
            # given to the app, for clients of MCP ask for the scopes that are advertised
            granted |= {scope_names.AGENT_WRITES} & {*(allowed or "").split()}
            found = Token(
                Identity(_app(row), granted, user_id, user_type, role_no or 0),
                expires_at,
                revoked_at is not None,
                installed is not None and deleted_at is None,
                frozenset(audience.split()),
            )
            if self._unchanged(seen):
                self._tokens.put(key, now, found)
        return found

    async def client(self, mall_id: str, client_id: str) -> Client | None:
        """Return an app by its client id, with its scopes in a mall, or None."""
        if "\0" in client_id:
            return None  # PostgreSQL refuses NUL as a parameter
        now, seen = self._now()
        key = (mall_id, client_id)
        found = self._clients.get(key, now)
        if found is None:
            async with self._database.reading(mall_id) as db:
                row = await db.one(_CLIENT, client_id=client_id)
            if row is None:
                return None
            front_key, secret = StoredSecret(*row[5:8]), StoredSecret(*row[8:11])
            scopes, deleted_at, installed, registered = row[11:]
            found = Client(
                Identity(_app(row), frozenset((scopes or "").split())),
                front_key,
                secret,
                installed is not None and deleted_at is None,
                frozenset(registered.split()),
            )
            if self._unchanged(seen):
                self._clients.put(key, now, found)
        return found

    async def browser_origins(self, mall_id: str) -> dict[bytes, frozenset[str]]:
        """Return the origins whose pages may read a mall's storefront -> client ids of their apps.

        They are as browsers send them in `Origin`.
        """
        now, seen = self._now()
        found = self._origins.get(mall_id, now)
        if found is None:
            async with self._database.reading(mall_id) as db:
                allowed = await origins.of_mall(db)
            found = {origin.encode("ascii"): clients for origin, clients in allowed.items()}
            if self._unchanged(seen):
                self._origins.put(mall_id, now, found)
        return found


async def _sandbox(db: Session, ahead: int | None) -> Sandbox | None:
    if ahead is None:
        return None
    script = await sandbox_store.faults(db)
    return Sandbox(ahead, tuple((each.fault_no, each.fault) for each in script))


def _shop(row: Row) -> Shop:
    shop_no, name, language, currency, in_programme = row
    return Shop(shop_no, name, language, currency, bool(in_programme))


def _app(row: Row) -> App:
    client_id, name, version, strict, restricted = row[:5]
    return App(client_id, name, version, strict == "T", restricted == "T")
