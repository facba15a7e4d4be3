"""Decide on which store a test runs: on both where the store matters, else on one of them."""

import zlib
from collections.abc import Set
from typing import Final

BOTH: Final = frozenset({"budgets", "database"})
"""Directories whose tests run on both stores for every commit.

Elsewhere the mark `both_stores` stands at what runs concurrently, or has SQL for each store; the
nightly tier runs everything on both.
"""
STORES: Final = ("sqlite", "postgresql")
_ONE_IN: Final = 6
"""One in so many of the other tests runs on PostgreSQL, where it takes twice the time."""


def on_both(directory: str, marks: Set[str]) -> bool:
    """Say whether a test of `tests/<directory>` with these marks runs on both stores.

    A mark of the test says more than its directory.
    """
    if "one_store" in marks or "by_chance" in marks:
        return False
    return "both_stores" in marks or directory in BOTH


def only(name: str, marks: Set[str]) -> str:
    """Return the store of a test that runs on one.

    It depends on the name alone, which is the same in every run: a sweep meets some operations on
    SQLite and others on PostgreSQL, and an operation is met on both by different sweeps.

    `name`: the id of the test, without a store. Marked `one_store` or `by_chance` a test is about
    what is decided before a store is asked, and runs on SQLite.
    """
    if marks & {"one_store", "by_chance"}:
        return "sqlite"
    return STORES[1] if zlib.crc32(name.encode()) % _ONE_IN == 0 else STORES[0]
