"""A disk that has no more room, or is slow, under SQLite's files: a VFS of its own."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import apsw

PATIENCE = 60.0
"""Seconds after which what should have come is not waited for any longer."""


class Disk:
    """What a test wants of the disk; everything works at once until it says otherwise."""

    def __init__(self) -> None:
        self.room: int | None = None
        """How often something may be written until the disk is full; None: always."""
        self.writes = 0
        """How often something was written, or tried to be."""
        self.seconds = 0.0
        """How long each sync takes."""
        self.lag = 0.0
        """How long each write takes."""
        self.waiting = threading.Event()
        """Set as soon as something waits for a disk that is held."""
        self._free = threading.Event()
        self._free.set()

    @contextmanager
    def held(self) -> Iterator[None]:
        """Let nothing be written meanwhile: who writes waits until the end of the block."""
        self.waiting.clear()
        self._free.clear()
        try:
            yield
        finally:
            self._free.set()

    def wait(self) -> None:
        """Wait while the disk is held."""
        if not self._free.is_set():
            self.waiting.set()
            self._free.wait(PATIENCE)

    def write(self) -> None:
        """Count a write. Raises FullError when there is no room for it."""
        self.writes += 1
        if self.room is None:
            return
        if self.room <= 0:
            raise apsw.FullError("database or disk is full")
        self.room -= 1


class _File(apsw.VFSFile):
    def __init__(self, disk: Disk, name: Any, flags: list[int]) -> None:
        self._disk = disk
        super().__init__("unix", name, flags)  # type: ignore[arg-type] # as xOpen hands them over

    def xWrite(self, data: bytes, offset: int) -> None:  # SQLite's name
        self._disk.write()
        self._disk.wait()
        time.sleep(self._disk.lag)
        super().xWrite(data, offset)

    def xSync(self, flags: int) -> None:  # SQLite's name
        self._disk.wait()
        time.sleep(self._disk.seconds)
        super().xSync(flags)


class _Files(apsw.VFS):
    def __init__(self, disk: Disk) -> None:
        self._disk = disk
        super().__init__("of a test", "unix", makedefault=True)

    def xOpen(self, name: Any, flags: list[int]) -> apsw.VFSFile:  # SQLite's name
        return _File(self._disk, name, flags)


@contextmanager
def disk() -> Iterator[Disk]:
    """Let SQLite keep what it opens from now on on such a disk."""
    made = Disk()
    files = _Files(made)
    try:
        yield made
    finally:
        made.room = None
        made.seconds = made.lag = 0.0
        apsw.set_default_vfs("unix")
        files.unregister()
