"""Apps: approval for restricted operations, and the API versions they use."""

from typing import Final

from starlette.responses import Response

from openmall.access.oauth import apps as registered_apps
from openmall.access.oauth.form_deeds import Deeds
from openmall.contract import api_versions
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.console.page_context import time, unknown_value_error
from openmall.pages.operator import menu
from openmall.pages.operator import search as operator_search
from openmall.pages.operator.page_context import PageContext

_MESSAGES: Final = {
    "approved": marked("The app may call restricted operations."),
    "withdrawn": marked("The app may no longer call restricted operations."),
}
_MICROS: Final = 1_000_000


async def show(context: PageContext) -> Response:
    """Handle `GET /operator/apps`: every app, and which versions they call."""
    apps = await registered_apps.every(context.database)
    async with context.database.reading("") as db:
        used = await operator_search.versions(db)
    names = {app.client_id: app.name for app in apps}
    return context.show(
        "apps.html",
        apps=[(app, time(app.created_at), _end(app.version)) for app in apps],
        versions=[
            (each, names.get(each.client_id, ""), _end(each.version), time(each.last_at // _MICROS))
            for each in used
        ],
        done=context.translate(_MESSAGES.get(context.query.text("done"), "")),
    )


_DEEDS: Final = Deeds("approve", "withdraw")


async def change(context: PageContext) -> Response:
    """Handle `POST /operator/apps`: `act` is `approve` or `withdraw`, of `client_id`."""
    form = await context.form(deeds=_DEEDS)
    act, client_id = form.deed, form.text("client_id")
    async with context.database.reading("") as db:
        app = await registered_apps.find(db, client_id)
    if app is None:
        raise unknown_value_error()
    async with context.audited(f"app {act}", client_id, app.name):
        await registered_apps.approve(
            context.database, context.services.counters, client_id, approved=act == "approve"
        )
    return redirect(f"{menu.APPS}?done={'approved' if act == 'approve' else 'withdrawn'}")


def _end(version: str) -> str:
    """Return the first day on which a version is not served; empty: none is set."""
    known = [release for release in api_versions.RELEASES if release <= version]
    return api_versions.expires(known[-1] if known else api_versions.RELEASES[0]) or ""
