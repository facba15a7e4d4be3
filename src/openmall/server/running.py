"""Who serves a data directory: the number of its process, and how its last reload ended."""

import contextlib
import fcntl
import os
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

PID_FILE: Final = "server.pid"
"""In the data directory: the number of the process that serves it, which holds a lock on it."""
RELOAD_FILE: Final = "server.reload"


class Reloads(Struct, frozen=True, kw_only=True):
    """How far a server is with reloads."""

    ended: int = 0
    """Reloads that were carried out or failed, since it began to serve."""
    under_way: bool = False
    error: str = ""
    """Why the last one failed; empty: it did not."""


class Running:
    """What a server says of itself while it serves."""

    def __init__(self, data_dir: Path) -> None:
        """Say that this process serves `data_dir`, unless another one says so already."""
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
        self.tell(Reloads())

    def tell(self, reloads: Reloads) -> None:
        """Say how far it is with reloads."""
        if self._held is not None:
            written = self._reload_file.with_suffix(".new")
            written.write_bytes(msgspec.json.encode(reloads))
            written.replace(self._reload_file)

    def end(self) -> None:
        """Say nothing more: it serves no longer."""
        if self._held is not None:
            self._pid_file.unlink(missing_ok=True)
            self._reload_file.unlink(missing_ok=True)
            os.close(self._held)
            self._held = None


def server(data_dir: Path) -> int | None:
    """Return the number of the process that serves `data_dir`; None: nobody does."""
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


def reloads(data_dir: Path) -> Reloads:
    """Return how far the server of `data_dir` is with reloads."""
    try:
        return msgspec.json.decode((data_dir / RELOAD_FILE).read_bytes(), type=Reloads)
    except FileNotFoundError:
        return Reloads()
