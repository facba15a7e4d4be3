"""Imports go one way: between packages, between areas, and without cycles between modules."""

import ast
import functools

from tests.guards.packages import AREAS, EXCEPTIONS, LAYERS, PACKAGES, PAGE, RENEW, renewed
from tests.guards.sources import Source, imported, sources

ROOT_MODULES = {"__init__", "__main__"}
MOST_EXCEPTIONS = 1
TYPES_ONLY = {("contract.call", "contract.operation"), ("contract.plans", "contract.call")}
"""Importing module, imported module: for type checkers alone. A call names the operation it is
of, and an operation the calls that its handler takes."""


@functools.cache
def _modules() -> frozenset[str]:
    return frozenset(_dotted(source) for source in sources())


def _dotted(source: Source) -> str:
    parts = source.parts[:-1] if source.parts[-1] == "__init__" else source.parts
    return ".".join(parts)


def _targets(source: Source) -> list[tuple[str, ast.AST]]:
    """Return the modules that a module imports, without the package's name, and where."""
    found = []
    for name, node in imported(source):
        target = name.removeprefix("openmall.")
        if target not in _modules():
            target = target.rpartition(".")[0]
        if target in _modules() and target:
            found.append((target, node))
    return found


def _within(name: str, package: str) -> bool:
    return name == package or name.startswith(f"{package}.")


def _excepted(source: Source, target: str) -> bool:
    name = _dotted(source)
    return any(_within(name, who) and _within(target, what) for who, what in EXCEPTIONS)


def test_every_package_imports_only_packages_below_it() -> None:
    allowed = {each.name: each.may_import for each in PACKAGES}
    wrong = []
    for source in sources():
        package = source.parts[0]
        if package in ROOT_MODULES:
            continue
        assert package in allowed, f"{source.name}: say in PACKAGES where {package} stands"
        for target, node in _targets(source):
            other = target.split(".")[0]
            if other == package or other in allowed[package] or _excepted(source, target):
                continue
            wrong.append(f"{source.at(node)}\n    {package} may not import {other}")
    assert wrong == []


def test_packages_are_ordered_and_each_import_is_needed() -> None:
    names = [each.name for each in PACKAGES]
    used: dict[str, set[str]] = {name: set() for name in names}
    for source in sources():
        if source.parts[0] in used:
            used[source.parts[0]] |= {
                target.split(".")[0]
                for target, _ in _targets(source)
                if not _excepted(source, target)
            }
    for number, each in enumerate(PACKAGES):
        assert each.may_import <= set(names[:number]), f"{each.name} imports what is above it"
        assert each.may_import == used[each.name] - {each.name}, f"of {each.name}"


def test_the_parts_of_a_package_import_only_parts_before_them() -> None:
    wrong = []
    for package, order in {"commerce": AREAS, **LAYERS}.items():
        depth = package.count(".") + 1
        for source in sources():
            name = _dotted(source).split(".")
            if ".".join(name[:depth]) != package or len(name) == depth:
                continue
            part = name[depth]
            if part not in order:
                wrong.append(f"{source.name}: say where {part} stands in {package}")
                continue
            for target, node in _targets(source):
                words = target.split(".")
                if ".".join(words[:depth]) != package or len(words) == depth:
                    continue
                if words[depth] not in order or _excepted(source, target):
                    continue
                if order.index(words[depth]) > order.index(part):
                    wrong.append(f"{source.at(node)}\n    {part} stands before {words[depth]}")
    assert wrong == []


def test_every_exception_is_still_needed() -> None:
    needed = {
        (who, what)
        for source in sources()
        for target, _ in _targets(source)
        for who, what in EXCEPTIONS
        if _within(_dotted(source), who) and _within(target, what)
    }
    assert set(EXCEPTIONS) - needed == set()
    assert len(EXCEPTIONS) <= MOST_EXCEPTIONS


def test_no_modules_import_each_other_in_a_circle() -> None:
    # an import inside a function or for type checkers counts as well
    graph = {
        _dotted(source): {
            target
            for target, _ in _targets(source)
            if (_dotted(source), target) not in TYPES_ONLY and target != _dotted(source)
        }
        for source in sources()
    }
    assert _circles(graph) == []


def _circles(graph: dict[str, set[str]]) -> list[list[str]]:
    """Return the groups of modules each of which reaches all others of its group (Tarjan)."""
    index: dict[str, int] = {}
    lowest: dict[str, int] = {}
    stack: list[str] = []
    found = []

    def visit(name: str) -> None:
        index[name] = lowest[name] = len(index)
        stack.append(name)
        for other in sorted(graph.get(name, ())):
            if other not in index:
                visit(other)
                lowest[name] = min(lowest[name], lowest[other])
            elif other in stack:
                lowest[name] = min(lowest[name], index[other])
        if lowest[name] == index[name]:
            group = stack[stack.index(name) :]
            del stack[stack.index(name) :]
            if len(group) > 1:
                found.append(sorted(group))

    for name in sorted(graph):
        if name not in index:
            visit(name)
    return found


def test_the_table_of_packages_is_fresh() -> None:
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
