"""Records bulk changes: every event in the outbox, and one row of the activity log.

The rows are written in the transaction of the changes, as `record` does for a call.
"""

from collections.abc import Sequence

from openmall.contract.events import Event
from openmall.contract.journal.record import (
    INSERT_ACTIVITY,
    INSERT_EVENT,
    MAX_CONTENT_LENGTH,
    outbox_rows,
)
from openmall.contract.moments import Clock
from openmall.database import sequences
from openmall.database.session import Session


async def publish(db: Session, clock: Clock, events: Sequence[Event]) -> None:
    """Add `events` to the mall's outbox, in their order."""
    if not events:
        return
    now = int(clock.now())
    first = await sequences.allocate(db, "event", count=len(events))
    await db.many(INSERT_EVENT, outbox_rows(db.mall_id, events, first, now))


async def write_activity(db: Session, clock: Clock, type_: str, action: str, content: str) -> None:
    """Add a row without an account to the mall's activity log."""
    await db.run(
        INSERT_ACTIVITY,
        process_no=await sequences.allocate(db, "activity_log"),
        mode="P",
        type=type_,
        content=content[:MAX_CONTENT_LENGTH],
        action=action,
        process_date=int(clock.now()),
        manager_id="",
        account="",
        manager_type="P",
        client_id="",
        shop_no=1,
        changes="{}",
    )
