"""Writes down what many changes at once did: every event, and one line of the activity log.

As `record` does for a call, in the transaction of the changes themselves.
"""

from collections.abc import Sequence

from openmall.contract.events import Event
from openmall.contract.moments import Clock
from openmall.database import numbers
from openmall.database.session import Session
from openmall.journal.record import ANNOUNCE, LOG, LONGEST_CONTENT, announced


async def announce(db: Session, clock: Clock, events: Sequence[Event]) -> None:
    """Add `events` to the mall's outbox, in their order."""
    if not events:
        return
    now = int(clock.now())
    first = await numbers.take(db, "event", count=len(events))
    await db.many(ANNOUNCE, announced(db.mall_id, events, first, now))


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
