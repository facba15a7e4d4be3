"""What the source says of parameters and answer fields: the docstrings beneath them.

A field that says nothing itself is told by its named type (`Flag`), else by `glossary.csv`, which
tells once what a name means wherever it stands; `codes.csv` does so for the codes of a name.
"""

import ast
import csv
import re
import sys
from collections.abc import Iterable, Sequence
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Final, NamedTuple

from msgspec import Struct

from openmall.contract.crud.changes import Takes, stored_kind

_OURS: Final = "openmall."
_PARTS: Final = re.compile(r"[,;:.]\s+|(?<!\s)\s+or\s+|\.$")
_GO_ON: Final = ("and ", "or ", "is ", "as ", "are ")
"""How a sentence goes on that speaks of a code and does not say what it means."""


class _Module(NamedTuple):
    """What one file of the source says."""

    fields: dict[tuple[str, str], tuple[str, tuple[str, ...]]]
    """Class and field -> its docstring, and the names in its annotation."""
    taken: dict[tuple[str, str], tuple[str, ...]]
    """Class and field -> the names in its `Takes`, where it has one."""
    types: dict[str, str]
    """Named type -> its docstring."""
    imported: dict[str, tuple[str, str]]
    """Name -> the module it comes from, and what it is called there."""


def of_field(struct: type[Struct], name: str) -> str:
    """Return what a field, by its wire name, is said to be; empty when nothing is said."""
    wire = dict(zip(struct.__struct_encode_fields__, struct.__struct_fields__, strict=True))
    for kind in struct.__mro__:
        if not kind.__module__.startswith(_OURS):
            continue
        module = _read(kind.__module__)
        stored = stored_kind(kind)
        field = (stored or kind).__name__, wire.get(name, name)
        doc, names = module.fields.get(field, ("", ()))
        if stored is not None:
            # its docstring speaks of the answer, which the caller falls back on
            doc, names = "", module.taken.get(field, names)
        if doc:
            return doc
        for each in names:
            if said := _of_type(kind.__module__, each):
                return said
    return ""


def of_name(name: str) -> str:
    """Return what a name means wherever it stands; empty when that differs from place to place."""
    return _glossary().get(name, "")


def of_code(name: str, code: str) -> str:
    """Return what a code means wherever a field of this name stands; empty when nothing is said."""
    return _codes().get((name, code), "")


def of_codes(text: str, codes: Iterable[str]) -> dict[str, str]:
    """Return the meaning of each code that a text tells: `C paid on delivery, P prepaid`."""
    wanted = {code for code in codes if code}
    found: dict[str, str] = {}
    last = ""
    for part in _PARTS.split(text.replace("`", "")):
        first, _, rest = part.strip().partition(" ")
        first = first.rstrip(":=")
        if first in wanted and first not in found and rest and not rest.startswith(_GO_ON):
            found[first] = last = rest.strip()
        elif part.strip() and last:
            return found
    return found


def _of_type(module: str, name: str) -> str:
    read = _read(module)
    if name in read.types:
        return read.types[name]
    if name in read.imported:
        origin, called = read.imported[name]
        return _read(origin).types.get(called, "")
    return ""


@lru_cache(maxsize=1)
def _glossary() -> dict[str, str]:
    return {row[0]: row[1] for row in _rows("glossary.csv")}


@lru_cache(maxsize=1)
def _codes() -> dict[tuple[str, str], str]:
    return {(name, code): said for name, code, said in _rows("codes.csv")}


def _rows(file: str) -> Iterable[list[str]]:
    text = (files("openmall.pages.reference") / file).read_text(encoding="utf-8")
    return csv.reader(text.splitlines())


@lru_cache(maxsize=1_024)
def _read(name: str) -> _Module:
    file = getattr(sys.modules.get(name), "__file__", None)
    found = _Module({}, {}, {}, {})
    if not name.startswith(_OURS) or file is None or not Path(file).exists():
        return found  # nothing of ours, or shipped without its source: nothing is said
    body = ast.parse(Path(file).read_text(encoding="utf-8")).body
    for node, doc in _told(body):
        if isinstance(node, ast.ClassDef):
            for inner, said in _told(node.body):
                if isinstance(inner, ast.AnnAssign) and isinstance(inner.target, ast.Name):
                    field = node.name, inner.target.id
                    found.fields[field] = said, _names(inner.annotation)
                    if taken := _taken(inner.annotation):
                        found.taken[field] = _names(taken)
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and doc:
            found.types[node.targets[0].id] = doc
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                found.imported[alias.asname or alias.name] = node.module, alias.name
    return found


def _told(body: Sequence[ast.stmt]) -> Iterable[tuple[ast.stmt, str]]:
    """Return each statement with the docstring beneath it."""
    for node, after in zip(body, [*body[1:], None], strict=True):
        said = after.value if isinstance(after, ast.Expr) else None
        text = said.value if isinstance(said, ast.Constant) else ""
        yield node, " ".join(text.split()) if isinstance(text, str) else ""


def _names(annotation: ast.expr) -> tuple[str, ...]:
    """Return the names of types in an annotation, the outermost first."""
    notes = {
        id(each)
        for node in ast.walk(annotation)
        if isinstance(node, ast.Call)
        for each in ast.walk(node)
    }
    return tuple(
        node.id
        for node in ast.walk(annotation)
        if isinstance(node, ast.Name) and node.id[:1].isupper() and id(node) not in notes
    )


def _taken(annotation: ast.expr) -> ast.expr | None:
    """Return the type in the `Takes(...)` of an annotation."""
    for node in ast.walk(annotation):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == Takes.__name__:
            return node.args[0]
    return None
