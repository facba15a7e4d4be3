"""Lets points be spent that have waited long enough since the purchase that brought them.

A worker of the server looks for them; each customer's are confirmed in a transaction of its own.
"""

import logging
from typing import Final

from openmall.areas.mileage.entries import store
from openmall.areas.mileage.points import ledger
from openmall.contract.call import Call
from openmall.contract.moments import Clock, Clocks
from openmall.database.session import Database
from openmall.journal import batch

log = logging.getLogger("openmall")

AT_ONCE: Final = 100
"""Orders that are looked for at a time."""


async def confirm_due(database: Database, clocks: Clocks, mall_ids: list[str] | None = None) -> int:
    """Let points be spent whose time has come, in `mall_ids` or in every mall; return of how many
    orders.

    What fails in one mall is logged, and tried again the next time.
    """
    confirmed = 0
    if mall_ids is None:
        async with database.reading("") as db:
            mall_ids = await store.malls_with_ripe(db, now=int(clocks.machine.now()))
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
            due = await store.ripe(db, now=int(clock.now()), limit=AT_ONCE)
        for member_id, shop_no, order_id in due:
            call = Call(clock)
            call.shop_no = shop_no
            async with database.writing(mall_id) as call.db:
                await ledger.confirm(call, member_id, order_id)
                await batch.announce(call.db, clock, call.events)
        confirmed += len(due)
        if len(due) < AT_ONCE:
            return confirmed
