"""A service manager learns that the server is ready, and not before it is."""

import json
import os
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from openmall.running.server import service_manager

HERE = Path(__file__).parent
WAIT = 30.0


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder with a name short enough for sockets."""
    with tempfile.TemporaryDirectory() as name:
        yield Path(name)


def manager(address: str) -> socket.socket:
    """Return a service manager's end."""
    listening = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    listening.bind(address)
    listening.settimeout(WAIT)
    return listening


@pytest.mark.parametrize("abstract", [False, True])
def test_what_is_told(folder: Path, monkeypatch: pytest.MonkeyPatch, *, abstract: bool) -> None:
    path = str(folder / "notify")
    monkeypatch.setenv("NOTIFY_SOCKET", f"@{path}" if abstract else path)
    with manager(f"\0{path}" if abstract else path) as listening:
        service_manager.notify("READY=1")
        assert listening.recv(100) == b"READY=1"


@pytest.mark.parametrize("address", ["", "relative", "vsock:2:1", "/nobody/listens/here"])
def test_nobody_who_listens_is_no_trouble(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", address)
    service_manager.notify("READY=1")


def test_the_server_tells_it_when_it_is_ready(folder: Path) -> None:
    path = str(folder / "notify")
    source = HERE.parents[2] / "src"
    options = {"data_dir": str(folder), "port": 0, "http_port": 0}
    with manager(path) as listening:
        server = subprocess.Popen(
            [sys.executable, str(HERE / "serve_command.py"), json.dumps(options)],
            stderr=subprocess.PIPE,
            text=True,
            env={
                **os.environ,
                "PYTHONPATH": f"{source}{os.pathsep}{HERE}",
                "NOTIFY_SOCKET": path,
            },
        )
        try:
            told = listening.recv(100)
            assert server.stderr is not None
            line = server.stderr.readline()
        finally:
            server.terminate()
            server.communicate(timeout=WAIT)
    assert told == b"READY=1"
    assert line.startswith("ready https://127.0.0.1:")
