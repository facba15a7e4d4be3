"""Removes expired rows of malls, in short transactions between which other writes go on."""

from collections.abc import Awaitable, Iterable
from typing import Protocol

from openmall.access.malls import due_malls
from openmall.contract.moments import Clocks
from openmall.database.session import Database, Session
from openmall.database.statements import Statement


class OfMall(Protocol):
    """A search for, or a removal of, expired rows of the session's mall; `now`: UTC seconds."""

    def __call__(self, db: Session, *, now: int) -> Awaitable[int]: ...


async def sweep(
    database: Database,
    clocks: Clocks,
    mall_ids: Iterable[str] | None,
    *,
    searches: Iterable[Statement],
    find: OfMall,
    remove: OfMall,
    **values: int | str,
) -> int:
    """Remove the expired rows of `mall_ids`, or of all malls; return their number.

    Each batch is a transaction. Rows that another one has locked are left to the next sweep.
    `searches`: find the malls with expired rows; they bind `now` and `values`. `find`: says
    whether a mall has any; `remove`: removes a batch and returns its number.
    """

    async def remove_all(mall_id: str) -> int:
        clock = clocks.of(mall_id)
        removed = 0
        while True:
            now = int(clock.now())
            async with database.reading(mall_id) as db:
                if not await find(db, now=now):
                    return removed
            async with database.writing(mall_id) as db:
                some = await remove(db, now=now)
            if not some:
                return removed
            removed += some

    return await due_malls.visit(
        database, clocks, searches, remove_all, mall_ids=mall_ids, **values
    )
