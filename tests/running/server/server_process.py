"""Start the server as a process of its own, with a tiny application."""

from __future__ import annotations

import json
import os
import re
import signal
import ssl
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPSConnection
from pathlib import Path
from typing import Any

import coverage
import psutil
import pytest

HERE = Path(__file__).parent
SOURCE = HERE.parents[2] / "src"
SETTINGS = HERE.parents[2] / "pyproject.toml"
WAIT = 120.0
"""Seconds until what hangs is given up, with other work on the machine; no test waits for them."""


@dataclass
class ServerProcess:
    popen: subprocess.Popen[str]
    data_dir: Path

    def line(self) -> str:
        """The first line on standard error."""
        assert self.popen.stderr is not None
        return self.popen.stderr.readline()

    def port(self) -> int:
        ready = self.line()
        found = re.fullmatch(r"ready https://127\.0\.0\.1:(\d+)\n", ready)
        assert found, ready
        return int(found[1])

    def stop(self, number: int = signal.SIGTERM) -> tuple[int, str]:
        self.popen.send_signal(number)
        return self.ended()

    def ended(self) -> tuple[int, str]:
        """Exit status and what remained on standard error."""
        _, rest = self.popen.communicate(timeout=WAIT)
        return self.popen.returncode, rest

    def secure(self, port: int, path: str = "/") -> Any:
        trusting = ssl.create_default_context(cafile=self.data_dir / "tls/ca.pem")
        return fetch(HTTPSConnection("127.0.0.1", port, context=trusting, timeout=WAIT), path)


def fetch(connection: HTTPConnection, path: str = "/") -> Any:
    try:
        connection.request("GET", path)
        return json.loads(connection.getresponse().read())
    finally:
        connection.close()


def plain(port: int) -> Any:
    return fetch(HTTPConnection("127.0.0.1", port, timeout=WAIT))


def soon(condition: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + WAIT
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Callable[..., ServerProcess]]:
    """Start server processes, and kill those that still run at the end."""
    processes: list[ServerProcess] = []
    measuring = coverage.Coverage.current() is not None
    # Coverage warns of early imports, on the very stream these tests read.
    measured = (
        {"COVERAGE_PROCESS_START": str(SETTINGS), "PYTHONWARNINGS": "ignore"} if measuring else {}
    )

    def start(shell: dict[str, str] | None = None, /, **options: Any) -> ServerProcess:
        given = {"data_dir": str(tmp_path), "port": 0, "http_port": 0} | options
        popen = subprocess.Popen(
            [sys.executable, str(HERE / "serve_command.py"), json.dumps(given)],
            stderr=subprocess.PIPE,
            text=True,
            env=os.environ
            | {"PYTHONPATH": f"{SOURCE}{os.pathsep}{HERE}"}
            | measured
            | (shell or {}),
        )
        processes.append(ServerProcess(popen, tmp_path))
        return processes[-1]

    yield start
    for process in processes:
        if process.popen.poll() is None:
            family = psutil.Process(process.popen.pid).children(recursive=True)
            process.popen.kill()
            for child in family:
                if child.is_running():
                    child.kill()
            process.popen.wait()
        if process.popen.stderr is not None:
            process.popen.stderr.close()
