"""Removes expired rows of malls, in short transactions between which other writes go on."""

from collections.abc import Awaitable
from typing import Protocol

from openmall.contract.moments import Clocks
from openmall.database.session import Database, Session


class OfMall(Protocol):
    """A search for, or a removal of, expired rows of the session's mall; `now`: UTC seconds."""

    def __call__(self, db: Session, *, now: int) -> Awaitable[int]: ...


async def sweep(
    database: Database, clocks: Clocks, mall_ids: list[str], *, find: OfMall, remove: OfMall
) -> int:
    """Remove the expired rows of malls; return their number.

    Each batch is a transaction. Rows that another one has locked are left to the next sweep.
    `find`: says whether there are any; `remove`: removes a batch and returns its number.
    """
    removed = 0
    for mall_id in mall_ids:
        clock = clocks.of(mall_id)
        while True:
            now = int(clock.now())
            async with database.reading(mall_id) as db:
                if not await find(db, now=now):
                    break
            async with database.writing(mall_id) as db:
                some = await remove(db, now=now)
            if not some:
                break
            removed += some
    return removed
