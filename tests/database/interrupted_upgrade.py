"""Upgrades a store, and dies in the middle as by a power cut: where a statement begins so.

python -m tests.database.interrupted_upgrade DATA_DIR DATABASE STATEMENT
"""

import os
import signal
import sys
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, event

from openmall.configuration import Configuration
from openmall.database.migrate import migrate


def _die(*_: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def main(data_dir: str, database: str, beginning: str) -> None:
    """Upgrade, and die before the first statement that begins so; `COMMIT`: before the first."""

    def before(_connection: Any, _cursor: Any, statement: str, *_: object) -> None:
        if statement.strip().startswith(beginning):
            _die()

    event.listen(Engine, "before_cursor_execute", before)
    if beginning == "COMMIT":
        event.listen(Engine, "commit", _die)
    migrate(Configuration(data_dir=Path(data_dir), database=database))


if __name__ == "__main__":
    main(*sys.argv[1:])
