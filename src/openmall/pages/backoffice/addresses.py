"""The shop of a page, and addresses that keep it."""

from urllib.parse import urlencode

from openmall.pages.backoffice.page_context import PageContext


def shop_parameters(context: PageContext) -> dict[str, str]:
    """Return the shop as parameters of an operation; empty without one in the address."""
    shop_no = context.visit.query.text("shop_no")
    return {"shop_no": shop_no} if shop_no else {}


def address(context: PageContext, path: str, **query: str | int) -> str:
    """Return an address within the page's shop."""
    parameters = {**shop_parameters(context), **query}
    return f"{path}?{urlencode(parameters)}" if parameters else path
