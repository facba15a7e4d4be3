"""Several machines decide together, and each for itself while the Redis server is away."""

import asyncio
import logging
import socket
import time
from collections.abc import Awaitable, Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from redis import Redis

from openmall.access.limits import leaky_bucket, per_minute, time_usage
from openmall.access.limits.abnormal_traffic import Policy as Pace
from openmall.access.limits.limiter import Entered, LocalLimiter, ShopCall
from openmall.access.limits.local_counters import LocalCounters
from openmall.access.limits.redis_connection import CLOCK_NOISE, PROBE_SECONDS, RedisConnection
from openmall.access.limits.redis_limiter import RedisLimiter
from openmall.access.oauth.backoff import FREE_ATTEMPTS, attempt
from openmall.running.server import certificates
from tests.redis import Server

POLICY = leaky_bucket.Policy(40, 2.0)
OPERATION = leaky_bucket.Policy(10, 2.0)
TIME = time_usage.Policy(30.0, 60.0)


class Refused(Exception):
    """What the application would answer with 503."""


def shop_call(operation: str = "") -> ShopCall:
    return ShopCall(
        "shop m1 admin", POLICY, operation, OPERATION, "pace m1", Pace(), "time m1", TIME
    )


class Machine:
    """A worker of one machine."""

    def __init__(self, url: str, *, refuse: bool = False, wall: Callable[[], float] = time.time):
        self.line = RedisConnection(url, seconds=0.3, wall=wall)
        self.wall = wall
        self.limiter = RedisLimiter(
            self.line, LocalLimiter(LocalCounters()), refusal=Refused if refuse else None
        )

    async def enter(self, operation: str = "") -> Entered:
        return await self.limiter.enter(shop_call(operation), self.wall())


def together(server: Server, work: Callable[..., Awaitable[Any]], *machines: Machine) -> Any:
    Redis.from_url(server.url).flushall()

    async def run() -> Any:
        try:
            return await work(*machines)
        finally:
            for machine in machines:
                await machine.limiter.close()

    return asyncio.run(run())


async def until(done: Callable[[], bool], *, seconds: float = 10.0) -> None:
    for _ in range(int(seconds / 0.02)):
        if done():
            return
        await asyncio.sleep(0.02)
    raise TimeoutError


@pytest.fixture
def server() -> Iterator[Server]:
    with Server() as running:
        yield running


@pytest.mark.both_stores
def test_a_storm_on_two_machines_fills_one_bucket(server: Server) -> None:
    async def storm(one: Machine, other: Machine) -> list[Entered]:
        return await asyncio.gather(*((one, other)[at % 2].enter() for at in range(400)))

    entered = together(server, storm, Machine(server.url), Machine(server.url))

    drained = 1  # in less than half a second
    assert 40 <= sum(each.calls.admitted for each in entered) <= 40 + drained


@pytest.mark.both_stores
def test_many_calls_at_once_share_round_trips(server: Server) -> None:
    async def storm(one: Machine) -> int:
        await one.enter()
        before = one.line.round_trips.answered
        await asyncio.gather(*(one.enter() for _ in range(200)))
        return one.line.round_trips.answered - before

    assert together(server, storm, Machine(server.url)) <= 3


@pytest.mark.both_stores
def test_one_call_is_one_round_trip_which_takes_its_time_along(server: Server) -> None:
    async def calls(one: Machine) -> tuple[int, time_usage.Reading]:
        await one.enter("operation m1")
        before = one.line.round_trips.answered
        for _ in range(5):
            await one.enter("operation m1")
            reading = one.limiter.leave("time m1", one.wall(), 3.0, TIME)
        return one.line.round_trips.answered - before, reading

    trips, reading = together(server, calls, Machine(server.url))

    assert trips == 5
    assert reading.usage == 50.0


