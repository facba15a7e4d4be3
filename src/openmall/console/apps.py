"""A developer's apps: the list, one of them, a new one, and what is said of it."""

from starlette.responses import Response

from openmall.console.desk import Desk, time
from openmall.oauth import apps


async def listed(desk: Desk) -> Response:
    """`GET /developers/apps`: the developer's apps."""
    async with desk.database.reading("") as db:
        own = await apps.of_developer(db, desk.developer.number)
    return desk.show("apps.html", apps=[(app, time(app.created_at)) for app in own])


async def show(desk: Desk) -> Response:
    """`GET /developers/apps/{client_id}`: one app at a glance."""
    return desk.show("app.html", made=time(desk.app.created_at))
