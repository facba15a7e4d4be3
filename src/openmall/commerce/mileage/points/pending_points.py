"""Makes pending points available when their waiting time since the purchase is over.

A sweep by a worker of the server; each customer's points are confirmed in a transaction of their
own.
"""

import logging
from typing import Final

from openmall.commerce.mileage.entries import store as entry_store
from openmall.commerce.mileage.points import ledger as point_ledger
from openmall.contract.call import Call
from openmall.contract.journal import batch as journal_batch
from openmall.contract.moments import Clock, Clocks
from openmall.database.session import Database

log = logging.getLogger("openmall")

AT_ONCE: Final = 100
"""Orders of one sweep."""


async def confirm_due(database: Database, clocks: Clocks, mall_ids: list[str] | None = None) -> int:
    """Make due points available, in `mall_ids` or in every mall; return the number of their orders.

    A failure in one mall is logged, and retried by the next sweep.
    """
    confirmed = 0
    if mall_ids is None:
        async with database.reading("") as db:
            mall_ids = await entry_store.malls_with_due_pending(db, now=int(clocks.machine.now()))
    for mall_id in mall_ids:
        try:
            confirmed += await _confirm(database, clocks.of(mall_id), mall_id)
        except Exception as error:
            log.error("points not confirmed", extra={"mall_id": mall_id, "reason": str(error)})
    return confirmed


async def _confirm(database: Database, clock: Clock, mall_id: str) -> int:
    confirmed = 0
    while True:
        async with database.reading(mall_id) as db:
            due = await entry_store.due_pending(db, now=int(clock.now()), limit=AT_ONCE)
        for member_id, shop_no, order_id in due:
            async with database.writing(mall_id) as db:
                call = Call(clock, db, shop_no=shop_no)
                await point_ledger.confirm(call, member_id, order_id)
                await journal_batch.publish(db, clock, call.effects.events)
        confirmed += len(due)
        if len(due) < AT_ONCE:
            return confirmed
