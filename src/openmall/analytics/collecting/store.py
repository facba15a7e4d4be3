"""SQL of the collector: batches, their names, and the keys of addresses."""

from collections.abc import Iterable, Sequence
from typing import Final

import msgspec
from msgspec import Struct
from sqlalchemy import BigInteger, bindparam, delete, insert, select

from openmall.access.malls.due_malls import OWN_NOW, malls_with
from openmall.analytics.collecting.shape import CollectedEvent
from openmall.analytics.collecting.tables import ADDRESS_KEY, BATCH, COLLECTED
from openmall.database import sequences
from openmall.database.schema import fixed
from openmall.database.session import Session
from openmall.database.statements import Statement
from openmall.database.values import BoundValue


class CollectedBatch(Struct, frozen=True):
    """A batch of a browser, at least one event of it, the earliest first.

    `received_at` in UTC milliseconds.
    """

    events: Sequence[CollectedEvent]
    received_at: int
    batch_id: str = ""


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


async def write_new(db: Session, batches: Iterable[CollectedBatch]) -> None:
    """Write those of the batches whose id is new, and record the ids."""
    new = [
        each
        for each in batches
        if await db.run(_NAME, batch_id=each.batch_id, received_at=each.received_at)
    ]
    if new:
        await write(db, new)


async def write(db: Session, batches: Sequence[CollectedBatch]) -> None:
    """Write batches under the mall's next numbers.

    The numbers are taken last: they keep other batches of the mall waiting until the commit, so
    that a reader that has seen a number has seen all before it.
    """
    rows: list[dict[str, BoundValue]] = [
        {
            "received_at": each.received_at,
            "last_at": each.events[-1].at,
            "events": len(each.events),
            "content": _ENCODER.encode(each.events).decode(),
            "next_at": each.events[0].at,
        }
        for each in batches
    ]
    first = await sequences.allocate(db, "collected", count=len(rows))
    await db.many(_ADD_EVENTS, [{"sequence": no, **row} for no, row in enumerate(rows, first)])


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
