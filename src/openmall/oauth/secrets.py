"""Secrets are drawn at random, kept as hashes, and compared in constant time.

Tokens, client secrets and keys hold at least 128 random bits, so one round of SHA-256 keeps them
as safe as a slow hash would; passwords, which people choose, get Argon2id (`oauth.passwords`).
"""

import hashlib
import hmac
import secrets
import string
from typing import Final

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
