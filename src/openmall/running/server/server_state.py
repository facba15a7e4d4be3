"""The server of a data directory: its process id, and the outcome of its last reload."""

import contextlib
import fcntl
import os
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

PID_FILE: Final = "server.pid"
"""In the data directory: the id of the process that serves it, which holds a lock on it."""
PORTS_FILE: Final = "server.ports"
"""The ports of HTTPS and of plain HTTP of that process."""
RELOAD_FILE: Final = "server.reload"


class ReloadStatus(Struct, frozen=True, kw_only=True):
    """The progress of a server's reloads."""

    ended: int = 0
    """Reloads that succeeded or failed since it began to serve."""
    under_way: bool = False
    error: str = ""
    """Why the last one failed; empty: it succeeded."""


class ServerState:
    """Publishes the state of a server in its data directory while it serves."""

    def __init__(self, data_dir: Path, ports: tuple[int, int] = (0, 0)) -> None:
        """Claim `data_dir` for this process, unless another one holds it.

        `ports`: of HTTPS and of plain HTTP; 0: a free one.
        """
        self._ports_file = data_dir / PORTS_FILE
        self._pid_file = data_dir / PID_FILE
        self._reload_file = data_dir / RELOAD_FILE
        self._held: int | None = os.open(self._pid_file, os.O_RDWR | os.O_CREAT, 0o644)
        try:
            fcntl.flock(self._held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(self._held)
            self._held = None
            return
        os.ftruncate(self._held, 0)
        os.write(self._held, f"{os.getpid()}\n".encode())
        self._ports_file.write_text(f"{ports[0]} {ports[1]}\n")
        self.publish(ReloadStatus())

    def publish(self, reloads: ReloadStatus) -> None:
        """Write the progress of reloads, atomically."""
        if self._held is not None:
            new = self._reload_file.with_suffix(".new")
            new.write_bytes(msgspec.json.encode(reloads))
            new.replace(self._reload_file)

    def end(self) -> None:
        """Withdraw the state: the server has stopped."""
        if self._held is not None:
            self._pid_file.unlink(missing_ok=True)
            self._reload_file.unlink(missing_ok=True)
            self._ports_file.unlink(missing_ok=True)
            os.close(self._held)
            self._held = None


def server(data_dir: Path) -> int | None:
    """Return the id of the process that serves `data_dir`; None: no process does."""
    try:
        held = os.open(data_dir / PID_FILE, os.O_RDONLY)
    except FileNotFoundError:
        return None
    try:
        # the number alone proves nothing: a server that was killed leaves its file behind
        fcntl.flock(held, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        with contextlib.suppress(ValueError):
            return int(os.read(held, 32))
        return None
    finally:
        os.close(held)
    return None


def reloads(data_dir: Path) -> ReloadStatus:
    """Return the progress of the reloads of `data_dir`'s server."""
    try:
        return msgspec.json.decode((data_dir / RELOAD_FILE).read_bytes(), type=ReloadStatus)
    except FileNotFoundError:
        return ReloadStatus()


def ports(data_dir: Path) -> tuple[int, int] | None:
    """Return the ports of HTTPS and plain HTTP of `data_dir`'s server; None: none is known."""
    if server(data_dir) is None:
        return None
    try:
        https, http = (data_dir / PORTS_FILE).read_text().split()
        found = int(https), int(http)
    except (FileNotFoundError, ValueError):
        return None
    return found if all(found) else None
