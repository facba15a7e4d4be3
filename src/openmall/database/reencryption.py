"""Re-encryption of stored secrets after a key rotation."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from msgspec import Struct

from openmall.database.seal import Seal, SealBroken
from openmall.database.session import Session

BATCH_SIZE: Final = 200
"""Rows of one transaction, few enough that other writes do not wait long."""


class ReencryptionCounts(Struct):
    """Counts of encrypted texts in a table."""

    write: bool
    """Re-encrypt the texts; otherwise they are only counted."""
    sealed: int = 0
    outdated: int = 0
    """Texts encrypted with an earlier key."""
    broken: list[str] = []
    """Messages about texts that no key decrypts."""

    def text(self, seal: Seal, sealed: str, about: str) -> str | None:
        """Count an encrypted text, and return it re-encrypted; None: it stays unchanged."""
        self.sealed += 1
        try:
            renewed = seal.renewed(sealed, about=about)
        except SealBroken as broken:
            self.broken.append(str(broken))
            return None
        self.outdated += renewed is not None
        return renewed if self.write else None


Renew = Callable[
    [Session, Seal, ReencryptionCounts, Sequence[str]], Awaitable[Sequence[str] | None]
]
"""Re-encrypts up to AT_ONCE rows after the given key, and returns the last key; None: no more rows.

A text is only written if it has not changed since it was read."""


class EncryptedTable(Struct, frozen=True, kw_only=True):
    """A table with encrypted texts, and the function that re-encrypts them."""

    table: str
    columns: frozenset[str]
    of_malls: bool
    """Whether its rows belong to malls, and are processed mall by mall; else the installation.

    A table of malls may have rows of the installation besides.
    """
    renew: Renew
