"""The first page: the shop's languages, and where to go from here."""

from starlette.responses import Response

from openmall.backoffice.desk import Desk
from openmall.menu import entries


async def show(desk: Desk) -> Response:
    """`GET /admin`."""
    async with desk.database.reading(desk.mall_id) as db:
        apps = await entries.of_apps(db)
    return desk.show(
        "overview.html",
        shops=list(desk.visit.mall.shops.values()),
        destinations=[page for page in desk.opens() if page != desk.page],
        apps=apps,
    )
