"""The memory-mapped file in which all processes of one server share counters.

A header of one page is followed by sets of sixteen slots; a set is sixteen keys followed by sixteen
states. Locks are on byte ranges of this file, so that the kernel releases them when their process
dies.
"""

import errno
import fcntl
import os
from pathlib import Path
from struct import Struct as Layout
from threading import Lock
from typing import NamedTuple

MAGIC = b"omcount\n"
VERSION = 1
HEADER = Layout("=8sII16s")
"""Magic, version, slots, salt. In the machine's own byte order: the file never travels."""
CACHE_EPOCH_AT = 64
WRITES_AT = 1024
"""Counts of writes, from here to the end of the header: of all malls, then by hash of the mall."""
HEADER_SIZE = 4096

SET_SLOTS = 16
KEYS = Layout(f"={SET_SLOTS}Q")
STATE = Layout("=5d")
SET_SIZE = KEYS.size + SET_SLOTS * STATE.size

_OPENING = 0
_IN_USE = 1
"""Bytes of the locks for opening and for using the file."""

_CHUNK = bytes(1 << 20)

ONE_THREAD = Lock()
"""The kernel's byte locks are between processes and do not exclude two threads of one."""


class CountersInUseError(RuntimeError):
    """Running processes use the file in a layout unknown to this program."""


class OpenFile(NamedTuple):
    """The open file, locked as in use and validated."""

    descriptor: int
    slots: int
    salt: bytes


def file_size(slots: int) -> int:
    """Return the bytes of a file with `slots` slots."""
    return HEADER_SIZE + slots // SET_SLOTS * SET_SIZE


def open_file(path: Path, *, slots: int) -> OpenFile:
    """Open the counters at `path`, creating or rebuilding the file where needed.

    A valid file with another number of slots is rebuilt when no process uses it, and used as it is
    otherwise: with two layouts processes would not share counters. The file never shrinks, because
    the kernel kills a process that accesses a mapped page beyond its end.
    Raises ValueError unless `slots` is a positive multiple of 16, CountersInUseError, OSError.
    """
    if slots < SET_SLOTS or slots % SET_SLOTS:
        raise ValueError(f"slots must be a positive multiple of {SET_SLOTS}, not {slots}")
    with ONE_THREAD:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.lockf(descriptor, fcntl.LOCK_EX, 1, _OPENING)
            opened = _read(descriptor)
            if (opened is None or opened.slots != slots) and _lock_exclusively(descriptor):
                _build(descriptor, slots)
                opened = _read(descriptor)
            if opened is None:
                raise CountersInUseError(
                    f"{path} is damaged or of another version, and in use: stop the other "
                    "processes of this server first"
                )
            fcntl.lockf(descriptor, fcntl.LOCK_SH, 1, _IN_USE)
            fcntl.lockf(descriptor, fcntl.LOCK_UN, 1, _OPENING)
        except BaseException:
            os.close(descriptor)
            raise
    return opened


def _read(descriptor: int) -> OpenFile | None:
    header = os.pread(descriptor, HEADER.size, 0)
    if len(header) < HEADER.size:
        return None
    magic, version, slots, salt = HEADER.unpack(header)
    valid = magic == MAGIC and version == VERSION and slots and slots % SET_SLOTS == 0
    if not valid or os.fstat(descriptor).st_size < file_size(slots):
        return None
    return OpenFile(descriptor, slots, salt)


def _lock_exclusively(descriptor: int) -> bool:
    try:
        fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, _IN_USE)
    except OSError as error:
        if error.errno in (errno.EACCES, errno.EAGAIN):
            return False
        raise
    return True


def _build(descriptor: int, slots: int) -> None:
    # Zeros are written, not left as a hole: a hole on a full disk kills a process that maps it. The
    # header comes last, so that a build cut short is built again.
    size = file_size(slots)
    for start in range(0, size, len(_CHUNK)):
        _write(descriptor, _CHUNK[: size - start], start)
    _write(descriptor, HEADER.pack(MAGIC, VERSION, slots, os.urandom(16)), 0)


def _write(descriptor: int, content: bytes, start: int) -> None:
    while content:
        written = os.pwrite(descriptor, content, start)
        content, start = content[written:], start + written
