"""Parses the cookies of a request in linear time."""

from typing import Final

from openmall.http.request import Request

MAX_COOKIE_BYTES: Final = 16_384
"""Bytes of a Cookie header that are parsed; browsers send fewer."""


def read_cookies(request: Request) -> dict[str, str]:
    """Return the cookies of a request: name -> value; the last one of a repeated name.

    Values are not unquoted: our own are never quoted, and `http.cookies` takes quadratic time for
    the quoting of others (CVE-2024-7592).
    """
    found = {}
    for word in request.headers.get(b"cookie", b"")[:MAX_COOKIE_BYTES].decode("latin-1").split(";"):
        name, equals, value = word.partition("=")
        if equals:
            found[name.strip()] = value.strip()
    return found


def cookie(request: Request, name: bytes) -> bytes | None:
    """Return the value of the cookie `name`; None when the request does not have it."""
    for each in request.headers.get(b"cookie", b"").split(b";"):
        key, _, value = each.strip().partition(b"=")
        if key == name:
            return value
    return None
