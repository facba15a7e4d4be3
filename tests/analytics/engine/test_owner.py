"""Workers ask the owner of the facts over a socket; it may die and come back."""

import asyncio
import os
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import literal_column, select, text

from openmall.analytics.engine.engine import EngineAway, TooLong
from openmall.analytics.engine.opening import engine_for_command, open_engine
from openmall.analytics.engine.owner_protocol import socket_of
from openmall.analytics.engine.remote import Remote
from openmall.configuration import Configuration
from tests.analytics.engine.engine_cases import batches, questions
from tests.analytics.engine.test_engines import EXPECTED

pytestmark = pytest.mark.journey

ROOT = Path(__file__).parents[3]
ENVIRONMENT = {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}"}


def begun(folder: Path, *more: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "openmall", "analytics", "own", "--data-dir", str(folder), *more],
        cwd=ROOT,
        env=ENVIRONMENT,
        text=True,
        stderr=subprocess.PIPE,
    )


def listens(folder: Path) -> bool:
    """Return whether the owner accepts connections; the socket's file is there a moment before."""
    with socket.socket(socket.AF_UNIX) as client:
        return client.connect_ex(str(socket_of(folder))) == 0


@contextmanager
def _owning(folder: Path, *more: str) -> Iterator[subprocess.Popen[str]]:
    process = begun(folder, *more)
    deadline = time.monotonic() + 60
    while not listens(folder):
        assert process.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.02)
    try:
        yield process
    finally:
        process.terminate()
        process.communicate(timeout=30)


async def _answers(engine: Any) -> list[list[tuple[Any, ...]]]:
    return [await engine.ask(question, values) for question, values in questions()]


@pytest.mark.both_stores
def test_workers_keep_and_ask_through_a_socket_that_is_the_owners_alone(tmp_path: Path) -> None:
    with _owning(tmp_path):
        # given the owner
        assert stat.S_IMODE(socket_of(tmp_path).stat().st_mode) == 0o600

        async def run() -> None:
            one, other = (open_engine(Configuration(data_dir=tmp_path)) for _ in range(2))
            # when two workers give it the same, and ask many things at once
            await asyncio.gather(one.keep(batches()), other.keep(batches()))
            await one.tidy()
            # then it answers all of them, and has everything once
            found = await asyncio.gather(*(_answers(each) for each in (one, other) * 5))
            assert found == [EXPECTED] * 10
            # and an import is taken back, a mall forgotten on demand
            await one.take_back("mall", 0, 5)
            [(_, browser, _)] = await other.ask(*questions()[4])
            assert browser == 6
            await other.forget("mall")
            question, values = questions()[0]
            assert await one.ask(question, values) == []
            await one.close()
            await other.close()

        asyncio.run(run())
    # and it takes the socket with it
    assert not socket_of(tmp_path).exists()


def test_an_owner_that_was_killed_is_away_until_another_comes(tmp_path: Path) -> None:
    async def run() -> None:
        engine = Remote(socket_of(tmp_path))
        # given that nobody listens
        with pytest.raises(EngineAway, match="does not listen"):
            await _answers(engine)
        with _owning(tmp_path) as owner:
            await engine.keep(batches())
            # when it is killed while it is asked
            asking = asyncio.create_task(_answers(engine))
            await asyncio.sleep(0)
            owner.kill()
            owner.wait()
            with pytest.raises(EngineAway):
                await asking
            with pytest.raises(EngineAway):
                await engine.keep(batches())
            socket_of(tmp_path).unlink()
        with _owning(tmp_path):
            # then the same client goes on with the next one, and nothing is lost or doubled
            await engine.keep(batches())
            assert await _answers(engine) == EXPECTED
        await engine.close()

    asyncio.run(run())


def test_a_slow_question_is_stopped_and_keeps_nobody_waiting(tmp_path: Path) -> None:
    async def run() -> None:
        engine = Remote(socket_of(tmp_path))
        endless = select(literal_column("count(*)")).select_from(
            text("range(1000000000000) a, range(1000) b WHERE a.range = -1")
        )
        slow = asyncio.create_task(engine.ask(endless, {}))
        # while it is worked on, another is answered
        await engine.keep(batches())
        assert await _answers(engine) == EXPECTED
        assert not slow.done()
        with pytest.raises(TooLong, match="longer than 8 seconds"):
            await slow
        # and one that is wrong says so
        with pytest.raises(EngineAway, match="nobody"):
            await engine.ask(select(literal_column("nobody")), {})
        await engine.close()

    with _owning(tmp_path, "--analytics-seconds", "8"):
        asyncio.run(run())


def test_there_is_one_owner_and_a_command_asks_it(tmp_path: Path) -> None:
    with _owning(tmp_path):
        # when a second one comes
        second = begun(tmp_path)
        _, told = second.communicate(timeout=60)
        # then it says why it leaves, and the first goes on
        assert second.returncode == 1
        assert told.startswith("error: cannot own the facts: IO Error: Could not set lock")
        engine = engine_for_command(Configuration(data_dir=tmp_path))
        assert isinstance(engine, Remote)

        async def run() -> None:
            await engine.keep(batches())
            await engine.close()

        asyncio.run(run())

    # and without an owner a command opens the file itself
    async def alone() -> None:
        engine = engine_for_command(Configuration(data_dir=tmp_path))
        assert not isinstance(engine, Remote)
        assert await _answers(engine) == EXPECTED
        await engine.close()

    asyncio.run(alone())


def test_the_owner_leaves_with_the_process_that_began_it(tmp_path: Path) -> None:
    # given an owner that was begun by a shell which is killed
    own = f"{sys.executable} -m openmall analytics own"
    command = f"{own} --with-parent $$ --data-dir {tmp_path}"
    shell = subprocess.Popen(["sh", "-c", f"{command}; true"], cwd=ROOT, env=ENVIRONMENT)
    deadline = time.monotonic() + 60
    while not socket_of(tmp_path).exists():
        assert time.monotonic() < deadline
        time.sleep(0.05)
    shell.kill()
    shell.wait()
    # then it leaves as well
    while socket_of(tmp_path).exists():
        assert time.monotonic() < deadline
        time.sleep(0.05)
