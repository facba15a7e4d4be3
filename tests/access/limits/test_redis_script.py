"""The script of the Redis server decides as the functions do, number by number."""

import asyncio
import random
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from redis import Redis

from openmall.access.limits import (
    abnormal_traffic,
    leaky_bucket,
    per_minute,
    redis_steps,
    time_usage,
    token_bucket,
)
from openmall.access.limits.redis_connection import RedisConnection
from openmall.access.limits.redis_steps import Step
from openmall.contract.counter_state import EMPTY, State
from tests.redis import Server
from tests.world import NOVEMBER_2026

CALLS = 4_000


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server() as running:
        yield running


def moments(chance: random.Random) -> list[float]:
    """Return when calls come: close together, apart, long apart, and with a clock set back."""
    at, found = NOVEMBER_2026 + chance.random(), []
    for _ in range(CALLS):
        kind = chance.random()
        if kind < 0.96:
            at += chance.random() / 10
        elif kind < 0.985:
            at += chance.random() * 5
        elif kind < 0.99:
            at += chance.random() * 300
        else:
            at -= chance.choice([0.5, 1.0, 1.5, 100.0]) * chance.random()
        found.append(at)
    return found


LEAKY = leaky_bucket.Policy(40, 2.0)
ODD = leaky_bucket.Policy(7, 1 / 3)
PACE = abnormal_traffic.Policy(10)
TIME = time_usage.Policy(30.0, 60.0)
MINUTE = per_minute.Policy(40)
BYTES = per_minute.Policy(100_000)
TOKENS = token_bucket.Policy(40, 1.7)

Case = tuple[
    Callable[[float, float], Step],
    Callable[[State, float, float], tuple[State, Any]],
    Callable[[bytes], Any],
]
"""The script's step at a moment, the function's, and how the script's word is read; both are given
a number between 0 and 1 beside the time."""

CASES: dict[str, Case] = {
    "leaky": (
        lambda now, _: redis_steps.admit("k", now, LEAKY),
        lambda state, now, _: leaky_bucket.admit(state, now, LEAKY),
        lambda said: redis_steps.bucket(said, LEAKY),
    ),
    "leaky of odd numbers": (
        lambda now, _: redis_steps.admit("k", now, ODD),
        lambda state, now, _: leaky_bucket.admit(state, now, ODD),
        lambda said: redis_steps.bucket(said, ODD),
    ),
    "leaky, looked at": (
        lambda now, part: (
            redis_steps.admit("k", now, ODD)
            if part < 0.5
            else redis_steps.SCRIPT_FUNCTIONS[leaky_bucket.look].ask("k", now, ODD)
        ),
        lambda state, now, part: (leaky_bucket.admit if part < 0.5 else leaky_bucket.look)(
            state, now, ODD
        ),
        lambda said: redis_steps.bucket(said, ODD),
    ),
    "pace": (
        lambda now, _: redis_steps.note("k", now, PACE),
        lambda state, now, _: abnormal_traffic.note(state, now, PACE),
        redis_steps.sighting,
    ),
    "time": (
        lambda now, part: redis_steps.spend("k", now, part * 4, TIME),
        lambda state, now, part: (time_usage.spend(state, now, part * 4, TIME)[0], None),
        lambda said: said or None,
    ),
    "minute": (
        lambda now, _: redis_steps.SCRIPT_FUNCTIONS[per_minute.admit].ask("k", now, MINUTE),
        lambda state, now, _: per_minute.admit(state, now, MINUTE),
        lambda said: redis_steps.SCRIPT_FUNCTIONS[per_minute.admit].hear(said, MINUTE),
    ),
    "bytes of a minute": (
        lambda now, part: redis_steps.SCRIPT_FUNCTIONS[per_minute.admit].ask(
            "k", now, BYTES, int(9_000 * part)
        ),
        lambda state, now, part: per_minute.admit(state, now, BYTES, int(9_000 * part)),
        lambda said: redis_steps.SCRIPT_FUNCTIONS[per_minute.admit].hear(said, BYTES),
    ),
    "tokens": (
        lambda now, _: redis_steps.SCRIPT_FUNCTIONS[token_bucket.admit].ask("k", now, TOKENS),
        lambda state, now, _: token_bucket.admit(state, now, TOKENS),
        lambda said: redis_steps.SCRIPT_FUNCTIONS[token_bucket.admit].hear(said, TOKENS),
    ),
}


