"""Renews automatic displays: at their hours by a worker of the server, or when the operator says.

A rule is renewed in a transaction of its own. Whoever renews it moves the time at which it is due
on in that transaction, from the one it saw: of several workers one does, the others pass it over.
"""

import logging
from collections.abc import Callable
from typing import Final

from msgspec import Struct

from openmall.areas.category.autodisplay import schedule, store
from openmall.areas.product.autodisplay import filling
from openmall.contract.call import Call
from openmall.contract.moments import Clock, Clocks
from openmall.database.session import Database

log = logging.getLogger("openmall")

SECONDS: Final = 10.0
"""Between two looks for what is due: a display is renewed at most so much behind its hour."""
MOST_AT_ONCE: Final = 50
"""Rules of one look, so that a worker which is told to stop does so soon."""
POSTPONED_SECONDS: Final = 600
"""After which a rule that could not be renewed is tried again, so that it holds up no others."""


class Report(Struct, frozen=True, kw_only=True):
    """What a renewal of malls did."""

    malls: int
    rules: int
    renewed: int
    """Those that are in effect; the others begin later."""


async def renew_due(database: Database, clocks: Clocks, mall_ids: list[str] | None = None) -> int:
    """Renew what is due in `mall_ids`, or in any mall; return how many rules this process renewed.

    One that cannot be renewed is logged, and tried again a little later.
    """
    renewed = 0
    for mall_id, display_no in await _due(database, clocks, mall_ids):
        clock = clocks.of(mall_id)
        try:
            renewed += await renew(database, clock, mall_id, display_no)
        except Exception as error:
            log.error(
                "display not renewed",
                extra={"mall_id": mall_id, "display_no": display_no, "reason": str(error)},
            )
            async with database.writing(mall_id) as db:
                await store.postpone(db, display_no, int(clock.now()) + POSTPONED_SECONDS)
    return renewed


async def _due(
    database: Database, clocks: Clocks, mall_ids: list[str] | None
) -> list[tuple[str, int]]:
    if mall_ids is None:
        async with database.reading("") as db:
            return await store.due(db, int(clocks.machine.now()), MOST_AT_ONCE)
    due = []
    for mall_id in mall_ids:
        now = clocks.of(mall_id).now()
        async with database.reading(mall_id) as db:
            known = await store.of_mall(db)
        due += [
            (mall_id, each.rule.display_no)
            for each in known
            if each.due_at is not None and each.due_at <= now
        ]
    return due


async def renew_malls(
    database: Database, clocks: Clocks, mall_ids: list[str], *, progress: Callable[[float], None]
) -> Report:
    """Renew every rule of malls that is in effect, due or not; twice does no more than once.

    `progress` is called with the share of the malls that are done, 0 to 1.
    """
    rules = renewed = 0
    for at, mall_id in enumerate(mall_ids, 1):
        async with database.reading(mall_id) as db:
            known = await store.of_mall(db)
        rules += len(known)
        for kept in known:
            number = kept.rule.display_no
            renewed += await renew(database, clocks.of(mall_id), mall_id, number, only_due=False)
        progress(at / len(mall_ids))
    return Report(malls=len(mall_ids), rules=rules, renewed=renewed)


async def renew(
    database: Database, clock: Clock, mall_id: str, display_no: int, *, only_due: bool = True
) -> bool:
    """Renew a rule that is in effect, and unless `only_due` is False due; say whether it was."""
    now = clock.now()
    call = Call(clock)
    async with database.writing(mall_id) as call.db:
        kept = await store.find(call.db, display_no)
        if kept is None or not schedule.has_begun(kept.rule, now):
            return False
        if only_due and (kept.due_at is None or kept.due_at > now):
            return False
        call.shop_no = kept.rule.shop_no
        chosen = await filling.choose(call, kept.rule)
        if not await store.claim(call, kept):
            return False
        await filling.fill(call, kept.rule, chosen)
    return True
