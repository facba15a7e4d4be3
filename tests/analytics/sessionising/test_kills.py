"""kill -9 of workers and of the owner of the facts, at any moment: nothing is lost or doubled."""

import asyncio
import time
from random import Random

import pytest

from openmall.analytics.engine.owner_protocol import socket_of
from openmall.configuration import Configuration
from tests.analytics.sessionising.event_reporting import LATENESS, EventReporter, kept
from tests.analytics.sessionising.histories import History
from tests.analytics.sessionising.reference import expected, told
from tests.fork_server import Forked, ForkServer
from tests.random_cases import cases

pytestmark = pytest.mark.journey

WORKER = "tests.analytics.sessionising.worker"
OWNER = "tests.analytics.sessionising.forked_owner"
KILLS = cases(5, usual=2)
PATIENCE = 120.0


def _owner(server: ForkServer, store: Configuration) -> Forked:
    """Start the owner of the facts, which listens some time later."""
    socket_of(store.data_dir).unlink(missing_ok=True)
    return server.start(OWNER, store.data_dir)


async def _left(telling: EventReporter) -> tuple[int, int]:
    """Return how many batches wait to be sessionised, and how many for the engine."""
    return await telling.waiting(), await telling.made()


async def _progress(telling: EventReporter, stage: int) -> tuple[int, int]:
    """Wait until workers have got on; return what is left then.

    `stage`: 0 with what waits to be sessionised, 1 with what waits for the engine.
    """
    most = 0
    deadline = time.monotonic() + PATIENCE
    while (now := await _left(telling)) != (0, 0) and now[stage] >= most:
        most = now[stage]
        assert time.monotonic() < deadline, now
        await asyncio.sleep(0.02)
    return now


def test_killed_workers_and_owners_lose_and_double_nothing(store: Configuration) -> None:
    # given a history that is told
    history = History(11, browsers=cases(60, usual=40))
    now = 0.0

    async def tell() -> None:
        nonlocal now
        telling = await EventReporter.new(store)
        for at, what in history.arrivals():
            if isinstance(what, list):
                await telling.collect(what, received_at=at)
            else:
                await telling.tell(what)
            now = at / 1000 + LATENESS + 1
        await telling.database.close()

    asyncio.run(tell())
    # when two workers and the owner are killed again and again in the middle of their work: while
    # they make facts, and while they give them to the engine
    draw = Random(5)

    async def kill(server: ForkServer, owner: Forked) -> list[tuple[int, int]]:
        telling = EventReporter(store)
        left_at_kills = []
        for number in range(KILLS):
            workers = [server.start(WORKER, store.data_dir, store.database, now) for _ in range(2)]
            await _progress(telling, number % 2)
            await asyncio.sleep(draw.random() * 0.02)
            workers[0].kill()
            if number % 2:
                owner.kill()
                owner = _owner(server, store)
            left_at_kills.append(await _progress(telling, number % 2))
            workers[1].kill()
        # and a last one is let be
        last = server.start(WORKER, store.data_dir, store.database, now)
        deadline = time.monotonic() + PATIENCE
        while await _left(telling) != (0, 0):
            assert time.monotonic() < deadline
            await asyncio.sleep(0.1)
        last.kill()
        owner.kill()
        await telling.database.close()
        return left_at_kills

    with ForkServer(WORKER, OWNER) as server:
        owner = _owner(server, store)
        deadline = time.monotonic() + PATIENCE
        while not socket_of(store.data_dir).exists():
            assert time.monotonic() < deadline, "the owner does not listen"
            time.sleep(0.02)
        left = asyncio.run(kill(server, owner))
    assert set(left) != {(0, 0)}, "everything was done before anybody was killed"
    # then the engine's facts are those of the history, each once
    facts = kept(store.data_dir)
    wanted = expected(history.pages, history.carts, history.orders, history.paid)
    assert told(facts) == wanted
