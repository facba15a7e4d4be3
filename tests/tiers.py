"""Decide which tests run for every commit, and which in the nightly tier (docs/testing.md).

`--thorough` is everything, on both stores, with as many random cases as before a release. The
nightly tier, `--nightly`, is the same without the tests of the commit tier. It is run in parts,
each of whole modules.
"""

import functools
import re
import zlib
from collections.abc import Set
from pathlib import Path, PurePosixPath
from typing import Final, NamedTuple

from tests.stores import on_both, only

NIGHTLY: Final[dict[str, str]] = {
    "analytics/collecting/test_sudden_death.py": "deaths of the collector",
    "analytics/sessionising/test_kills.py": "deaths of the sessioniser",
    "analytics/sessionising/test_owner_failures.py": "deaths of the owner of facts",
    "analytics/sessionising/test_several_machines.py": "machines that die while they ship facts",
    "commands/test_every_line.py": "every printed command line, as a process",
    "commerce/undo/test_interleavings.py": "callers at random, with connections that break",
    "commerce/undo/test_interrupted.py": "connections that break under plans and undo",
    "database/postgresql/test_replica.py": "a replica that falls behind and is lost",
    "database/test_rolling_release.py": "two releases beside each other, as pods are replaced",
    "events/webhooks/test_sudden_death.py": "deaths of a delivering worker",
    "every_operation/test_random_bounds.py": "values drawn at random within and outside of bounds",
    "every_operation/test_schemathesis.py": "calls that Schemathesis draws at random",
    "faults/test_clock_jump.py": "a clock that leaps under a whole shop",
    "faults/test_crowds.py": "thousands of connections, and those that drip for half a minute",
    "faults/test_database_restart.py": "a database that dies under writes",
    "faults/test_killed_at_every_step.py": "a death at every statement of a purchase",
    "faults/test_mirror_deaths.py": "deaths of a mirror and of its server",
    "faults/test_network_partition.py": "a network that is cut under calls",
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
    "journeys/test_gallery.py": "pictures of the components, which change with pages alone",
    "journeys/test_jobs.py": "workers killed under jobs",
    "journeys/test_machine_lost.py": "a machine that is lost",
    "journeys/test_new_language.py": "pages in a language that is added",
    "journeys/test_screenshots.py": "pictures of the documentation, which change with pages alone",
    "journeys/test_several_machines.py": "a storm on two machines",
    "journeys/test_storm.py": "a storm of calls on several workers",
    "journeys/test_storm_of_orders.py": "a storm of orders on several workers",
    "journeys/test_sudden_death.py": "deaths under acknowledged writes",
    "journeys/test_sudden_death_of_orders.py": "deaths under orders",
    "journeys/test_valid_markup.py": "pages by the W3C's checker, which is fetched",
    "transfer/backup/test_in_processes.py": "copies of whole installations, by processes",
    "transfer/backup/test_interrupted.py": "deaths under backup and restore",
    "transfer/backup/test_memory.py": "the memory of a large backup",
    "transfer/imports/test_real_orders.py": "orders of real data sets",
}
"""Module or directory below `tests` -> why a commit does not wait for it."""