@pytest.mark.both_stores
def test_time_spent_on_one_machine_is_known_on_the_other(server: Server) -> None:
    async def calls(one: Machine, other: Machine) -> Entered:
        await one.enter()
        one.limiter.leave("time m1", one.wall(), 31.0, TIME)
        await one.enter()  # it has been sent before this one
        return await other.enter()

    entered = together(server, calls, Machine(server.url), Machine(server.url))

    assert entered.time.usage >= 100.0
    assert entered.time.remain > 0


@pytest.mark.both_stores
def test_a_call_its_operation_refuses_does_not_fill_its_shops_bucket(server: Server) -> None:
    async def calls(one: Machine) -> list[leaky_bucket.Decision]:
        return [(await one.enter("operation m1")).calls for _ in range(14)] + [
            (await one.enter()).calls
        ]

    *limited, after = together(server, calls, Machine(server.url))

    assert [each.admitted for each in limited] == [True] * 10 + [False] * 4
    assert [each.capacity for each in limited] == [10] * 14
    assert after.used == 11


@pytest.mark.both_stores
def test_what_has_no_twin_in_the_script_is_decided_in_python_without_losing_any(
    server: Server,
) -> None:
    async def guess(one: Machine, other: Machine) -> list[int]:
        return await asyncio.gather(
            *((one, other)[at % 2].limiter.decide("user", attempt, 1e9) for at in range(40))
        )

    waits = together(server, guess, Machine(server.url), Machine(server.url))

    assert sum(wait == 0 for wait in waits) == FREE_ATTEMPTS


@pytest.mark.both_stores
def test_clocks_that_differ_give_no_credit(server: Server) -> None:
    """Without a correction, each change of machine would drain the bucket by ten seconds more."""

    async def storm(one: Machine, other: Machine) -> tuple[int, float, float]:
        entered = [await (one, other)[at % 2].enter() for at in range(200)]
        return sum(each.calls.admitted for each in entered), one.line.shift, other.line.shift

    ahead = Machine(server.url, wall=lambda: time.time() + 10)
    admitted, right, shift = together(server, storm, Machine(server.url), ahead)

    assert 40 <= admitted <= 42
    assert right == 0.0
    assert shift == pytest.approx(-10, abs=CLOCK_NOISE)


@pytest.mark.both_stores
def test_a_script_the_server_forgot_is_given_again(server: Server) -> None:
    async def forgotten(one: Machine) -> leaky_bucket.Decision:
        await one.enter()
        Redis.from_url(server.url).script_flush()
        return (await one.enter()).calls

    assert together(server, forgotten, Machine(server.url)).used == 2


