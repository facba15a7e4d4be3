"""Reads the events of malls and writes what they tell customers of to the outbox of messages.

An event is written in the transaction of what happened; its messages in one transaction with the
number up to which events were read: nothing is lost, and nothing is written twice. The call itself
sends no statement for it.
"""

import logging
from typing import Final

import msgspec

from openmall.commerce.notification import draft_order_messages
from openmall.commerce.notification.intake import composing
from openmall.commerce.notification.intake import store as intake_store
from openmall.commerce.notification.intake.composing import Settings
from openmall.commerce.notification.intake.notices import (
    ITEM_ADDED,
    JOINED,
    OF_ORDERS,
    POINTS,
    POST,
    notices_of,
)
from openmall.commerce.notification.intake.places import Places
from openmall.commerce.notification.restock import sending as restock_sending
from openmall.contract.call import Call, Mall
from openmall.contract.moments import Clock, Clocks
from openmall.database.session import Database
from openmall.events.messages import outbox
from openmall.events.messages.delivery import MallLookup
from openmall.events.messages.outbox import Draft

log = logging.getLogger("openmall")

SECONDS: Final = 1.0
"""Between two queries for events."""
AT_ONCE: Final = 200
"""Events of one transaction."""
LATEST: Final = 86_400
"""Seconds after which nobody is told of an event any more."""
LATEST_AT_FIRST: Final = 600
"""The same, where none of a mall was ever read: those of before are not told of."""
_TOLD: Final = frozenset({*OF_ORDERS, JOINED, POINTS, POST})


async def write_due(database: Database, clocks: Clocks, malls: MallLookup, places: Places) -> int:
    """Write the messages of new events in all malls; return their number.

    A failure in one mall is logged, and tried again the next time.
    """
    written = 0
    for mall_id in await intake_store.malls_with_events(database):
        try:
            mall = await malls(mall_id)
            if mall is None:
                continue
            while (step := await _step(database, clocks.of(mall_id), mall, places)) is not None:
                written += step
        except Exception as error:
            facts = {"mall_id": mall_id, "reason": type(error).__name__}
            log.error("events not made messages of", extra=facts)
    return written


async def _step(database: Database, clock: Clock, mall: Mall, places: Places) -> int | None:
    """Read some events of a mall; return the number of messages, None: there was no event."""
    async with database.writing(mall.mall_id, shown=False) as db:
        after = await intake_store.cursor(db)
        rows = await intake_store.events(db, after=after or 0, most=AT_ONCE)
        if not rows:
            return None
        earliest = clock.now() - (LATEST_AT_FIRST if after is None else LATEST)
        settings: dict[int, Settings] = {}
        drafts: list[Draft] = []
        restocked: set[int] = set()
        added: set[str] = set()
        for _, event_no, resource, created_at in rows:
            if event_no in restock_sending.STOCK_EVENTS:
                restocked.add(int(msgspec.json.decode(resource)["product_no"]))
            if event_no == ITEM_ADDED:
                # one edit adds several items: its buyer is told once of all of them
                order_id = msgspec.json.decode(resource)["order_id"]
                if order_id in added:
                    continue
                added.add(order_id)
            if event_no in _TOLD and created_at >= earliest:
                call = places.call(clock, db, mall)
                drafts += await _drafts(call, event_no, resource, settings)
        if restocked:
            call = places.call(clock, db, mall)
            await restock_sending.make_due(call, sorted(restocked), now=int(clock.now()))
        await outbox.enqueue(db, clock, drafts)
        await intake_store.move_cursor(db, rows[-1][0])
    return len(drafts)


async def _drafts(
    call: Call, event_no: int, resource: str, settings: dict[int, Settings]
) -> list[Draft]:
    drafts: list[Draft] = []
    found = await notices_of(call, event_no, msgspec.json.decode(resource))
    for notice in await draft_order_messages.as_asked(call, found):
        with call.in_shop(notice.shop_no):
            if notice.shop_no not in settings:
                settings[notice.shop_no] = await composing.settings_of(call)
            drafts += await composing.drafts_of(call, notice, settings[notice.shop_no])
    return drafts
