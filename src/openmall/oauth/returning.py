"""Which page somebody asked for, before being asked to sign in."""

import re
from typing import Final, Literal
from urllib.parse import urlencode

from openmall.oauth.fields import Fields

NEXT: Final = "next"
Place = Literal["admin", "developers"]
"""The back office of a mall, or the developer console."""

_PAGES: Final[dict[Place, re.Pattern[str]]] = {
    "admin": re.compile(r"/admin(?:/[A-Za-z0-9_-]+)*(?:\?[!-\[\]-~]*)?"),
    "developers": re.compile(r"/developers(?:/[A-Za-z0-9_-]+)*(?:\?[!-\[\]-~]*)?"),
}
"""A path of the place, and a query of visible ASCII without a backslash."""


def page(query: Fields, place: Place = "admin") -> str:
    """Return the address to come back to, empty when there is none or it is not one of ours.

    An app that sends a parameter of the same name along has asked for something else. Raises
    Refused (invalid_request) for a parameter given twice.
    """
    if query.octets("client_id") is not None:
        return ""
    address = (query.octets(NEXT) or b"").decode("ascii", "replace")
    return address if _PAGES[place].fullmatch(address) else ""


def after_sign_in(path: str, address: str, place: Place = "admin") -> str:
    """Return the sign-in page's address at `path` that leads back to `address`.

    What could not be come back to safely is left away.
    """
    known = _PAGES[place].fullmatch(address)
    return f"{path}?{urlencode({NEXT: address})}" if known else path
