"""A command of `openmall backup`, forked from a process that has imported what it needs."""

from openmall.analytics.engine import opening
from openmall.cli import installation
from openmall.cli.main import openmall
from openmall.cli.operating import backup
from openmall.transfer.backup import creation, mall, reading, restoring

IMPORTED = (backup, creation, installation, mall, opening, reading, restoring)


def main(arguments: list[str]) -> None:
    """Run the command with these words."""
    openmall(arguments, standalone_mode=False)
