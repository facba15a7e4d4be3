"""Every parameter that an operation takes is read by a module that knows its struct.

Such a module imports from one that declares the struct, and reads an attribute of the parameter's
name, or names it in a text. What an answer of the same resource has as well is stored and shown.
Parameters that the rule does not see are listed with the function that reads them.
"""

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase
from functools import cache
from typing import Final

from msgspec import Struct, inspect

from openmall.contract.fields import fields_of
from tests.every_operation.registry_rows import every_row
from tests.guards.sources import PACKAGE, import_all, sources

READ_OTHERWISE: Final[dict[tuple[str, str], str]] = {
    ("admin GET activitylogs", "manager_id"): "commerce/store/activitylogs.py:_list",
    ("* GET products*", "model_name"): "commerce/product/products/search.py:_contains",
    ("admin PUT boards/*/articles/*", "attach_file_url*"): (
        "commerce/community/article_service/rules.py:_files"
    ),
    ("admin GET *coupons*", "*"): "commerce/promotion/coupons/search.py:_conditions",
    ("admin POST coupons", "*"): "commerce/promotion/coupons/rules.py:build",
    ("admin GET reservations", "receiver_name"): "commerce/order/reservations/store.py:_page",
    ("admin GET reports/salesvolume", "delivery_type"): "commerce/salesreport/sold_units.py:volume",
    ("partner GET shops", "shop_grade"): "commerce/partner/shops/search.py:_where",
    ("partner GET *products*", "*"): "commerce/partner/products/search.py:_where",
}
"""Operation and parameter, each with `*` for any -> the function that reads it."""
AGREED: Final = frozenset(
    {
        ("storefront POST *customers", "agree_*"),
        ("storefront POST customers/me/subscriptions", "agree_recurring_charges"),
    }
)
"""Parameters with one code, without which the call is refused."""


@cache
def _facts() -> list[tuple[frozenset[str], frozenset[str]]]:
    """Return of each module those it knows, itself included, and the names that it reads."""
    import_all()
    found = []
    for source in sources():
        modules = {".".join(("openmall", *source.parts))}
        names = set()
        for node in source.nodes:
            if isinstance(node, ast.ImportFrom) and node.module:
                modules |= {node.module, *(f"{node.module}.{each.name}" for each in node.names)}
            elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
                names.add(node.attr)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                names.add(node.value)
        found.append((frozenset(modules), frozenset(names)))
    return found


def _structs(kind: inspect.Type) -> Iterator[type[Struct]]:
    """Return the structs that a value of a type may be, or contain."""
    if isinstance(kind, inspect.StructType):
        yield kind.cls
    elif isinstance(kind, inspect.UnionType):
        for each in kind.types:
            yield from _structs(each)
    elif isinstance(kind, inspect.ListType):
        yield from _structs(kind.item_type)
    elif isinstance(kind, inspect.Metadata):
        yield from _structs(kind.type)


def _within(kind: type[Struct], above: tuple[type, ...] = ()) -> Iterator[tuple[type[Struct], str]]:
    """Return the fields of a struct and of those within it, each with its struct."""
    for field in fields_of(kind).values():
        yield kind, field.name
        for inner in _structs(field.type):
            if inner not in (*above, kind):
                yield from _within(inner, (*above, kind))


@cache
def _is_read(kind: type[Struct], name: str) -> bool:
    homes = {each.__module__ for each in kind.__mro__ if issubclass(each, Struct)} - {"msgspec"}
    return any(homes & modules and name in names for modules, names in _facts())


def _listed(operation: str, name: str, rows: Iterable[tuple[str, str]]) -> bool:
    return any(
        fnmatchcase(operation, row.replace("[", "[[]")) and fnmatchcase(name, parameter)
        for row, parameter in rows
    )


@cache
def _unread() -> tuple[tuple[str, str], ...]:
    """Return the operations and parameters that the rule does not see read."""
    shown: dict[tuple[str, str], set[str]] = defaultdict(set)
    for api, operation in every_row():
        if operation.gives is not None:
            resource = (api.name, operation.path.split("/")[0])
            shown[resource] |= {name for _, name in _within(operation.gives)}
    return tuple(
        (f"{api.name} {operation.name}", name)
        for api, operation in every_row()
        for kind, name in _within(operation.takes)
        if name != "shop_no"
        and name not in operation.placeholders
        and not _is_read(kind, name)
        and not (operation.writes and name in shown[api.name, operation.path.split("/")[0]])
    )


def test_every_parameter_is_read_or_listed() -> None:
    ignored = [
        f"{operation}: {name}"
        for operation, name in _unread()
        if not _listed(operation, name, READ_OTHERWISE) and not _listed(operation, name, AGREED)
    ]
    assert ignored == [], "give them an effect, or name them in `refuses` of the operation"


def test_what_is_listed_is_not_seen_otherwise_and_its_functions_are_there() -> None:
    stale = [
        (row, parameter)
        for row, parameter in (*READ_OTHERWISE, *AGREED)
        if not any(
            fnmatchcase(operation, row.replace("[", "[[]")) and fnmatchcase(name, parameter)
            for operation, name in _unread()
        )
    ]
    assert stale == []
    for each in set(READ_OTHERWISE.values()):
        path, _, function = each.rpartition(":")
        tree = ast.parse((PACKAGE / path).read_text(encoding="utf-8"))
        functions = {
            node.name
            for node in ast.walk(tree)
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        }
        assert function in functions, each
