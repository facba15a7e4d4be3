"""Notices of versions that end soon, or have ended, and of the calls of an app that differ then."""

from msgspec import Struct

from openmall.api.versions.changes import CHANGES
from openmall.contract import api_versions
from openmall.contract.moments import moment
from openmall.events.request_log.store import versions_called
from openmall.pages.console.page_context import PageContext


class VersionNotice(Struct, frozen=True, kw_only=True):
    """A version that an app uses, and that ends."""

    version: str
    until: str
    """First day on which it is not served."""
    is_over: bool
    """Another version is substituted for it already."""
    successor: str
    """The version that answers its calls from that day on, or now."""
    is_set: bool
    """It is the version set for the app; else calls name it by the header."""
    operations: list[str]
    """Operations that the app called and that differ in the successor: `admin GET products`."""


def is_ending(version: str, now: float) -> bool:
    """Return whether a version ends within 180 days, or has ended."""
    return api_versions.ending_on(version, api_versions.day_of(now)) is not None


async def of_app(context: PageContext, called: set[str]) -> list[VersionNotice]:
    """Return the notices of the current app, the version set for it first.

    `called`: the operations it called in the last year. Which version a call named is known of the
    calls that the request log still has.
    """
    now, app = context.clock.now(), context.app
    async with context.database.reading("") as db:
        recent = await versions_called(db, app.client_id)
    operations = {version: set(calls) for version, calls in recent.items()}
    # a call without the header, and one whose version was substituted, is logged as answered
    operations[app.version] = operations.get(app.version, set()) | called
    notices = []
    for version in sorted(operations, key=lambda each: (each != app.version, each)):
        ending = api_versions.ending_on(version, api_versions.day_of(now))
        if ending is None or (version != app.version and now >= ending.sunset_at):
            continue
        successor = api_versions.in_effect(version, max(now, ending.sunset_at))
        notices.append(
            VersionNotice(
                version=version,
                until=moment(ending.sunset_at).date().isoformat(),
                is_over=now >= ending.sunset_at,
                successor=successor,
                is_set=version == app.version,
                operations=_affected(version, successor, operations[version]),
            )
        )
    return notices


def _affected(version: str, successor: str, called: set[str]) -> list[str]:
    affected = {
        operation
        for change in CHANGES
        if version < change.release <= successor
        for operation in change.operations
    }
    return sorted(affected & called)
