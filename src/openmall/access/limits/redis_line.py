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
MOST_TOGETHER: Final = 100
"""Requests of one round trip: some milliseconds of the server, during which others wait."""
PROBE_SECONDS: Final = 1.0
"""Interval of probes while the server is unavailable."""
CLOCK_NOISE: Final = 0.25
"""Seconds by which the server's clock may differ from ours before ours is corrected: less than
`clock.REORDER_S`, the step back that counts as workers finishing out of order."""

_PROBE: Final = redis_steps.admit("probe", 0.0, leaky_bucket.Policy())
_SCHEMES: Final = {"valkey": "redis", "valkeys": "rediss", "redis": "redis", "rediss": "rediss"}


class Away(Exception):
    """The server is unavailable."""


class Trips(Struct):
    """Counts of round trips, for the metrics."""

    answered: int = 0
    failed: int = 0
    seconds: float = 0.0
    """Total duration of the answered ones."""
    decided_alone: int = 0
    """Decisions taken without the server, or refused, because it was unavailable."""


class Line:
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
        self._client = self._opened()
        self._sha = ""
        self._waiting: list[tuple[Sequence[Step], asyncio.Future[list[bytes]] | None]] = []
        self._sending: asyncio.Task[None] | None = None
        self._probing: asyncio.Task[None] | None = None
        self.trips = Trips()
        self.shift = 0.0
        """Seconds to add to this machine's clock to get the server's."""

    @property
    def away(self) -> bool:
        """Return whether the server is unavailable."""
        return self._probing is not None

    async def ask(self, steps: Sequence[Step]) -> list[bytes]:
        """Run `steps` in the script, and return a reply for each. Raises Away.

        Takes at most the timeout of two round trips.
        """
        if self._probing is not None:
            raise Away("away")
        answer: asyncio.Future[list[bytes]] = asyncio.get_running_loop().create_future()
        self._waiting.append((steps, answer))
        self._send_soon()
        return await answer

    def later(self, step: Step) -> None:
        """Run a step with the next round trip, without waiting for it."""
        if self._probing is None:
            self._waiting.append(([step], None))
            self._send_soon()

    async def close(self) -> None:
        """Send pending steps, and close the connection."""
        if self._probing is not None:
            self._probing.cancel()
            self._probing = None
        if self._sending is not None:
            await self._sending
        await self._client.aclose()

    def _opened(self) -> "Redis":
        return Redis.from_url(
            self._url,
            protocol=2,
            socket_timeout=self._seconds,
            socket_connect_timeout=self._seconds,
            retry=Retry(NoBackoff(), 0),
            max_connections=1,
        )

    def _send_soon(self) -> None:
        if self._sending is None:
            # an empty context: it serves all requests, not only the one that starts it
            self._sending = asyncio.get_running_loop().create_task(self._send(), context=Context())

    async def _send(self) -> None:
        try:
            while self._waiting:
                together = self._waiting[:MOST_TOGETHER]
                del self._waiting[:MOST_TOGETHER]
                try:
                    async with asyncio.timeout(self._seconds):
                        answers = await self._trip(
                            [step for steps, _ in together for step in steps]
                        )
                except Exception as error:  # any error must end the waiting requests
                    self._fail(together, error)
                    return
                at = 0
                for steps, answer in together:
                    if answer is not None and not answer.done():
                        answer.set_result(answers[at : at + len(steps)])
                    at += len(steps)
        finally:
            self._sending = None

    async def _trip(self, steps: Sequence[Step]) -> list[bytes]:
        if not self._sha:
            await self._load_script()
        keys = [step.key for step in steps]
        arguments = [step.said for step in steps]
        began, wall = time.perf_counter(), self._wall()
        try:
            reply = await self._client.evalsha(self._sha, len(keys), *keys, *arguments)
        except NoScriptError:
            await self._load_script()
            reply = await self._client.evalsha(self._sha, len(keys), *keys, *arguments)
        took = time.perf_counter() - began
        self.trips.answered += 1
        self.trips.seconds += took
        self._set_clock(reply[0], reply[1], wall, took)
        answers: list[bytes] = reply[2:]
        return answers

    async def _load_script(self) -> None:
        """Load the script into the server, and read its clock."""
        sha = await self._client.script_load(SCRIPT)
        began, wall = time.perf_counter(), self._wall()
        seconds, micros = await self._client.time()
        self._set_clock(seconds, micros, wall, time.perf_counter() - began)
        self._sha = sha

    def _set_clock(self, seconds: int, micros: int, wall: float, took: float) -> None:
        # it was read at some time between request and reply
        differs = seconds + micros / 1e6 - (wall + took / 2)
        if abs(differs - self.shift) > CLOCK_NOISE + took / 2:
            if abs(differs) <= CLOCK_NOISE:
                differs = 0.0
            log.warning("clock differs from the limits' server", extra={"seconds": differs})
            self.shift = differs

    def _fail(
        self,
        together: Sequence[tuple[Sequence[Step], "asyncio.Future[list[bytes]] | None"]],
        error: Exception,
    ) -> None:
        reason = str(error) or type(error).__name__
        self.trips.failed += 1
        for _, answer in [*together, *self._waiting]:
            if answer is not None and not answer.done():
                answer.set_exception(Away(reason))
        self._waiting.clear()
        log.error("limits' server away", extra={"reason": reason})
        self._probing = asyncio.get_running_loop().create_task(
            self._probe(time.monotonic()), context=Context()
        )

    async def _probe(self, since: float) -> None:
        while True:
            await asyncio.sleep(PROBE_SECONDS)
            # a connection interrupted within a reply cannot be used again
            broken, self._client, self._sha = self._client, self._opened(), ""
            try:
                async with asyncio.timeout(self._seconds):
                    await broken.aclose()
                    # a server that is full or read-only is still unavailable
                    await self._trip([_PROBE])
            except Exception:
                self.trips.failed += 1
                continue
            break
        self._probing = None
        away = round(time.monotonic() - since, 1)
        log.warning("limits' server back", extra={"away_seconds": away})
