"""A developer's apps: list, overview, registration, settings."""

from typing import Final

from starlette.responses import Response

from openmall.access.oauth import apps as registered_apps
from openmall.access.oauth.cache_invalidation import invalidating_transaction
from openmall.access.oauth.pages import lines
from openmall.events.request_log.store import operations_called
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.console import app_forms, proposal_scopes, version_notices
from openmall.pages.console.app_forms import Draft
from openmall.pages.console.page_context import PageContext, PageError, time

MAX_APPS: Final = 50
"""Maximum number of apps of one developer."""
_MESSAGES: Final = {"saved": marked("Your changes are saved and apply from the next call on.")}


async def show_list(context: PageContext) -> Response:
    """Handle `GET /developers/apps`: list the developer's apps."""
    async with context.database.reading("") as db:
        apps = await registered_apps.of_developer(db, context.developer.number)
    now = context.clock.now()
    return context.show(
        "apps.html",
        apps=[
            (app, time(app.created_at), version_notices.is_ending(app.version, now)) for app in apps
        ],
    )


async def show(context: PageContext) -> Response:
    """Handle `GET /developers/apps/{client_id}`: show the overview of an app."""
    async with context.database.reading("") as db:
        called = await operations_called(db, context.app.client_id)
    return context.show(
        "app.html",
        notices=await version_notices.of_app(context, called),
        created_at=time(context.app.created_at),
        groups=lines(context.app.scopes, frozenset(), context.language),
        proposals=await proposal_scopes.of_app(context),
    )


async def show_new(context: PageContext) -> Response:
    """Handle `GET /developers/apps/new`: show the form of a new app."""
    return _form(context, "new.html", Draft(), {})


async def register(context: PageContext) -> Response:
    """Handle `POST /developers/apps/new`: register an app and show its credentials once."""
    draft = app_forms.read_form(await context.form())
    errors = app_forms.problems(draft)
    if errors:
        return _form(context, "new.html", draft, errors)
    async with context.database.reading("") as db:
        apps = await registered_apps.of_developer(db, context.developer.number)
    own = [app for app in apps if app.developer_no == context.developer.number]
    if len(own) >= MAX_APPS:
        raise PageError(
            marked("Too many apps"),
            marked("You can have at most 50 apps. Change one that you no longer need."),
            status=409,
        )
    registered = await registered_apps.register(
        context.database,
        context.clock,
        name=draft.name,
        redirect_uris=draft.redirect_uris,
        scopes=draft.scopes,
        strict=draft.strict,
        launch_url=draft.launch_url,
        developer_no=context.developer.number,
        browser_origins=draft.browser_origins,
        refresh_overlap=draft.refresh_overlap,
    )
    # workers may have cached that this client id does not exist
    await context.services.counters.invalidate_caches()
    return context.show("registered.html", registered=registered, label=draft.name)


async def settings(context: PageContext) -> Response:
    """Handle `GET /developers/apps/{client_id}/settings`: show the form of an app."""
    return _form(context, "settings.html", app_forms.from_app(context.app), {})


async def change(context: PageContext) -> Response:
    """Handle `POST /developers/apps/{client_id}/settings`: save the form."""
    draft = app_forms.read_form(await context.form())
    errors = app_forms.problems(draft)
    if errors:
        return _form(context, "settings.html", draft, errors)
    async with invalidating_transaction(context.database, context.services.counters, "") as db:
        await registered_apps.change(db, draft.apply_to(context.app))
    return redirect(f"{context.app_home}/settings?done=saved")


def _form(context: PageContext, template: str, draft: Draft, errors: dict[str, str]) -> Response:
    return context.show(
        template,
        status=422 if errors else 200,
        draft=draft,
        problems={name: context.translate(message) for name, message in errors.items()},
        groups=lines(list(app_forms.SELECTABLE_SCOPES), frozenset(), context.language),
        selected=frozenset(draft.scopes),
        done=context.translate(_MESSAGES.get(context.query.text("done"), "")),
    )
