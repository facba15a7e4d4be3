"""Identifies the visitor's browser on the storefront, by the identifier the shop's script sets.

It is sent as a header, by programs on behalf of a browser, or as a cookie. It grants no access; it
only attributes orders to a visit. Decision 18.
"""

import re
from hashlib import blake2b
from typing import Final

from openmall.database.seal import Seal
from openmall.http.cookies import cookie
from openmall.http.request import Request

HEADER: Final = b"x-openmall-visitor"
COOKIE: Final = b"openmall_visitor"
_IDENTIFIER: Final = re.compile(rb"[A-Za-z0-9_-]{8,64}")
_LARGEST: Final = 2**63 - 1


def browser(request: Request, seal: Seal, mall_id: str) -> int:
    """Return the number of the calling browser; 0 without a valid identifier.

    The header wins over the cookie. A call is never refused because of an invalid one.
    """
    identifier = request.headers.get(HEADER) or cookie(request, COOKIE)
    if not identifier or not _IDENTIFIER.fullmatch(identifier):
        return 0
    return number(seal, mall_id, identifier.decode("ascii"))


def number(seal: Seal, mall_id: str, identifier: str) -> int:
    """Return the number of a browser in a mall, a keyed hash of its identifier.

    The oldest key of the installation is used, so that a new key does not change the numbers.
    """
    return keyed_hash(seal.keys_for("browsers")[-1], mall_id, identifier)


def keyed_hash(key: bytes, *parts: str) -> int:
    """Return a keyed hash of `parts`, from 1 to 2**63 - 1."""
    text = "\0".join(parts).encode("utf-8", "surrogatepass")
    found = blake2b(text, digest_size=8, key=key).digest()
    return (int.from_bytes(found, "big") & _LARGEST) or 1
