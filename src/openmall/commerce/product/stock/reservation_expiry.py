"""Removal of expired reservations: their units can be bought again, and lists say so.

A cart counts the units of a reservation until it expires; the column `sold_out` of its product
until it is removed, at most `SECONDS` later.
"""

from collections.abc import Awaitable, Callable
from typing import Final

from openmall.access.malls import due_malls
from openmall.commerce.product.stock import reservation_store
from openmall.commerce.product.stock import rules as stock_rules
from openmall.contract.call import Call, Mall
from openmall.contract.journal import record
from openmall.contract.moments import Clocks
from openmall.database.session import Database

MallLookup = Callable[[str], Awaitable[Mall | None]]
SECONDS: Final = 30.0
"""Between two sweeps of a worker."""


async def remove_expired(
    database: Database, clocks: Clocks, malls: MallLookup, mall_ids: list[str] | None = None
) -> int:
    """Remove the expired reservations of `mall_ids`, or of all malls; return their number.

    In short transactions, each of some products; these are in stock again where they are.
    """

    async def remove_all(mall_id: str) -> int:
        clock = clocks.of(mall_id)
        removed = 0
        while True:
            now = int(clock.now())
            async with database.reading(mall_id) as db:
                held = await reservation_store.expired(db, now=now)
            mall = await malls(mall_id) if held else None
            if mall is None:
                return removed
            async with database.writing(mall_id) as db:
                call = Call(clock, db, mall, min(mall.shops))
                some = await stock_rules.expire(call, held)
                await record.write_events(call)
            if not some:
                return removed
            removed += some

    return await due_malls.visit(
        database, clocks, [reservation_store.MALLS_WITH_EXPIRED], remove_all, mall_ids=mall_ids
    )
