"""Copies of a demo mall that is filled once per run, for servers that start on it."""

import fcntl
import os
import shutil
from pathlib import Path

from tests import postgres
from tests.journeys.demo_server import WAIT, command

_OF_A_SERVER = shutil.ignore_patterns("counters", ".demo.lock")


class FilledMalls:
    """Filled demo malls, one on each store, made when the first copy is asked for.

    The mall on SQLite is shared by all processes of the run. Each process has a PostgreSQL server
    of its own, and therefore its own mall on PostgreSQL.
    """

    def __init__(self, shared: Path, own: Path) -> None:
        """`shared`: a folder of all processes of the run; `own`: a folder of this process."""
        self._folders = {
            "sqlite": shared / "filled-sqlite",
            "postgresql": own / "filled-postgresql",
        }
        self._database = ""

    def copy(self, data_dir: Path, store: str = "sqlite") -> list[str]:
        """Copy the filled mall to `data_dir`; return the options of a server that serves it."""
        folder = self._folders[store]
        self._fill(folder, store)
        shutil.copytree(folder, data_dir, ignore=_OF_A_SERVER, dirs_exist_ok=True)
        if store == "sqlite":
            return []
        return ["--database", postgres.server().copy_database(self._database), "--workers", "2"]

    def _fill(self, folder: Path, store: str) -> None:
        lock = os.open(folder.with_suffix(".lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if (folder / "demo.json").exists():
                return
            where = ["--data-dir", str(folder)]
            if store == "postgresql":
                self._database = postgres.server().new_database()
                where += ["--database", self._database]
            filled = command("demo", "--no-serve", *where, timeout=20 * WAIT)
            assert filled.returncode == 0, filled.stderr
        finally:
            os.close(lock)
