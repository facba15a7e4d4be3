"""Which dated version an app's calls speak when they name none, and what another would change."""

from collections.abc import Iterable
from collections.abc import Set as AbstractSet

from msgspec import Struct
from msgspec.structs import replace
from starlette.responses import Response

from openmall.access.oauth import apps as registered_apps
from openmall.access.oauth.cache_invalidation import invalidating_transaction
from openmall.api.versions.change import Change
from openmall.api.versions.changes import CHANGES
from openmall.contract import api_versions
from openmall.contract import scopes as scope_names
from openmall.events.request_log.store import operations_called
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.console.desk import Desk, Failed

_DONE = {"set": marked("Calls without a version use this one from now on.")}


class Affected(Struct, frozen=True):
    """A dated change, and which of an app's calls it touches."""

    told: str
    operations: list[str]
    """`admin GET products`, of those the app calls."""
    fields: list[str]
    """Parameters and answer fields that earlier versions do not have."""


class Release(Struct, frozen=True):
    """A line of the calendar."""

    version: str
    until: str | None
    """First day on which it is no longer served; None while it is the newest."""
    served: bool


def between(one: str, other: str) -> list[Change]:
    """Return the changes that lie between two releases, whichever is older, oldest first."""
    older, newer = sorted((one, other))
    return [change for change in CHANGES if older < change.release <= newer]


def affected(changes: Iterable[Change], calls: AbstractSet[str]) -> list[Affected]:
    """Return those of `changes` that touch one of `calls`, named `<api> <method> <path>`."""
    return [
        Affected(change.changelog_entry(), sorted(change.operations & calls), sorted(change.added))
        for change in changes
        if change.operations & calls
    ]


def may_call(desk: Desk) -> frozenset[str]:
    """Return the operations the app in view may call with its scopes."""
    granted = frozenset(desk.app.scopes)
    return frozenset(
        f"{door} {operation.name}"
        for door, operation in desk.means.within.operations()
        if scope_names.permits(granted, operation.scope)
        and (desk.app.restricted or not operation.restricted)
    )


async def show(desk: Desk) -> Response:
    """`GET /developers/apps/{client_id}/version`: the calendar; with `to`, what would change."""
    now = desk.clock.now()
    wanted = desk.query.text("to")
    releases = _calendar(now)
    if wanted and not any(each.version == wanted and each.served for each in releases):
        raise _not_served()
    spoken = api_versions.in_effect(desk.app.version, now)
    async with desk.database.reading("") as db:
        called = await operations_called(db, desk.app.client_id)
    # what it may call beside that is asked for; an app that never called has nothing else
    really = bool(called) and desk.query.text("of") != "permissions"
    calls = called if really else may_call(desk)
    found = affected(between(spoken, wanted), calls) if wanted else []
    return desk.show(
        "version.html",
        releases=releases[::-1],
        spoken=spoken,
        wanted=wanted,
        back=wanted < spoken,
        changes=found,
        really=really,
        called=bool(called),
        header=api_versions.HEADER,
        done=desk.said(_DONE.get(desk.query.text("done"), "")),
    )


async def choose(desk: Desk) -> Response:
    """`POST /developers/apps/{client_id}/version`: set the version; it counts at once."""
    form = await desk.form()
    wanted = form.text("version")
    if not any(each.version == wanted and each.served for each in _calendar(desk.clock.now())):
        raise _not_served()
    async with invalidating_transaction(desk.database, desk.means.counters, "") as db:
        await registered_apps.change(db, replace(desk.app, version=wanted))
    return redirect(f"{desk.app_home}/version?done=set")


def _calendar(now: float) -> list[Release]:
    return [
        Release(each, api_versions.expires(each), api_versions.in_effect(each, now) == each)
        for each in api_versions.RELEASES
    ]


def _not_served() -> Failed:
    return Failed(
        marked("Version not found"),
        marked("Choose a version that is served."),
        status=422,
    )
