"""What a commit leaves to the night is there, and docs/testing.md says it with its reason."""

import ast
import re
from pathlib import Path

from tests.fault_injection.faults import FAULTS
from tests.tiers import NIGHTLY, SAMPLED, left_to_the_night

TESTS = Path(__file__).parents[1]
PAGE = (TESTS.parent / "docs" / "testing.md").read_text(encoding="utf-8")
_OPERATIONS = [f"admin GET made/{number}" for number in range(600)]


def test_what_runs_at_night_is_there_and_listed() -> None:
    assert [each for each in NIGHTLY if not (TESTS / each).exists()] == []
    assert [each for each, why in NIGHTLY.items() if f"`tests/{each}` | {why} |" not in PAGE] == []


def test_faults_that_the_night_alone_catches_are_listed() -> None:
    _, _, listed = PAGE.partition("are caught by the nightly modules alone:")
    named = set(re.findall(r"`([a-z-]+)` \(", listed.partition("\n\n")[0]))
    assert named == {fault.name for fault in FAULTS if fault.is_for_the_night()}


def test_journeys_are_marked_in_their_own_module() -> None:
    """Elsewhere than in directories of journeys only such modules are imported for them."""
    helpers = [each for each in TESTS.rglob("*.py") if not each.name.startswith("test_")]
    marking = [each for each in helpers if "mark.journey" in each.read_text(encoding="utf-8")]
    assert [each.name for each in marking] == ["conftest.py"]


def test_what_is_sampled_is_a_sweep_that_is_there_and_listed() -> None:
    for sampled, why in SAMPLED.items():
        module, _, test = sampled.partition("::")
        tree = ast.parse((TESTS / module).read_text(encoding="utf-8"))
        assert test in {each.name for each in tree.body if isinstance(each, ast.FunctionDef)}
        assert re.search(rf"\| `tests/{module}` \| [^|]*`{test}`[^|]* \| {why} \|", PAGE), sampled


def test_a_sample_is_a_third_and_another_one_for_each_sweep() -> None:
    chosen = {
        sampled: {each for each in _OPERATIONS if not left_to_the_night(f"{sampled}[{each}]")}
        for sampled in SAMPLED
    }

    assert all(150 < len(each) < 250 for each in chosen.values())
    assert set().union(*chosen.values()) == set(_OPERATIONS)
    assert not left_to_the_night("every_operation/test_permission.py::told_why[admin GET orders]")


def test_faults_in_what_is_sampled_are_caught_on_several_operations() -> None:
    """Such a fault is in what operations share: any of those that the fault names shows it."""
    shared = [
        fault
        for fault in FAULTS
        for module, _, test in (each.partition("::") for each in SAMPLED)
        if module in fault.tests and fault.only.partition(" ")[0] in test
    ]

    assert {each.name for each in shared} >= {"plain-http", "amount-bound"}
    assert {each.file.partition("/")[0] for each in shared} <= {"api", "http"}
