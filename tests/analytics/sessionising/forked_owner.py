"""The owner of the facts, forked from a process that has imported what it needs."""

import duckdb

from openmall.analytics.engine import owner
from openmall.cli.main import openmall
from openmall.cli.malls import analytics

IMPORTED = (analytics, duckdb, owner)


def main(arguments: list[str]) -> None:
    """Own the facts of a data directory until the process is killed."""
    [folder] = arguments
    openmall(["analytics", "own", "--data-dir", folder], standalone_mode=False)
