"""Signs short-lived or self-describing texts with the installation's keys, for one purpose each."""

import base64
import binascii
import hmac
from typing import Final

from openmall.database.seal import Seal

_SEPARATOR: Final = "."


def sign(seal: Seal, purpose: str, content: bytes) -> str:
    """Return `content` and its signature as one text of URL-safe characters."""
    return _written(content) + _SEPARATOR + _written(_mac(seal.keys_for(purpose)[0], content))


def verify(seal: Seal, purpose: str, signed: str) -> bytes | None:
    """Return the content of a signed text; None for one that no key of ours has signed."""
    content, _, signature = signed.partition(_SEPARATOR)
    try:
        octets = base64.b64decode(
            content + "=" * (-len(content) % 4), altchars=b"-_", validate=True
        )
        sent = signature.encode("ascii")
    except (binascii.Error, ValueError):
        return None
    # every key is tried, for constant time
    genuine = [
        hmac.compare_digest(_written(_mac(key, octets)).encode(), sent)
        for key in seal.keys_for(purpose)
    ]
    return octets if any(genuine) else None


def _mac(key: bytes, content: bytes) -> bytes:
    return hmac.digest(key, content, "sha256")


def _written(octets: bytes) -> str:
    return base64.urlsafe_b64encode(octets).rstrip(b"=").decode()
