"""The page of all operations, with an honest ledger of those that are still missing."""

from typing import Any, Final

from openmall.apis import registry
from openmall.contract.operation import Operation
from openmall.pipeline.doors import Door
from openmall.reference import specified

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
        for door in registry.doors().all
        if api in (None, door.name)
        for row in door.operations
    ]


def room(row: Operation) -> str:
    """Return the module or folder in which an operation's resource lives."""
    modules = [kind.__module__ for kind in (row.gives, row.takes) if kind is not None]
    inside = [module for module in modules if ".areas." in module]
    parts = (inside or [row.handler.__module__])[0].split(".")
    return "/".join(parts[1:-1] if parts[-1] in _FILES_OF_A_ROOM else parts[1:])


def missing(door: Door) -> list[tuple[str, str]]:
    """Return the operations the specification names and an API does not have: name, row."""
    there = {row.name for row in door.operations}
    return [(name, row) for name, row in specified.NAMED[door.name] if row not in there]


def page() -> str:
    """Return `docs/operations.md`."""
    lines = [
        "# Operations",
        "",
        f"Printed from the registry by `{RENEW}`; do not edit.",
        "",
    ]
    for door in sorted(
        registry.doors().all, key=lambda door: list(specified.NAMED).index(door.name)
    ):
        lines += _section(door)
    lines += _ledger()
    return "\n".join(lines) + "\n"


def _section(door: Door) -> list[str]:
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
    lines = [
        "## Not there yet",
        "",
        "Operations the specification names, and those around events:",
        "",
    ]
    for door in registry.doors().all:
        gone = missing(door)
        there = len(specified.NAMED[door.name]) - len(gone)
        lines.append(f"- {door.name}: {there} of {len(specified.NAMED[door.name])} are there.")
        lines += [f"  - {name} (`{row}`)" for name, row in gone]
    rooms = {room(row).split("/")[1] for door in registry.doors().all for row in door.operations}
    empty = [area for area in specified.AREAS if area.lower() not in rooms]
    if empty:
        lines += ["", "Areas of the admin API without any operation: " + ", ".join(empty) + "."]
    return lines
