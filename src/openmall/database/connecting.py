"""The connection pool of a PostgreSQL server, with time limits for statements and transactions.

The server enforces the limits as well, so that sessions of a killed, hanging or unreachable worker
end without it.
"""

import asyncio
import contextlib
import os
import socket
import time
from types import TracebackType
from typing import Any, Final
from urllib.parse import parse_qsl, urlsplit

import asyncpg
from msgspec import Struct

from openmall.database.session import DatabaseAway, DatabaseFull, DeadlinePassed, DuplicateRow

FOREVER: Final = float("inf")
LONGEST: Final = 3_600.0
"""Time limit of a statement of a command, in seconds."""
_CONNECTING: Final = 10.0
"""Connect timeout in seconds."""
ENDING: Final = 2.0
"""Seconds for which a cancelled statement may take to end, before its connection is closed."""
_LOST_AFTER: Final = 30
"""Approximate seconds after which a silent connection counts as lost."""
_LOST: Final = (
    OSError,
    asyncpg.PostgresConnectionError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # raised when a connection lost within a statement is used again
    asyncpg.CannotConnectNowError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
)
_AWAY: Final = (
    asyncpg.TooManyConnectionsError,
    asyncpg.InsufficientResourcesError,
    asyncpg.DeadlockDetectedError,
    asyncpg.SerializationError,
    asyncpg.LockNotAvailableError,
    asyncpg.ReadOnlySQLTransactionError,
    asyncpg.InvalidCachedStatementError,
    asyncpg.InvalidAuthorizationSpecificationError,
    asyncpg.InvalidCatalogNameError,
)
_LATE: Final = (
    TimeoutError,
    asyncpg.QueryCanceledError,
    asyncpg.IdleInTransactionSessionTimeoutError,
)


class ConnectionLost(DatabaseAway):
    """The server is unreachable or has ended the session; another connection may work."""


class faults:  # noqa: N801 # reads as a statement: with faults():
    """Translate the driver's exceptions into those of `session.py`."""

    def __enter__(self) -> None:
        return None

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if isinstance(error, _LATE):
            raise DeadlinePassed(str(error)) from error
        if isinstance(error, asyncpg.UniqueViolationError):
            raise DuplicateRow(str(error)) from error
        if isinstance(error, asyncpg.DiskFullError):
            raise DatabaseFull(str(error)) from error
        if isinstance(error, _LOST):
            raise ConnectionLost(str(error) or type(error).__name__) from error
        if isinstance(error, _AWAY):
            raise DatabaseAway(str(error)) from error


class Connecting(Struct, frozen=True, kw_only=True):
    """The connection settings of one process."""

    url: str
    """`postgresql://user:password@host:port/name`, with options of the driver after `?`."""
    name: str = "openmall"
    """Application name in the server's list of sessions."""
    kept: int = 1
    """Connections that stay open."""
    most: int = 10
    """Maximum number of connections."""
    seconds: float = LONGEST
    """Time limit of a statement, and of an idle transaction; half of it for a lock."""
    prepared: int = 1_000
    """Prepared statements cached on one connection; 0: none, and every call is one transaction, as
    a pooler in transaction mode requires."""

    @property
    def limits(self) -> dict[str, str]:
        """Return the time limits of a session by server parameter, in milliseconds."""
        longest = max(int(self.seconds * 1_000), 1_000)
        return {
            "statement_timeout": str(longest),
            "lock_timeout": str(longest // 2),
            "idle_in_transaction_session_timeout": str(longest),
            "client_connection_check_interval": "1000",
        }

    @property
    def pooled(self) -> bool:
        """Return whether a pooler assigns connections per transaction."""
        return self.prepared == 0

    def begin(self, *, writes: bool) -> str:
        """Return the first SQL of a session; empty for none."""
        if not self.pooled:
            return "BEGIN" if writes else ""
        limits = "".join(f"; SET LOCAL {name} = {value}" for name, value in self.limits.items())
        return ("BEGIN" if writes else "BEGIN READ ONLY") + limits


class Pool:
    """The connections of one process to one server, opened on first use."""

    def __init__(self, connecting: Connecting) -> None:
        self.connecting = connecting
        self._pool: Any = None
        self._opening: asyncio.Future[Any] | None = None

    async def take(self, deadline: float = FOREVER) -> Any:
        """Acquire a connection for one session; `give_back` releases it.

        Raises DatabaseAway when the server does not respond, and DeadlinePassed when no connection
        of the pool was free in time.
        """
        left = None if deadline == FOREVER else deadline - time.monotonic()
        if left is not None and left <= 0:
            raise DeadlinePassed
        try:
            with faults():
                pool = self._pool or await asyncio.wait_for(self._opened(), left)
                return await pool.acquire(timeout=left)
        except DeadlinePassed as error:
            if time.monotonic() >= deadline:
                raise DeadlinePassed("no connection to the database was free") from error
            raise DatabaseAway("the database does not answer") from error

    async def give_back(self, connection: Any) -> None:
        """Release a connection, and close it if its state is not clean.

        A cancelled statement may still be running on the server.
        """
        # on failure the driver has closed it, and the pool opens another
        with contextlib.suppress(Exception):
            await self._pool.release(connection, timeout=ENDING)

    async def close(self) -> None:
        """Close every connection after the end of its session."""
        if self._pool is not None:
            await self._pool.close()
            self._pool = None

    async def _opened(self) -> Any:
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

    async def _open(self) -> Any:
        settings = self.connecting
        return await asyncpg.create_pool(
            settings.url,
            min_size=min(settings.kept, settings.most),
            max_size=settings.most,
            timeout=min(_CONNECTING, max(settings.seconds / 2, 0.5)),
            command_timeout=max(settings.seconds, 1.0),
            statement_cache_size=settings.prepared,
            server_settings=self._settings(),
            init=_watch,
            reset=_leave_as_it_is,
        )

    def _settings(self) -> dict[str, str]:
        """Return the server parameters of a new connection, except those in the URL."""
        parameters = {"application_name": f"{self.connecting.name} {os.getpid()}"}
        if not self.connecting.pooled:
            parameters |= self.connecting.limits
        in_url = dict(parse_qsl(urlsplit(self.connecting.url).query))
        return {name: value for name, value in parameters.items() if name not in in_url}


async def _watch(connection: Any) -> None:
    """Enable TCP keepalive, to detect a server that disappears without closing the connection."""
    tcp = connection._transport.get_extra_info("socket")
    if tcp is None or tcp.family == socket.AF_UNIX:
        return
    tcp.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in (
        ("TCP_KEEPIDLE", _LOST_AFTER // 2),
        ("TCP_KEEPINTVL", _LOST_AFTER // 6),
        ("TCP_KEEPCNT", 3),
        ("TCP_USER_TIMEOUT", _LOST_AFTER * 1_000),
    ):
        if hasattr(socket, name):
            tcp.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)


async def _leave_as_it_is(connection: Any) -> None:
    """Skip the round trip of a reset: sessions leave no settings, listeners or locks."""
