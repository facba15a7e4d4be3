"""Texts of parameters and response fields, from their docstrings in the source.

A field without a docstring has that of its named type (`Flag`), else the entry of its name in
`glossary.csv`; `codes.csv` has the meanings of the codes of a name.
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

from openmall.contract.crud.changes import Takes, drafted_kind, stored_kind

_PACKAGE: Final = "openmall."
_SEPARATORS: Final = re.compile(r"[,;:.]\s+|(?<!\s)\s+or\s+|\.$")
_CONTINUATIONS: Final = ("and ", "or ", "is ", "as ", "are ")
"""Words after a code that do not start its meaning."""


class _Module(NamedTuple):
    """The docstrings and types of a source file."""

    fields: dict[tuple[str, str], tuple[str, tuple[str, ...]]]
    """Class and field -> docstring, and the names in its annotation."""
    update_types: dict[tuple[str, str], tuple[str, ...]]
    """Class and field -> the names in its `Takes`, if any."""
    types: dict[str, str]
    """Named type -> docstring."""
    imported: dict[str, tuple[str, str]]
    """Name -> the module it is imported from, and its name there."""


def field_text(struct: type[Struct], name: str) -> str:
    """Return the text of a field by its wire name; empty without one."""
    wire = dict(zip(struct.__struct_encode_fields__, struct.__struct_fields__, strict=True))
    for kind in struct.__mro__:
        if not kind.__module__.startswith(_PACKAGE):
            continue
        module = _read_module(kind.__module__)
        stored = stored_kind(kind)
        field = (stored or drafted_kind(kind) or kind).__name__, wire.get(name, name)
        doc, names = module.fields.get(field, ("", ()))
        if stored is not None:
            # its docstring is that of the response field, the caller's fallback
            doc, names = "", module.update_types.get(field, names)
        if doc:
            return doc
        for each in names:
            if text := _type_text(kind.__module__, each):
                return text
    return ""


def name_text(name: str) -> str:
    """Return the glossary text of a name; empty when the name has no common meaning."""
    return _glossary().get(name, "")


def code_meaning(name: str, code: str) -> str:
    """Return the meaning of a code for all fields of a name; empty without one."""
    return _codes().get((name, code), "")


def parse_code_meanings(text: str, codes: Iterable[str]) -> dict[str, str]:
    """Return the meanings of codes in a text such as `C paid on delivery, P prepaid`."""
    remaining = {code for code in codes if code}
    meanings: dict[str, str] = {}
    last = ""
    for part in _SEPARATORS.split(text.replace("`", "")):
        first, _, rest = part.strip().partition(" ")
        first = first.rstrip(":=")
        if (
            first in remaining
            and first not in meanings
            and rest
            and not rest.startswith(_CONTINUATIONS)
        ):
            meanings[first] = last = rest.strip()
        elif part.strip() and last:
            return meanings
    return meanings


def _type_text(module: str, name: str) -> str:
    module_docs = _read_module(module)
    if name in module_docs.types:
        return module_docs.types[name]
    if name in module_docs.imported:
        origin, type_name = module_docs.imported[name]
        return _read_module(origin).types.get(type_name, "")
    return ""


@lru_cache(maxsize=1)
def _glossary() -> dict[str, str]:
    return {row[0]: row[1] for row in _rows("glossary.csv")}


@lru_cache(maxsize=1)
def _codes() -> dict[tuple[str, str], str]:
    return {(name, code): meaning for name, code, meaning in _rows("codes.csv")}


def _rows(file: str) -> Iterable[list[str]]:
    text = (files("openmall.pages.reference") / file).read_text(encoding="utf-8")
    return csv.reader(text.splitlines())


@lru_cache(maxsize=1_024)
def _read_module(name: str) -> _Module:
    file = getattr(sys.modules.get(name), "__file__", None)
    module = _Module({}, {}, {}, {})
    if not name.startswith(_PACKAGE) or file is None or not Path(file).exists():
        return module  # not our module, or shipped without its source: no docstrings
    body = ast.parse(Path(file).read_text(encoding="utf-8")).body
    for node, doc in _documented(body):
        if isinstance(node, ast.ClassDef):
            for inner, text in _documented(node.body):
                if isinstance(inner, ast.AnnAssign) and isinstance(inner.target, ast.Name):
                    field = node.name, inner.target.id
                    module.fields[field] = text, _names(inner.annotation)
                    if update_type := _update_type(inner.annotation):
                        module.update_types[field] = _names(update_type)
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and doc:
            module.types[node.targets[0].id] = doc
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                module.imported[alias.asname or alias.name] = node.module, alias.name
    return module


def _documented(body: Sequence[ast.stmt]) -> Iterable[tuple[ast.stmt, str]]:
    """Yield each statement with the docstring below it."""
    for node, following in zip(body, [*body[1:], None], strict=True):
        expression = following.value if isinstance(following, ast.Expr) else None
        text = expression.value if isinstance(expression, ast.Constant) else ""
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


def _update_type(annotation: ast.expr) -> ast.expr | None:
    """Return the type in the `Takes(...)` of an annotation."""
    for node in ast.walk(annotation):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == Takes.__name__:
            return node.args[0]
    return None
