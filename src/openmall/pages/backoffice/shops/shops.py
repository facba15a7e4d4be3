"""The shops of a mall: its languages and currencies. The operator opens them."""

from starlette.responses import Response

from openmall.commerce.store.shops import currency_name, language_name, list_shops
from openmall.pages.backoffice.page_context import PageContext


async def show(context: PageContext) -> Response:
    """Handle `GET /admin/shops`."""
    response = await context.call(list_shops)
    reader = context.language
    return context.show(
        "shops.html",
        shops=response.content,
        language_names={
            each.language_code: language_name(each.language_code, reader)
            for each in response.content
        },
        currencies={
            each.currency_code: currency_name(each.currency_code, reader)
            for each in response.content
        },
    )
