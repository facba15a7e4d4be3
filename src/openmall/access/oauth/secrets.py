"""Secrets: generated at random, stored as hashes, and compared in constant time.

Tokens, client secrets and keys have at least 128 random bits, so one round of SHA-256 protects them
as well as a slow hash would; passwords, which people choose, use Argon2id (`access.passwords`).
"""

import hashlib
import hmac
import secrets
import string
from typing import Final

from msgspec import Struct

_LETTERS: Final = string.ascii_letters + string.digits


def generate(length: int = 22) -> str:
    """Generate a random secret of `length` letters and digits, almost 6 bits each.

    Without other characters, so that it is never parsed as an option on a command line.
    """
    return "".join(secrets.choice(_LETTERS) for _ in range(length))


def digest(secret: str) -> str:
    """Return the hash under which a secret is stored and looked up."""
    return hashlib.sha256(secret.encode()).hexdigest()


def matches(secret: str, stored: str) -> bool:
    """Return, in constant time, whether `stored` is the digest of `secret`."""
    return hmac.compare_digest(digest(secret), stored)


_NOBODYS: Final = digest("")


class StoredSecret(Struct, frozen=True):
    """The digest of a secret, and of its predecessor during the grace period."""

    current: str = _NOBODYS
    earlier: str | None = None
    until: int = 0
    """UTC second at which the earlier one expires."""

    def proves(self, secret: str, now: float) -> bool:
        """Return whether `secret` is valid at `now`, in constant time: both are compared."""
        is_current = matches(secret, self.current)
        is_earlier = matches(secret, self.earlier or _NOBODYS)
        return bool(secret) and (is_current or (is_earlier and now < self.until))

    def overlaps(self, now: float) -> bool:
        """Return whether the earlier one is still valid."""
        return self.earlier is not None and now < self.until
