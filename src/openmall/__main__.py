"""`python -m openmall` and the command `openmall`."""

import gc
import os

from openmall.cli.main import openmall


def main() -> None:
    """Run the command line. What it writes, only the user who runs it may read."""
    os.umask(os.umask(0o077) | 0o077)
    # what is loaded, and what a command fills a store with, stays: looking for garbage as often as
    # usual is a fifth of the imports
    gc.set_threshold(50_000, 20, 20)
    openmall(prog_name="openmall")


if __name__ == "__main__":
    main()
