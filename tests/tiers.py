"""Decide which tests run for every commit, and which in the nightly tier (docs/testing.md).

The nightly tier is `--thorough`: everything, on both stores, with as many random cases as before a
release. It is run in parts, each of whole modules.
"""

import zlib
from pathlib import PurePosixPath
from typing import Final

NIGHTLY: Final[dict[str, str]] = {}
"""Module or directory below `tests` -> why a commit does not wait for it."""


def nightly_only(module: str, marks: set[str]) -> bool:
    """Say whether a test runs in the nightly tier alone.

    `module`: its path below `tests`. A mark of the test says more than its module.
    """
    if "nightly" in marks:
        return True
    path = PurePosixPath(module)
    return any(str(each) in NIGHTLY for each in (path, *path.parents))


def part_of(module: str, parts: int) -> int:
    """Return the part, from 1, of the `parts` of a run that a module belongs to.

    Modules stay whole, because their tests share what they prepare.
    """
    return zlib.crc32(module.encode()) % parts + 1
