"""SQL of the collector: batches, their names, and the keys of addresses."""

from collections.abc import Sequence
from typing import Final

import msgspec
from sqlalchemy import BigInteger, bindparam, delete, insert, select

from openmall.access.malls.due_malls import OWN_NOW, malls_with
from openmall.analytics.collecting.shape import CollectedEvent
from openmall.analytics.collecting.tables import ADDRESS_KEY, BATCH, COLLECTED
from openmall.database import sequences
from openmall.database.schema import fixed
from openmall.database.session import Session
from openmall.database.statements import Statement

_ENCODER: Final = msgspec.json.Encoder()
_NAME: Final = Statement(
    lambda insert: (
        insert(BATCH)
        .values({c.name: bindparam(c.name) for c in BATCH.c})
        .on_conflict_do_nothing(index_elements=["mall_id", "batch_id"])
    )
)
_ADD_EVENTS: Final = Statement(
    insert(COLLECTED).values({c.name: bindparam(c.name) for c in COLLECTED.c})
)
_DELETE_BATCH_IDS: Final = Statement(
    delete(BATCH).where(
        BATCH.c.mall_id == bindparam("mall_id"), BATCH.c.received_at < bindparam("before")
    )
)
MALLS_WITH_OLD: Final = malls_with(
    BATCH, BATCH.c.received_at < OWN_NOW * fixed(1_000) - bindparam("kept", type_=BigInteger())
)
_ADD_KEY: Final = Statement(
    lambda insert: (
        insert(ADDRESS_KEY)
        .values({c.name: bindparam(c.name) for c in ADDRESS_KEY.c})
        .on_conflict_do_nothing(index_elements=["day"])
    )
)
_KEY: Final = Statement(select(ADDRESS_KEY.c.key).where(ADDRESS_KEY.c.day == bindparam("day")))
_DELETE_KEYS: Final = Statement(delete(ADDRESS_KEY).where(ADDRESS_KEY.c.day < bindparam("before")))


async def is_new(db: Session, batch_id: str, *, received_at: int) -> bool:
    """Record the id of a batch, and say whether it is new."""
    return await db.run(_NAME, batch_id=batch_id, received_at=received_at) == 1


async def write(db: Session, events: Sequence[CollectedEvent], *, received_at: int) -> None:
    """Write a batch, its earliest event first, under the mall's next number.

    The number is taken last: it keeps other batches of the mall waiting until the commit, so that
    a reader that has seen a number has seen all before it.
    """
    content = _ENCODER.encode(events).decode()
    await db.run(
        _ADD_EVENTS,
        sequence=await sequences.allocate(db, "collected"),
        received_at=received_at,
        last_at=events[-1].at,
        events=len(events),
        content=content,
        next_at=events[0].at,
    )


async def forget_names(db: Session, *, before: int) -> int:
    """Remove the names of batches received before a moment (UTC milliseconds)."""
    return await db.run(_DELETE_BATCH_IDS, before=before)


async def key_of(db: Session, day: int) -> str | None:
    """Return the key of a day, if it has one."""
    row = await db.one(_KEY, day=day)
    return None if row is None else str(row[0])


async def make_key(db: Session, day: int, key: str) -> str:
    """Give a day this key unless it has one, and return the one it has."""
    await db.run(_ADD_KEY, day=day, key=key)
    row = await db.one(_KEY, day=day)
    assert row is not None
    return str(row[0])


async def forget_keys(db: Session, *, before: int) -> int:
    """Remove the keys of all days before one."""
    return await db.run(_DELETE_KEYS, before=before)
