"""A store is not changed in a way that programs which serve it meanwhile do not stand."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from openmall.configuration import Configuration
from openmall.database import migrate, phases
from tests import postgres
from tests.database.test_phases import begun, shell, store, used

__all__ = ["store"]
pytestmark = pytest.mark.journey


def command(configuration: Configuration, *words: str) -> subprocess.CompletedProcess[str]:
    """Run `openmall db ...` as a process of its own, with the migrations of this one."""
    program = (
        "import pathlib; from openmall.database import phases;"
        f"phases.MIGRATIONS = pathlib.Path({str(phases.MIGRATIONS)!r});"
        "from openmall.cli.main import openmall; openmall()"
    )
    where = {**os.environ, "OPENMALL_DATA_DIR": str(configuration.data_dir),
             "OPENMALL_DATABASE": configuration.database}  # fmt: skip
    return subprocess.run(
        [sys.executable, "-c", program, "db", *words],
        env=where, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip


def test_nothing_is_changed_at_once_while_a_program_serves(
    store: Configuration, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun(store, tmp_path, monkeypatch)

    with used(store, "before", tmp_path):
        refused = command(store, "migrate")
        schema = migrate.current(store)
    done = command(store, "migrate")

    place = "openmall worker" if store.database else f"a program that has {store.database_path}"
    assert refused.returncode == 1
    assert refused.stderr.startswith(f"error: the store is in use by {place} ")
    assert (
        "stop every program first, or migrate while they serve: `openmall db migrate --expand`"
        in (refused.stderr)
    )
    assert schema == "9001"
    assert (done.returncode, done.stderr) == (0, "")
    assert migrate.current(store) == "9003"


def test_nothing_is_taken_away_from_a_program_of_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PostgreSQL only, where connections say which schema their program knows."""
    store = Configuration(data_dir=tmp_path, database=postgres.server().new_database())
    begun(store, tmp_path, monkeypatch)
    migrate.expand(store)

    with used(store, "before", tmp_path):
        refused = shell(store, "migrate", "--contract")
    schema = migrate.current(store)
    migrate.fill(store)
    with used(store, "last", tmp_path):
        done = shell(store, "migrate", "--contract")

    assert "replace every program that does not know schema 9002 first" in refused
    assert (schema, done["schema"]) == ("9002", "9003")
