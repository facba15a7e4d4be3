"""Parses the cookies of a request once, in linear time."""

from typing import Final

from openmall.http.request import Request

MAX_COOKIE_BYTES: Final = 16_384
"""Bytes of a Cookie header that are parsed; browsers send fewer."""


def read_cookies(request: Request) -> dict[str, str]:
    """Return the cookies of a request: name -> value; the first one of a repeated name.

    Browsers send the cookie of the longest path first. The header is cut and parsed at the first
    use, however often a page asks. Values are not unquoted: our own are never quoted, and
    `http.cookies` takes quadratic time for the quoting of others (CVE-2024-7592).
    """
    if request.cookies is None:
        request.cookies = _parsed(request.headers.get(b"cookie", b"")[:MAX_COOKIE_BYTES])
    return request.cookies


def _parsed(header: bytes) -> dict[str, str]:
    found: dict[str, str] = {}
    for word in header.decode("latin-1").split(";"):
        name, equals, value = word.partition("=")
        if equals:
            found.setdefault(name.strip(), value.strip())
    return found


def cookie(request: Request, name: bytes) -> bytes | None:
    """Return the value of the cookie `name`; None when the request does not have it."""
    value = read_cookies(request).get(name.decode("latin-1"))
    return None if value is None else value.encode("latin-1")
