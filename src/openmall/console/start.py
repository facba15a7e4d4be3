"""The first page: what to do next."""

from starlette.responses import Response

from openmall.console import store
from openmall.console.desk import Desk
from openmall.oauth import apps


async def show(desk: Desk) -> Response:
    """`GET /developers`."""
    async with desk.database.reading("") as db:
        own = await apps.of_developer(db, desk.developer.number)
        malls = await store.malls(db, desk.developer)
    return desk.show("start.html", apps=own, malls=malls)
