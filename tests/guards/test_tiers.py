"""What a commit leaves to the night is there, and docs/testing.md says it with its reason."""

import ast
import re
from pathlib import Path

from tests.fault_injection.faults import FAULTS
from tests.stores import STORES
from tests.tiers import NIGHTLY, SAMPLED, Found, draws, left_to_the_night

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


def test_every_test_is_of_each_commit_or_of_the_night_and_on_one_store_of_both() -> None:
    for module in ("commerce/order/test_orders.py", "database/test_capture.py"):
        path = TESTS / module
        for number in range(50):
            test = f"tests/{module}::test_made[{number}]"
            found = [Found(path, module, test, frozenset(), store) for store in STORES]
            of_a_commit = [each.store for each in found if each.is_of_each_commit()]
            assert len(of_a_commit) == (2 if module.startswith("database/") else 1)
        nightly = Found(path, module, test, frozenset({"nightly"}), None)
        assert nightly.is_for_the_night()
        assert not nightly.is_of_each_commit()


def test_a_module_whose_helper_draws_at_random_draws() -> None:
    reports = TESTS / "analytics" / "reports"
    assert draws(reports / "test_against_plain_sql.py")  # by itself
    assert draws(TESTS / "transfer" / "backup" / "test_while_serving.py")  # by its conftest
    upgraded = TESTS / "database" / "test_served_upgrade.py"
    assert "random_cases" not in upgraded.read_text(encoding="utf-8")
    assert draws(upgraded)  # by the load that it imports
    assert not draws(TESTS / "commerce" / "order" / "test_orders.py")
