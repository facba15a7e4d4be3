"""Headers of the CORS protocol (Fetch standard), and of private network requests.

Origins are answered one by one, never as `*` beside credentials, and `Vary: Origin` says so.
"""

from typing import Final

from openmall.http.request import Headers, Request

_MAX_AGE: Final = (b"access-control-max-age", b"7200")
"""Seconds for which a browser remembers a permission: the most that Chromium does."""
_PRIVATE_NETWORK: Final = b"access-control-request-private-network"
_VARY: Final = b"vary"
_PREFLIGHT_VARY: Final = (
    _VARY,
    b"origin, access-control-request-method, access-control-request-headers, "
    b"access-control-request-private-network",
)


def is_preflight(request: Request) -> bool:
    """Return whether a browser asks for permission to send another request."""
    return (
        request.method == "OPTIONS"
        and b"origin" in request.headers
        and b"access-control-request-method" in request.headers
    )


def refusal() -> Headers:
    """Return the headers of the answer to a preflight request that is not permitted."""
    return [_PREFLIGHT_VARY]


def permission(
    request: Request, *, origin: bytes, methods: bytes, headers: bytes, private_network: bool
) -> Headers:
    """Return the headers of the answer to a preflight request that is permitted.

    `private_network`: also where the page is public and this server in a private network; only for
    an origin that is allowed by name.
    """
    answered = [
        (b"access-control-allow-origin", origin),
        (b"access-control-allow-methods", methods),
        (b"access-control-allow-headers", headers),
        _MAX_AGE,
        _PREFLIGHT_VARY,
    ]
    if private_network and request.headers.get(_PRIVATE_NETWORK) == b"true":
        answered.append((b"access-control-allow-private-network", b"true"))
    return answered


def readable(origin: bytes, headers: bytes) -> Headers:
    """Return the headers that let pages of `origin` read a response and its `headers`."""
    return [
        (b"access-control-allow-origin", origin),
        (b"access-control-expose-headers", headers),
    ]


def varied_by_origin(headers: Headers) -> Headers:
    """Return a copy of headers whose `Vary` names `Origin`."""
    if any(name == _VARY and b"origin" in value for name, value in headers):
        return list(headers)
    return [*headers, (_VARY, b"origin")]
