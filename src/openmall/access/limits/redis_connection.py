"""The connection of a worker to the Redis server, which batches concurrent requests.

A worker has at most one round trip in progress; requests made meanwhile are sent together as the
next. When a round trip fails, all waiting requests fail at once, and new ones fail immediately
until the server responds to a probe, sent every second in the background.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from contextvars import Context
from importlib.resources import files
from typing import Final

from msgspec import Struct
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import NoScriptError

from openmall.access.limits import leaky_bucket, redis_steps
from openmall.access.limits.redis_steps import Step

log = logging.getLogger("openmall.access.limits")

SCRIPT: Final = files("openmall.access.limits").joinpath("redis_script.lua").read_bytes()
MAX_BATCH: Final = 100
"""Requests of one round trip: some milliseconds of the server, during which others wait."""
PROBE_SECONDS: Final = 1.0
"""Interval of probes while the server is unavailable."""
CLOCK_NOISE: Final = 0.25
"""Seconds by which the server's clock may differ from ours before ours is corrected: less than
`clock.REORDER_S`, the step back that counts as workers finishing out of order."""

_PROBE: Final = redis_steps.admit("probe", 0.0, leaky_bucket.Policy())
_SCHEMES: Final = {"valkey": "redis", "valkeys": "rediss", "redis": "redis", "rediss": "rediss"}


class ServerUnavailable(Exception):
    """The server is unavailable."""


class RoundTrips(Struct):
    """Counts of round trips, for the metrics."""

    answered: int = 0
    failed: int = 0
    seconds: float = 0.0
    """Total duration of the answered ones."""
    decided_alone: int = 0
    """Decisions taken without the server, or refused, because it was unavailable."""


class RedisConnection:
    """The connection, opened on first use."""

    def __init__(self, url: str, *, seconds: float, wall: Callable[[], float]) -> None:
        """`url`: `redis://[user:password@]host[:port][/number]`, `rediss://` over TLS.

        `seconds`: timeout of a round trip. `wall`: this machine's clock. Raises ValueError for an
        invalid address.
        """
        scheme, _, rest = url.partition("://")
        if scheme not in _SCHEMES or not rest:
            raise ValueError("the address of the limits' server is redis://host:port/number")
        self._url = f"{_SCHEMES[scheme]}://{rest}"
        self._seconds = seconds
        self._wall = wall
        self._client = self._new_client()
        self._sha = ""
        self._waiting: list[tuple[Sequence[Step], asyncio.Future[list[bytes]] | None]] = []
        self._sending: asyncio.Task[None] | None = None
        self._probing: asyncio.Task[None] | None = None
        self.round_trips = RoundTrips()
        self.shift = 0.0
        """Seconds to add to this machine's clock to get the server's."""

    @property
    def unavailable(self) -> bool:
        """Return whether the server is unavailable."""
        return self._probing is not None

    async def run(self, steps: Sequence[Step]) -> list[bytes]:
        """Run `steps` in the script, and return a reply for each. Raises Away.

        Takes at most the timeout of two round trips.
        """
        if self._probing is not None:
            raise ServerUnavailable("away")
        reply: asyncio.Future[list[bytes]] = asyncio.get_running_loop().create_future()
        self._waiting.append((steps, reply))
        self._start_sending()
        return await reply

    def enqueue(self, step: Step) -> None:
        """Run a step with the next round trip, without waiting for it."""
        if self._probing is None:
            self._waiting.append(([step], None))
            self._start_sending()

    async def close(self) -> None:
        """Send pending steps, and close the connection."""
        if self._probing is not None:
            self._probing.cancel()
            self._probing = None
        if self._sending is not None:
            await self._sending
        await self._client.aclose()

    def _new_client(self) -> "Redis":
        return Redis.from_url(
            self._url,
            protocol=2,
            socket_timeout=self._seconds,
            socket_connect_timeout=self._seconds,
            retry=Retry(NoBackoff(), 0),
            max_connections=1,
        )

    def _start_sending(self) -> None:
        if self._sending is None:
            # an empty context: it serves all requests, not only the one that starts it
            self._sending = asyncio.get_running_loop().create_task(self._send(), context=Context())

    async def _send(self) -> None:
        try:
            while self._waiting:
                batch = self._waiting[:MAX_BATCH]
                del self._waiting[:MAX_BATCH]
                try:
                    async with asyncio.timeout(self._seconds):
                        replies = await self._round_trip(
                            [step for steps, _ in batch for step in steps]
                        )
                except Exception as error:  # any error must end the waiting requests
                    self._fail(batch, error)
                    return
                at = 0
                for steps, reply in batch:
                    if reply is not None and not reply.done():
                        reply.set_result(replies[at : at + len(steps)])
                    at += len(steps)
        finally:
            self._sending = None

    async def _round_trip(self, steps: Sequence[Step]) -> list[bytes]:
        if not self._sha:
            await self._load_script()
        keys = [step.key for step in steps]
        arguments = [step.payload for step in steps]
        started, wall = time.perf_counter(), self._wall()
        try:
            reply = await self._client.evalsha(self._sha, len(keys), *keys, *arguments)
        except NoScriptError:
            await self._load_script()
            reply = await self._client.evalsha(self._sha, len(keys), *keys, *arguments)
        duration = time.perf_counter() - started
        self.round_trips.answered += 1
        self.round_trips.seconds += duration
        self._set_clock(reply[0], reply[1], wall, duration)
        replies: list[bytes] = reply[2:]
        return replies

    async def _load_script(self) -> None:
        """Load the script into the server, and read its clock."""
        sha = await self._client.script_load(SCRIPT)
        started, wall = time.perf_counter(), self._wall()
        seconds, micros = await self._client.time()
        self._set_clock(seconds, micros, wall, time.perf_counter() - started)
        self._sha = sha

    def _set_clock(self, seconds: int, micros: int, wall: float, duration: float) -> None:
        # it was read at some time between request and reply
        difference = seconds + micros / 1e6 - (wall + duration / 2)
        if abs(difference - self.shift) > CLOCK_NOISE + duration / 2:
            if abs(difference) <= CLOCK_NOISE:
                difference = 0.0
            log.warning("clock differs from the limits' server", extra={"seconds": difference})
            self.shift = difference

    def _fail(
        self,
        batch: Sequence[tuple[Sequence[Step], "asyncio.Future[list[bytes]] | None"]],
        error: Exception,
    ) -> None:
        reason = str(error) or type(error).__name__
        self.round_trips.failed += 1
        for _, reply in [*batch, *self._waiting]:
            if reply is not None and not reply.done():
                reply.set_exception(ServerUnavailable(reason))
        self._waiting.clear()
        log.error("limits' server away", extra={"reason": reason})
        self._probing = asyncio.get_running_loop().create_task(
            self._probe(time.monotonic()), context=Context()
        )

    async def _probe(self, since: float) -> None:
        while True:
            await asyncio.sleep(PROBE_SECONDS)
            # a connection interrupted within a reply cannot be used again
            broken, self._client, self._sha = self._client, self._new_client(), ""
            try:
                async with asyncio.timeout(self._seconds):
                    await broken.aclose()
                    # a server that is full or read-only is still unavailable
                    await self._round_trip([_PROBE])
            except Exception:
                self.round_trips.failed += 1
                continue
            break
        self._probing = None
        unavailable_seconds = round(time.monotonic() - since, 1)
        log.warning("limits' server back", extra={"away_seconds": unavailable_seconds})
