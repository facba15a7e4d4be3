"""A developer's apps: the list, one of them, a new one, and what is said of it."""

from typing import Final

from starlette.responses import Response

from openmall.access.oauth import apps as registered_apps
from openmall.access.oauth.cache_invalidation import invalidating_transaction
from openmall.access.oauth.pages import lines
from openmall.http.web.languages import marked
from openmall.http.web.pages import redirect
from openmall.pages.console import drafts
from openmall.pages.console.desk import Desk, Failed, time
from openmall.pages.console.drafts import Draft

MOST: Final = 50
"""Apps of one developer."""
_DONE: Final = {"saved": marked("Your changes are saved and apply from the next call on.")}


async def listed(desk: Desk) -> Response:
    """`GET /developers/apps`: the developer's apps."""
    async with desk.database.reading("") as db:
        own = await registered_apps.of_developer(db, desk.developer.number)
    return desk.show("apps.html", apps=[(app, time(app.created_at)) for app in own])


async def show(desk: Desk) -> Response:
    """`GET /developers/apps/{client_id}`: one app at a glance."""
    return desk.show(
        "app.html",
        made=time(desk.app.created_at),
        groups=lines(desk.app.scopes, frozenset(), desk.language),
    )


async def draft(desk: Desk) -> Response:
    """`GET /developers/apps/new`: the form of a new app."""
    return _form(desk, "new.html", Draft(), {})


async def register(desk: Desk) -> Response:
    """`POST /developers/apps/new`: register an app; its credentials are on the page, once."""
    wanted = drafts.read(await desk.form())
    wrong = drafts.problems(wanted)
    if wrong:
        return _form(desk, "new.html", wanted, wrong)
    async with desk.database.reading("") as db:
        own = await registered_apps.of_developer(db, desk.developer.number)
    if len(own) >= MOST:
        raise Failed(
            marked("Too many apps"),
            marked("You can have at most 50 apps. Change one that you no longer need."),
            status=409,
        )
    made = await registered_apps.register(
        desk.database,
        desk.clock,
        name=wanted.name,
        redirect_uris=wanted.redirect_uris,
        scopes=wanted.scopes,
        strict=wanted.strict,
        launch_url=wanted.launch_url,
        developer_no=desk.developer.number,
    )
    # who asked for a client id that there was not yet is told anew
    await desk.means.counters.invalidate_caches()
    return desk.show("registered.html", made=made, called=wanted.name)


async def settings(desk: Desk) -> Response:
    """`GET /developers/apps/{client_id}/settings`: the form of an app that is there."""
    return _form(desk, "settings.html", drafts.of(desk.app), {})


async def change(desk: Desk) -> Response:
    """`POST /developers/apps/{client_id}/settings`: keep what the form says."""
    wanted = drafts.read(await desk.form())
    wrong = drafts.problems(wanted)
    if wrong:
        return _form(desk, "settings.html", wanted, wrong)
    async with invalidating_transaction(desk.database, desk.means.counters, "") as db:
        await registered_apps.change(db, wanted.over(desk.app))
    return redirect(f"{desk.app_home}/settings?done=saved")


def _form(desk: Desk, template: str, said: Draft, wrong: dict[str, str]) -> Response:
    return desk.show(
        template,
        status=422 if wrong else 200,
        draft=said,
        problems={name: desk.said(message) for name, message in wrong.items()},
        groups=lines(list(drafts.OPEN), frozenset(), desk.language),
        chosen=frozenset(said.scopes),
        done=desk.said(_DONE.get(desk.query.text("done"), "")),
    )
