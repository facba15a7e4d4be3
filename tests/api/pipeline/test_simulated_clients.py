"""Hundreds of clients of any pace: what the headers say about limits is what happens.

One meter decides and is reported: wherever `X-Platform-Call-Remain` or `X-Platform-Time-Remain` is
shown, calls are refused until it is over, and then they are not.
"""

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from openmall.access.limits.limiter import Limiter, LocalLimiter
from openmall.access.limits.local_counters import LocalCounters
from openmall.access.limits.policy import Limits
from openmall.access.limits.redis_connection import RedisConnection
from openmall.access.limits.redis_limiter import RedisLimiter
from openmall.access.limits.shared_counters import SharedCounters
from openmall.api.pipeline.rate_limiting import AdmissionControl
from openmall.api.registry import apis
from openmall.contract.call import Mall
from openmall.contract.errors import TooManyCalls
from openmall.contract.operation import Operation
from openmall.http.request import Headers
from tests.random_cases import cases
from tests.redis import Server

CLIENTS = cases(1_000, usual=200)
LIMITS = Limits(abnormal_per_second=200)
JITTER = 0.1


class Response(NamedTuple):
    """What a client sees; a wait is 0 where its header is missing."""

    status: int
    call_usage: float
    call_remain: int
    time_usage: float
    time_remain: int
    retry_after: int = 0

    @property
    def wait(self) -> int:
        return max(self.call_remain, self.time_remain)


def operations() -> dict[int, Operation]:
    """Return an operation of the admin API for each request limit."""
    (admin,) = (each for each in apis().all if each.name == "admin")
    return {each.limit: each for each in admin.operations}


OPERATIONS = operations()


class Client:
    """A client of a mall of its own, which is served by any of the workers."""

    def __init__(self, number: int, workers: list[AdmissionControl], chance: Random) -> None:
        self.mall = Mall(f"mall{number}", "", "KR", {})
        self._workers = workers
        self._chance = chance
        self.operation = OPERATIONS[chance.choice([1, 1, 10, 40])]
        self.heavy = chance.random() < 0.2

    async def look(self, at: float) -> Response:
        """Return what any response says that counts no call."""
        headers: Headers = []
        await self._complete(headers, at)
        return seen(0, headers, 0)

    async def call(self, at: float) -> Response:
        """Call at a time, in epoch seconds."""
        headers: Headers = []
        worker = self._chance.choice(self._workers)
        try:
            await worker.admit_shop_call(
                headers,
                mall=self.mall,
                owner="admin",
                ip="192.0.2.1",
                operation=self.operation,
                anonymous=False,
                now=at,
            )
        except TooManyCalls as refused:
            await self._complete(headers, at)
            return seen(429, headers, refused.retry_after)
        spent = self._chance.random() * (8.0 if self.heavy else 0.01)
        worker.record_processing_time(headers, mall=self.mall, now=at, spent=spent)
        return seen(200, headers, 0)

    async def _complete(self, headers: Headers, at: float) -> None:
        await self._chance.choice(self._workers).complete(
            headers,
            mall=self.mall,
            owner="admin",
            ip="192.0.2.1",
            operation=self.operation,
            anonymous=False,
            now=at,
        )


def seen(status: int, headers: Headers, retry_after: int) -> Response:
    values = dict(headers)
    assert len(values) == len(headers), "each is said once"
    return Response(
        status,
        float(values[b"x-platform-call-usage"]),
        int(values.get(b"x-platform-call-remain", 0)),
        float(values[b"x-platform-time-usage"]),
        int(values.get(b"x-platform-time-remain", 0)),
        retry_after,
    )


def steady(chance: Random, at: float, calls: int) -> list[float]:
    """Return times of which no second has more than two, each up to 100 ms early or late."""
    due = [at]
    while len(due) < calls:
        gap = chance.choice([0.5, chance.random(), 0.0])
        due.append(max(due[-1] + gap, due[-2] + 1.0 if len(due) > 1 else 0.0))
    return sorted(each + chance.uniform(-JITTER, JITTER) for each in due)


def erratic(chance: Random, at: float, calls: int) -> list[float]:
    """Return times of bursts and pauses."""
    times = []
    for _ in range(calls):
        at += chance.choice([0.0, 0.0, 0.01, 0.1, chance.random(), chance.random() * 10])
        times.append(at)
    return times


