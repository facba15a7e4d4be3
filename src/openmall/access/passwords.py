"""Password hashes (Argon2id) of managers and customers."""

from functools import lru_cache
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from openmall.contract.worker_threads import PASSWORDS

_HASHER: Final = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)
"""The second recommendation of the OWASP password storage guide: 19 MiB, two passes."""
MIN_LENGTH: Final = 8
"""Minimum length of a password."""


@lru_cache(maxsize=1)
def _nobodys() -> str:
    """Return a hash to verify against for unknown users; created on first use."""
    return _HASHER.hash("nobody's password")


def hash_password(password: str) -> str:
    """Hash a password for storage."""
    return _HASHER.hash(password)


async def hash_password_in_thread(password: str) -> str:
    """Hash a password in a thread: hashing takes tens of milliseconds."""
    return await PASSWORDS.run(hash_password, password)


def matches(password: str, hashed: str | None) -> bool:
    """Return whether `password` matches the hash; takes as long for None, an unknown user."""
    try:
        _HASHER.verify(hashed or _nobodys(), password)
    except (VerificationError, InvalidHashError):
        return False
    return hashed is not None


async def matches_in_thread(password: str, hashed: str | None) -> bool:
    """Verify a password in a thread, as `matches` does."""
    return await PASSWORDS.run(matches, password, hashed)
