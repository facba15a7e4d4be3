"""Return addresses: the page to continue to after sign-in."""

import re
from typing import Final, Literal
from urllib.parse import urlencode

from openmall.access.oauth.form_fields import Fields
from openmall.access.staff_site import office_url

NEXT: Final = "next"
Place = Literal["admin", "developers"]
"""The back office of a mall, or the developer console."""

_PAGES: Final[dict[Place, re.Pattern[str]]] = {
    "admin": re.compile(r"(?:/[A-Za-z0-9_-]+)*(?:\?[!-\[\]-~]*)?"),
    "developers": re.compile(r"/developers(?:/[A-Za-z0-9_-]+)*(?:\?[!-\[\]-~]*)?"),
}
"""Allowed addresses: a path of the place, and a query of visible ASCII without a backslash; those
of the back office below the address of its overview."""


def page(query: Fields, place: Place = "admin") -> str:
    """Return the return address of a query; empty without one, or when it is not one of ours.

    In an app's authorization request a parameter of the same name is ignored. Raises OAuthError
    (invalid_request) for a repeated parameter.
    """
    if query.octets("client_id") is not None:
        return ""
    address = (query.octets(NEXT) or b"").decode("ascii", "replace")
    return address if _is_of(place, address) else ""


def after_sign_in(path: str, address: str, place: Place = "admin") -> str:
    """Return the sign-in page's address at `path` with `address` as its return address.

    An address that is not one of ours is omitted.
    """
    return f"{path}?{urlencode({NEXT: address})}" if _is_of(place, address) else path


def _is_of(place: Place, address: str) -> bool:
    base = office_url() if place == "admin" else ""
    return address.startswith(base) and bool(_PAGES[place].fullmatch(address[len(base) :]))
