"""Writes down what many changes at once did: every event, and one line of the activity log.

As `record` does for a call, in the transaction of the changes themselves.
"""

from collections.abc import Sequence

import msgspec

from openmall.contract.events import Event
from openmall.contract.moments import Clock
from openmall.database import numbers
from openmall.database.session import Session
from openmall.journal.record import ANNOUNCE, LOG, LONGEST_CONTENT


async def announce(db: Session, clock: Clock, events: Sequence[Event]) -> None:
    """Add `events` to the mall's outbox, in their order."""
    if not events:
        return
    now = int(clock.now())
    first = await numbers.take(db, "event", count=len(events))
    await db.many(
        ANNOUNCE,
        [
            {
                "sequence": sequence,
                "event_no": event.event_no,
                "resource": msgspec.json.encode(
                    {"mall_id": db.mall_id, **msgspec.to_builtins(event)}
                ).decode(),
                "created_at": now,
            }
            for sequence, event in enumerate(events, first)
        ],
    )


async def log(db: Session, clock: Clock, type_: str, action: str, content: str) -> None:
    """Add a line to the mall's activity log; nobody's account stands beside it."""
    await db.run(
        LOG,
        process_no=await numbers.take(db, "activity_log"),
        mode="P",
        type=type_,
        content=content[:LONGEST_CONTENT],
        action=action,
        process_date=int(clock.now()),
        manager_id="",
        account="",
        manager_type="P",
        client_id="",
        shop_no=1,
        changes="{}",
    )
