"""Decide which tests run for every commit, and which in the nightly tier (docs/testing.md).

The nightly tier is `--thorough`: everything, on both stores, with as many random cases as before a
release. It is run in parts, each of whole modules.
"""

import zlib
from pathlib import PurePosixPath
from typing import Final

NIGHTLY: Final[dict[str, str]] = {
    "analytics/collecting/test_sudden_death.py": "deaths of the collector",
    "analytics/sessionising/test_kills.py": "deaths of the sessioniser",
    "events/webhooks/test_sudden_death.py": "deaths of a delivering worker",
    "faults/test_killed_at_every_step.py": "a death at every statement of a purchase",
    "faults/test_mirror_deaths.py": "deaths of a mirror and of its server",
    "faults/test_payment_app_deaths.py": "deaths while an app's payment is under way",
    "faults/test_stripe_deaths.py": "deaths while a payment at Stripe is under way",
    "faults/test_subscription_deaths.py": "deaths while subscriptions are charged",
    "faults/test_undo_deaths.py": "deaths under plans and undo",
    "journeys/test_screenshots.py": "pictures of the documentation, which change with pages alone",
    "journeys/test_storm.py": "a storm of calls on several workers",
    "journeys/test_storm_of_orders.py": "a storm of orders on several workers",
    "journeys/test_sudden_death_of_orders.py": "deaths under orders",
    "transfer/backup/test_memory.py": "the memory of a large backup",
}
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