@pytest.mark.both_stores
@pytest.mark.parametrize("how", ["killed", "frozen"])
def test_while_it_is_away_this_machine_decides_and_nobody_waits(
    server: Server, how: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def away(one: Machine) -> tuple[list[Entered], float, float, Entered]:
        await one.enter()
        (server.kill if how == "killed" else server.freeze)()
        began = time.monotonic()
        first = await asyncio.gather(*(one.enter() for _ in range(100)))
        waited, began = time.monotonic() - began, time.monotonic()
        first += await asyncio.gather(*(one.enter() for _ in range(100)))
        then = time.monotonic() - began
        (server.start if how == "killed" else server.thaw)()
        await until(lambda: not one.line.unavailable)
        return first, waited, then, await one.enter()

    caplog.set_level(logging.INFO, "openmall.access.limits")
    entered, waited, then, after = together(server, away, Machine(server.url))

    assert 40 <= sum(each.calls.admitted for each in entered) <= 42
    assert waited < 1.0
    assert then < 0.2
    # what a frozen server was sent it still counts when it goes on
    assert after.calls.used <= 2 if how == "killed" else 30 <= after.calls.used <= 40
    told = [record.getMessage() for record in caplog.records if "server" in record.getMessage()]
    assert told == ["limits' server away", "limits' server back"]


@pytest.mark.both_stores
def test_while_it_is_away_calls_are_refused_where_that_is_chosen(server: Server) -> None:
    async def away(one: Machine) -> tuple[list[Any], per_minute.Decision]:
        await one.enter()
        server.kill()
        refused = await asyncio.gather(*(one.enter() for _ in range(50)), return_exceptions=True)
        server.start()
        await until(lambda: not one.line.unavailable)
        minute = per_minute.Policy(3)
        return refused, await one.limiter.decide("minute", per_minute.admit, one.wall(), minute)

    refused, after = together(server, away, Machine(server.url, refuse=True))

    assert {type(each) for each in refused} == {Refused}
    assert (after.admitted, after.remaining) == (True, 2)


def test_it_may_be_away_when_the_worker_starts(server: Server) -> None:
    async def away(one: Machine) -> tuple[Entered, Entered]:
        first = await one.enter()
        server.start()
        await until(lambda: not one.line.unavailable)
        return first, await one.enter()

    machine = Machine(server.url)
    Redis.from_url(server.url).flushall()
    server.kill()

    async def run() -> tuple[Entered, Entered]:
        try:
            return await away(machine)
        finally:
            await machine.limiter.close()

    first, second = asyncio.run(run())
    assert (first.calls.used, second.calls.used) == (1, 1)


def test_a_password_is_never_said(caplog: pytest.LogCaptureFixture) -> None:
    with Server("--requirepass", "horse battery") as server:
        url = f"redis://:wrong%20guess@127.0.0.1:{server.port}/0"

        async def refused(one: Machine) -> Entered:
            try:
                return await one.enter()
            finally:
                await one.limiter.close()

        entered = asyncio.run(refused(Machine(url)))

    assert entered.calls.admitted
    assert [record.getMessage() for record in caplog.records] == ["limits' server away"]
    assert "wrong" not in str(vars(caplog.records[0]))


@pytest.mark.both_stores
def test_one_that_takes_no_writes_is_away_until_it_does(
    server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    async def full(one: Machine) -> Entered:
        admin = Redis.from_url(server.url)
        await one.enter()
        admin.config_set("maxmemory", "1")
        await one.enter()
        await asyncio.sleep(2.5 * PROBE_SECONDS)
        assert one.line.unavailable
        admin.config_set("maxmemory", "0")
        await until(lambda: not one.line.unavailable)
        return await one.enter()

    entered = together(server, full, Machine(server.url))

    assert entered.calls.used <= 2
    assert [record.getMessage() for record in caplog.records] == [
        "limits' server away",
        "limits' server back",
    ]


def test_it_may_speak_tls_and_ask_for_a_password(tmp_path: Path) -> None:
    files = certificates.ensure(tmp_path, ("127.0.0.1",), now=datetime.now(UTC))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    options = (
        *("--tls-port", str(port), "--tls-cert-file", str(files.certificate)),
        *("--tls-key-file", str(files.key), "--tls-ca-cert-file", str(files.ca_file)),
        *("--tls-auth-clients", "no", "--requirepass", "horse battery"),
    )
    where = f"127.0.0.1:{port}/0?ssl_ca_certs={files.ca_file}"

    async def enter(one: Machine) -> tuple[Entered, int]:
        entered = await one.enter()
        await one.limiter.close()
        return entered, one.line.round_trips.answered

    with Server(*options):
        let_in = asyncio.run(enter(Machine(f"rediss://:horse%20battery@{where}")))
        unknown = asyncio.run(enter(Machine(f"rediss://:horse%20battery@127.0.0.1:{port}/0")))

    assert (let_in[0].calls.used, let_in[1]) == (1, 1)
    # an authority that nobody said to trust
    assert unknown[1] == 0


@pytest.mark.parametrize("url", ["http://127.0.0.1", "redis", "redis://"])
def test_another_address_is_none(url: str) -> None:
    with pytest.raises(ValueError, match="redis://host:port/number"):
        RedisConnection(url, seconds=1.0, wall=time.time)
