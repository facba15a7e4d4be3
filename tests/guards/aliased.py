"""Under which names modules import each other."""

import ast
import functools
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.guards.sources import ROOT, sources

TREES = {"openmall": ROOT / "src", "tests": ROOT, "bench": ROOT, "checks": ROOT}


class Import(NamedTuple):
    """One import of a module of the package."""

    module: str
    alias: str
    where: str


def modules() -> dict[str, Path]:
    """Return every module of the package and of its tests: dotted name -> file."""
    found = {}
    for top, root in TREES.items():
        for path in sorted((root / top).rglob("*.py")):
            parts = path.relative_to(root).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def _statements(path: Path) -> Iterator[ast.AST]:
    """Yield the statements of a file wherever they stand; no import stands in an expression."""
    remaining: list[ast.AST] = [ast.parse(path.read_text(encoding="utf-8"))]
    while remaining:
        node = remaining.pop()
        yield node
        remaining += [
            each
            for each in ast.iter_child_nodes(node)
            if isinstance(each, ast.stmt | ast.excepthandler | ast.match_case)
        ]


@functools.cache
def imports() -> list[Import]:
    """Return every import of a module of the package, wherever it stands."""
    known = modules()
    parsed = {source.path: source.nodes for source in sources()}
    found = []
    for path in known.values():
        for node in parsed.get(path) or _statements(path):
            if isinstance(node, ast.ImportFrom) and node.module and not node.level:
                named = [(f"{node.module}.{each.name}", each) for each in node.names]
            elif isinstance(node, ast.Import):
                named = [(each.name, each) for each in node.names if each.asname]
            else:
                continue
            found += [
                Import(module, each.asname or each.name, f"{path.relative_to(ROOT)}:{node.lineno}")
                for module, each in named
                if module in known and module.startswith("openmall.")
            ]
    return found
