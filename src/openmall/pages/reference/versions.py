"""The page of all versions: the changes of each release, for app developers."""

from typing import Final

from openmall.api import registry
from openmall.api.versions import changes
from openmall.api.versions.change import Change
from openmall.contract import api_versions

RENEW: Final = "openmall versions --page --output docs/versions.md"
"""The command that regenerates the page."""


def changes_of(release: str) -> list[Change]:
    """Return the changes of a release, in display order."""
    return [change for change in changes.CHANGES if change.release == release]


def affected_operations(change: Change) -> list[str]:
    """Return the operations of a change that are there, as `<api> <method> <path>`."""
    existing = {f"{api.name} {each.name}" for api in registry.apis().all for each in api.operations}
    return sorted(change.operations & existing)


def support_period(release: str) -> str:
    """Return the support period of a release as text."""
    until = api_versions.expires(release)
    return f"served before {until}" if until else "the newest"


def page() -> str:
    """Return `docs/versions.md`."""
    lines = [
        "# Versions",
        "",
        f"Printed from the code by `{RENEW}`; do not edit.",
        "",
        f"A call names its version with `{api_versions.HEADER}: yyyy-mm-dd`; without it,",
        f"the version of its app applies ({api_versions.DEFAULT} for a new one).",
        "A date between two releases means",
        "the earlier one. A version that is no longer served is answered as the oldest that is.",
        "An operation that a release adds is an unknown URL, 404, in the versions before.",
        "",
    ]
    for release in reversed(api_versions.RELEASES):
        lines += [f"## {release}: {support_period(release)}", ""]
        for change in changes_of(release):
            lines += [f"- {_entry(change)}", *_operations(change), *_fields(change)]
        if not changes_of(release):
            lines.append("Nothing that an app would notice.")
        lines.append("")
    return "\n".join(lines)


def _entry(change: Change) -> str:
    kind = "" if change.kind == "additive" else f"**{change.kind}:** "
    return kind + change.changelog_entry()


def _operations(change: Change) -> list[str]:
    return [f"  - `{operation}`" for operation in affected_operations(change)]


def _fields(change: Change) -> list[str]:
    names = ", ".join(f"`{name}`" for name in change.added)
    return [f"  - new: {names}"] if names else []
