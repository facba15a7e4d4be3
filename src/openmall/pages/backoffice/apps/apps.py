"""The apps in the shop: their permissions, and their removal."""

from typing import Final
from urllib.parse import urlencode, urlsplit

from starlette.responses import Response

from openmall.access.oauth import apps as registered_apps
from openmall.access.oauth import installed_apps
from openmall.access.oauth import pages as oauth_pages
from openmall.access.oauth.cache_invalidation import invalidating_transaction
from openmall.access.oauth.form_deeds import Deeds
from openmall.access.oauth.form_fields import Fields
from openmall.access.oauth.installed_apps import InstalledApp
from openmall.access.staff_site import office_url
from openmall.commerce.application.appstore import store as appstore_store
from openmall.commerce.store.backoffice_menu import entries
from openmall.commerce.store.backoffice_menu import pages as menu_pages
from openmall.contract.journal import record
from openmall.database.session import Session
from openmall.events.request_log import search as request_log_search
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.backoffice import bulk_actions
from openmall.pages.backoffice.apps import app_actions, app_charges, app_requests
from openmall.pages.backoffice.page_context import PageContext, PageError, Time, time

MOST_CHARGES: Final = 10
"""Charges of an app on the page of apps."""
MOST_FIELDS: Final = 200
"""Fields of the form of a list, with its rows and what else it can do."""


async def show(context: PageContext) -> Response:
    """Handle `GET /admin/apps`: list the apps; with `remove`, ask to confirm a removal."""
    query = context.visit.query
    to_remove, removed_id = query.text("remove"), query.text("removed")
    async with context.database.reading(context.mall_id) as db:
        installed = await installed_apps.in_mall(db)
    active = [app for app in installed if app.deleted_at is None]
    if to_remove:
        return context.show("remove.html", app=_find_app(active, to_remove))
    async with context.database.reading(context.mall_id) as db:
        charges = {
            app.client_id: await appstore_store.charges_of(db, app.client_id, limit=MOST_CHARGES)
            for app in active
        }
    async with context.database.reading("") as db:
        last_calls = {app.client_id: await _last_call(db, context.mall_id, app) for app in active}
    confirmation = query.text("charge")
    if confirmation:
        return await app_charges.open_confirmation(context, confirmation)
    to_open = query.text("open")
    if to_open:
        app = _find_app(active, to_open)
        if action_id := query.text("action"):
            return await app_actions.open_page(context, app, action_id, query.text("value"))
        return await _show_embedded(context, app)
    removed = next(
        (app for app in installed if app.client_id == removed_id and app not in active), None
    )
    return context.show(
        "apps.html",
        apps=[
            (
                app,
                entries.opening_address(app, office_url()),
                time(app.installed_at),
                last_calls[app.client_id],
                charges[app.client_id],
                oauth_pages.lines(app.scopes, frozenset(), context.language),
            )
            for app in active
        ],
        removed=removed,
        buttons=await app_actions.buttons(context, "app"),
    )


async def _show_embedded(context: PageContext, app: InstalledApp) -> Response:
    """Show the start page of an app within a page of the back office."""
    if not app.launch_url or not app.embedded:
        raise _app_not_found()
    parts = urlsplit(app.launch_url)
    address = await app_requests.address(context, app)
    return context.show("embedded.html", frames=f"https://{parts.netloc}", app=app, address=address)


async def _last_call(db: Session, mall_id: str, app: InstalledApp) -> Time | None:
    """Return the time of an app's last call to a mall, as far back as the request log goes."""
    page = await request_log_search.calls(db, app.client_id, {"mall": mall_id}, rows=1)
    return time(page.lines[0].at // 1_000_000) if page.lines else None


async def _call(context: PageContext, form: Fields) -> Response:
    async with context.database.reading(context.mall_id) as db:
        installed = await installed_apps.in_mall(db)
    active = [app for app in installed if app.deleted_at is None]
    app = _find_app(active, form.text("client_id"))
    return await app_actions.call(context, app, form.text("action_id"), form.text("value"))


async def _call_for_rows(context: PageContext, form: Fields) -> Response:
    client_id, _, action_id = form.text("app_action").partition(" ")
    async with context.database.reading(context.mall_id) as db:
        installed = await installed_apps.in_mall(db)
    app = _find_app([app for app in installed if app.deleted_at is None], client_id)
    rows = bulk_actions.selected_rows(form)
    return await app_actions.run_for_rows(context, app, action_id, rows)


_DEEDS: Final = Deeds("remove", "call", without="rows")
"""`rows`: the buttons of apps in the form of a list have a name of their own, `app_action`."""


async def remove(context: PageContext) -> Response:
    """Handle `POST /admin/apps`: remove an app from the shop; its tokens get 403 afterwards.

    With `call` an action of the app is called instead; `app_action`, the app and an action of
    it, comes from the form of a list with the rows that are selected.
    """
    context.require_no_approval()
    form = await context.form(deeds=_DEEDS, most=MOST_FIELDS)
    client_id = form.text("client_id")
    if form.deed == "rows":
        return await _call_for_rows(context, form)
    if form.deed == "call":
        return await _call(context, form)
    async with invalidating_transaction(context.database, context.counters, context.mall_id) as db:
        app = _find_app(await installed_apps.in_mall(db), client_id)
        if not await registered_apps.remove(db, context.clock, client_id):
            raise _app_not_found()
        await record.write_browser_action(
            db,
            context.clock,
            context.user,
            action="app remove",
            shop_no=record.WHOLE_MALL,
            subject=f"app {app.name}",
            client_id=client_id,
            changes={"scopes": (" ".join(app.scopes), None)},
        )
    return redirect(f"{menu_pages.APPS.path}?{urlencode({'removed': client_id})}")


def _find_app(installed: list[InstalledApp], client_id: str) -> InstalledApp:
    for app in installed:
        if app.client_id == client_id:
            return app
    raise _app_not_found()


def _app_not_found() -> PageError:
    return PageError(
        marked("This app is not in the shop"),
        marked("It may have been removed in the meantime."),
        status=404,
    )
