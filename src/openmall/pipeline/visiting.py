"""In which browser somebody shops: the number of the identifier that the shop's script keeps in it.

A header, for programs that speak for a browser, and a cookie, which the script sets. Neither gives
anybody a right: it tells a visit and its orders to belong together. Decision 18.
"""

import re
from hashlib import blake2b
from typing import Final

from openmall.database.seal import Seal
from openmall.pipeline.request import Request
from openmall.pipeline.shopping import cookie

HEADER: Final = b"x-openmall-visitor"
COOKIE: Final = b"openmall_visitor"
_IDENTIFIER: Final = re.compile(rb"[A-Za-z0-9_-]{8,64}")
_LARGEST: Final = 2**63 - 1


def browser(request: Request, seal: Seal, mall_id: str) -> int:
    """Return the number of the browser a call comes from; 0 when it names none.

    The header wins over the cookie. A call is never refused for what it says here.
    """
    named = request.headers.get(HEADER) or cookie(request, COOKIE)
    if not named or not _IDENTIFIER.fullmatch(named):
        return 0
    return number(seal, mall_id, named.decode("ascii"))


def number(seal: Seal, mall_id: str, identifier: str) -> int:
    """Return the number of a browser in a mall; without the installation's key nobody finds it.

    Of several keys it is the oldest that counts, so that a new one makes no new visitors.
    """
    return hashed(seal.keys_for("browsers")[-1], mall_id, identifier)


def hashed(key: bytes, *parts: str) -> int:
    """Return a number from 1 to 2**63 - 1 that texts have under a key."""
    text = "\0".join(parts).encode("utf-8", "surrogatepass")
    found = blake2b(text, digest_size=8, key=key).digest()
    return (int.from_bytes(found, "big") & _LARGEST) or 1
