"""Passwords of managers and customers, kept as Argon2id hashes."""

import asyncio
from functools import lru_cache
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

_HASHER: Final = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)
"""The second recommendation of the OWASP password storage guide: 19 MiB, two passes."""
SHORTEST: Final = 8
"""Characters a password has at least."""


@lru_cache(maxsize=1)
def _nobodys() -> str:
    """Return a hash to compare with where there is no user; made when it is first needed."""
    return _HASHER.hash("nobody's password")


def kept(password: str) -> str:
    """Return the hash to keep of `password`."""
    return _HASHER.hash(password)


async def kept_in_thread(password: str) -> str:
    """Return the same without holding up other calls."""
    return await asyncio.to_thread(kept, password)


def matches(password: str, hashed: str | None) -> bool:
    """Say whether `password` is the one that was kept; takes as long when there is none."""
    try:
        _HASHER.verify(hashed or _nobodys(), password)
    except (VerificationError, InvalidHashError):
        return False
    return hashed is not None


async def matches_in_thread(password: str, hashed: str | None) -> bool:
    """Say the same without holding up other calls: hashing takes tens of milliseconds."""
    return await asyncio.to_thread(matches, password, hashed)
