"""Entity tags of responses, and 304: HTTP caching on the storefront, conditional reads elsewhere.

A response is cached by its own client only (`private`) and validated on each use (`no-cache`), so
that nobody sees outdated prices or another client's response. RFC 9110 section 13, RFC 9111.
"""

from email.utils import formatdate
from hashlib import sha256
from typing import Final

from openmall.http.request import Headers, Request

_TAG: Final = 24
"""Letters of a tag: 96 bits of SHA-256, which processors compute in hardware."""
CACHE_CONTROL: Final = (b"cache-control", b"private, no-cache")
_VARY: Final = (
    b"vary",
    b"authorization, x-platform-client-id, x-platform-api-version, x-openmall-session, cookie, "
    b"origin",
)
"""Request headers that select the response: app, version, shopper, and who may read it."""


def entity_tag(content: bytes) -> bytes:
    """Return the strong entity tag of a representation, with its quotes."""
    return f'"{sha256(content).hexdigest()[:_TAG]}"'.encode()


def validators(body: bytes, *, modified: int | None) -> Headers:
    """Return the headers of cache control and the validators of a response.

    `modified`: UTC epoch seconds of the last change of the resource; None: not known.
    """
    headers = [CACHE_CONTROL, _VARY, (b"etag", entity_tag(body))]
    if modified is not None:
        headers.append((b"last-modified", formatdate(modified, usegmt=True).encode()))
    return headers


def has(request: Request, headers: Headers) -> bool:
    """Return whether the client's `If-None-Match` has the entity tag in `headers`.

    `If-Modified-Since` is ignored: stock and positions of a product change the response without
    changing its date, and more than once a second.
    """
    named = request.headers.get(b"if-none-match")
    if named is None:
        return False
    tag = dict(headers).get(b"etag")
    return tag is not None and any(part.removeprefix(b"W/") in (tag, b"*") for part in tags(named))


def tags(header: bytes) -> list[bytes]:
    """Return the entity tags that `If-Match` or `If-None-Match` lists, weak marks included."""
    return [part.strip() for part in header.split(b",")]
