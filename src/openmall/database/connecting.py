"""Connections to one PostgreSQL server: how they are opened, lent, and kept from outliving a call.

Every limit is the server's own, too: what a worker began ends by itself when the worker is killed,
hangs, or can no longer be reached.
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
"""Seconds that a statement of a command may take, which nobody waits for as for a call."""
_CONNECTING: Final = 10.0
"""Most seconds that a server may take to welcome a new connection."""
ENDING: Final = 2.0
"""Seconds that a statement stopped by its deadline may take to end, before its line is cut."""
_LOST_AFTER: Final = 30
"""Seconds after which a line that says nothing any more is given up, about."""
_LOST: Final = (
    OSError,
    asyncpg.PostgresConnectionError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # what was lost in the middle of a statement, asked again
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
    """The server is gone, or has ended the session: another connection may do better."""


class faults:  # noqa: N801 # reads as a statement: with faults():
    """Turn the driver's exceptions into those the pipeline knows."""

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
    """How one process connects to a server."""

    url: str
    """`postgresql://user:password@host:port/name`, and what the driver is to be told after `?`."""
    name: str = "openmall"
    """What the server lists the connections as."""
    kept: int = 1
    """Connections that stay open."""
    most: int = 10
    seconds: float = LONGEST
    """Longest a statement may take, and a transaction may wait for its program; half of it for a
    lock."""
    prepared: int = 1_000
    """Statements that are kept prepared on one connection; 0: none, and every call is one
    transaction, so that a pooler may give it any connection of its own."""

    @property
    def limits(self) -> dict[str, str]:
        """What a session is limited by, as the server calls it, in milliseconds."""
        longest = max(int(self.seconds * 1_000), 1_000)
        return {
            "statement_timeout": str(longest),
            "lock_timeout": str(longest // 2),
            "idle_in_transaction_session_timeout": str(longest),
            "client_connection_check_interval": "1000",
        }

    @property
    def pooled(self) -> bool:
        """Whether a pooler stands between, which gives each transaction another connection."""
        return self.prepared == 0

    def begin(self, *, writes: bool) -> str:
        """Return what a session begins with; empty: with nothing."""
        if not self.pooled:
            return "BEGIN" if writes else ""
        limits = "".join(f"; SET LOCAL {name} = {value}" for name, value in self.limits.items())
        return ("BEGIN" if writes else "BEGIN READ ONLY") + limits


class Pool:
    """The connections of one process to one server; the first call opens the first of them."""

    def __init__(self, connecting: Connecting) -> None:
        self.connecting = connecting
        self._pool: Any = None
        self._opening: asyncio.Future[Any] | None = None

    async def take(self, deadline: float = FOREVER) -> Any:
        """Return a connection for one session, which `give_back` takes.

        Raises DatabaseAway when the server does not answer, and DeadlinePassed when none of the
        process's connections was free in time.
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
        """Take a connection back, and close it if it is not as it was.

        What was stopped by its deadline may still be about to end on the server.
        """
        # where that fails the driver has closed it, and whoever needs one opens another
        with contextlib.suppress(Exception):
            await self._pool.release(connection, timeout=ENDING)

    async def close(self) -> None:
        """Close every connection, when its session has ended."""
        if self._pool is not None:
            await self._pool.close()
            self._pool = None

    async def _opened(self) -> Any:
        """Return the driver's pool. Whoever comes while it is opened shares how that ends."""
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
        how = self.connecting
        return await asyncpg.create_pool(
            how.url,
            min_size=min(how.kept, how.most),
            max_size=how.most,
            timeout=min(_CONNECTING, max(how.seconds / 2, 0.5)),
            command_timeout=max(how.seconds, 1.0),
            statement_cache_size=how.prepared,
            server_settings=self._settings(),
            init=_watch,
            reset=_leave_as_it_is,
        )

    def _settings(self) -> dict[str, str]:
        """Return what the server is told of a new connection, but for what the URL says."""
        told = {"application_name": f"{self.connecting.name} {os.getpid()}"}
        if not self.connecting.pooled:
            told |= self.connecting.limits
        said = dict(parse_qsl(urlsplit(self.connecting.url).query))
        return {name: value for name, value in told.items() if name not in said}


async def _watch(connection: Any) -> None:
    """Notice that a server is gone which could not say so: its power, or the line, was cut."""
    line = connection._transport.get_extra_info("socket")
    if line is None or line.family == socket.AF_UNIX:
        return
    line.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in (
        ("TCP_KEEPIDLE", _LOST_AFTER // 2),
        ("TCP_KEEPINTVL", _LOST_AFTER // 6),
        ("TCP_KEEPCNT", 3),
        ("TCP_USER_TIMEOUT", _LOST_AFTER * 1_000),
    ):
        if hasattr(socket, name):
            line.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)


async def _leave_as_it_is(connection: Any) -> None:
    """Save the round trip of a reset: no session sets, listens for or locks anything."""
