"""`python -m openmall` and the command `openmall`."""

import os

from openmall.cli.main import openmall


def main() -> None:
    """Run the command line. What it writes, only the user who runs it may read."""
    os.umask(os.umask(0o077) | 0o077)
    openmall(prog_name="openmall")


if __name__ == "__main__":
    main()
