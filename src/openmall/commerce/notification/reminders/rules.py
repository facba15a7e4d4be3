"""Reminds customers in the background of a worker.

A worker looks behind the place that was reached before, by an index: a mall in which nothing is due
costs one look in it, however large its shop is. The messages of some rows are written in one
transaction with the new place, which is locked: nobody is reminded twice, whichever worker dies.
"""

import logging
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from openmall.commerce.mileage.autoexpiration import store as autoexpiration_store
from openmall.commerce.notification.intake import composing
from openmall.commerce.notification.intake.composing import Settings
from openmall.commerce.notification.intake.notices import Notice
from openmall.commerce.notification.intake.places import Places
from openmall.commerce.notification.reminders import store as reminder_store
from openmall.commerce.notification.reminders.ageing_points import ageing
from openmall.commerce.notification.reminders.sources import SOURCES, Source
from openmall.commerce.notification.reminders.store import Progress
from openmall.commerce.notification.reminders.unpaid_orders import cash_period, unpaid
from openmall.commerce.order.scheduled_transitions import store
from openmall.contract.call import Call, Mall
from openmall.contract.moments import Clocks
from openmall.database.session import Database, Row, Session
from openmall.events.messages import outbox
from openmall.events.messages.delivery import MallLookup
from openmall.events.messages.outbox import Draft

log = logging.getLogger("openmall")

SECONDS: Final = 10.0
"""Between two searches."""
AT_ONCE: Final = 200
"""Rows of one transaction."""


async def remind_due(
    database: Database,
    clocks: Clocks,
    malls: MallLookup,
    places: Places,
    mall_ids: list[str] | None = None,
) -> int:
    """Write the due reminders of `mall_ids`, or of all malls; return the number of messages.

    A failure in one mall is logged, and tried again the next time.
    """
    work = _Work(database, clocks, malls, places)
    written = 0
    begun = await work.begin()
    for source in SOURCES:
        for mall_id in begun:
            written += await work.in_mall(source, mall_id)
        if mall_ids is None:
            until = source.horizon(int(clocks.machine.now()))
            for mall_id in await reminder_store.malls_with_due(database, source.kind, until=until):
                written += await work.in_mall(source, mall_id, found=True)
        else:
            for mall_id in mall_ids:
                written += await work.in_mall(source, mall_id)
    async with database.reading("") as db:
        settings = await store.settings(db)
        expirations = await autoexpiration_store.every(db)
    for mall_id, shop_no, setting in settings:
        period = cash_period(setting)
        if period and (mall_ids is None or mall_id in mall_ids):
            written += await work.in_mall(unpaid(period), mall_id, shop_no)
    for mall_id, due in expirations:
        if mall_ids is None or mall_id in mall_ids:
            for source in ageing(due):
                written += await work.in_mall(source, mall_id, due.rule.shop_no)
    return written


class _Work:
    """The search in one mall after the other."""

    def __init__(
        self, database: Database, clocks: Clocks, malls: MallLookup, places: Places
    ) -> None:
        self._database = database
        self._clocks = clocks
        self._malls = malls
        self._places = places

    async def begin(self) -> list[str]:
        """Let malls without a place begin where they are now, with every kind; return them.

        They are found by the last kind alone: the search looks at every mall.
        """
        found = await reminder_store.new_malls(self._database, SOURCES[-1].kind)
        for mall_id in found:
            async with self._database.writing(mall_id, shown=False) as db:
                now = int(self._clocks.of(mall_id).now())
                for each in SOURCES:
                    first = await reminder_store.next_issue(db) if each.dense else each.first(now)
                    await reminder_store.begin(db, each.kind, 0, first)
        return found

    async def in_mall(
        self, source: Source, mall_id: str, shop_no: int = 0, *, found: bool = False
    ) -> int:
        """Write what is due; return the number of messages. `found`: there may be something."""
        written = 0
        try:
            mall = await self._malls(mall_id)
            if mall is None or (shop_no and shop_no not in mall.shops):
                return 0
            while found or await self._is_due(source, mall, shop_no):
                step = await self._step(source, mall, shop_no)
                written += step.messages
                if not step.more:
                    break
        except Exception as error:
            facts = {"mall_id": mall_id, "kind": source.kind, "reason": type(error).__name__}
            log.error("customers not reminded", extra=facts)
        return written

    async def _is_due(self, source: Source, mall: Mall, shop_no: int) -> bool:
        until = source.horizon(int(self._clocks.of(mall.mall_id).now()))
        async with self._database.reading(mall.mall_id) as db:
            at = await reminder_store.progress(db, source.kind, shop_no)
            return at is None or bool(await _rows(source, db, at, until, shop_no))

    async def _step(self, source: Source, mall: Mall, shop_no: int) -> "_Step":
        clock = self._clocks.of(mall.mall_id)
        now, kind = int(clock.now()), source.kind
        until = source.horizon(now)
        async with self._database.writing(mall.mall_id, shown=False) as db:
            at = await reminder_store.progress(db, kind, shop_no, to_change=True)
            if at is None:
                await reminder_store.begin(db, kind, shop_no, source.first(now))
                return _Step(0, more=False)
            rows = await _rows(source, db, at, until, shop_no)
            call = self._places.call(clock, db, mall)
            with call.in_shop(shop_no or call.shop_no):
                found = await source.notices(call, rows)
            drafts = await _drafts(call, found)
            await outbox.enqueue(db, clock, drafts)
            more = len(rows) == AT_ONCE
            if rows and (more or source.dense):
                to = source.place(rows[-1], until)
            else:
                to = at if source.dense else Progress(until + 1)
            await reminder_store.move(db, kind, shop_no, to)
        return _Step(len(drafts), more)


class _Step(Struct, frozen=True):
    messages: int
    more: bool


async def _rows(
    source: Source, db: Session, at: Progress, until: int, shop_no: int
) -> Sequence[Row]:
    if at.until > until and not source.dense:
        return []
    values = source.values(at, until)
    if shop_no:
        values["shop_no"] = shop_no
    return await reminder_store.due(db, source.kind, most=AT_ONCE, **values)


async def _drafts(call: Call, found: Sequence[Notice]) -> list[Draft]:
    settings: dict[int, Settings] = {}
    drafts: list[Draft] = []
    for notice in found:
        with call.in_shop(notice.shop_no):
            if notice.shop_no not in settings:
                settings[notice.shop_no] = await composing.settings_of(call)
            drafts += await composing.drafts_of(call, notice, settings[notice.shop_no])
    return drafts
