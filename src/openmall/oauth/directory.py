"""Who is who: malls, apps and tokens as a call needs them, remembered by each worker.

What is remembered is dropped at once when any process changes it (the generation of the counters):
of this machine, or of any where the installation says that there are several (`database/news.py`).
"""

from collections.abc import Callable
from typing import Any, Final, Generic, TypeVar

from msgspec import Struct
from sqlalchemy import bindparam, select

from openmall.contract.call import App, Identity, Mall, Shop
from openmall.contract.errors import Unavailable
from openmall.contract.moments import Clock
from openmall.contract.sandbox import Sandbox
from openmall.database.session import Database, Row, Session
from openmall.database.statements import Statement
from openmall.malls.tables import CLOSED, MALL, SHOP
from openmall.oauth import secrets
from openmall.oauth.secrets import Kept
from openmall.oauth.tables import APP, INSTALLATION, TOKEN
from openmall.partner.tables import PARTNER_SHOP
from openmall.sandbox import store as sandboxes
from openmall.sandbox.store import SANDBOX

LIFETIME: Final = 5.0
"""Seconds a worker believes what it remembers without looking again."""
_MOST: Final = 20_000

_MALL: Final = Statement(
    select(MALL.c.name, MALL.c.country, SANDBOX.c.ahead, CLOSED.c.notice)
    .outerjoin(SANDBOX, SANDBOX.c.mall_id == MALL.c.mall_id)
    .outerjoin(CLOSED, CLOSED.c.mall_id == MALL.c.mall_id)
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
        INSTALLATION.c.deleted_at,
        INSTALLATION.c.client_id,
    )
    .join(APP, APP.c.client_id == TOKEN.c.client_id)
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

T = TypeVar("T")


class Token(Struct, frozen=True):
    """An access token that exists: valid or not is for the moment of the call to say."""

    identity: Identity
    expires_at: int
    revoked: bool
    installed: bool


class Client(Struct, frozen=True):
    """An app as the storefront and the partner API know it: by its credentials."""

    identity: Identity
    key: Kept
    secret: Kept
    """Front API key and client secret; whether an earlier one is good is for the moment of the
    call to say."""
    installed: bool
    registered: frozenset[str]
    """The scopes the operator registered it for; it may have fewer in a mall."""


class _Memory(Generic[T]):
    """Bounded memory of looked-up things that ages."""

    def __init__(self) -> None:
        self._known: dict[Any, tuple[float, T]] = {}

    def recall(self, key: Any, now: float) -> T | None:
        found = self._known.get(key)
        return found[1] if found is not None and 0 <= now - found[0] < LIFETIME else None

    def keep(self, key: Any, now: float, thing: T) -> None:
        if len(self._known) >= _MOST:
            self._known.clear()
        self._known[key] = (now, thing)

    def clear(self) -> None:
        self._known.clear()


class Directory:
    """Looks malls, tokens and apps up, each once until something changes."""

    def __init__(self, database: Database, clock: Clock, generation: Callable[[], int]) -> None:
        """`generation` returns a number that grows whenever a process changes what is kept here."""
        self._database = database
        self._clock = clock
        self._generation = generation
        self._seen = generation()
        self._malls: _Memory[Mall] = _Memory()
        self._first: _Memory[str] = _Memory()
        self._tokens: _Memory[Token] = _Memory()
        self._clients: _Memory[Client] = _Memory()

    def _now(self) -> tuple[float, int]:
        generation = self._generation()
        if generation != self._seen:
            for memory in (self._malls, self._first, self._tokens, self._clients):
                memory.clear()
            self._seen = generation
        return self._clock.now(), generation

    def _unchanged(self, seen: int) -> bool:
        # what was read before a change was announced must not be kept after it
        return self._generation() == seen

    async def first_mall(self) -> str | None:
        """Return the id of the mall created first, or None in an empty installation."""
        now, seen = self._now()
        found = self._first.recall("", now)
        if found is None:
            async with self._database.reading("") as db:
                row = await db.one(_FIRST_MALL)
            if row is None:
                return None
            found = row[0]
            if self._unchanged(seen):
                self._first.keep("", now, found)
        return found

    async def mall(self, mall_id: str) -> Mall | None:
        """Return a mall with its shops, or None."""
        now, seen = self._now()
        found = self._malls.recall(mall_id, now)
        if found is None:
            async with self._database.reading(mall_id) as db:
                row = await db.one(_MALL)
                shops = await db.all(_SHOPS)
                if row is None:
                    return None
                sandbox = await _sandbox(db, row[2])
            shown = {shop[0]: _shop(shop) for shop in shops}
            found = Mall(mall_id, row[0], row[1], shown, sandbox, row[3] or "")
            if self._unchanged(seen):
                self._malls.keep(mall_id, now, found)
        return found

    async def open_mall(self, mall_id: str) -> Mall | None:
        """Return a mall that serves people, or None. Raises Unavailable (503) for a closed one."""
        found = await self.mall(mall_id)
        if found is not None and found.closed:
            raise Unavailable(found.closed)
        return found

    async def token(self, mall_id: str, access_token: str) -> Token | None:
        """Return what is known of an access token of a mall, or None when it is no such token."""
        now, seen = self._now()
        key = (mall_id, access_token)
        found = self._tokens.recall(key, now)
        if found is None:
            async with self._database.reading(mall_id) as db:
                row = await db.one(_TOKEN, access_hash=secrets.digest(access_token))
            if row is None:
                return None
            scopes, user_id, user_type, expires_at, revoked_at, deleted_at, installed = row[5:]
            found = Token(
                Identity(_app(row), frozenset(scopes.split()), user_id, user_type),
                expires_at,
                revoked_at is not None,
                installed is not None and deleted_at is None,
            )
            if self._unchanged(seen):
                self._tokens.keep(key, now, found)
        return found

    async def client(self, mall_id: str, client_id: str) -> Client | None:
        """Return an app by its client id, with what it may do in a mall, or None."""
        if "\0" in client_id:
            return None  # no database keeps it, and PostgreSQL cannot even be asked
        now, seen = self._now()
        key = (mall_id, client_id)
        found = self._clients.recall(key, now)
        if found is None:
            async with self._database.reading(mall_id) as db:
                row = await db.one(_CLIENT, client_id=client_id)
            if row is None:
                return None
            front_key, secret = Kept(*row[5:8]), Kept(*row[8:11])
            scopes, deleted_at, installed, asked = row[11:]
            found = Client(
                Identity(_app(row), frozenset((scopes or "").split())),
                front_key,
                secret,
                installed is not None and deleted_at is None,
                frozenset(asked.split()),
            )
            if self._unchanged(seen):
                self._clients.keep(key, now, found)
        return found


async def _sandbox(db: Session, ahead: int | None) -> Sandbox | None:
    if ahead is None:
        return None
    script = await sandboxes.faults(db)
    return Sandbox(ahead, tuple((each.fault_no, each.fault) for each in script))


def _shop(row: Row) -> Shop:
    shop_no, name, language, currency, in_programme = row
    return Shop(shop_no, name, language, currency, bool(in_programme))


def _app(row: Row) -> App:
    client_id, name, version, strict, restricted = row[:5]
    return App(client_id, name, version, strict == "T", restricted == "T")