_OF_THE_PIPELINE = "what the pipeline does alike for every operation"
_OF_THE_PARSER = "what the parser does with the declared type of a parameter"
SAMPLED: Final[dict[str, str]] = {
    f"every_operation/{test}": why
    for why, tests in {
        _OF_THE_PIPELINE: (
            "test_envelope.py::test_a_body_that_is_not_declared_as_json_is_400",
            "test_envelope.py::test_a_body_without_its_request_is_400",
            "test_envelope.py::test_a_head_is_a_get_without_a_body",
            "test_envelope.py::test_a_method_without_an_operation_is_404_and_names_those_there_are",
            "test_envelope.py::test_every_answer_carries_the_usage_of_the_limits_and_an_id",
            "test_observed_clients.py::test_a_content_type_may_stand_on_every_method",
            "test_observed_clients.py::test_path_parameters_may_be_repeated_in_query_and_body",
            "test_permission.py::test_plain_http_is_refused_before_anything_else",
            "test_shaping.py::test_a_shop_that_is_not_there_is_404",
            "test_shaping.py::test_a_strict_app_is_refused_what_nobody_knows",
            "test_shaping.py::test_a_strict_app_is_served_what_is_known",
            "test_shaping.py::test_a_version_that_is_no_date_is_422",
            "test_shaping.py::test_a_write_of_nothing_known_is_422_and_names_what_was_sent",
            "test_shaping.py::test_fields_may_stand_beside_the_request",
            "test_shaping.py::test_the_query_of_a_write_chooses_its_shop",
            "test_shaping.py::test_unknown_fields_are_ignored_and_named",
            "test_shaping.py::test_unknown_parameters_and_embeds_are_ignored_and_named",
        ),
        _OF_THE_PARSER: (
            "test_bounds.py::test_a_parameter_is_accepted_at_both_edges_of_its_bounds",
            "test_bounds.py::test_a_parameter_outside_its_bounds_is_refused_by_name_and_changes_nothing",
            "test_bounds.py::test_a_value_of_another_type_is_refused_by_name_and_changes_nothing",
            "test_bounds.py::test_an_empty_filter_is_no_filter",
        ),
        "what the ends of the calendar do to each date": (
            "test_ends_of_the_calendar.py::test_no_call_calculates_beyond_the_calendar",
        ),
        "what every write of a table of the catalogue does to the responses that are kept": (
            "test_cached_reads.py::test_no_write_leaves_an_outdated_response",
        ),
    }.items()
    for test in tests
}
"""Sweep over operations below `tests` -> why a commit tries it on one operation in three.

The nightly tier tries it on every operation.
"""
_ONE_IN: Final = 3
_TESTS: Final = Path(__file__).parent
_IMPORT: Final = re.compile(r"^from tests\.?([\w.]*) import (\([^)]*\)|.*)", re.MULTILINE)
_COMMON: Final = {_TESTS / "conftest.py", _TESTS / "journeys" / "conftest.py"}
"""Modules that know of random cases, and decide no number of them."""


def left_to_the_night(test: str) -> bool:
    """Say whether a sweep leaves the operation of a test to the nightly tier.

    It depends on the name alone: another sweep meets the operation, and every run is the same.

    `test`: its id below `tests`, without a store.
    """
    sampled = test.partition("[")[0] in SAMPLED
    # not the hash that chooses a store
    return sampled and zlib.crc32(f"each commit: {test}".encode()) % _ONE_IN != 0


def nightly_only(module: str, marks: Set[str]) -> bool:
    """Say whether a test runs in the nightly tier alone.

    `module`: its path below `tests`. A mark of the test says more than its module.
    """
    return "nightly" in marks or _listed(module)


class Found(NamedTuple):
    """A test that was found, on one store."""

    path: Path
    """Of its module."""
    module: str
    """Its module's path below `tests`."""
    test: str
    """Its id, without a store."""
    marks: frozenset[str]
    store: str | None
    """None: it asks for none of the stages."""

    def is_for_the_night(self) -> bool:
        """Say whether commits leave it to the nightly tier, whatever its store."""
        function, *parameters = self.test.partition("[")
        name = "".join((function.rpartition("::")[2], *parameters))
        return nightly_only(self.module, self.marks) or left_to_the_night(f"{self.module}::{name}")

    def is_on_its_store(self) -> bool:
        """Say whether a commit runs it on this store."""
        if self.store is None or on_both(self.module.partition("/")[0], self.marks):
            return True
        return self.store == only(self.test, self.marks)

    def is_of_each_commit(self) -> bool:
        """Say whether every commit runs it."""
        return self.is_on_its_store() and not self.is_for_the_night()


@functools.cache
def _listed(module: str) -> bool:
    path = PurePosixPath(module)
    return any(str(each) in NIGHTLY for each in (path, *path.parents))


@functools.cache
def draws(path: Path) -> bool:
    """Say whether tests of a module depend on how many random cases are drawn.

    Such a module uses `tests.random_cases`, or what it imports of the tests does.

    `path`: of the module.
    """
    waiting, seen = [path, path.with_name("conftest.py")], _COMMON.copy()
    while waiting:
        each = waiting.pop()
        if each in seen or not each.is_file():
            continue
        seen.add(each)
        source = each.read_text(encoding="utf-8")
        if "random_cases" in source:
            return True
        for package, names in _IMPORT.findall(source):
            module = _TESTS.joinpath(*package.split("."))
            waiting += [module.with_suffix(".py")]
            waiting += [module / f"{name}.py" for name in re.findall(r"\w+", names)]
    return False


def part_of(module: str, parts: int) -> int:
    """Return the part, from 1, of the `parts` of a run that a module belongs to.

    Modules stay whole, because their tests share what they prepare.
    """
    return zlib.crc32(module.encode()) % parts + 1
