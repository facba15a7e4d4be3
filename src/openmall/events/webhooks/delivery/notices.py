"""Notices to the developer of an app: its webhooks fail, or were switched off.

A notice is a row that the console shows, and an entry in the activity log of the mall.
"""

from typing import Final, Literal, Protocol

from msgspec import Struct

from openmall.contract.journal import batch as journal_batch
from openmall.contract.moments import Clock
from openmall.database import sequences
from openmall.database.session import Session
from openmall.events.webhooks import store as webhook_store
from openmall.events.webhooks.delivery import circuit_breaker, retry_policy

ACTIVITY_PATH: Final = "webhooks/setting"
_HOUR: Final = 3_600


class Notice(Struct, frozen=True, kw_only=True):
    """A notice that is due."""

    kind: Literal["failing", "switched off"]
    sentence: str

    @property
    def reception(self) -> str:
        return "F" if self.kind == "switched off" else "T"


class Failing(Protocol):
    """Failures of a delivery queue."""

    @property
    def failures(self) -> int: ...

    @property
    def failing_since(self) -> int | None: ...

    @property
    def given_up(self) -> int: ...

    @property
    def warned_at(self) -> int | None: ...


def due(queue: Failing, now: float) -> Notice | None:
    """Return the notice that is due at `now` for a failing queue, if any."""
    if queue.failing_since is None or queue.failures < circuit_breaker.OPEN_AFTER_FAILURES:
        return None
    lasted = int(now) - queue.failing_since
    if queue.given_up >= retry_policy.OFF_AFTER_GIVEN_UP or lasted >= retry_policy.OFF_AFTER:
        return Notice(
            kind="switched off",
            sentence=(
                f"Webhooks were switched off: {queue.failures} deliveries failed in a row within "
                f"{_hours(lasted)}, {queue.given_up} events were given up."
            ),
        )
    if queue.warned_at is None and lasted >= retry_policy.WARNED_AFTER:
        return Notice(
            kind="failing",
            sentence=(
                f"Webhooks fail: {queue.failures} deliveries in a row within {_hours(lasted)}. "
                f"They are switched off when this lasts {_hours(retry_policy.OFF_AFTER)}."
            ),
        )
    return None


async def add(db: Session, clock: Clock, client_id: str, notice: Notice) -> None:
    """Add a notice, and its entry in the activity log of the session's mall."""
    await webhook_store.add_notice(
        db,
        client_id,
        notice_no=await sequences.allocate(db, "webhook_notice"),
        at=int(clock.now()),
        kind=notice.kind,
        sentence=notice.sentence,
    )
    content = f"{client_id}: {notice.sentence}"
    await journal_batch.write_activity(db, clock, ACTIVITY_PATH, f"webhooks {notice.kind}", content)


def _hours(seconds: int) -> str:
    if seconds < _HOUR:
        return f"{max(seconds // 60, 1)} minutes"
    return f"{seconds // _HOUR} hours"
