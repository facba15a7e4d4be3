"""Which backups were made and verified: a file of the data folder, written by the commands.

Backups are files that lie elsewhere, often on another machine: the installation cannot look at
them.
"""

import contextlib
import logging
from pathlib import Path
from typing import Final, Literal

import msgspec
from msgspec import Struct

log = logging.getLogger("openmall")

FILE: Final = "backups.json"
MOST: Final = 50
"""Entries that are kept."""


class BackupEntry(Struct, frozen=True, kw_only=True):
    """A backup that was made or verified."""

    action: Literal["created", "verified"]
    at: int
    """UTC seconds."""
    file: str
    size: int
    """Bytes."""
    taken_at: int = 0
    """UTC seconds; 0: the file could not be read."""
    mall_id: str = ""
    """The only mall of the backup; empty: all malls."""
    sound: bool = True
    quick: bool = False
    """It was verified without restoring it."""


def read(data_dir: Path) -> list[BackupEntry]:
    """Return the entries, newest first; none where the file is missing or unreadable."""
    path = data_dir / FILE
    try:
        return msgspec.json.decode(path.read_bytes(), type=list[BackupEntry])
    except FileNotFoundError:
        return []
    except (OSError, msgspec.DecodeError) as error:
        log.error("backup log not read", extra={"path": str(path), "reason": str(error)})
        return []


def record(data_dir: Path, entry: BackupEntry) -> None:
    """Add an entry; a data folder that is missing or read-only stays as it is.

    A backup is verified on other machines, too, and must not fail because of its record.
    """
    if not data_dir.is_dir():
        return
    path = data_dir / FILE
    with contextlib.suppress(OSError):
        written = path.with_suffix(".new")
        written.write_bytes(msgspec.json.encode([entry, *read(data_dir)][:MOST]))
        written.replace(path)
