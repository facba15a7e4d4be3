"""Runs a sweep once for each operation it is about."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from openmall.contract.operation import Operation
from tests.every_operation.registry_rows import every_row, named
from tests.every_operation.shared_malls import Lend, Ready, SharedMalls, prepare
from tests.world import Stage

_KINDS: dict[str, Callable[[Operation], bool]] = {
    "row": lambda row: True,
    "reading": lambda row: not row.writes,
    "writing": lambda row: row.writes,
    "with_body": lambda row: row.has_body,
    "updating": lambda row: row.method == "PUT",
    "paged": lambda row: row.answers == "many" and {"limit", "offset"} <= row.fields.keys(),
    # a count below one thing is tested with the list beside it, where that thing is made
    "counting": lambda row: row.answers == "count" and not row.placeholders,
    "shaped": lambda row: row.gives is not None,
    "placed": lambda row: bool(row.placeholders),
    "restricted": lambda row: row.restricted,
    # one object that lists names goes through its pages in a test of its own
    "linked": lambda row: row.links and row.answers == "many",
}
"""Argument of a test -> the operations it runs for, unless it says so itself by `rows_where`."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    chosen = {mark.args[0] for mark in metafunc.definition.iter_markers("parametrize")}
    for name, wanted in _KINDS.items():
        if name in metafunc.fixturenames and name not in chosen:
            rows = [row for row in every_row() if wanted(row[1])]
            metafunc.parametrize(name, rows, ids=map(named, rows))


@pytest.fixture(scope="session")
def shared_malls(stage: Stage) -> SharedMalls:
    """The malls of all tests that leave them as they are."""
    return SharedMalls(stage)


@pytest.fixture
def unchanged(rested: Stage, shared_malls: SharedMalls) -> Iterator[Lend]:
    """Lends malls to a test, which fails when a row in one of them is another after it."""
    with ExitStack() as lent:
        yield lambda row, also=None: lent.enter_context(shared_malls.unchanged(row, also))


@pytest.fixture
def ready(rested: Stage, unchanged: Lend) -> Ready:
    """Returns a mall to call an operation in: one of its own when the call may change it."""
    return lambda row: prepare(rested.new_world(), row) if row[1].writes else unchanged(row)
