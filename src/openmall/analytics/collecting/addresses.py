"""Addresses become numbers by a key that is of one day, and is forgotten after some.

Distinct addresses of a day can be counted ever after, and nobody finds an address again: neither
from one day to the next, nor, once the key is gone, by trying all addresses there are.
"""

import hmac
import secrets
from typing import Final

from openmall.analytics.collecting import store
from openmall.contract.moments import PLATFORM_ZONE, Clock
from openmall.database.seal import Seal
from openmall.database.session import Database

_OFFSET: Final = int(PLATFORM_ZONE.utcoffset(None).total_seconds())
_A_DAY: Final = 86_400


def day_of(seconds: float) -> int:
    """Return the day a moment is of, in days since 1970 at the platform's offset."""
    return int(seconds + _OFFSET) // _A_DAY


class Keys:
    """The keys of the last days."""

    def __init__(self, database: Database, clock: Clock, seal: Seal, *, days: int) -> None:
        """`days`: after which a key is forgotten."""
        self._database = database
        self._clock = clock
        self._seal = seal
        self._days = days
        self._known: dict[int, bytes] = {}

    async def of(self, day: int, *, today: int) -> bytes:
        """Return the key of a day; of one that was forgotten, a key nobody else has.

        `today`: by the clock of the mall, which in a sandbox is ahead of the machine's.

        What is kept is half of it, the other half is derived from the installation's: a copy of
        the database alone, such as a backup, tells no addresses.
        """
        if not today - self._days <= day <= today:
            return secrets.token_bytes(32)
        found = self._known.get(day)
        if found is None:
            kept = await self._kept(day)
            secret = self._seal.keys_for("addresses")[-1]
            found = hmac.digest(secret, kept.encode(), "sha256")
            first = day_of(self._clock.now()) - self._days
            self._known = {each: key for each, key in self._known.items() if each >= first}
            self._known[day] = found
        return found

    async def _kept(self, day: int) -> str:
        async with self._database.reading("") as db:
            kept = await store.key_of(db, day)
        if kept is not None:
            return kept
        async with self._database.writing("") as db:
            return await store.make_key(db, day, secrets.token_hex(32))

    async def forget(self) -> int:
        """Forget the keys whose time is over, here and in the database; return how many."""
        first = day_of(self._clock.now()) - self._days
        self._known = {day: key for day, key in self._known.items() if day >= first}
        async with self._database.writing("") as db:
            return await store.forget_keys(db, before=first)