async def follow(client: Client, at: float, before: Response, last: tuple[float, Response]) -> None:
    """Check the last response against what is said and done at a later time."""
    then, told = last
    assert before.call_remain <= max(0, told.call_remain - int(at - then))
    assert before.time_remain <= max(0, told.time_remain - int(at - then))
    if told.wait and at < then + told.wait - 1:
        assert before.wait, "a wait is told until it is over"


async def live(client: Client, chance: Random, start: float) -> list[Response]:
    """Run a client's life, checking each response, and return them."""
    last: tuple[float, Response] | None = None
    responses = []
    for at in erratic(chance, start, 20):
        obeys = last is not None and last[1].wait > 0 and chance.random() < 0.2
        if obeys and last is not None:
            at = max(at, last[0] + last[1].wait)  # a pause moves one call alone
        if last is not None and at < last[0]:
            continue
        before = await client.look(at)
        if last is not None:
            await follow(client, at, before, last)
        response = await client.call(at)
        responses.append(response)

        if before.wait:
            assert response.status == 429, "calls are refused while a wait is told"
        if response.status == 429:
            assert response.wait == response.retry_after > 0
            assert response.call_usage >= before.call_usage
            if not before.call_remain and not response.time_remain:
                assert response.call_usage > before.call_usage
        else:
            assert response.call_remain == 0
        assert (response.call_usage >= 100.0) == (response.call_remain > 0)
        assert (response.time_usage >= 100.0) == (response.time_remain > 0)
        if last is not None and last[1].wait and at >= last[0] + last[1].wait:
            assert response.status == 200, "the first call after the wait succeeds"
        last = at, response
    return responses


async def recover(client: Client, chance: Random, start: float) -> None:
    """Check that two calls a second are served again after a burst, without a longer pause."""
    client.heavy = False
    for _ in range(70):
        await client.call(start)
    paced = [start + 0.5 * n + chance.uniform(-JITTER, JITTER) for n in range(1, 141)]
    statuses = [(await client.call(at)).status for at in paced]
    assert statuses[90:] == [200] * 50


async def keep_pace(client: Client, chance: Random, start: float) -> None:
    """Check that a client is never limited which never exceeds two calls a second."""
    client.heavy = False
    for at in steady(chance, start, 40):
        response = await client.call(at)
        assert (response.status, response.wait) == (200, 0)


async def simulate(workers: list[AdmissionControl]) -> int:
    """Run all clients, and return how many calls were refused."""
    start = time.time()
    refused = 0

    async def run(number: int) -> None:
        nonlocal refused
        chance = Random(number)
        client = Client(number, workers, chance)
        behaviour = number % 10
        if behaviour in (0, 2):
            await keep_pace(client, chance, start + chance.random())
        elif behaviour == 1:
            await recover(client, chance, start + chance.random())
        else:
            responses = await live(client, chance, start + chance.random())
            refused += sum(each.status == 429 for each in responses)

    await asyncio.gather(*(run(number) for number in range(CLIENTS)))
    return refused


@contextmanager
def one_process(_: Path) -> Iterator[list[Limiter]]:
    yield [LocalLimiter(LocalCounters())]


@contextmanager
def processes_of_a_machine(folder: Path) -> Iterator[list[Limiter]]:
    counters = SharedCounters(folder / "counters")
    yield [LocalLimiter(counters), LocalLimiter(counters)]
    counters.close()


@contextmanager
def machines(_: Path) -> Iterator[list[Limiter]]:
    with Server() as server:
        connection = RedisConnection(server.url, seconds=10.0, wall=time.time)
        yield [RedisLimiter(connection, LocalLimiter(LocalCounters()))]


@pytest.mark.parametrize("counted_by", [one_process, processes_of_a_machine, machines])
def test_headers_of_hundreds_of_clients_are_what_happens(
    counted_by: Callable[[Path], AbstractContextManager[list[Limiter]]], tmp_path: Path
) -> None:
    async def run(limiters: list[Limiter]) -> int:
        try:
            return await simulate([AdmissionControl(each, LIMITS) for each in limiters])
        finally:
            for limiter in limiters:
                await limiter.close()

    with counted_by(tmp_path) as limiters:
        refused = asyncio.run(run(limiters))

    assert refused > 1.5 * CLIENTS
