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
    "analytics/sessionising/test_owner_failures.py": "deaths of the owner of facts",
    "analytics/sessionising/test_several_machines.py": "machines that die while they ship facts",
    "commands/test_every_line.py": "every printed command line, as a process",
    "commerce/undo/test_interleavings.py": "callers at random, with connections that break",
    "commerce/undo/test_interrupted.py": "connections that break under plans and undo",
    "database/postgresql/test_replica.py": "a replica that falls behind and is lost",
    "events/webhooks/test_sudden_death.py": "deaths of a delivering worker",
    "every_operation/test_random_bounds.py": "values drawn at random within and outside of bounds",
    "every_operation/test_schemathesis.py": "calls that Schemathesis draws at random",
    "faults/test_killed_at_every_step.py": "a death at every statement of a purchase",
    "faults/test_mirror_deaths.py": "deaths of a mirror and of its server",
    "faults/test_payment_app_deaths.py": "deaths while an app's payment is under way",
    "faults/test_stripe_deaths.py": "deaths while a payment at Stripe is under way",
    "faults/test_subscription_deaths.py": "deaths while subscriptions are charged",
    "faults/test_undo_deaths.py": "deaths under plans and undo",
    "growth/test_lists.py": "lists of a shop that grows",
    "guards/test_second_attempt.py": "the tool that repeats failed tests",
    "hostile/test_patterns.py": "the time of every pattern, which changes with patterns alone",
    "hostile/test_random.py": "bodies and queries drawn at random",
    "journeys/test_bucket.py": "a whole mall on a bucket",
    "journeys/test_file_imports.py": "workers killed under an import",
    "journeys/test_jobs.py": "workers killed under jobs",
    "journeys/test_machine_lost.py": "a machine that is lost",
    "journeys/test_new_language.py": "pages in a language that is added",
    "journeys/test_screenshots.py": "pictures of the documentation, which change with pages alone",
    "journeys/test_storm.py": "a storm of calls on several workers",
    "journeys/test_storm_of_orders.py": "a storm of orders on several workers",
    "journeys/test_sudden_death.py": "deaths under acknowledged writes",
    "journeys/test_sudden_death_of_orders.py": "deaths under orders",
    "transfer/backup/test_in_processes.py": "copies of whole installations, by processes",
    "transfer/backup/test_interrupted.py": "deaths under backup and restore",
    "transfer/backup/test_memory.py": "the memory of a large backup",
    "transfer/imports/test_interrupted_imports.py": "deaths under an import",
    "transfer/imports/test_real_orders.py": "orders of real data sets",
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
