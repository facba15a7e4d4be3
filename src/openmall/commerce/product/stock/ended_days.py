"""Marks products as sold out when the days on which they can be used have passed.

The column `sold_out` of lists is written with every change of a product; that a day ends changes
nothing, so each mall is looked through once a day, and once when the process starts.
"""

from datetime import date
from typing import Final

from openmall.access.malls import rules as mall_rules
from openmall.commerce.product.products import store as product_store
from openmall.commerce.product.stock import availability_store, propagation
from openmall.commerce.product.stock.reservation_expiry import MallLookup
from openmall.contract.call import Call
from openmall.contract.journal import record
from openmall.contract.moments import Clock, Clocks, moment
from openmall.database import sequences
from openmall.database.session import Database

SECONDS: Final = 30.0
"""Between two sweeps of a worker."""
MOST: Final = 20_000
"""Products that a sweep looks at before it leaves the other malls to the next."""
_AT_ONCE: Final = 500
"""Products of one transaction."""


class DaySweep:
    """The sweeps of one process, which remembers the malls it has looked through on a day."""

    def __init__(self) -> None:
        self._day = date.min
        self._left: list[str] = []

    async def mark_ended(
        self,
        database: Database,
        clocks: Clocks,
        malls: MallLookup,
        mall_ids: list[str] | None = None,
    ) -> int:
        """Mark the products of `mall_ids`, or of all malls, whose days have passed.

        Returns the number of products marked. All malls are looked through once on each day of the
        machine, those beyond `MOST` products in the next sweep; each by its own clock.
        """
        if mall_ids is not None:
            return sum([(await _mark(database, clocks.of(id_), malls, id_))[0] for id_ in mall_ids])
        today = moment(clocks.machine.now()).date()
        if today != self._day:
            self._left = [each.mall_id for each in await mall_rules.every(database)]
            self._day = today
        marked = looked = 0
        while self._left and looked < MOST:
            mall_id = self._left.pop()
            some, products = await _mark(database, clocks.of(mall_id), malls, mall_id)
            marked, looked = marked + some, looked + products
        return marked


async def _mark(
    database: Database, clock: Clock, malls: MallLookup, mall_id: str
) -> tuple[int, int]:
    """Mark the products of a mall; return how many, and how many were looked at."""
    async with database.reading(mall_id) as db:
        highest = await sequences.allocated(db, "product")
    marked = 0
    for after in range(0, highest, _AT_ONCE):
        today = moment(clock.now()).date()
        async with database.reading(mall_id) as db:
            ended = await availability_store.ended(db, after, after + _AT_ONCE, today)
        mall = await malls(mall_id) if ended else None
        if mall is None:
            continue
        async with database.writing(mall_id) as db:
            call = Call(clock, db, mall, min(mall.shops))
            await product_store.lock_several(call, ended)
            await propagation.update(call, ended, [])
            await record.write_events(call)
        marked += len(ended)
    return marked, highest
