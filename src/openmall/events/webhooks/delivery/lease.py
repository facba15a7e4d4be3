"""The lease by which one worker at a time holds a lane.

How far events may have been sent is written before they are: a worker that takes over from one
that ended without releasing its lease marks those as in doubt. Each run has a fencing token of its
own (column `turn`). A claim names the token that was read, and every later write its own, so that a
worker whose lease was taken over can write nothing.
"""

import secrets
import time
from collections.abc import Sequence
from typing import Final

import msgspec

from openmall.database.session import Database, Session
from openmall.events.webhooks.delivery import store as lane_store
from openmall.events.webhooks.delivery.store import Lane, LaneSnapshot

LEASE_SECONDS: Final = 30.0
"""After which a lane whose lease was not renewed is free again: longer than an attempt."""


class LeaseLostError(Exception):
    """Another worker claimed the lane, or it was switched off: nothing more may be written."""


class Lease:
    """The claim of one run on one lane."""

    def __init__(self, database: Database, mall_id: str, client_id: str) -> None:
        self._database = database
        self._mall_id = mall_id
        self._client_id = client_id
        self.token = secrets.token_hex(8)
        """The fencing token of the run."""
        self.renewed_at = time.monotonic()

    def until(self, now: float) -> int:
        """Return the UTC second until which a lease lasts that is written at `now`."""
        return int(now + LEASE_SECONDS)

    async def claim(
        self, snapshot: LaneSnapshot, now: float, *, upto: int, stale: Sequence[int]
    ) -> bool:
        """Claim the lane as it was read; False: another worker was faster.

        `upto`: number up to which events may be sent now. `stale`: waiting events that are not
        for the app any more, which are deleted.
        """
        lane = snapshot.lane
        async with self._database.writing(self._mall_id) as db:
            if not snapshot.has_row:
                lane = msgspec.structs.replace(lane, sequence=snapshot.since)
                await lane_store.add_lane(db, self._client_id, lane)
            claimed = await lane_store.claim(
                db,
                self._client_id,
                lane,
                token=self.token,
                now=now,
                until=self.until(now),
                claimed=max(upto, lane.claimed),
            )
            if claimed:
                await lane_store.delete_waiting(db, self._client_id, stale)
                if lane.lease_until:
                    await lane_store.mark_in_doubt(db, self._client_id)
        self.renewed_at = time.monotonic()
        return claimed

    async def write(self, db: Session, lane: Lane) -> None:
        """Write the lane. Raises LeaseLostError, whereupon the transaction writes nothing."""
        if not await lane_store.update_lane(db, self._client_id, lane, token=self.token):
            raise LeaseLostError(self._client_id)
