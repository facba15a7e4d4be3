"""In which shop of the mall a page is, and the addresses that stay there."""

from urllib.parse import urlencode

from openmall.pages.backoffice.desk import Desk


def shop(desk: Desk) -> dict[str, str]:
    """Return the shop as parameters of an operation; nothing where the address names none."""
    chosen = desk.visit.query.text("shop_no")
    return {"shop_no": chosen} if chosen else {}


def address(desk: Desk, path: str, **query: str | int) -> str:
    """Return an address in the shop the page is in."""
    asked = {**shop(desk), **query}
    return f"{path}?{urlencode(asked)}" if asked else path
