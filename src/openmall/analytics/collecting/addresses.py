"""Hashes addresses by a key of one day, which is removed after some days.

Distinct addresses of a day can be counted for ever, but an address cannot be recognised: neither
on another day nor, once the key is deleted, by trying all addresses.
"""

import hmac
import secrets
from typing import Final

from openmall.analytics.collecting import store as collecting_store
from openmall.contract.moments import PLATFORM_ZONE, Clock
from openmall.database.seal import Seal
from openmall.database.session import Database

_OFFSET: Final = int(PLATFORM_ZONE.utcoffset(None).total_seconds())
_A_DAY: Final = 86_400


def day_of(seconds: float) -> int:
    """Return the day of a moment, in days since 1970 at the platform's offset."""
    return int(seconds + _OFFSET) // _A_DAY


class Keys:
    """The keys of the last days."""

    def __init__(self, database: Database, clock: Clock, seal: Seal, *, days: int) -> None:
        """`days`: after which a key is deleted."""
        self._database = database
        self._clock = clock
        self._seal = seal
        self._days = days
        self._keys_by_day: dict[int, bytes] = {}

    async def of(self, day: int, *, today: int) -> bytes:
        """Return the key of a day; a random one for a day whose key was removed.

        `today`: by the clock of the mall, which in a sandbox is ahead of the machine's.

        One half is stored, the other derived from the installation's key: a copy of the database
        alone, such as a backup, reveals no addresses.
        """
        if not today - self._days <= day <= today:
            return secrets.token_bytes(32)
        key = self._keys_by_day.get(day)
        if key is None:
            stored = await self._stored_half(day)
            secret = self._seal.keys_for("addresses")[-1]
            key = hmac.digest(secret, stored.encode(), "sha256")
            first = day_of(self._clock.now()) - self._days
            self._keys_by_day = {
                each: cached for each, cached in self._keys_by_day.items() if each >= first
            }
            self._keys_by_day[day] = key
        return key

    async def _stored_half(self, day: int) -> str:
        async with self._database.reading("") as db:
            stored = await collecting_store.key_of(db, day)
        if stored is not None:
            return stored
        async with self._database.writing("", shown=False) as db:
            return await collecting_store.make_key(db, day, secrets.token_hex(32))

    async def forget(self) -> int:
        """Remove expired keys, here and in the database; return how many."""
        first = day_of(self._clock.now()) - self._days
        self._keys_by_day = {day: key for day, key in self._keys_by_day.items() if day >= first}
        async with self._database.writing("", shown=False) as db:
            return await collecting_store.forget_keys(db, before=first)
