"""What the developer of an app is told about its webhooks: that they fail, that they were stopped.

It stands in a row that the console shows, and in the activity log of the mall.
"""

from typing import Final, Literal, Protocol

from msgspec import Struct

from openmall.contract.moments import Clock
from openmall.database import numbers
from openmall.database.session import Session
from openmall.journal import batch
from openmall.webhooks import store
from openmall.webhooks.delivering import pace

WHERE: Final = "webhooks/setting"
_HOUR: Final = 3_600


class Notice(Struct, frozen=True, kw_only=True):
    """One thing to be told."""

    kind: Literal["failing", "switched off"]
    sentence: str

    @property
    def reception(self) -> str:
        return "F" if self.kind == "switched off" else "T"


class Failing(Protocol):
    """How long nothing got through."""

    @property
    def failures(self) -> int: ...

    @property
    def failing_since(self) -> int | None: ...

    @property
    def given_up(self) -> int: ...

    @property
    def warned_at(self) -> int | None: ...


def due(lane: Failing, now: float) -> Notice | None:
    """Return what is to be told now of an app that fails, if anything."""
    if lane.failing_since is None or lane.failures < pace.RESTS_AFTER:
        return None
    lasted = int(now) - lane.failing_since
    if lane.given_up >= pace.OFF_AFTER_GIVEN_UP or lasted >= pace.OFF_AFTER:
        return Notice(
            kind="switched off",
            sentence=(
                f"Webhooks were switched off: {lane.failures} deliveries failed in a row within "
                f"{_hours(lasted)}, {lane.given_up} events were given up."
            ),
        )
    if lane.warned_at is None and lasted >= pace.WARNED_AFTER:
        return Notice(
            kind="failing",
            sentence=(
                f"Webhooks fail: {lane.failures} deliveries in a row within {_hours(lasted)}. They "
                f"are switched off when this lasts {_hours(pace.OFF_AFTER)}."
            ),
        )
    return None


async def give(db: Session, clock: Clock, client_id: str, notice: Notice) -> None:
    """Write a notice down, where its app's developer and where the mall's people find it."""
    await store.add_notice(
        db,
        client_id,
        notice_no=await numbers.take(db, "webhook_notice"),
        at=int(clock.now()),
        kind=notice.kind,
        sentence=notice.sentence,
    )
    content = f"{client_id}: {notice.sentence}"
    await batch.log(db, clock, WHERE, f"webhooks {notice.kind}", content)


def _hours(seconds: int) -> str:
    if seconds < _HOUR:
        return f"{max(seconds // 60, 1)} minutes"
    return f"{seconds // _HOUR} hours"
