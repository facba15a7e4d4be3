"""Marks products as sold out when the days on which they can be used have passed.

The column `sold_out` of lists is written with every change of a product; that a day ends changes
nothing, so each mall is looked through once a day, and once when the process starts.
"""

from datetime import date
from typing import Final

from sqlalchemy import bindparam, select

from openmall.access.malls.tables import MALL
from openmall.commerce.product.products import availability_store
from openmall.commerce.product.products import store as product_store
from openmall.commerce.product.stock import propagation
from openmall.commerce.product.stock.reservation_expiry import MallLookup
from openmall.contract.call import Call
from openmall.contract.journal import record
from openmall.contract.moments import Clock, Clocks, moment
from openmall.database import sequences
from openmall.database.session import Database
from openmall.database.statements import Statement

SECONDS: Final = 30.0
"""Between two sweeps of a worker."""
MOST: Final = 20_000
"""Products that a sweep looks at before it leaves the other malls to the next."""
_AT_ONCE: Final = 500
"""Products of one transaction."""
_MALLS: Final = Statement(
    select(MALL.c.mall_id).where(MALL.c.mall_id > bindparam("after")).order_by(MALL.c.mall_id),
    across_malls="a day ends in every mall",
)


class DaySweep:
    """The sweeps of one process, which remembers the day of each mall it has looked through."""

    def __init__(self) -> None:
        self._looked: dict[str, date] = {}

    async def mark_ended(
        self,
        database: Database,
        clocks: Clocks,
        malls: MallLookup,
        mall_ids: list[str] | None = None,
    ) -> int:
        """Mark the products of `mall_ids`, or of all malls, whose days have passed.

        Returns the number of products marked. Of all malls, those looked through today are passed
        over, and those beyond `MOST` products are left to the next sweep.
        """
        if mall_ids is not None:
            return sum([(await _mark(database, clocks.of(id_), malls, id_))[0] for id_ in mall_ids])
        async with database.reading("") as db:
            every = [mall_id for (mall_id,) in await db.all(_MALLS, after="")]
        self._looked = {id_: day for id_, day in self._looked.items() if id_ in set(every)}
        marked = looked = 0
        for mall_id in every:
            today = moment(clocks.of(mall_id).now()).date()
            if self._looked.get(mall_id) == today:
                continue
            some, products = await _mark(database, clocks.of(mall_id), malls, mall_id)
            self._looked[mall_id] = today
            marked, looked = marked + some, looked + products
            if looked >= MOST:
                break
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
        call = Call(clock)
        call.mall, call.shop_no = mall, min(mall.shops)
        async with database.writing(mall_id) as call.db:
            await product_store.lock_several(call, ended)
            await propagation.update(call, ended, [])
            await record.write_events(call)
        marked += len(ended)
    return marked, highest
