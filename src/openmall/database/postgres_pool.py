"""The connection pool of a PostgreSQL server, with time limits for statements and transactions.

The server enforces the limits as well, so that sessions of a killed, hanging or unreachable worker
end without it.
"""

import asyncio
import contextlib
import socket
import time
from collections.abc import Awaitable, Iterable, Sequence
from types import TracebackType
from typing import Any, Final, Protocol
from urllib.parse import parse_qsl, urlsplit

import asyncpg
from msgspec import Struct

from openmall.database.session import (
    ConnectionUse,
    DatabaseAway,
    DatabaseFull,
    DeadlinePassed,
    DuplicateRow,
    Row,
)
from openmall.database.store_users import label
from openmall.database.values import BoundValue

NO_DEADLINE: Final = float("inf")
COMMAND_SECONDS: Final = 3_600.0
"""Time limit of a statement of a command, in seconds."""
_CONNECT_SECONDS: Final = 10.0
"""Connect timeout in seconds."""
CANCEL_SECONDS: Final = 2.0
"""Seconds for which a cancelled statement may take to end, before its connection is closed."""
_KEEPALIVE_SECONDS: Final = 30
"""Approximate seconds after which a silent connection counts as lost."""
_IS_DISTRIBUTED: Final = "SELECT to_regclass('pg_catalog.pg_dist_partition') IS NOT NULL"
_LOST_CONNECTION: Final = (
    OSError,
    asyncpg.PostgresConnectionError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # raised when a connection lost within a statement is used again
    asyncpg.CannotConnectNowError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
)
_UNAVAILABLE: Final = (
    asyncpg.TooManyConnectionsError,
    asyncpg.InsufficientResourcesError,
    asyncpg.DeadlockDetectedError,
    asyncpg.SerializationError,
    asyncpg.LockNotAvailableError,
    asyncpg.ReadOnlySQLTransactionError,
    asyncpg.InvalidCachedStatementError,
    asyncpg.InvalidAuthorizationSpecificationError,
    asyncpg.InvalidCatalogNameError,
    asyncpg.InternalServerError,  # raised by Citus within a statement while a server goes away
)
_TIMED_OUT: Final = (
    TimeoutError,
    asyncpg.QueryCanceledError,
    asyncpg.IdleInTransactionSessionTimeoutError,
)


_BIGINT_ARRAY: Final[dict[str, str | int | bytes | None]] = {
    **dict.fromkeys(("basetype", "basetype_name", "range_subtype", "range_subtype_name")),
    **dict.fromkeys(("attrtypoids", "attrnames")),
    "oid": 1016,
    "ns": "pg_catalog",
    "name": "_int8",
    "kind": b"b",
    "elemtype": 20,
    "elemtype_name": "bigint",
    "elemdelim": b",",
    "depth": 0,
}
"""The only type of the statements that the driver does not know, as it would look it up."""


class Connection(Protocol):
    """What is used of a connection of the driver, which has no types."""

    def execute(
        self, sql: str, *arguments: BoundValue, timeout: float | None = ...
    ) -> Awaitable[str]:
        """Execute one statement, or several without arguments, and return its tag."""
        ...

    def executemany(
        self, sql: str, rows: Iterable[Sequence[BoundValue]], *, timeout: float | None = ...
    ) -> Awaitable[None]: ...

    def fetch(
        self, sql: str, *arguments: BoundValue, timeout: float | None = ...
    ) -> Awaitable[list[Row]]: ...

    def fetchrow(
        self, sql: str, *arguments: BoundValue, timeout: float | None = ...
    ) -> Awaitable[Row | None]: ...

    def is_in_transaction(self) -> bool: ...

    def terminate(self) -> None: ...


class ConnectionPool(Protocol):
    """What is used of a pool of the driver."""

    def acquire(self, *, timeout: float | None) -> Awaitable[Connection]: ...

    def release(self, connection: Connection, *, timeout: float) -> Awaitable[None]: ...

    def fetchval(self, sql: str) -> Awaitable[bool]: ...

    def get_size(self) -> int: ...

    def get_idle_size(self) -> int: ...

    def close(self) -> Awaitable[None]: ...

    def terminate(self) -> None: ...


class ConnectionLost(DatabaseAway):
    """The server is unreachable or has ended the session; another connection may work."""


