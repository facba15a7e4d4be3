"""What stands in for a part of the application in tests says which protocol it has.

Types of tests are checked for less than those of the package (`checks/mypy_tests.ini`), so that a
member that a protocol gets is missed nowhere. A class that names the protocol as its base, or one
that forwards to another object, is checked for all members where it is created.
"""

import ast
import re
from collections.abc import Iterator
from typing import Final

from tests.guards.sources import ROOT, sources

_DEFINED: Final = re.compile(r"^ +(?:async )?def ([a-z]\w*)\(", re.MULTILINE)
_FEWEST: Final = 3
"""Methods of a protocol that a class does not have by chance."""


def _methods(kind: ast.ClassDef) -> set[str]:
    functions = (
        each for each in kind.body if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)
    )
    return {each.name for each in functions if not each.name.startswith("_")}


def _protocols() -> dict[str, set[str]]:
    """Return the methods of each protocol of the package that has some."""
    found = {}
    for source in sources():
        if "(Protocol)" not in source.text:
            continue
        for node in source.nodes:
            if isinstance(node, ast.ClassDef) and "Protocol" in map(ast.unparse, node.bases):
                found[f"{source.name}: {node.name}"] = _methods(node)
    return {name: methods for name, methods in found.items() if len(methods) >= _FEWEST}


def imitations(text: str, protocols: dict[str, set[str]]) -> Iterator[tuple[str, str]]:
    """Return the classes of a module without a base that have most methods of a protocol.

    With each goes the protocol.
    """
    defined = set(_DEFINED.findall(text))
    near = {name: each for name, each in protocols.items() if 2 * len(each & defined) > len(each)}
    if not near:
        return
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ClassDef) and not node.bases:
            own = _methods(node)
            for name, methods in near.items():
                if 2 * len(own & methods) > len(methods):
                    yield node.name, name


def test_no_class_of_tests_repeats_a_protocol_without_naming_it() -> None:
    protocols = _protocols()
    files = [each for folder in ("tests", "bench") for each in (ROOT / folder).rglob("*.py")]
    found = {
        f"{path.relative_to(ROOT)}: {kind}": protocol
        for path in files
        for kind, protocol in imitations(path.read_text(encoding="utf-8"), protocols)
    }

    assert found == {}, "name the protocol, or a class that forwards to one, as the base"


def test_a_class_that_repeats_a_database_is_found() -> None:
    repeated = "class Broken:\n    def reading(self): ...\n    def writing(self): ...\n"
    protocols = {"Database": {"reading", "writing", "close"}}

    assert list(imitations(repeated, protocols)) == [("Broken", "Database")]
    assert list(imitations(repeated.replace("Broken", "Broken(Database)"), protocols)) == []