async def told(server: Server, asked: list[Step]) -> list[bytes]:
    line = RedisConnection(server.url, seconds=10.0, wall=time.time)
    try:
        return await line.run(asked)
    finally:
        await line.close()


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("case", CASES)
def test_the_script_is_equal_to_the_function(server: Server, case: str, seed: int) -> None:
    ask, function, hear = CASES[case]
    chance = random.Random(f"{case} {seed}")
    calls = [(now, chance.random()) for now in moments(chance)]
    Redis.from_url(server.url).flushall()

    asked = [step for now, part in calls for step in (ask(now, part), redis_steps.read("k"))]
    said = asyncio.run(told(server, asked))

    state, decisions = EMPTY, []
    for at, (now, part) in enumerate(calls):
        state, decision = function(state, now, part)
        decisions.append(decision)
        assert hear(said[2 * at]) == decision, (at, now)
        assert redis_steps.state(said[2 * at + 1]) == state, (at, now)
    if case not in ("pace", "time"):
        assert {each.admitted for each in decisions} == {True, False}


@pytest.mark.parametrize("seed", range(3))
def test_two_buckets_at_once_are_as_one_after_the_other(server: Server, seed: int) -> None:
    """A call passes its operation's bucket and its owner's; either may refuse, then none fills."""
    chance = random.Random(seed)
    large, small = leaky_bucket.Policy(12, 0.5), leaky_bucket.Policy(8, 0.4)
    Redis.from_url(server.url).flushall()
    calls = [(now, chance.random() < 0.5) for now in moments(chance)]
    asked: list[Step] = []
    for now, both in calls:
        asked += [redis_steps.admit("small", now, small)] if both else []
        asked += [redis_steps.admit("large", now, large, behind=both)]
        asked += [redis_steps.read("small"), redis_steps.read("large")]

    said = iter(asyncio.run(told(server, asked)))

    ended: set[tuple[bool, bool]] = set()
    one, other = EMPTY, EMPTY
    for now, both in calls:
        inner = None
        if both:
            one, inner = leaky_bucket.admit(one, now, small)
            assert redis_steps.bucket(next(said), small) == inner
        heard = next(said)
        if inner is None or inner.admitted:
            other, outer = leaky_bucket.admit(other, now, large)
            assert redis_steps.bucket(heard, large) == outer
            if inner is not None and not outer.admitted:
                one, _ = leaky_bucket.give_back(one, now, small)
            ended.add((True, outer.admitted))
        else:
            assert redis_steps.bucket(heard, large) == leaky_bucket.look(other, now, large)[1]
            ended.add((False, False))
        assert (redis_steps.state(next(said)), redis_steps.state(next(said))) == (one, other)
    assert ended == {(True, True), (True, False), (False, False)}


def test_what_is_expected_is_replaced_and_else_told(server: Server) -> None:
    Redis.from_url(server.url).flushall()
    first, second = (NOVEMBER_2026 + 5, 1.0, 2.0, 3.0, 4.0), (NOVEMBER_2026 + 9, 0.1, 0.0, 0.0, 0.0)
    now = NOVEMBER_2026

    said = asyncio.run(
        told(
            server,
            [
                redis_steps.replace("k", now, EMPTY, first),
                redis_steps.replace("k", now, EMPTY, second),
                redis_steps.replace("k", now, first, second),
                redis_steps.read("k"),
                redis_steps.replace("k", now, second, EMPTY),
                redis_steps.read("k"),
            ],
        )
    )

    assert said == [
        b"",
        redis_steps.STATE.pack(*first),
        b"",
        redis_steps.STATE.pack(*second),
        b"",
        bytes(40),
    ]
    assert Redis.from_url(server.url).keys() == []


def test_keys_say_nobody_and_go_away_by_themselves(server: Server) -> None:
    redis = Redis.from_url(server.url)
    redis.flushall()
    now = NOVEMBER_2026

    asked = [redis_steps.admit("shop m1 admin 192.0.2.1", now, LEAKY) for _ in range(20)]
    asyncio.run(told(server, [*asked, redis_steps.spend("time m1", now, 3.0, TIME)]))

    left = {bytes(key): redis.pttl(key) for key in redis.scan_iter()}
    assert sorted(left) == sorted(
        [redis_steps.name("shop m1 admin 192.0.2.1"), redis_steps.name("time m1")]
    )
    assert not any(b"192.0.2.1" in key for key in left)
    # twenty calls have drained after ten seconds, and a minute more is kept for other clocks
    assert 60_000 < left[redis_steps.name("shop m1 admin 192.0.2.1")] <= 70_000
    assert 120_000 < left[redis_steps.name("time m1")] <= 180_000
