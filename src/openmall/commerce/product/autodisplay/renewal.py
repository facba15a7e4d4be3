"""Renews automatic displays: at their hours by a worker of the server, or by operator command.

Each rule is renewed in a transaction of its own, which moves its due time on by a conditional
update from the time the worker read: of several workers one renews it, the others skip it.
"""

import logging
from collections.abc import Callable
from typing import Final

from msgspec import Struct

from openmall.commerce.category.autodisplay import schedule
from openmall.commerce.category.autodisplay import store as autodisplay_store
from openmall.commerce.product.autodisplay import display_contents
from openmall.contract.call import Call
from openmall.contract.moments import Clock, Clocks
from openmall.database.session import Database

log = logging.getLogger("openmall")

SECONDS: Final = 10.0
"""Interval of the sweep: a display is renewed at most this late."""
MOST_AT_ONCE: Final = 50
"""Rules of one sweep, so that a worker stops soon when asked to."""
POSTPONED_SECONDS: Final = 600
"""Delay before a failed rule is retried, so that it does not hold up others."""


class Report(Struct, frozen=True, kw_only=True):
    """The result of renewing the displays of malls."""

    malls: int
    rules: int
    renewed: int
    """Rules that are in effect; the others begin later."""


async def renew_due(database: Database, clocks: Clocks, mall_ids: list[str] | None = None) -> int:
    """Renew the due rules of `mall_ids`, or of all malls; return how many this process renewed.

    A rule that fails is logged and retried a little later.
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
                await autodisplay_store.postpone(
                    db, display_no, int(clock.now()) + POSTPONED_SECONDS
                )
    return renewed


async def _due(
    database: Database, clocks: Clocks, mall_ids: list[str] | None
) -> list[tuple[str, int]]:
    if mall_ids is None:
        async with database.reading("") as db:
            return await autodisplay_store.due(db, int(clocks.machine.now()), MOST_AT_ONCE)
    due = []
    for mall_id in mall_ids:
        now = clocks.of(mall_id).now()
        async with database.reading(mall_id) as db:
            known = await autodisplay_store.of_mall(db)
        due += [
            (mall_id, each.rule.display_no)
            for each in known
            if each.due_at is not None and each.due_at <= now
        ]
    return due


async def renew_malls(
    database: Database, clocks: Clocks, mall_ids: list[str], *, progress: Callable[[float], None]
) -> Report:
    """Renew every rule in effect of malls, due or not; idempotent.

    `progress` is called with the share of the malls that are done, 0 to 1.
    """
    rules = renewed = 0
    for at, mall_id in enumerate(mall_ids, 1):
        async with database.reading(mall_id) as db:
            known = await autodisplay_store.of_mall(db)
        rules += len(known)
        for stored in known:
            number = stored.rule.display_no
            renewed += await renew(database, clocks.of(mall_id), mall_id, number, only_due=False)
        progress(at / len(mall_ids))
    return Report(malls=len(mall_ids), rules=rules, renewed=renewed)


async def renew(
    database: Database, clock: Clock, mall_id: str, display_no: int, *, only_due: bool = True
) -> bool:
    """Renew a rule that is in effect, and unless `only_due` is False due; return whether it was."""
    now = clock.now()
    async with database.writing(mall_id) as db:
        stored = await autodisplay_store.find(db, display_no)
        if stored is None or not schedule.has_begun(stored.rule, now):
            return False
        if only_due and (stored.due_at is None or stored.due_at > now):
            return False
        call = Call(clock, db, shop_no=stored.rule.shop_no)
        chosen = await display_contents.choose_products(call, stored.rule)
        if not await autodisplay_store.claim(call, stored):
            return False
        await display_contents.update_display(call, stored.rule, chosen)
    return True
