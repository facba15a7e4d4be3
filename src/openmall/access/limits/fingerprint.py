"""Hashes the keys of counters to numbers."""

from hashlib import blake2b

DEFAULT_SLOTS = 65_536
"""Number of clients counted at once."""


class Fingerprint:
    """A keyed hash to 64 bits, which clients can neither predict nor collide on purpose."""

    def __init__(self, salt: bytes) -> None:
        self._salted = blake2b(digest_size=8, key=salt)

    def __call__(self, key: str) -> int:
        """Hash a key to a number from 1 to 2**64 - 1, depending on the salt. Never raises."""
        salted = self._salted.copy()
        # A truncated path may end within a character.
        salted.update(key.encode("utf-8", "surrogatepass"))
        # 0 marks a free slot.
        return int.from_bytes(salted.digest(), "little") or 1
