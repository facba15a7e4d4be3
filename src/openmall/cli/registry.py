"""Prints the registry: operations, OpenAPI documents, API versions."""

import json
from pathlib import Path
from urllib.parse import urlsplit

import click

from openmall.contract import api_versions
from openmall.pages.reference import operations as reference_operations
from openmall.pages.reference import versions as reference_versions
from openmall.pages.reference.openapi import addresses, asyncapi
from openmall.pages.reference.openapi import document as openapi

_APIS = click.Choice(("admin", "storefront", "partner", "analytics"))
_COLUMNS = ("api", "method", "path", "scope", "request_limit", "objects", "restricted", "room")


def _print(text: str, output: Path | None) -> None:
    if output is None:
        click.echo(text, nl=False)
    else:
        output.parent.mkdir(parents=True, exist_ok=True)
        output.write_text(text, encoding="utf-8")


_output = click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    help="File to write; without it, standard output.",
)


@click.command()
@click.option("--api", type=_APIS, help="Only this API.")
@click.option("--json", "as_json", is_flag=True, help="As JSON, an object for each operation.")
@click.option("--page", "as_page", is_flag=True, help="As the page docs/operations.md.")
@_output
def operations(api: str | None, as_json: bool, as_page: bool, output: Path | None) -> None:
    """List every operation: scope, limits, and the room it lives in.

    \b
    Examples:
      openmall operations --api storefront
      openmall operations --json --output operations.json
    """
    if as_page:
        _print(reference_operations.page(), output)
        return
    rows = reference_operations.rows(api)
    if as_json:
        _print(json.dumps(rows, indent=2) + "\n", output)
        return
    table = [_COLUMNS, *(tuple(_cell(row[name]) for name in _COLUMNS) for row in rows)]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    lines = [
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in table
    ]
    _print("\n".join(lines) + "\n", output)


def _cell(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "-" if value is None else str(value)


@click.command(name="openapi")
@click.option("--api", type=_APIS, default="admin", show_default=True)
@click.option(
    "--version",
    type=click.Choice(api_versions.RELEASES),
    default=api_versions.NEWEST,
    show_default=True,
)
@click.option(
    "--origin",
    default=addresses.DEFAULT_ORIGIN,
    show_default=True,
    help="Address of the installation, without the name of a mall.",
)
@click.option("--mall", default="demo", show_default=True, help="Mall that is meant.")
@_output
def openapi_command(api: str, version: str, origin: str, mall: str, output: Path | None) -> None:
    """Print an API in a version as an OpenAPI 3.1 document.

    A server answers the same, for its own address, at /api/v2/admin/openapi.json and below the
    prefixes of the other APIs.

    \b
    Examples:
      openmall openapi --api storefront --origin https://shops.example.com --mall myshop
      openmall openapi --version 2024-03-01 --output openapi.json
    """
    if urlsplit(origin).scheme != "https" or not urlsplit(origin).hostname:
        raise click.BadParameter("not an address of the form https://host", param_hint="--origin")
    _print(openapi.document_text(api, version, origin.rstrip("/"), mall), output)


@click.command(name="asyncapi")
@_output
def asyncapi_command(output: Path | None) -> None:
    """Print the events that apps can receive as an AsyncAPI 3 document.

    \b
    Example:
      openmall asyncapi --output asyncapi.json
    """
    _print(asyncapi.document_text(), output)


@click.command()
@click.option("--json", "as_json", is_flag=True, help="As JSON, an object for each version.")
@click.option("--page", "as_page", is_flag=True, help="As the page docs/versions.md.")
@_output
def versions(as_json: bool, as_page: bool, output: Path | None) -> None:
    """Print every version and what changed in it, newest first.

    \b
    Example:
      openmall versions
    """
    releases = list(reversed(api_versions.RELEASES))
    if as_page:
        _print(reference_versions.page(), output)
    elif as_json:
        facts = [
            {
                "version": release,
                "served_before": api_versions.expires(release),
                "changes": [
                    {
                        "text": change.changelog_entry(),
                        "kind": change.kind,
                        "operations": reference_versions.affected_operations(change),
                        "added": list(change.added),
                    }
                    for change in reference_versions.changes_of(release)
                ],
            }
            for release in releases
        ]
        _print(json.dumps(facts, indent=2) + "\n", output)
    else:
        lines = []
        for release in releases:
            lines.append(f"{release}  {reference_versions.support_period(release)}")
            for change in reference_versions.changes_of(release):
                lines.append(click.wrap_text(change.changelog_entry(), 88, "  - ", "    "))
        _print("\n".join(lines) + "\n", output)
