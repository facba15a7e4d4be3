"""What lets a client keep an answer of the storefront, and not be sent again what it has.

An answer is the client's own (`private`) and is asked for again each time (`no-cache`), so no
prices of yesterday are shown, and nobody's answer to another; unchanged, it is 304 without a body.
RFC 9110 section 13, RFC 9111.
"""

from email.utils import formatdate
from hashlib import sha256
from typing import Final

from openmall.pipeline.request import Headers, Request

_TAG: Final = 24
"""Letters of a tag: 96 bits. Processors have this hash built in."""
_KEPT: Final = (b"cache-control", b"private, no-cache")
_DEPENDS: Final = (
    b"vary",
    b"authorization, x-platform-client-id, x-platform-api-version, x-openmall-session, cookie",
)
"""What an answer depends on beside its address: app, version, and who shops."""


def mark(headers: Headers, body: bytes, *, modified: int | None) -> None:
    """Add to the `headers` of an answer what it is known by.

    `modified`: UTC epoch seconds at which what it shows was last changed, where that is known.
    """
    tag = sha256(body).hexdigest()[:_TAG]
    headers += [_KEPT, _DEPENDS, (b"etag", f'"{tag}"'.encode())]
    if modified is not None:
        headers.append((b"last-modified", formatdate(modified, usegmt=True).encode()))


def has(request: Request, headers: Headers) -> bool:
    """Say whether the client has the answer that `headers` were marked for.

    Only the tag counts: stock and places of a product change what is shown without its date, and
    twice within a second, so that `If-Modified-Since` would keep back what is new.
    """
    named = request.headers.get(b"if-none-match")
    if named is None:
        return False
    tag = dict(headers)[b"etag"]
    return any(part.strip().removeprefix(b"W/") in (tag, b"*") for part in named.split(b","))
