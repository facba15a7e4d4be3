"""A Redis server of a test's own, from a package; it can be killed and started again."""

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Self

import pytest

MISSING = "needs redis-server or valkey-server: sudo apt-get install redis-server"
"""Why a test is skipped; `make test COVERAGE=95` refuses to begin instead."""


class Server:
    """A running server, which keeps nothing on the disk."""

    def __init__(self, *options: str) -> None:
        program = shutil.which("redis-server") or shutil.which("valkey-server")
        if program is None:
            pytest.skip(MISSING)
        self._program = program
        self._options = options
        self._folder = tempfile.TemporaryDirectory(prefix="openmall-redis-")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.start()

    def start(self) -> None:
        """Start it, and wait until it answers; what it knew before is gone."""
        self._process = subprocess.Popen(
            [
                *(self._program, "--bind", "127.0.0.1", "--port", str(self.port)),
                *("--save", "", "--appendonly", "no", "--dir", self._folder.name),
                *self._options,
            ],
            stdout=(Path(self._folder.name) / "log").open("w"),
            stderr=subprocess.STDOUT,
        )
        for _ in range(200):
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                return
            except OSError:
                time.sleep(0.05)
        raise RuntimeError((Path(self._folder.name) / "log").read_text())

    def kill(self) -> None:
        """End it at once, as a power cut does."""
        self._process.kill()
        self._process.wait()

    def freeze(self) -> None:
        """Let it take connections and never answer."""
        os.kill(self._process.pid, signal.SIGSTOP)

    def thaw(self) -> None:
        os.kill(self._process.pid, signal.SIGCONT)

    def stop(self) -> None:
        """End it, and drop its folder."""
        self.kill()
        self._folder.cleanup()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
