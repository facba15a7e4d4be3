"""Imports go one way: between packages, between areas, and without cycles between modules."""

import ast

import pytest

from tests.guards.import_graph import (
    circles,
    circles_of_parts,
    dotted,
    graph,
    graph_of_clients,
    targets,
)
from tests.guards.layers import LAYERS
from tests.guards.packages import (
    AREAS,
    PACKAGES,
    PAGE,
    RENEW,
    renewed,
)
from tests.guards.sources import sources

ROOT_MODULES = {"__init__", "__main__"}


def test_every_package_imports_only_packages_below_it() -> None:
    allowed = {each.name: each.may_import for each in PACKAGES}
    wrong = []
    for source in sources():
        package = source.parts[0]
        if package in ROOT_MODULES:
            continue
        assert package in allowed, f"{source.name}: say in PACKAGES where {package} stands"
        for target, node in targets(source):
            other = target.split(".")[0]
            if other == package or other in allowed[package]:
                continue
            wrong.append(f"{source.at(node)}\n    {package} may not import {other}")
    assert wrong == []


def test_packages_are_ordered_and_each_import_is_needed() -> None:
    names = [each.name for each in PACKAGES]
    used: dict[str, set[str]] = {name: set() for name in names}
    for source in sources():
        if source.parts[0] in used:
            used[source.parts[0]] |= {target.split(".")[0] for target, _ in targets(source)}
    for number, each in enumerate(PACKAGES):
        assert each.may_import <= set(names[:number]), f"{each.name} imports what is above it"
        assert each.may_import == used[each.name] - {each.name}, f"of {each.name}"


@pytest.mark.parametrize("package", ["commerce", *LAYERS])
def test_the_parts_of_a_package_import_only_parts_before_them(package: str) -> None:
    order = AREAS if package == "commerce" else LAYERS[package]
    wrong = []
    for source in sources():
        part = _part(dotted(source), package)
        if not part:
            continue
        if part not in order:
            wrong.append(f"{source.name}: say where {part} stands in {package}")
            continue
        for target, node in targets(source):
            other = _part(target, package)
            if other not in order:
                continue
            if order.index(other) > order.index(part):
                wrong.append(f"{source.at(node)}\n    {part} stands before {other}")
    assert wrong == []


def _part(name: str, package: str) -> str:
    """Return the part of a package that a module is in; empty: it is in none."""
    return name.removeprefix(f"{package}.").split(".")[0] if name.startswith(f"{package}.") else ""


def test_no_modules_import_each_other_in_a_circle() -> None:
    # an import inside a function or for type checkers counts as well
    assert circles(graph()) == []
    assert circles(graph_of_clients()) == []


def test_no_packages_import_each_other_in_a_circle_at_any_level() -> None:
    # what is read, moved or replaced as one must not need what stands on it
    assert circles_of_parts(graph()) == {}, (
        "python -m tests.guards.import_graph PACKAGE prints the imports of a circle"
    )


def test_circles_are_found_between_modules_and_between_packages() -> None:
    modules = {
        "area.low.shape": frozenset[str](),
        "area.low.rules": frozenset({"area.high.store"}),
        "area.high.store": frozenset({"area.low.shape"}),
    }
    assert circles(modules) == []
    assert circles_of_parts(modules) == {"area": ["high", "low"]}
    assert circles({**modules, "area.low.shape": frozenset({"area.low.rules"})}) == [
        ["area.high.store", "area.low.rules", "area.low.shape"]
    ]


def test_the_drawing_and_the_table_of_packages_are_fresh() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert page == renewed(page), f"renew it with: {RENEW}"


def test_nothing_imports_relatively_or_everything() -> None:
    wrong = [
        source.at(node)
        for source in sources()
        for node in source.nodes
        if isinstance(node, ast.ImportFrom) and (node.level or node.names[0].name == "*")
    ]
    assert wrong == []
