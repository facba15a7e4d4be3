"""The server of a run: started for it on a free port, or one that runs already."""

import contextlib
import importlib.util
import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import filelock
import pytest

from pytest_openmall.connection import Connection, Options
from pytest_openmall.connection import OpenmallTestError as OpenmallTestError
from pytest_openmall.malls import Mall

START_SECONDS: Final = 60.0
"""Longest a server may take until it is ready."""
STOP_SECONDS: Final = 20.0
_FOLDER: Final = "openmall-server"
_STATE: Final = "state.json"


class Server(Connection):
    """A running server, on which test malls are created."""

    @contextlib.contextmanager
    def mall(self, **draft: Any) -> Iterator[Mall]:
        """Create a mall, and delete it in the end; `draft`: as `POST /_test/malls` takes it."""
        created = Mall(self, self.call("POST", "/malls", draft))
        try:
            yield created
        finally:
            created.close()
            self.call("DELETE", f"/malls/{created.mall_id}")


@contextlib.contextmanager
def shared(options: Options, folder: Path) -> Iterator[Server]:
    """Yield the server of a run.

    The first of several processes starts it, in `folder` that they share; the last one stops it.
    """
    if options.url:
        server = Server(options.url, options, options.ca)
        try:
            yield server
        finally:
            server.close()
        return
    place = folder / _FOLDER
    place.mkdir(exist_ok=True)
    lock = filelock.FileLock(place / "lock")
    with lock:
        state = _read(place) or _start(_command(options.command), place)
        _write(place, {**state, "users": [*state["users"], os.getpid()]})
    ca = str(Path(state["data_dir"]) / "tls" / "ca.pem")
    server = Server(state["url"], options, ca)
    try:
        yield server
    finally:
        server.close()
        with lock:
            state = _read(place) or state
            users = [each for each in state["users"] if each != os.getpid()]
            _write(place, {**state, "users": users})
            if not users:
                _stop(place, state)


def stop_left(folder: Path) -> None:
    """Stop a server whose users have all ended without stopping it."""
    place = folder / _FOLDER
    if not place.exists():
        return
    with filelock.FileLock(place / "lock"):
        state = _read(place)
        if state is not None and not any(_runs(each) for each in state["users"]):
            _stop(place, state)


def _command(given: str) -> Sequence[str]:
    """Return the command that is `openmall`. Raises UsageError where there is none."""
    if given:
        return shlex.split(given)
    if importlib.util.find_spec("openmall") is not None:
        return [sys.executable, "-m", "openmall"]
    found = shutil.which("openmall")
    if found is None:
        raise pytest.UsageError(
            "openmall is not installed here: pip install pytest-openmall[server], or name a"
            " server that runs with --openmall-url"
        )
    return [found]


def _start(command: Sequence[str], place: Path) -> dict[str, Any]:
    """Start a server on free ports, with a store that is empty; return its state."""
    data_dir = tempfile.mkdtemp(prefix="openmall-test-")
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("OPENMALL_")},
        "OPENMALL_TEST_MALLS": "on",
        "OPENMALL_WEBHOOK_NETWORKS": "127.0.0.0/8,::1/128",
    }
    log = place / "server.log"
    with log.open("w") as output:
        process = subprocess.Popen(  # noqa: S603 # a command of the developer's own
            [*command, "serve", "--data-dir", data_dir, "--port", "0", "--http-port", "0"],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            env=environment,
            # an interrupt at the keyboard is for pytest, which stops it
            start_new_session=True,
        )
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until:
        for line in log.read_text().splitlines():
            if line.startswith("ready https://"):
                url = line.split()[1]
                return {"url": url, "pid": process.pid, "data_dir": data_dir, "users": []}
        if process.poll() is not None:
            break
        time.sleep(0.05)
    process.kill()
    process.wait()
    shutil.rmtree(data_dir, ignore_errors=True)
    raise RuntimeError(f"the server did not become ready:\n{log.read_text()[-2000:]}")


def _stop(place: Path, state: dict[str, Any]) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(state["pid"], signal.SIGTERM)
    until = time.monotonic() + STOP_SECONDS
    while _runs(state["pid"]) and time.monotonic() < until:
        with contextlib.suppress(ChildProcessError):
            os.waitpid(state["pid"], os.WNOHANG)
        time.sleep(0.02)
    if _runs(state["pid"]):
        os.kill(state["pid"], signal.SIGKILL)
    shutil.rmtree(state["data_dir"], ignore_errors=True)
    (place / _STATE).unlink(missing_ok=True)


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    with contextlib.suppress(OSError):
        # one that has ended, and that nobody has waited for
        return ") Z " not in Path(f"/proc/{pid}/stat").read_text()
    return True


def _read(place: Path) -> dict[str, Any] | None:
    try:
        state: dict[str, Any] = json.loads((place / _STATE).read_text())
    except FileNotFoundError:
        return None
    return state if _runs(state["pid"]) else None


def _write(place: Path, state: dict[str, Any]) -> None:
    (place / _STATE).write_text(json.dumps(state))
