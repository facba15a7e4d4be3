"""Which page of the back office a manager asked for, before being asked to sign in."""

import re
from typing import Final
from urllib.parse import urlencode

from openmall.oauth.fields import Fields

NEXT: Final = "next"
_PAGE: Final = re.compile(r"/admin(?:/[A-Za-z0-9_-]+)*(?:\?[!-\[\]-~]*)?")
"""A path below /admin of the same host, and a query of visible ASCII without a backslash."""


def page(query: Fields) -> str:
    """Return the address to come back to, empty when there is none or it is not one of ours.

    An app that sends a parameter of the same name along has asked for something else. Raises
    Refused (invalid_request) for a parameter given twice.
    """
    if query.octets("client_id") is not None:
        return ""
    address = (query.octets(NEXT) or b"").decode("ascii", "replace")
    return address if _PAGE.fullmatch(address) else ""


def after_sign_in(path: str, address: str) -> str:
    """Return the sign-in page's address at `path` that leads back to `address`.

    What could not be come back to safely is left away.
    """
    return f"{path}?{urlencode({NEXT: address})}" if _PAGE.fullmatch(address) else path
