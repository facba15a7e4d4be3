"""The apps in the shop: what they may do, and how to remove one."""

from urllib.parse import urlencode

from starlette.responses import Response

from openmall.access.oauth import apps as registered_apps
from openmall.access.oauth import pages as oauth_pages
from openmall.access.oauth.apps import InstalledApp
from openmall.access.oauth.cache_invalidation import invalidating_transaction
from openmall.commerce.store.backoffice_menu import pages as menu_pages
from openmall.contract.journal import record
from openmall.database.session import Session
from openmall.events.request_log import search as request_log_search
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.backoffice.desk import Desk, Failed, Time, time


async def show(desk: Desk) -> Response:
    """`GET /admin/apps`: the apps; with `remove`, the question whether one is to go."""
    query = desk.visit.query
    wanted, gone = query.text("remove"), query.text("removed")
    async with desk.database.reading(desk.mall_id) as db:
        known = await registered_apps.in_mall(db)
    inside = [app for app in known if app.deleted_at is None]
    if wanted:
        return desk.show("remove.html", app=_chosen(inside, wanted))
    async with desk.database.reading("") as db:
        called = {app.client_id: await _last_call(db, desk.mall_id, app) for app in inside}
    removed = next((app for app in known if app.client_id == gone and app not in inside), None)
    return desk.show(
        "apps.html",
        apps=[
            (
                app,
                time(app.installed_at),
                called[app.client_id],
                oauth_pages.lines(app.scopes, frozenset(), desk.language),
            )
            for app in inside
        ],
        removed=removed,
    )


async def _last_call(db: Session, mall_id: str, app: InstalledApp) -> Time | None:
    """Return when an app called a mall last, as far back as the log of its calls goes."""
    found = await request_log_search.calls(db, app.client_id, {"mall": mall_id}, rows=1)
    return time(found.lines[0].at // 1_000_000) if found.lines else None


async def remove(desk: Desk) -> Response:
    """`POST /admin/apps`: remove an app from the shop; its tokens are answered 403 from then on."""
    form = await desk.form()
    client_id = form.text("client_id")
    async with invalidating_transaction(desk.database, desk.counters, desk.mall_id) as db:
        app = _chosen(await registered_apps.in_mall(db), client_id)
        if not await registered_apps.remove(db, desk.clock, client_id):
            raise _missing()
        await record.write_browser_action(
            db,
            desk.clock,
            desk.user,
            action="app remove",
            subject=f"app {app.name}",
            client_id=client_id,
            changes={"scopes": (" ".join(app.scopes), None)},
        )
    return redirect(f"{menu_pages.APPS.path}?{urlencode({'removed': client_id})}")


def _chosen(known: list[InstalledApp], client_id: str) -> InstalledApp:
    for app in known:
        if app.client_id == client_id:
            return app
    raise _missing()


def _missing() -> Failed:
    return Failed(
        marked("This app is not in the shop"),
        marked("It may have been removed in the meantime."),
        status=404,
    )
