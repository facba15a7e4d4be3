"""The lease by which one worker at a time holds a delivery queue.

How far events may have been sent is written before they are: a worker that takes over from one
that ended without releasing its lease marks those as in doubt. Each run has a fencing token of its
own. A claim names the token that was read, and every later write its own, so that a worker whose
lease was taken over can write nothing.
"""

import secrets
import time
from collections.abc import Sequence
from typing import Final

import msgspec

from openmall.database.session import Database, Session
from openmall.events.webhooks.delivery import store as delivery_store
from openmall.events.webhooks.delivery.store import QueueSnapshot, QueueState

LEASE_SECONDS: Final = 30.0
"""After which a queue whose lease was not renewed is free again: longer than an attempt."""


class LeaseLostError(Exception):
    """Another worker claimed the queue, or it was switched off: nothing more may be written."""


class Lease:
    """The claim of one run on one delivery queue."""

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
        self, snapshot: QueueSnapshot, now: float, *, upto: int, stale: Sequence[int]
    ) -> bool:
        """Claim the queue as it was read; False: another worker was faster.

        `upto`: number up to which events may be sent now. `stale`: waiting events that are not
        for the app any more, which are deleted.
        """
        state = snapshot.state
        async with self._database.writing(self._mall_id) as db:
            if not snapshot.has_row:
                state = msgspec.structs.replace(state, sequence=snapshot.since)
                await delivery_store.add_state(db, self._client_id, state)
            claimed = await delivery_store.claim(
                db,
                self._client_id,
                state,
                token=self.token,
                now=now,
                until=self.until(now),
                claimed=max(upto, state.claimed),
            )
            if claimed:
                await delivery_store.delete_waiting(db, self._client_id, stale)
                if state.lease_until:
                    await delivery_store.mark_in_doubt(db, self._client_id)
        self.renewed_at = time.monotonic()
        return claimed

    async def write(self, db: Session, state: QueueState) -> None:
        """Write the state. Raises LeaseLostError, whereupon the transaction writes nothing."""
        if not await delivery_store.update_state(db, self._client_id, state, token=self.token):
            raise LeaseLostError(self._client_id)
