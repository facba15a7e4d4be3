"""No call does more than its budget in `bench/budgets.tsv`, and none less than it says."""

import functools
from typing import Any

import pytest

from openmall.database.statements import DialectName
from tests import random_cases
from tests.budgets import budget_file
from tests.budgets.budget_file import Budgets
from tests.budgets.stages import Counted, Measured
from tests.budgets.typical_calls import FLOWS, operations
from tests.world import Stage


@functools.cache
def _recorded() -> dict[DialectName, Budgets]:
    return budget_file.read()


def _check(stage: Stage, call: str, measured: Measured) -> None:
    store = stage.app.database.dialect
    budget = _recorded()[store].get(call)
    assert budget is not None, f"{call} has no budget: `{budget_file.RENEW}` records it"
    difference = budget_file.difference(call, measured.budget, budget, store, measured.sent)
    assert not difference, difference


def _operations() -> list[Any]:
    """Return the operations; those that send the same to both stores are counted on one.

    `--thorough` counts all on both.
    """
    sqlite, postgresql = _recorded()["sqlite"], _recorded()["postgresql"]

    def marks(name: str) -> tuple[pytest.MarkDecorator, ...]:
        alike = name in sqlite and sqlite[name].sent == postgresql[name].sent
        return (pytest.mark.one_store,) if alike and not random_cases.THOROUGH else ()

    return [pytest.param(name, marks=marks(name)) for name in operations()]


@pytest.mark.parametrize("name", _operations())
def test_an_operation_keeps_its_budget(stage: Stage, counted: Counted, name: str) -> None:
    _check(stage, name, counted.operation(operations()[name]))


@pytest.mark.parametrize("flow", FLOWS)
def test_each_call_of_a_flow_keeps_its_budget(stage: Stage, counted: Counted, flow: str) -> None:
    measured = counted.flow(flow)

    for call, each in measured.items():
        _check(stage, call, each)
    of_flow = {
        call for call in _recorded()[stage.app.database.dialect] if call.startswith(f"{flow}: ")
    }
    assert of_flow == measured.keys(), f"`{budget_file.RENEW}` records the calls there are"


def test_what_has_a_budget_is_called() -> None:
    of_flows = {call for call in _recorded()["sqlite"] if call.partition(": ")[0] in FLOWS}

    assert _recorded()["sqlite"].keys() - of_flows == operations().keys()
