"""The registry's rows, said in the columns of `spec/operations.tsv` and `spec/parameters.tsv`.

`python -m tests.every_operation.registry_rows` adds the rows of our own operations to these files,
and those of the parameters that they newly take. The rows of operations that the specification has
are written from it, by hand.
"""

import csv
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import UNSET, Struct, inspect

from openmall.api import registry
from openmall.api.pipeline.api_definitions import ApiDefinition
from openmall.contract.fields import Field, fields_of
from openmall.contract.operation import Operation
from openmall.pages.reference import specification

Cells = dict[str, str]
SPEC = Path(__file__).parents[2] / "spec"
PARAMETER_KEY = ("api", "method", "path", "name")
OPERATION_KEY = ("api", "method", "path")
ADDED_BY = "`python -m tests.every_operation.registry_rows` adds those of our own operations"
NOT_SPECIFIED = (
    "a parameter that the specification does not have, of an operation that it has, is named in "
    "MORE of tests/every_operation/specification_differences.py"
)
_SINCE = "since"
"""The column that the registry, which knows only the newest version, does not have."""


def every_row() -> list[tuple[ApiDefinition, Operation]]:
    """Return every operation with the API it belongs to."""
    return [(api, row) for api in registry.apis().all for row in api.operations]


def named(row: tuple[ApiDefinition, Operation]) -> str:
    """Return a row's name as test ids show it."""
    return f"{row[0].name} {row[1].name}"


def rows_where(
    name: str, wanted: Callable[[tuple[ApiDefinition, Operation]], bool]
) -> pytest.MarkDecorator:
    """Return the mark of a test that runs for those operations alone that it says something of.

    `name`: the argument of the test that an operation is given as.
    """
    rows = [row for row in every_row() if wanted(row)]
    assert rows, "a sweep is about some operations"
    return pytest.mark.parametrize(name, rows, ids=list(map(named, rows)))


def transcribed(file: str, key: tuple[str, ...]) -> dict[tuple[str, ...], Cells]:
    """Return the rows of a file of `spec/` by their key, without the columns only it has."""
    with (SPEC / file).open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))
    found = {tuple(row[name] for name in key): row for row in rows}
    assert len(found) == len(rows), f"{file} says something twice"
    for row in found.values():
        row.pop(_SINCE, None)
    return found


def is_specified(api: str, method: str, path: str) -> bool:
    """Return whether the specification has an operation, whatever its placeholders are called."""
    name = specification.normalized(f"{method} {path}")
    return any(
        each.api == api and specification.normalized(each.operation_name) == name
        for each in specification.operations()
    )


def operations() -> dict[tuple[str, ...], Cells]:
    """Return the registry in the columns of `operations.tsv`."""
    return {
        (api.name, row.method, row.path): {
            "api": api.name,
            "method": row.method,
            "path": row.path,
            "scope": row.scope,
            "request_limit": str(row.limit),
            "objects": str(row.objects) if row.has_body else "",
            "restricted": "yes" if row.restricted else "no",
            "key": row.key,
        }
        for api, row in every_row()
    }


def parameters() -> dict[tuple[str, ...], Cells]:
    """Return the registry in the columns of `parameters.tsv`, objects within objects included."""
    found = {}
    for api, row in every_row():
        for field in row.fields.values():
            for cells in _described(field, field.name, comma=not row.has_body):
                where = "body" if row.has_body else "query"
                if field.name in row.placeholders:
                    where = "path"
                if row.method == "POST" and row.gives is not None and not cells["default"]:
                    # what a create leaves out is what a new one has
                    new = fields_of(row.gives).get(cells["name"])
                    cells["default"] = _default(new.default) if new is not None else ""
                key = (api.name, row.method, row.path, cells["name"])
                found[key] = dict(zip(PARAMETER_KEY, key, strict=True)) | {"where": where} | cells
    return found


