"""The clock of a sandbox: forward only, by a duration or to a moment."""

import re
from typing import Final

from msgspec import Struct

from openmall.contract.errors import Forbidden, Invalid
from openmall.contract.moments import Ahead, Clock, Clocks
from openmall.database.session import Database, Session
from openmall.limits.counters import Counters
from openmall.sandbox import store

FURTHEST: Final = 20 * 365 * 86_400
"""Seconds a sandbox's clock can be ahead of the machine's."""
NO_SANDBOX: Final = "The mall is no sandbox. A sandbox is made as one, when it is opened."

_DURATION: Final = re.compile(r"(?:(\d{1,5})d)?(?:(\d{1,6})h)?(?:(\d{1,7})m)?(?:(\d{1,9})s)?")
_SECONDS: Final = (86_400, 3_600, 60, 1)


class Reading(Struct, frozen=True):
    """What a sandbox's clock shows, in UTC seconds, and how many it is ahead."""

    now: float
    ahead: int


def duration(text: str) -> int:
    """Return the seconds of `3d`, `12h`, `90m`, `45s` or `1d12h`. Raises ValueError."""
    found = _DURATION.fullmatch(text)
    if not text or found is None:
        raise ValueError(f"{text!r} is no duration: 3d, 12h, 90m, 45s or 1d12h")
    return sum(
        int(number or 0) * each for number, each in zip(found.groups(), _SECONDS, strict=True)
    )


async def of(db: Session, clock: Clock) -> Clock:
    """Return the clock of the session's mall, where nobody has looked the mall up yet.

    `clock`: the machine's, which is that of every mall but the sandboxes.
    """
    ahead = await store.ahead(db)
    return Ahead(clock, ahead) if ahead else clock


async def every(database: Database, machine: Clock) -> Clocks:
    """Return the clocks of all malls, as they go now."""
    async with database.reading("") as db:
        return Clocks(machine, await store.moved_on(db))


async def read(db: Session, now: float, *, to_change: bool = False) -> Reading:
    """Return what the clock of the session's mall shows, `now` by the machine's.

    `to_change`: nobody else moves it until the transaction ends.
    Raises Forbidden (403) for a mall that is no sandbox.
    """
    ahead = await store.ahead(db, to_change=to_change)
    if ahead is None:
        raise Forbidden(NO_SANDBOX)
    return Reading(now + ahead, ahead)


async def advance(db: Session, before: Reading, *, ahead: int, named: str) -> Reading:
    """Let the clock of the session's mall be so many seconds ahead; return what it shows then.

    `before`: what it shows, read to be changed. `named`: what the client called `ahead`. Whoever
    commits this lets every worker forget what it remembers (`Counters.bump`), as `move` does.
    Raises Invalid (422) for a way back.
    """
    if ahead <= before.ahead:
        raise Invalid("The clock of a sandbox goes forward only.", parameter=named)
    if ahead > FURTHEST:
        raise Invalid("The clock of a sandbox is twenty years ahead at most.", parameter=named)
    await store.move(db, ahead)
    return Reading(before.now + ahead - before.ahead, ahead)


async def move(
    database: Database,
    counters: Counters,
    clock: Clock,
    mall_id: str,
    *,
    forward: int = 0,
    to: int | None = None,
) -> Reading:
    """Move a sandbox's clock on; no worker of this machine is behind when this returns.

    `clock`: the machine's. `forward`: seconds; `to`: UTC seconds to which, instead.
    Raises Forbidden (403) for a mall that is no sandbox, Invalid (422) for a way back.
    """
    try:
        async with database.writing(mall_id) as db:
            now = clock.now()
            before = await read(db, now, to_change=True)
            if to is None:
                return await advance(db, before, ahead=before.ahead + forward, named="forward")
            return await advance(db, before, ahead=to - int(now), named="to")
    finally:
        await counters.outdate()
