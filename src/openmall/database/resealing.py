"""What is sealed in the store, so that all of it can be sealed again with another key."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from msgspec import Struct

from openmall.database.seal import Seal, SealBroken
from openmall.database.session import Session

AT_ONCE: Final = 200
"""Rows of one transaction: nobody who writes meanwhile waits long."""


class Tally(Struct):
    """What was found in a place."""

    change: bool
    """Seal anew what was found; else it is only counted."""
    sealed: int = 0
    earlier: int = 0
    """Those that were sealed with an earlier key."""
    broken: list[str] = []
    """What no key opens, in words."""

    def text(self, seal: Seal, sealed: str, about: str) -> str | None:
        """Count a sealed text, and return it sealed anew; None: it stays as it is."""
        self.sealed += 1
        try:
            renewed = seal.renewed(sealed, about=about)
        except SealBroken as broken:
            self.broken.append(str(broken))
            return None
        self.earlier += renewed is not None
        return renewed if self.change else None


Renew = Callable[[Session, Seal, Tally, Sequence[str]], Awaitable[Sequence[str] | None]]
"""Seals again up to AT_ONCE rows behind the given key, and returns the last one's; None: no more.

A text is written only where it is still what was read."""


class Place(Struct, frozen=True, kw_only=True):
    """A table with sealed texts, and how they are sealed again."""

    table: str
    columns: frozenset[str]
    of_malls: bool
    """Whether its rows are malls', to be gone through in each; else they are the installation's."""
    renew: Renew
