"""kill -9 of workers and of the owner of the facts, at any moment: nothing is lost or doubled."""

import asyncio
import os
import subprocess
import sys
import time
from pathlib import Path
from random import Random

from openmall.analytics.engine.duckdb import FILE, DuckFile
from openmall.analytics.engine.layout import TABLES
from openmall.analytics.engine.owner_protocol import socket_of
from openmall.configuration import Configuration
from tests.analytics.sessionising.histories import History
from tests.analytics.sessionising.reference import expected, told
from tests.analytics.sessionising.telling import LATENESS, Telling

ROOT = Path(__file__).parents[3]
ENVIRONMENT = {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}:{ROOT}"}
KILLS = 5
PATIENCE = 120.0


class _Worker:
    def __init__(self, store: Configuration, now: float) -> None:
        module = "tests.analytics.sessionising.worker"
        self._process = subprocess.Popen(
            [sys.executable, "-m", module, str(store.data_dir), store.database, str(now)],
            cwd=ROOT,
            env=ENVIRONMENT,
            stdout=subprocess.PIPE,
        )

    def wait_until_ready(self) -> None:
        assert self._process.stdout is not None
        assert self._process.stdout.readline() == b"ready\n"

    def kill(self) -> None:
        assert self._process.poll() is None, "it ended by itself"
        self._process.kill()
        self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()


class _Owner:
    def __init__(self, store: Configuration) -> None:
        self._socket = socket_of(store.data_dir)
        self._socket.unlink(missing_ok=True)
        self._process = subprocess.Popen(
            [sys.executable, "-m", "openmall", "analytics", "own", "--data-dir", store.data_dir],
            cwd=ROOT,
            env=ENVIRONMENT,
        )

    def kill(self) -> None:
        assert self._process.poll() is None, "it ended by itself"
        self._process.kill()
        self._process.wait()

    def stop(self) -> None:
        while not self._socket.exists():
            assert self._process.poll() is None, "it ended by itself"
            time.sleep(0.05)
        self._process.terminate()
        assert self._process.wait(30) == 0


def _left(store: Configuration) -> tuple[int, int]:
    """Return how many batches wait to be sessionised, and how many for the engine."""

    async def count() -> tuple[int, int]:
        telling = Telling(store)
        found = await telling.waiting(), len(await telling.batches())
        await telling.database.close()
        return found

    return asyncio.run(count())


def test_killed_workers_and_owners_lose_and_double_nothing(store: Configuration) -> None:
    # given a history that is told
    history = History(11, browsers=60)
    now = 0.0

    async def tell() -> None:
        nonlocal now
        telling = await Telling.new(store)
        for at, what in history.arrivals():
            if isinstance(what, list):
                await telling.collect(what, received_at=at)
            else:
                await telling.tell(what)
            now = at / 1000 + LATENESS + 1
        await telling.database.close()

    asyncio.run(tell())
    # when two workers and the owner are killed again and again in the middle of their work
    draw = Random(5)
    owner = _Owner(store)
    left_at_kills = []
    for number in range(KILLS):
        workers = [_Worker(store, now) for _ in range(2)]
        for each in workers:
            each.wait_until_ready()
        time.sleep(draw.random() * 0.15)
        workers[0].kill()
        if number % 2:
            owner.kill()
            owner = _Owner(store)
        time.sleep(draw.random() * 0.05)
        workers[1].kill()
        left_at_kills.append(_left(store))
    left = [each for each in left_at_kills if each != (0, 0)]
    assert left, "everything was done before anybody was killed"
    # and a last one is let be
    last = _Worker(store, now)
    deadline = time.monotonic() + PATIENCE
    while _left(store) != (0, 0):
        assert time.monotonic() < deadline
        time.sleep(0.2)
    last.kill()
    owner.stop()
    # then the engine's facts are those of the history, each once
    file = DuckFile(store.data_dir / FILE)
    facts = {
        name: [
            dict(zip(table.c.keys(), row, strict=True))
            for row in file.ask(f'SELECT * FROM "{name}"', {}, seconds=10)
        ]
        for name, table in TABLES.items()
    }
    file.close()
    wanted = expected(history.pages, history.carts, history.orders, history.paid)
    assert told(facts) == wanted
