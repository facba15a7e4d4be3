"""Runs a sweep once for each operation it is about."""

from collections.abc import Callable

import pytest

from openmall.contract.operation import Operation
from tests.every_operation.registry_rows import every_row, named

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
"""Argument of a test -> the operations it runs for."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    for name, wanted in _KINDS.items():
        if name in metafunc.fixturenames:
            rows = [row for row in every_row() if wanted(row[1])]
            metafunc.parametrize(name, rows, ids=map(named, rows))
