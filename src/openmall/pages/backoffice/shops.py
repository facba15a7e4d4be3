"""The shops of a mall: its languages and currencies. The operator opens them."""

from starlette.responses import Response

from openmall.pages.backoffice.desk import Desk


async def show(desk: Desk) -> Response:
    """`GET /admin/shops`."""
    told = await desk.ask("shops")
    return desk.show("shops.html", shops=told.content)
