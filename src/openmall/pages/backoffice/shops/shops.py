"""The shops of a mall: its languages and currencies. The operator opens them."""

from starlette.responses import Response

from openmall.commerce.store.shops import list_shops
from openmall.pages.backoffice.page_context import PageContext


async def show(context: PageContext) -> Response:
    """Handle `GET /admin/shops`."""
    response = await context.call(list_shops)
    return context.show("shops.html", shops=response.content)
