"""What imports what, module by module, and the circles in it at every level of packages.

`python -m tests.guards.import_graph commerce.order` prints the parts of a package from the bottom
up, what each imports of the others, and what makes a circle.
"""

import ast
import functools
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from tests.guards.sources import ROOT, Source, imported, sources

CLIENTS: Final = (ROOT / "clients/pytest/src", ROOT / "clients/python/src")
"""Where the modules of the client libraries lie."""
Graph = Mapping[str, frozenset[str]]
"""Module or package -> what it imports."""


def dotted(source: Source) -> str:
    """Return the name of a module below `openmall`; of a package that of its `__init__`."""
    return _name(source.parts)


def _name(parts: tuple[str, ...]) -> str:
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@functools.cache
def _modules() -> frozenset[str]:
    return frozenset(dotted(source) for source in sources())


@functools.cache
def targets(source: Source) -> list[tuple[str, ast.AST]]:
    """Return the modules that a module imports, without the package's name, and where."""
    found = []
    for name, node in imported(source):
        target = name.removeprefix("openmall.")
        if target not in _modules():
            target = target.rpartition(".")[0]
        if target in _modules() and target:
            found.append((target, node))
    return found


@functools.cache
def graph() -> Graph:
    """Return the modules below `openmall`; imports in functions and for type checkers count."""
    return {
        dotted(source): frozenset(target for target, _ in targets(source)) - {dotted(source)}
        for source in sources()
    }


def graph_of_clients() -> Graph:
    """Return the modules of the client libraries, without those that are printed."""
    files = {
        _name(path.relative_to(root).with_suffix("").parts): path
        for root in CLIENTS
        for path in root.rglob("*.py")
        if "generated" not in path.parts
    }
    return {name: _imports(path, files) - {name} for name, path in files.items()}


def _imports(path: Path, files: Mapping[str, Path]) -> frozenset[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
            found |= {name if name in files else node.module for name in names}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return frozenset(found & set(files))


def packages(names: Iterable[str]) -> list[str]:
    """Return every package of modules, the whole first."""
    return sorted({"", *(name[:at] for name in names for at, c in enumerate(name) if c == ".")})


def parts_of(package: str, modules: Graph) -> Graph:
    """Return the parts of a package, and which of the others each imports anywhere in it."""
    found: dict[str, set[str]] = {}
    for name, others in modules.items():
        part = _part(name, package)
        if part:
            found.setdefault(part, set()).update(_part(other, package) for other in others)
    return {part: frozenset(others - {part, ""}) for part, others in found.items()}


def _part(name: str, package: str) -> str:
    """Return the part of a package that a module is in; empty: it is in none."""
    if package and not name.startswith(f"{package}."):
        return ""
    return name[len(package) + 1 if package else 0 :].split(".")[0]


def circles(modules: Graph) -> list[list[str]]:
    """Return the groups of modules each of which reaches all others of its group (Tarjan)."""
    index: dict[str, int] = {}
    lowest: dict[str, int] = {}
    stack: list[str] = []
    found = []

    def visit(name: str) -> None:
        index[name] = lowest[name] = len(index)
        stack.append(name)
        for other in sorted(modules.get(name, ())):
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

    for name in sorted(modules):
        if name not in index:
            visit(name)
    return found


def circles_of_parts(modules: Graph) -> dict[str, list[str]]:
    """Return package -> its parts that import each other in circles, for packages that have such.

    A part is a module or a package; an import anywhere in it counts.
    """
    found = {}
    for package in packages(modules):
        circling = sorted(part for group in circles(parts_of(package, modules)) for part in group)
        if circling:
            found[package] = circling
    return found


def from_the_bottom_up(parts: Graph) -> list[str]:
    """Return parts in an order in which each imports only those before it, as far as there is."""
    left, found = dict(parts), []
    while left:
        free = [name for name, others in sorted(left.items()) if not others & set(left)]
        for name in free or [min(left, key=lambda name: len(left[name] & set(left)))]:
            found.append(name)
            del left[name]
    return found


def main(package: str) -> None:
    """Print the parts of a package."""
    parts = parts_of(package, graph())
    order = from_the_bottom_up(parts)
    for name in order:
        print(f"{name}: {', '.join(sorted(parts[name], key=order.index))}")
    for group in circles(parts):
        print(f"\nin a circle: {', '.join(group)}")
        for source in sources():
            name = dotted(source)
            if _part(name, package) not in group:
                continue
            for target, node in targets(source):
                if _part(target, package) in set(group) - {_part(name, package)}:
                    print(f"  {source.at(node)}")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "")
