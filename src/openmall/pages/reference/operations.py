"""The page of all operations, with an honest ledger of those that are still missing."""

from typing import Any, Final

from openmall.api import registry
from openmall.api.pipeline.api_definitions import ApiDefinition
from openmall.contract.operation import Operation
from openmall.pages.reference import specified

_FILES_OF_A_ROOM: Final = frozenset({"shape", "takes", "admin", "front", "partner", "rules"})
RENEW: Final = "openmall operations --page --output docs/operations.md"
"""The command that prints the page anew."""


def rows(api: str | None = None) -> list[dict[str, Any]]:
    """Return every operation, of one API or of all, as plain values."""
    return [
        {
            "api": door.name,
            "method": row.method,
            "path": row.path,
            "summary": row.summary,
            "scope": row.scope,
            "request_limit": row.limit,
            "objects": row.objects if row.has_body else None,
            "restricted": row.restricted,
            "room": room(row),
        }
        for door in registry.apis().all
        if api in (None, door.name)
        for row in door.operations
    ]


def room(row: Operation) -> str:
    """Return the module or folder in which an operation's resource lives."""
    modules = [kind.__module__ for kind in (row.gives, row.takes) if kind is not None]
    inside = [module for module in modules if ".commerce." in module]
    parts = (inside or [row.handler.__module__])[0].split(".")
    return "/".join(parts[1:-1] if parts[-1] in _FILES_OF_A_ROOM else parts[1:])


def missing(door: ApiDefinition) -> list[specified.Named]:
    """Return the operations the specification names and an API does not have."""
    there = {specified.alike(row.name) for row in door.operations}
    return [
        named
        for named in specified.operations()
        if named.api == door.name and specified.alike(named.row) not in there
    ]


def page() -> str:
    """Return `docs/operations.md`."""
    lines = [
        "# Operations",
        "",
        f"Printed from the registry by `{RENEW}`; do not edit.",
        "",
    ]
    apis = list(dict.fromkeys(named.api for named in specified.operations()))
    for door in sorted(registry.apis().all, key=lambda door: apis.index(door.name)):
        lines += _section(door)
    lines += _ledger()
    return "\n".join(lines) + "\n"


def _section(door: ApiDefinition) -> list[str]:
    prefix = "".join(f"/{part}" for part in door.prefix) or "/"
    lines = [f"## {door.name.capitalize()} API", "", f"Below `{prefix}`.", ""]
    if not door.operations:
        return [*lines, "No operations yet.", ""]
    lines += [
        "| Operation | Method and path | Scope | Limit | Objects | Restricted | Room |",
        "|---|---|---|---|---|---|---|",
    ]
    for row in door.operations:
        cells = (
            row.summary,
            f"`{row.name}`",
            f"`{row.scope}`",
            str(row.limit),
            str(row.objects) if row.has_body else "-",
            "yes" if row.restricted else "no",
            f"`{room(row)}`",
        )
        lines.append(f"| {' | '.join(cells)} |")
    return [*lines, ""]


def _ledger() -> list[str]:
    lines = ["## Not there yet", "", "Of the operations the specification names:", ""]
    for door in registry.apis().all:
        gone = missing(door)
        named = [each for each in specified.operations() if each.api == door.name]
        lines.append(f"- {door.name}: {len(named) - len(gone)} of {len(named)} are there.")
        for area in dict.fromkeys(each.area for each in named):
            lines += _of_area(
                area,
                [each for each in named if each.area == area],
                [each for each in gone if each.area == area],
            )
    return lines


def _of_area(area: str, named: list[specified.Named], gone: list[specified.Named]) -> list[str]:
    """Return the lines on one area: which of its operations are not there, `later` ones apart."""
    lines = []
    indent = "  "
    if area:
        lines.append(f"  - {area}: {len(named) - len(gone)} of {len(named)}")
        indent = "    "
    for each in gone:
        later = ", of a later version" if each.since == "later" else ""
        lines.append(f"{indent}- {each.name} (`{each.row}`{later})")
    return lines
