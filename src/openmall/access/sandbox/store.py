"""The tables of sandboxes: clock offset, and faults with their counts."""

from collections.abc import Sequence
from typing import Final

import msgspec
from sqlalchemy import bindparam, delete, insert, select, update

from openmall.contract.sandbox import Fault
from openmall.database.policies import WITH_MALL, no_personal_data, with_mall
from openmall.database.schema import number, shop_table, text
from openmall.database.session import Session
from openmall.database.statements import Statement
from openmall.database.undo_policies import RIGHTS_CHANGED
from openmall.database.values import BoundValue

SANDBOX: Final = shop_table(
    "sandbox",
    number("ahead"),
    number("settled", later=True),
    backup=with_mall(watched=True),
    undo=RIGHTS_CHANGED,
    personal_data=no_personal_data("how a shop is set up, by the people behind it"),
    key=(),
)
"""A mall with a row is a sandbox. `ahead`: seconds. `settled`: the offset for which everything that
was due is done; below `ahead` while that is still being done."""

FAULT: Final = shop_table(
    "sandbox_fault",
    number("fault_no"),
    text("content"),
    number("matched"),
    number("done"),
    backup=WITH_MALL,
    undo=RIGHTS_CHANGED,
    personal_data=no_personal_data("how a shop is set up, by the people behind it"),
    key=("fault_no",),
)
"""`content`: JSON of a Fault. `matched`: calls it matched; `done`: those of them that failed."""

_HERE: Final = SANDBOX.c.mall_id == bindparam("mall_id")
_ADD: Final = Statement(insert(SANDBOX).values(mall_id=bindparam("mall_id"), ahead=0, settled=0))
_READ: Final = select(SANDBOX.c.ahead).where(_HERE)
_GET: Final = Statement(_READ)
_GET_TO_CHANGE: Final = Statement(_READ.with_for_update())
_OFFSETS: Final = Statement(select(SANDBOX.c.ahead, SANDBOX.c.settled).where(_HERE))
_OFFSETS_TO_CHANGE: Final = Statement(
    select(SANDBOX.c.ahead, SANDBOX.c.settled).where(_HERE).with_for_update()
)
_SETTLE: Final = Statement(
    update(SANDBOX)
    .where(_HERE, SANDBOX.c.settled < bindparam("upto"))
    .values(settled=bindparam("upto"))
)
_UNSETTLED: Final = Statement(
    select(SANDBOX.c.mall_id, SANDBOX.c.ahead)
    .where(SANDBOX.c.settled < SANDBOX.c.ahead)
    .order_by(SANDBOX.c.mall_id),
    across_malls="a worker does what is due in sandboxes whose clock was advanced",
)
_MOVE: Final = Statement(update(SANDBOX).where(_HERE).values(ahead=bindparam("ahead")))
_ADVANCED_CLOCKS: Final = Statement(
    select(SANDBOX.c.mall_id, SANDBOX.c.ahead)
    .where(SANDBOX.c.ahead > 0)
    .order_by(SANDBOX.c.mall_id),
    across_malls="a worker does what is due in each by the sandbox's own clock",
)

_F: Final = FAULT.c
_OF_MALL: Final = _F.mall_id == bindparam("mall_id")
_ONE: Final = (_OF_MALL, _F.fault_no == bindparam("fault_no"))
_FAULTS: Final = Statement(
    select(_F.fault_no, _F.content, _F.matched, _F.done).where(_OF_MALL).order_by(_F.fault_no)
)
_ADD_FAULT: Final = Statement(insert(FAULT).values({c.name: bindparam(c.name) for c in _F}))
_CLEAR: Final = Statement(delete(FAULT).where(_OF_MALL))
_COUNT_MATCH: Final = Statement(
    update(FAULT).where(*_ONE).values(matched=_F.matched + 1).returning(_F.matched)
)
_COUNT_DONE: Final = Statement(update(FAULT).where(*_ONE).values(done=_F.done + 1))


class Counted(msgspec.Struct, frozen=True):
    """A fault with its number, and the counts of matched and of failed calls."""

    fault_no: int
    fault: Fault
    matched: int
    done: int


async def add(db: Session) -> None:
    """Mark the session's mall as a sandbox; only at its creation."""
    await db.run(_ADD)


async def ahead(db: Session, *, to_change: bool = False) -> int | None:
    """Return the mall's clock offset in seconds; None: it is no sandbox. `to_change` locks."""
    row = await db.one(_GET_TO_CHANGE if to_change else _GET)
    return None if row is None else row[0]


async def offsets(db: Session, *, to_change: bool = False) -> tuple[int, int] | None:
    """Return the mall's clock offset, and that up to which everything due is done, in seconds.

    None: it is no sandbox. `to_change` locks.
    """
    row = await db.one(_OFFSETS_TO_CHANGE if to_change else _OFFSETS)
    return None if row is None else (row[0], row[1])


async def settle(db: Session, seconds: int) -> None:
    """Record that everything due at an offset of the mall's clock is done."""
    await db.run(_SETTLE, upto=seconds)


async def unsettled(db: Session) -> dict[str, int]:
    """Return the sandboxes in which work is due since an advance: mall -> seconds ahead."""
    return {row[0]: row[1] for row in await db.all(_UNSETTLED)}


async def move(db: Session, seconds: int) -> None:
    """Set the mall's clock offset."""
    await db.run(_MOVE, ahead=seconds)


async def moved_on(db: Session) -> dict[str, int]:
    """Return the sandboxes whose clock is ahead: mall -> seconds."""
    return {row[0]: row[1] for row in await db.all(_ADVANCED_CLOCKS)}


async def faults(db: Session) -> list[Counted]:
    """Return the mall's faults, in the order of evaluation."""
    return [
        Counted(fault_no, msgspec.json.decode(content, type=Fault), matched, done)
        for fault_no, content, matched, done in await db.all(_FAULTS)
    ]


async def replace(db: Session, script: Sequence[Fault]) -> None:
    """Replace the mall's faults, with counts of 0."""
    await db.run(_CLEAR)
    await add_faults(db, script, start=1)


async def add_faults(db: Session, script: Sequence[Fault], *, start: int) -> None:
    """Add faults to the mall, numbered from `start`."""
    rows: list[dict[str, BoundValue]] = [
        {
            "mall_id": db.mall_id,
            "fault_no": fault_no,
            "content": msgspec.json.encode(fault).decode(),
            "matched": 0,
            "done": 0,
        }
        for fault_no, fault in enumerate(script, start)
    ]
    if rows:
        await db.many(_ADD_FAULT, rows)


async def matched(db: Session, fault_no: int) -> int:
    """Count a call that a fault matches, and return the count; 0: the fault no longer exists."""
    row = await db.one(_COUNT_MATCH, fault_no=fault_no)
    return 0 if row is None else row[0]


async def done(db: Session, fault_no: int) -> None:
    """Count a failed call of a fault."""
    await db.run(_COUNT_DONE, fault_no=fault_no)