class translated_errors:  # noqa: N801 # reads as a statement: with translated_errors():
    """Translate the driver's exceptions into those of `session.py`."""

    def __enter__(self) -> None:
        return None

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if isinstance(error, _TIMED_OUT):
            raise DeadlinePassed(str(error)) from error
        if isinstance(error, asyncpg.UniqueViolationError):
            raise DuplicateRow(str(error)) from error
        if isinstance(error, asyncpg.DiskFullError):
            raise DatabaseFull(str(error)) from error
        if isinstance(error, _LOST_CONNECTION):
            raise ConnectionLost(str(error) or type(error).__name__) from error
        if isinstance(error, _UNAVAILABLE):
            raise DatabaseAway(str(error)) from error


class ConnectionSettings(Struct, frozen=True, kw_only=True):
    """The connection settings of one process."""

    url: str
    """`postgresql://user:password@host:port/name`, with options of the driver after `?`."""
    name: str = "openmall"
    """Application name in the server's list of sessions."""
    min_size: int = 1
    """Connections that stay open."""
    max_size: int = 10
    """Maximum number of connections."""
    seconds: float = COMMAND_SECONDS
    """Time limit of a statement, and of an idle transaction; half of it for a lock."""
    cached_statements: int = 1_000
    """Prepared statements cached on one connection; 0: none, and every call is one transaction, as
    a pooler in transaction mode requires."""

    @property
    def limits(self) -> dict[str, str]:
        """Return the time limits of a session by server parameter, in milliseconds."""
        milliseconds = max(int(self.seconds * 1_000), 1_000)
        return {
            "statement_timeout": str(milliseconds),
            "lock_timeout": str(milliseconds // 2),
            "idle_in_transaction_session_timeout": str(milliseconds),
            "client_connection_check_interval": "1000",
        }

    @property
    def pooled(self) -> bool:
        """Return whether a pooler assigns connections per transaction."""
        return self.cached_statements == 0

    def begin(self, *, writes: bool) -> str:
        """Return the first SQL of a session; empty for none."""
        if not self.pooled:
            return "BEGIN" if writes else ""
        limits = "".join(f"; SET LOCAL {name} = {value}" for name, value in self.limits.items())
        return ("BEGIN" if writes else "BEGIN READ ONLY") + limits


class Pool:
    """The connections of one process to one server, opened on first use."""

    def __init__(self, settings: ConnectionSettings) -> None:
        self.settings = settings
        self.is_distributed = False
        """Whether the tables are distributed by Citus; known once a connection was acquired."""
        self._pool: ConnectionPool | None = None
        self._opening: asyncio.Future[ConnectionPool] | None = None

    async def acquire(self, deadline: float = NO_DEADLINE) -> Connection:
        """Acquire a connection for one session; `give_back` releases it.

        Raises DatabaseAway when the server does not respond, and DeadlinePassed when no connection
        of the pool was free in time.
        """
        remaining = None if deadline == NO_DEADLINE else deadline - time.monotonic()
        if remaining is not None and remaining <= 0:
            raise DeadlinePassed
        try:
            with translated_errors():
                pool = self._pool
                if pool is None:
                    pool = await asyncio.wait_for(self._shared_pool(), remaining)
                return await pool.acquire(timeout=remaining)
        except DeadlinePassed as error:
            if time.monotonic() >= deadline:
                raise DeadlinePassed("no connection to the database was free") from error
            raise DatabaseAway("the database does not answer") from error

    async def release(self, connection: Connection) -> None:
        """Release a connection, and close it if its state is not clean.

        A cancelled statement may still be running on the server.
        """
        pool = self._pool
        if pool is None:
            return
        # on failure the driver has closed it, and the pool opens another
        with contextlib.suppress(Exception):
            await pool.release(connection, timeout=CANCEL_SECONDS)

    def use(self) -> ConnectionUse:
        """Return how many connections are open, and how many of them are free."""
        opened = self._pool.get_size() if self._pool else 0
        idle = self._pool.get_idle_size() if self._pool else 0
        return ConnectionUse(busy=opened - idle, idle=idle, most=self.settings.max_size)

    async def close(self) -> None:
        """Close every connection after the end of its session."""
        if self._pool is not None:
            await self._pool.close()
            self._pool = None

    async def _shared_pool(self) -> ConnectionPool:
        """Return the driver's pool; concurrent callers share one attempt to open it."""
        failed = self._opening is not None and self._opening.done() and self._opening.exception()
        if self._opening is None or failed:
            self._opening = asyncio.ensure_future(self._open())
        opening = self._opening
        try:
            self._pool = await asyncio.shield(opening)
        finally:
            if opening.done():
                self._opening = None
        return self._pool

    async def _open(self) -> ConnectionPool:
        settings = self.settings
        pool: ConnectionPool = await asyncpg.create_pool(
            settings.url,
            min_size=min(settings.min_size, settings.max_size),
            max_size=settings.max_size,
            timeout=min(_CONNECT_SECONDS, max(settings.seconds / 2, 0.5)),
            command_timeout=max(settings.seconds, 1.0),
            statement_cache_size=settings.cached_statements,
            server_settings=self._settings(),
            init=_prepare_connection,
            reset=_skip_reset,
        )
        try:
            self.is_distributed = await pool.fetchval(_IS_DISTRIBUTED)
        except BaseException:
            pool.terminate()
            raise
        return pool

    def _settings(self) -> dict[str, str]:
        """Return the server parameters of a new connection, except those in the URL."""
        parameters = {"application_name": label(self.settings.name)}
        if not self.settings.pooled:
            parameters |= self.settings.limits
        in_url = dict(parse_qsl(urlsplit(self.settings.url).query))
        return {name: value for name, value in parameters.items() if name not in in_url}


async def _prepare_connection(connection: Any) -> None:
    """Spare the driver its query for types, and enable TCP keepalive.

    That query reads the whole catalogue of types: a second trip of each connection, and on a server
    with some thousand shards it takes from seconds to minutes.
    """
    # a driver without it looks the type up
    with contextlib.suppress(AttributeError):
        connection._protocol.get_settings().register_data_types([_BIGINT_ARRAY])
    _enable_keepalive(connection)


def _enable_keepalive(connection: Any) -> None:
    """Enable TCP keepalive, to detect a server that disappears without closing the connection."""
    tcp = connection._transport.get_extra_info("socket")
    if tcp is None or tcp.family == socket.AF_UNIX:
        return
    tcp.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in (
        ("TCP_KEEPIDLE", _KEEPALIVE_SECONDS // 2),
        ("TCP_KEEPINTVL", _KEEPALIVE_SECONDS // 6),
        ("TCP_KEEPCNT", 3),
        ("TCP_USER_TIMEOUT", _KEEPALIVE_SECONDS * 1_000),
    ):
        if hasattr(socket, name):
            tcp.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)


async def _skip_reset(connection: Any) -> None:
    """Skip the round trip of a reset: sessions leave no settings, listeners or locks."""


async def begin(pool: Pool, deadline: float, *, writes: bool) -> Connection:
    """Acquire a connection and begin a session. Raises DatabaseAway, DeadlinePassed."""
    sql = pool.settings.begin(writes=writes)
    connection = await pool.acquire(deadline)
    if not sql:
        return connection
    try:
        try:
            with translated_errors():
                await connection.execute(sql)
        except ConnectionLost:
            # the server closed it while idle; after this error the pool has no such connection
            await pool.release(connection)
            connection = await pool.acquire(deadline)
            with translated_errors():
                await connection.execute(sql)
    except BaseException:
        await pool.release(connection)
        raise
    return connection


async def end(pool: Pool, connection: Connection, *, success: bool) -> None:
    """End a session: commit on `success`, otherwise roll back.

    Raises DatabaseAway and DeadlinePassed when the commit failed or its outcome is unknown.
    """
    try:
        if success:
            with translated_errors():
                tag = await connection.execute("COMMIT")
            if tag != "COMMIT":
                # a failed statement, whose error a handler ignored, has aborted the transaction
                raise DatabaseAway("the transaction had failed before it was committed")
        elif _in_transaction(connection):
            await _roll_back(connection)
    finally:
        await pool.release(connection)


async def _roll_back(connection: Connection) -> None:
    # a failure here must not replace the original error
    try:
        await connection.execute("ROLLBACK", timeout=CANCEL_SECONDS)
    except Exception:
        # the driver closes one whose cancelled statement does not end, and takes it from the pool
        with contextlib.suppress(asyncpg.InterfaceError):
            connection.terminate()


def _in_transaction(connection: Connection) -> bool:
    try:
        return bool(connection.is_in_transaction())
    except asyncpg.InterfaceError:
        # it was lost, and the driver has removed it from the pool
        return False
