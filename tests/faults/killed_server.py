"""A server whose worker tests kill: at random moments, or at a statement or commit."""

import asyncio
import json
import os
import signal
import socket
import ssl
import subprocess
import sys
import time
from random import Random
from typing import Final

import httpx

from openmall.configuration import Configuration, to_environment
from tests.faults.crashing_server import FOLDER
from tests.faults.crashing_store import Moment
from tests.journeys.demo_server import ENVIRONMENT

_PATIENCE: Final = 120.0
"""Seconds that a start may take."""
_POLL_SECONDS: Final = 0.01
_SECONDS_TO_MOMENT: Final = 5.0
"""After which nobody waits for a statement or commit any longer."""


class KilledServer:
    """A server of an installation, with one worker."""

    def __init__(self, configuration: Configuration) -> None:
        self._folder = configuration.data_dir / "crashes"
        self._folder.mkdir()
        self._environment = {
            **ENVIRONMENT, **to_environment(configuration), FOLDER: str(self._folder),
        }  # fmt: skip
        self._log = configuration.data_dir / "server.log"
        self._ca = configuration.data_dir / "tls" / "ca.pem"
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self._port: int = free.getsockname()[1]
        self._process: subprocess.Popen[bytes] | None = None

    def client(self, mall_id: str) -> httpx.AsyncClient:
        """Return a client of a mall, with cookies of its own."""
        return httpx.AsyncClient(
            base_url=f"https://127.0.0.1:{self._port}",
            verify=ssl.create_default_context(cafile=self._ca),
            headers={"Host": f"{mall_id}.openmall.localhost:{self._port}"},
            timeout=120,
        )

    def start(self) -> None:
        """Start the server, and wait until its worker is there."""
        with self._log.open("a") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.faults.crashing_server", str(self._port)],
                stdout=log,
                stderr=log,
                env=self._environment,
                start_new_session=True,
            )
        latest = time.monotonic() + _PATIENCE
        while not (self._folder / "worker").exists():
            self._require_running(latest)
            time.sleep(_POLL_SECONDS)

    def end(self) -> None:
        """Kill every process of the server."""
        if self._process is not None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()

    async def kill(self) -> None:
        """Kill the worker, and wait for the next one."""
        worker = self._worker()
        os.kill(worker, signal.SIGKILL)
        await self._replaced(worker)

    async def kill_at(self, moment: Moment) -> bool:
        """Let the worker die at a statement or commit; kill it where it does not come to that.

        Return whether it came to it.
        """
        worker, file = self._worker(), self._folder / "moment"
        written = file.with_suffix(".new")
        written.write_text(json.dumps(moment))
        written.rename(file)
        latest = time.monotonic() + _SECONDS_TO_MOMENT
        while self._worker() == worker:
            if time.monotonic() > latest:
                file.unlink(missing_ok=True)
                os.kill(worker, signal.SIGKILL)
                await self._replaced(worker)
                return False
            await asyncio.sleep(_POLL_SECONDS)
        return True

    def _worker(self) -> int:
        """Return the process id of the worker that serves or starts."""
        return int((self._folder / "worker").read_text() or 0)

    async def _replaced(self, worker: int) -> None:
        latest = time.monotonic() + _PATIENCE
        while self._worker() in (0, worker):
            self._require_running(latest)
            await asyncio.sleep(_POLL_SECONDS)

    def _require_running(self, latest: float) -> None:
        assert self._process is not None
        if self._process.poll() is not None or time.monotonic() > latest:
            raise AssertionError(self._log.read_text()[-3_000:])


def random_moment(random: Random) -> Moment:
    """Return a moment among the next statements and commits."""
    if random.random() < 0.5:
        return Moment("before", "statement", random.randint(1, 120))
    return Moment("before" if random.random() < 0.5 else "after", "commit", random.randint(1, 12))
