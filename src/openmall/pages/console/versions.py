"""The default API version of an app, and the effects of another version."""

from msgspec import Struct
from msgspec.structs import replace
from starlette.responses import Response

from openmall.access.oauth import apps as registered_apps
from openmall.access.oauth.cache_invalidation import invalidating_transaction
from openmall.api.versions.effects import affecting, between
from openmall.contract import api_versions
from openmall.contract import scopes as scope_names
from openmall.events.request_log.store import operations_called
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.console import version_comparison, version_notices
from openmall.pages.console.page_context import PageContext, PageError

_KINDS = {
    "breaking": marked("breaking"),
    "behavioural": marked("behaves differently"),
    "additive": marked("additive"),
}
_MESSAGES = {"set": marked("Calls without a version use this one from now on.")}


class Release(Struct, frozen=True):
    """An API release and its support period."""

    version: str
    until: str | None
    """First day on which it is no longer served; None while it is the newest."""
    served: bool


def permitted_operations(context: PageContext) -> frozenset[str]:
    """Return the operations that the current app may call with its scopes."""
    granted = frozenset(context.app.scopes)
    return frozenset(
        f"{api} {operation.name}"
        for api, operation in context.services.client.operations()
        if scope_names.permits(granted, operation.scope)
        and (context.app.restricted or not operation.restricted)
    )


async def show(context: PageContext) -> Response:
    """Handle `GET .../version`: show the releases; with `to`, the changes to that version."""
    now = context.clock.now()
    target = context.query.text("to")
    releases = _calendar(now)
    if target and not any(each.version == target and each.served for each in releases):
        raise _unknown_version_error()
    current = api_versions.in_effect(context.app.version, now)
    async with context.database.reading("") as db:
        called = await operations_called(db, context.app.client_id)
    notices = await version_notices.of_app(context, called)
    # `of=permissions` asks for all permitted operations; so does an app without calls
    from_calls = bool(called) and context.query.text("of") != "permissions"
    calls = called if from_calls else permitted_operations(context)
    changes = affecting(between(current, target), calls) if target else []
    is_compared = bool(target) and context.query.text("compare") == "calls"
    comparisons = await version_comparison.compare(context, current, target) if is_compared else []
    return context.show(
        "version.html",
        releases=releases[::-1],
        current=current,
        target=target,
        notices=notices,
        is_downgrade=target < current,
        changes=changes,
        is_compared=is_compared,
        comparisons=comparisons,
        kinds={kind: context.translate(word) for kind, word in _KINDS.items()},
        from_calls=from_calls,
        has_calls=bool(called),
        header=api_versions.HEADER,
        done=context.translate(_MESSAGES.get(context.query.text("done"), "")),
    )


async def choose(context: PageContext) -> Response:
    """Handle `POST .../version`: set the version, effective immediately."""
    form = await context.form()
    version = form.text("version")
    if not any(each.version == version and each.served for each in _calendar(context.clock.now())):
        raise _unknown_version_error()
    async with invalidating_transaction(context.database, context.services.counters, "") as db:
        await registered_apps.change(db, replace(context.app, version=version))
    return redirect(f"{context.app_home}/version?done=set")


def _calendar(now: float) -> list[Release]:
    return [
        Release(each, api_versions.expires(each), api_versions.in_effect(each, now) == each)
        for each in api_versions.RELEASES
    ]


def _unknown_version_error() -> PageError:
    return PageError(
        marked("Version not found"),
        marked("Choose a version that is served."),
        status=422,
    )
