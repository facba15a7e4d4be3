"""The first page: what to do next."""

from starlette.responses import Response

from openmall.access.oauth import apps as registered_apps
from openmall.pages.console import store as console_store
from openmall.pages.console.desk import Desk


async def show(desk: Desk) -> Response:
    """`GET /developers`."""
    async with desk.database.reading("") as db:
        own = await registered_apps.of_developer(db, desk.developer.number)
        malls = await console_store.malls(db, desk.developer)
    return desk.show("start.html", apps=own, malls=malls)
