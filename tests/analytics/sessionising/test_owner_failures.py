"""The process that owns the facts killed, stopped or without room while visits arrive.

Nothing is lost or doubled: what it has not confirmed stays in the store, and is sent again.
"""

import asyncio
import contextlib
import resource
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from openmall.analytics.engine import fact_shipment
from openmall.analytics.engine.engine import EngineAway
from openmall.analytics.engine.owner_protocol import socket_of
from openmall.analytics.engine.remote import Remote
from openmall.configuration import Configuration
from tests.analytics.engine.engine_cases import questions
from tests.analytics.engine.test_owner import begun, listens
from tests.analytics.sessionising.event_reporting import LATENESS, EventReporter, kept
from tests.analytics.sessionising.histories import History
from tests.analytics.sessionising.reference import expected, told
from tests.faults.test_disk_full import can_mount
from tests.random_cases import cases

pytestmark = pytest.mark.journey

PATIENCE = 120.0
SOON = 1.0
"""Seconds after which an owner that does not answer is away."""


class OwnerProcess:
    """`openmall analytics own` with a folder of its own, which a test makes fail."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._ballast = folder / "ballast"
        self.start()

    def start(self) -> None:
        """Start it, as its supervisor does, and wait until it listens."""
        socket_of(self.folder).unlink(missing_ok=True)
        self._process = begun(self.folder)
        deadline = time.monotonic() + PATIENCE
        while not listens(self.folder):
            assert self._process.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.02)

    def fail(self, how: str) -> None:
        """Kill it, stop it, or leave it no room."""
        if how == "killed":
            self._process.kill()
            self._process.wait()
        elif how == "stopped":
            self._process.send_signal(signal.SIGSTOP)
        elif how == "disk":
            with contextlib.suppress(OSError), self._ballast.open("wb", buffering=0) as ballast:
                while True:
                    ballast.write(bytes(4_096))
        else:
            # no file of it may grow
            self._allow(1)

    def recover(self, how: str) -> None:
        """Let it go on; start another where it has ended, as its supervisor does."""
        if how == "stopped":
            self._process.send_signal(signal.SIGCONT)
        elif how == "disk":
            self._ballast.unlink()
        elif how == "file":
            self._allow(resource.RLIM_INFINITY)
        if self._process.poll() is not None:
            self.start()

    def stop(self) -> None:
        """End it, as its supervisor does."""
        self._process.send_signal(signal.SIGCONT)
        self._process.terminate()
        self._process.communicate(timeout=PATIENCE)

    def restart_if_ended(self) -> None:
        """Start another where it has ended by itself."""
        if self._process.poll() is not None:
            self.start()

    def _allow(self, size: int) -> None:
        if self._process.poll() is None:
            _, hard = resource.prlimit(self._process.pid, resource.RLIMIT_FSIZE)
            resource.prlimit(self._process.pid, resource.RLIMIT_FSIZE, (size, hard))


@contextmanager
def small_disk(*, is_mounted: bool) -> Iterator[Path]:
    """Give a folder; `is_mounted`: on a file system of 32 MB of its own."""
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        if is_mounted:
            mount = ["mount", "-t", "tmpfs", "-o", "size=32m", "tmpfs", name]
            subprocess.run(mount, check=True, capture_output=True)
            stack.callback(subprocess.run, ["umount", "-l", name], check=True)
        yield Path(name)


async def _tell(telling: EventReporter, arrivals: list[tuple[int, Any]]) -> None:
    for at, what in arrivals:
        if isinstance(what, list):
            await telling.collect(what, received_at=at)
        else:
            await telling.tell(what)
        telling.clock.at = at / 1000 + LATENESS + 1


@pytest.mark.parametrize("how", ["killed", "stopped", "disk", "file"])
def test_visits_that_arrive_while_the_owner_fails_are_kept_once(
    store: Configuration, how: str
) -> None:
    if how == "disk" and not can_mount():
        pytest.skip("no file system can be mounted here")
    # given a history of which the first half is kept
    history = History(21, browsers=cases(60, usual=16))
    arrivals = list(history.arrivals())
    half = len(arrivals) // 2

    async def run(owner: OwnerProcess) -> None:
        telling = await EventReporter.new(store)
        sessions = telling.sessioniser()
        path = socket_of(owner.folder)
        engine, impatient = Remote(path), Remote(path, seconds=SOON, change_seconds=SOON)
        await _tell(telling, arrivals[:half])
        await sessions.work()
        assert await fact_shipment.ship_due(telling.database, engine) > 0
        assert await telling.made() == 0
        # when the owner fails, and the rest arrives
        owner.fail(how)
        await _tell(telling, arrivals[half:])
        await sessions.work()
        waiting = await telling.made()
        assert waiting > 0
        begun_at = time.monotonic()
        for _ in range(2):
            assert await fact_shipment.ship_due(telling.database, impatient) == 0
        # then what arrived waits in the store, and nobody is held up for longer than the deadline
        assert time.monotonic() - begun_at < PATIENCE / 2
        assert await telling.made() == waiting
        if how in ("killed", "stopped"):
            with pytest.raises(EngineAway):
                await impatient.ask(*questions()[0])
        # and when it goes on, everything is kept
        owner.recover(how)
        deadline = time.monotonic() + PATIENCE
        while (await telling.waiting(), await telling.made()) != (0, 0):
            assert time.monotonic() < deadline
            owner.restart_if_ended()
            await sessions.work()
            await fact_shipment.ship_due(telling.database, engine)
            await asyncio.sleep(0.05)
        await engine.close()
        await impatient.close()
        await telling.database.close()

    with small_disk(is_mounted=how == "disk") as folder:
        owner = OwnerProcess(folder)
        try:
            asyncio.run(run(owner))
        finally:
            owner.stop()
        facts = kept(folder)
    # each fact of the history once
    assert told(facts) == expected(history.pages, history.carts, history.orders, history.paid)
