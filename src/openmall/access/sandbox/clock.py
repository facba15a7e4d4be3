"""The clock of a sandbox, which can be moved forward by a duration or to a time."""

import asyncio
import re
import time
from typing import Final

from msgspec import Struct

from openmall.access.sandbox import store as sandbox_store
from openmall.access.sandbox.refusals import (
    CLOCK_GOES_FORWARD_ONLY,
    CLOCK_TOO_FAR_AHEAD,
    NO_DURATION,
    NO_SANDBOX,
)
from openmall.contract.counters import Counters
from openmall.contract.errors import Forbidden, Invalid
from openmall.contract.moments import Ahead, Clock, Clocks
from openmall.contract.refusal import RefusedValue
from openmall.database.session import Database, Session

FURTHEST: Final = 20 * 365 * 86_400
"""Largest offset of a sandbox's clock, in seconds."""

_PAUSE: Final = 0.1
"""Seconds between two looks at whether what is due is done."""
_DURATION: Final = re.compile(r"(?:(\d{1,5})d)?(?:(\d{1,6})h)?(?:(\d{1,7})m)?(?:(\d{1,9})s)?")
_SECONDS: Final = (86_400, 3_600, 60, 1)


class Reading(Struct, frozen=True):
    """The time of a sandbox's clock in UTC seconds, its offset in seconds, and what is left to do.

    `settled`: everything that was due at that time is done.
    """

    now: float
    ahead: int
    settled: bool


def duration(text: str) -> int:
    """Parse `3d`, `12h`, `90m`, `45s` or `1d12h` into seconds. Raises RefusedValue."""
    found = _DURATION.fullmatch(text)
    if not text or found is None:
        raise RefusedValue(NO_DURATION, text=repr(text))
    return sum(
        int(number or 0) * each for number, each in zip(found.groups(), _SECONDS, strict=True)
    )


async def of(db: Session, clock: Clock) -> Clock:
    """Return the clock of the session's mall, where its Mall is not at hand.

    `clock`: the machine's, which all malls but sandboxes use.
    """
    ahead = await sandbox_store.ahead(db)
    return Ahead(clock, ahead) if ahead else clock


async def every(database: Database, machine: Clock) -> Clocks:
    """Return the current clocks of all malls."""
    async with database.reading("") as db:
        return Clocks(machine, await sandbox_store.moved_on(db))


async def read(db: Session, now: float, *, to_change: bool = False) -> Reading:
    """Read the clock of the session's mall, at `now` of the machine's clock.

    `to_change`: lock it until the transaction ends.
    Raises Forbidden (403) for a mall that is no sandbox.
    """
    offsets = await sandbox_store.offsets(db, to_change=to_change)
    if offsets is None:
        raise Forbidden(NO_SANDBOX)
    ahead, settled = offsets
    return Reading(now + ahead, ahead, settled >= ahead)


async def advance(db: Session, before: Reading, *, ahead: int, named: str) -> Reading:
    """Set the offset of the session's mall to `ahead` seconds; return the new reading.

    `before`: the current reading, locked. `named`: the parameter that errors refer to. The caller
    must invalidate the caches of all workers after the commit, as `move` does.
    Raises Invalid (422) for a lower offset.
    """
    if ahead <= before.ahead:
        raise Invalid(CLOCK_GOES_FORWARD_ONLY, parameter=named)
    if ahead > FURTHEST:
        raise Invalid(CLOCK_TOO_FAR_AHEAD, parameter=named)
    await sandbox_store.move(db, ahead)
    return Reading(before.now + ahead - before.ahead, ahead, settled=False)


async def wait_until_settled(
    database: Database, mall_id: str, seconds: float, *, deadline: float
) -> None:
    """Return when everything due in a sandbox is done, or after so many seconds.

    `deadline`: time.monotonic() seconds after which it raises DeadlinePassed.
    """
    until = time.monotonic() + seconds
    while (left := until - time.monotonic()) > 0:
        async with database.reading(mall_id, deadline=deadline) as db:
            offsets = await sandbox_store.offsets(db)
        if offsets is None or offsets[1] >= offsets[0]:
            return
        await asyncio.sleep(min(_PAUSE, left))


async def move(
    database: Database,
    counters: Counters,
    clock: Clock,
    mall_id: str,
    *,
    forward: int = 0,
    to: int | None = None,
) -> Reading:
    """Move a sandbox's clock forward; all workers of this machine use it when this returns.

    `clock`: the machine's. `forward`: seconds; `to`: UTC seconds, instead.
    Raises Forbidden (403) for a mall that is no sandbox, Invalid (422) for an earlier time.
    """
    try:
        async with database.writing(mall_id) as db:
            now = clock.now()
            before = await read(db, now, to_change=True)
            if to is None:
                return await advance(db, before, ahead=before.ahead + forward, named="forward")
            return await advance(db, before, ahead=to - int(now), named="to")
    finally:
        await counters.invalidate_caches()
