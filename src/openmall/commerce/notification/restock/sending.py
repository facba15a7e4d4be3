"""Sends restock notices in the background of a worker.

The event of a stock change makes what is waited for due, which costs the same however many wait. A
worker then looks whether it is in stock, and writes the notices to the outbox, some of them in one
transaction with the end of their requests: nobody is written to twice, and a stock that is gone
again keeps the rest waiting.
"""

import logging
from collections.abc import Sequence
from typing import Final
from urllib.parse import quote

from msgspec.structs import replace

from openmall.access import signed_links
from openmall.access.malls import due_malls
from openmall.access.signed_links import Link
from openmall.commerce.notification.intake import composing
from openmall.commerce.notification.intake.notices import Notice
from openmall.commerce.notification.intake.places import Places
from openmall.commerce.notification.reminders import customers
from openmall.commerce.notification.restock import rules as restock_rules
from openmall.commerce.notification.restock import store as restock_store
from openmall.commerce.notification.restock.store import Target
from openmall.commerce.store.restocknotification_setting import RestocknotificationSetting
from openmall.contract.call import Call, Mall
from openmall.contract.crud.settings import current
from openmall.contract.crud.settings_of_shops import of_shops
from openmall.contract.moments import Clocks
from openmall.database.session import Database, Row, Session
from openmall.events.messages import outbox
from openmall.events.messages.delivery import MallLookup
from openmall.events.messages.outbox import Draft

log = logging.getLogger("openmall")

SECONDS: Final = 1.0
"""Between two searches."""
SWEEP_SECONDS: Final = 3_600.0
AT_ONCE: Final = 200
"""Notices of one transaction."""
PATH: Final = "/restock"
"""Page of the sample shop at which a customer declines further notices."""
STOCK_EVENTS: Final = frozenset({90075, 90150})


async def send_due(database: Database, clocks: Clocks, malls: MallLookup, places: Places) -> int:
    """Write the due notices of all malls; return their number.

    A failure in one mall is logged, and tried again the next time.
    """
    written = 0
    for mall_id in await restock_store.malls_with_due(database):
        try:
            mall = await malls(mall_id)
            while mall is not None:
                step = await _step(database, clocks, mall, places)
                if step is None:
                    break
                written += step
        except Exception as error:
            facts = {"mall_id": mall_id, "reason": type(error).__name__}
            log.error("restock notices not sent", extra=facts)
    return written


async def _step(database: Database, clocks: Clocks, mall: Mall, places: Places) -> int | None:
    """Write some notices of a mall; return their number, None: nothing is due."""
    clock = clocks.of(mall.mall_id)
    async with database.writing(mall.mall_id, shown=False) as db:
        target = await restock_store.next_due(db)
        if target is None:
            return None
        call, product = places.call(clock, db, mall), None
        if target.shop_no in mall.shops:
            with call.in_shop(target.shop_no):
                setting = await current(call, RestocknotificationSetting)
            if restock_rules.covers(setting, target.product_no):
                product = await restock_store.in_stock(db, target, now=clock.now())
        if product is None:
            await restock_store.settle(db, target)
            return 0
        rows = await restock_store.waiting(db, target, most=AT_ONCE)
        with call.in_shop(target.shop_no):
            drafts = await _drafts(call, rows, product)
        await outbox.enqueue(db, clock, drafts)
        now = int(clock.now())
        if rows:
            await restock_store.notified(db, [row[0] for row in rows], now=now)
        if len(rows) < AT_ONCE:
            await restock_store.settle(db, target)
    return len(drafts)


async def _drafts(call: Call, rows: Sequence[Row], product: str) -> list[Draft]:
    now = call.clock.now()
    waiting = [row for row in rows if row[3] > now]
    numbers = {member_id: number for number, member_id, _, _ in waiting if member_id}
    about = [(each, call.shop_no, {"PRODUCT": product}) for each in numbers]
    found = [
        replace(each, decline_address=_decline_address(call, each.member_id, 0))
        for each in await customers.notices(call, "restock_notice", about)
    ]
    found += [
        Notice(
            occasion="restock_notice",
            shop_no=call.shop_no,
            member_id="",
            name=email.partition("@")[0],
            email=email,
            cellphone="",
            values={"PRODUCT": product},
            decline_address=_decline_address(call, "", number),
        )
        for number, member_id, email, _ in waiting
        if not member_id
    ]
    if not found:
        return []
    settings = await composing.settings_of(call)
    drafts: list[Draft] = []
    for notice in found:
        drafts += await composing.drafts_of(call, notice, settings)
    return drafts


def _decline_address(call: Call, member_id: str, number: int) -> str:
    link = Link(mall_id=call.mall.mall_id, shop_no=call.shop_no, member_id=member_id, number=number)
    token = quote(signed_links.issue(call.seal, "restock", link))
    shop = "" if call.shop_no == min(call.mall.shops) else f"/shop{call.shop_no}"
    return f"{call.links.of_shop(call.mall.mall_id)}{shop}{PATH}?token={token}"


async def make_due(call: Call, product_nos: Sequence[int], *, now: int) -> None:
    """Let a worker look at what is waited for of products whose stock changed.

    In the shops that send notices by themselves. `now`: UTC seconds.
    """
    shops = await restock_store.shops_waiting(call.db, product_nos)
    if not shops:
        return
    found = await of_shops(call, RestocknotificationSetting, shops)
    automatic = [shop_no for shop_no, setting in found.items() if setting.send_method == "A"]
    if automatic:
        await restock_store.mark_due(call.db, product_nos, automatic, now=now)


async def send_now(db: Session, target: Target, *, now: int) -> bool:
    """Let a worker send the notices of something; False: nobody waits for it."""
    return await restock_store.mark_one_due(db, target, now=now)


async def delete_expired(
    database: Database, clocks: Clocks, mall_ids: list[str] | None = None
) -> int:
    """Delete the expired requests of `mall_ids`, or of all malls; return their number."""

    async def delete_all(mall_id: str) -> int:
        deleted = 0
        batch = AT_ONCE
        while batch == AT_ONCE:
            now = int(clocks.of(mall_id).now())
            async with database.writing(mall_id, shown=False) as db:
                batch = await restock_store.delete_expired(db, now=now, most=AT_ONCE)
            deleted += batch
        return deleted

    searches = [restock_store.MALLS_WITH_EXPIRED]
    return await due_malls.visit(database, clocks, searches, delete_all, mall_ids=mall_ids)
