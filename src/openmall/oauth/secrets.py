"""Secrets are drawn at random, kept as hashes, and compared in constant time.

Tokens, client secrets and keys hold at least 128 random bits, so one round of SHA-256 keeps them
as safe as a slow hash would; passwords, which people choose, get Argon2id (`oauth.passwords`).
"""

import hashlib
import hmac
import secrets
import string
from typing import Final

from msgspec import Struct

_LETTERS: Final = string.ascii_letters + string.digits


def draw(length: int = 22) -> str:
    """Return a new random secret of `length` letters and digits, almost 6 bits each.

    Nothing else, so that one is never taken for an option on a command line.
    """
    return "".join(secrets.choice(_LETTERS) for _ in range(length))


def digest(secret: str) -> str:
    """Return the hash under which a secret is kept and looked up."""
    return hashlib.sha256(secret.encode()).hexdigest()


def matches(secret: str, kept: str) -> bool:
    """Say whether `secret` is the one whose digest was `kept`, in constant time."""
    return hmac.compare_digest(digest(secret), kept)


_NOBODYS: Final = digest("")


class Kept(Struct, frozen=True):
    """The digest of a secret, and of the one before it, which is good for a while longer."""

    current: str = _NOBODYS
    earlier: str | None = None
    until: int = 0
    """UTC second from which the earlier one is good no more."""

    def proves(self, secret: str, now: float) -> bool:
        """Say whether `secret` is good at `now`, in constant time: both are always compared."""
        is_current = matches(secret, self.current)
        is_earlier = matches(secret, self.earlier or _NOBODYS)
        return bool(secret) and (is_current or (is_earlier and now < self.until))

    def overlaps(self, now: float) -> bool:
        """Say whether the earlier one is still good."""
        return self.earlier is not None and now < self.until
