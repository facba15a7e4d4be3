"""The page of all operations, including those that are not implemented yet."""

from importlib.resources import files
from itertools import groupby
from operator import itemgetter
from typing import Final

from openmall.api import registry
from openmall.api.pipeline.api_definitions import ApiDefinition
from openmall.contract.json_values import Encodable
from openmall.contract.operation import Operation
from openmall.pages import stored_only
from openmall.pages.reference import specification

_RESOURCE_FILES: Final = frozenset({"shape", "takes", "admin", "front", "partner", "rules"})
RENEW: Final = "openmall operations --page --output docs/operations.md"
"""The command that regenerates the page."""


def rows(api: str | None = None) -> list[dict[str, Encodable]]:
    """Return every operation, of one API or of all, as plain values."""
    return [
        {
            "api": api_definition.name,
            "method": operation.method,
            "path": operation.path,
            "summary": operation.summary,
            "scope": operation.scope,
            "request_limit": operation.limit,
            "objects": operation.objects if operation.has_body else None,
            "restricted": operation.restricted,
            "room": module_path(operation),
        }
        for api_definition in registry.apis().all
        if api in (None, api_definition.name)
        for operation in api_definition.operations
    ]


def module_path(operation: Operation) -> str:
    """Return the module or folder of an operation's resource."""
    modules = [kind.__module__ for kind in (operation.gives, operation.takes) if kind is not None]
    of_commerce = [module for module in modules if ".commerce." in module]
    parts = (of_commerce or [operation.handler.__module__])[0].split(".")
    return "/".join(parts[1:-1] if parts[-1] in _RESOURCE_FILES else parts[1:])


def missing(api_definition: ApiDefinition) -> list[specification.SpecifiedOperation]:
    """Return the operations of the specification that an API does not implement."""
    existing = {specification.normalized(operation.name) for operation in api_definition.operations}
    return [
        specified
        for specified in specification.operations()
        if specified.api == api_definition.name
        and specification.normalized(specified.operation_name) not in existing
    ]


def missing_behaviour() -> list[str]:
    """Return what existing operations do not do yet, a sentence or more each."""
    text = files("openmall.pages.reference") / "missing_behaviour.txt"
    return text.read_text(encoding="utf-8").splitlines()


def page() -> str:
    """Return `docs/operations.md`."""
    lines = [
        "# Operations",
        "",
        f"Printed from the registry by `{RENEW}`; do not edit.",
        "",
    ]
    apis = list(dict.fromkeys(specified.api for specified in specification.operations()))
    for api_definition in sorted(
        registry.apis().all, key=lambda api_definition: apis.index(api_definition.name)
    ):
        lines += _section(api_definition)
    lines += stored_only.section()
    lines += _refused_section()
    lines += _missing_section()
    lines += ["", "Of the behaviour:", "", *(f"- {line}" for line in missing_behaviour())]
    return "\n".join(lines) + "\n"


def _section(api_definition: ApiDefinition) -> list[str]:
    prefix = "".join(f"/{part}" for part in api_definition.prefix) or "/"
    lines = [f"## {api_definition.name.capitalize()} API", "", f"Below `{prefix}`.", ""]
    if not api_definition.operations:
        return [*lines, "No operations yet.", ""]
    lines += [
        "| Operation | Method and path | Scope | Limit | Objects | Restricted | Room |",
        "|---|---|---|---|---|---|---|",
    ]
    for operation in api_definition.operations:
        cells = (
            operation.summary,
            f"`{operation.name}`",
            f"`{operation.scope}`",
            str(operation.limit),
            str(operation.objects) if operation.has_body else "-",
            "yes" if operation.restricted else "no",
            f"`{module_path(operation)}`",
        )
        lines.append(f"| {' | '.join(cells)} |")
    return [*lines, ""]


def _refused_section() -> list[str]:
    lines = [
        "## Refused",
        "",
        "These parameters of the specification have no effect here. A call that asks for one is "
        "refused with 422 (`parameter_without_effect`), which names it. A parameter stands for "
        "those within it.",
        "",
    ]
    for api_definition in registry.apis().all:
        for operation in api_definition.operations:
            for why, found in groupby(operation.refuses.items(), key=itemgetter(1)):
                names = ", ".join(f"`{name}`" for name, _ in found)
                unless = f", unless `{why.harmless}`" if why.harmless else ""
                lines.append(
                    f"- {api_definition.name} `{operation.name}`: {names}{unless}. {why.reason}."
                )
    return [*lines, ""]


def _parameters_line(api: str) -> str:
    """Return how many of an API's parameters of the specification have an effect."""
    specified = [each for each in specification.operations() if each.api == api]
    known = sum(each.parameters for each in specified)
    acting = known - sum(each.without_effect for each in specified)
    return f"  - parameters: {acting} of {known} have an effect, the others are refused"


def _missing_section() -> list[str]:
    lines = ["## Not there yet", "", "Of the operations the specification names:", ""]
    for api_definition in registry.apis().all:
        absent = missing(api_definition)
        api = api_definition.name
        specified = [each for each in specification.operations() if each.api == api]
        lines.append(f"- {api}: {len(specified) - len(absent)} of {len(specified)} are there.")
        lines.append(_parameters_line(api))
        for area in dict.fromkeys(each.area for each in specified):
            lines += _area_lines(
                area,
                [each for each in specified if each.area == area],
                [each for each in absent if each.area == area],
            )
    return lines


def _area_lines(
    area: str,
    specified: list[specification.SpecifiedOperation],
    absent: list[specification.SpecifiedOperation],
) -> list[str]:
    """Return the lines of an area with its missing operations; `later` ones are marked."""
    lines = []
    indent = "  "
    if area:
        lines.append(f"  - {area}: {len(specified) - len(absent)} of {len(specified)}")
        indent = "    "
    for each in absent:
        later = ", of a later version" if each.since != "first" else ""
        lines.append(f"{indent}- {each.name} (`{each.operation_name}`{later})")
    return lines
