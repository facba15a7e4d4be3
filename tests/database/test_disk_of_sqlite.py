"""The reason that is given for an SQLite file whose disk is full, read-only or of another user."""

import os
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import apsw
import pytest

from openmall.configuration import Configuration
from openmall.database import migrate, sqlite_file
from openmall.database.session import DatabaseAway, DatabaseFull

pytestmark = pytest.mark.one_store
FULL = SimpleNamespace(f_flag=0, f_bavail=10, f_frsize=4_096)
READ_ONLY = SimpleNamespace(f_flag=os.ST_RDONLY, f_bavail=10_000, f_frsize=4_096)
ROOMY = SimpleNamespace(f_flag=0, f_bavail=10_000, f_frsize=4_096)


def on_disk(monkeypatch: pytest.MonkeyPatch, disk: SimpleNamespace, *, writable: bool) -> None:
    monkeypatch.setattr(os, "statvfs", lambda path: disk)
    monkeypatch.setattr(os, "access", lambda path, mode: writable)


@pytest.mark.parametrize(
    ("disk", "writable", "kind", "said"),
    [
        (FULL, True, DatabaseFull, "the disk of {} is full (disk I/O error)"),
        (READ_ONLY, True, DatabaseAway, "the file system of {} is read-only (disk I/O error)"),
        (ROOMY, False, DatabaseAway, "this user may not write {} (disk I/O error)"),
        (ROOMY, True, DatabaseAway, "disk I/O error"),
    ],
)
def test_the_cause_is_named(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    disk: SimpleNamespace,
    writable: bool,
    kind: type[DatabaseAway],
    said: str,
) -> None:
    on_disk(monkeypatch, disk, writable=writable)

    error = sqlite_file.away(apsw.IOError("disk I/O error"), tmp_path / "openmall.sqlite")

    assert type(error) is kind
    assert str(error) == said.format(tmp_path)


def test_a_folder_that_is_gone_is_no_full_disk(tmp_path: Path) -> None:
    error = sqlite_file.away(apsw.CantOpenError("unable to open"), tmp_path / "gone" / "a.sqlite")

    assert str(error) == "unable to open"


def test_commands_say_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    configuration = Configuration(data_dir=tmp_path)
    configuration.database_path.touch()
    on_disk(monkeypatch, FULL, writable=True)

    def fail(*arguments: Any, **named: Any) -> Callable[..., None]:
        raise apsw.IOError("disk I/O error")

    monkeypatch.setattr(apsw, "Connection", fail)

    with pytest.raises(DatabaseFull, match="is full"):
        migrate.current(configuration)


def test_a_file_that_became_read_only_is_away_and_no_fault_of_a_statement() -> None:
    assert issubclass(apsw.ReadOnlyError, sqlite_file.AWAY)
