"""Sweep of recorded writes, by their age and by the bytes of a mall's."""

from typing import Final

from openmall.access.malls.expiry_sweep import sweep
from openmall.commerce.undo import store as write_store
from openmall.contract.moments import Clocks
from openmall.contract.undo import UndoRetention
from openmall.database.session import Database, Session

SECONDS: Final = 600.0
"""Between two sweeps of a worker."""


class WriteSweep:
    """Removes the recorded writes that are kept no longer."""

    def __init__(self, retention: UndoRetention) -> None:
        self._retention = retention

    async def remove_expired(
        self, database: Database, clocks: Clocks, mall_ids: list[str] | None = None
    ) -> int:
        """Remove them in `mall_ids`, or in all malls; return their number."""
        return await sweep(
            database,
            clocks,
            mall_ids,
            searches=[write_store.MALLS_WITH_EXPIRED, write_store.MALLS_BEYOND],
            find=self._has_expired,
            remove=self._remove,
            most_bytes=self._retention.bytes,
        )

    async def _has_expired(self, db: Session, *, now: int) -> int:
        return len(await self._found(db, now))

    async def _remove(self, db: Session, *, now: int) -> int:
        return await write_store.remove(db, await self._found(db, now))

    async def _found(self, db: Session, now: int) -> list[int]:
        return await write_store.expired(db, now=now) or await write_store.beyond(
            db, self._retention.bytes
        )