def refused(keys: Iterable[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Return those parameters of `keys` that their operation refuses, or that lie within one."""
    by_operation = {(api.name, row.method, row.path): row.refuses for api, row in every_row()}
    return [
        key
        for key in keys
        if any(f"{key[3]}.".startswith(f"{name}.") for name in by_operation.get(key[:3], ()))
    ]


def _described(field: Field, name: str, *, comma: bool) -> Iterator[Cells]:
    kind: Any = field.type
    if isinstance(kind, inspect.UnionType):
        # one object or a list of them: described as the list
        kind = next((each for each in kind.types if isinstance(each, inspect.ListType)), kind)
    cells = {
        "name": name,
        "type": "",
        "min": _text(field.lowest),
        "max": _text(field.highest),
        "min_length": "",
        "max_length": "",
        "max_items": "",
        "pattern": "",
        "default": _default(field.default),
        "required": "yes" if field.required else "no",
        "comma_list": "no",
        "codes": "",
    }
    inner: inspect.Type = kind
    if isinstance(kind, inspect.ListType):
        cells["comma_list"] = "yes" if comma else "no"
        cells["max_items"] = _text(kind.max_length)
        inner = kind.item_type
        if isinstance(inner, inspect.Metadata):
            extra = inner.extra or {}
            cells["min"], cells["max"] = _text(extra.get("ge")), _text(extra.get("le"))
            inner = inner.type
    either = [each for each in getattr(inner, "types", ()) if isinstance(each, inspect.StructType)]
    if either:
        # an object, or a text that stands for one
        [inner] = either
    _bounds(cells, inner)
    if either:
        cells["type"] = "object or string"
    if isinstance(kind, inspect.ListType) and not comma:
        cells["type"] = f"list of {cells['type']}"
    yield cells
    if isinstance(inner, inspect.StructType):
        for each in fields_of(inner.cls).values():
            yield from _described(each, f"{name}.{each.name}", comma=False)


def _bounds(cells: Cells, kind: Any) -> None:
    if isinstance(kind, inspect.IntType):
        cells["type"] = "integer"
        cells["min"], cells["max"] = _text(kind.ge), _text(kind.le)
    elif isinstance(kind, inspect.StrType):
        cells["type"] = "string"
        cells["min_length"] = _text(kind.min_length)
        cells["max_length"] = _text(kind.max_length)
        # the program's \Z and the specification's $ both mean the end; Python's $ does not quite
        cells["pattern"] = (kind.pattern or "").replace(r"\Z", "$")
    elif isinstance(kind, inspect.LiteralType):
        cells["type"] = "flag" if set(kind.values) == {"T", "F"} else "code"
        cells["codes"] = "|".join(sorted(map(str, kind.values)))
    elif isinstance(kind, inspect.DictType):
        cells["type"] = "map"
        cells["max_items"] = _text(kind.max_length)
    else:
        cells["type"] = {
            inspect.DecimalType: "amount",
            inspect.StructType: "object",
            inspect.CustomType: "date",
            inspect.DateType: "date",
            inspect.DateTimeType: "date",
            inspect.BoolType: "boolean",
            inspect.UnionType: "string",
        }[type(kind)]


def _text(bound: object) -> str:
    return "" if bound is None else str(bound)


def _default(value: object) -> str:
    if value is UNSET or value is msgspec.NODEFAULT or isinstance(value, list | dict | Struct):
        return ""
    return "null" if value is None else str(value)


def _add_own() -> None:
    """Add the rows of our own operations that the files lack, and of what they newly take.

    Operations without parameters in `parameters.tsv` are those of `MORE`: they keep none.
    """
    known = transcribed("operations.tsv", OPERATION_KEY)
    new = {key for key in operations() if key not in known and not is_specified(*key)}
    _add("operations.tsv", {key: cells for key, cells in operations().items() if key in new})
    described = transcribed("parameters.tsv", PARAMETER_KEY)
    ours = new | {key[:3] for key in described if not is_specified(*key[:3])}
    taken = {key: cells for key, cells in parameters().items() if key[:3] in ours}
    _add("parameters.tsv", {key: taken[key] for key in taken if key not in described})


def _add(file: str, rows: dict[tuple[str, ...], Cells]) -> None:
    """Add rows behind those of the same operation, or at the end."""
    lines = (SPEC / file).read_text(encoding="utf-8").splitlines(keepends=True)
    columns = lines[0].rstrip("\n").split("\t")
    for key, cells in rows.items():
        above = "\t".join(key[:3]) + "\t"
        at = next((at for at in reversed(range(len(lines))) if lines[at].startswith(above)), -1)
        line = "\t".join(cells.get(name, "") for name in columns) + "\n"
        lines.insert(at + 1 or len(lines), line)
    (SPEC / file).write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    _add_own()
