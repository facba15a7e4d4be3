"""Issues coupons at set times: on anniversaries, to inactive buyers, and again and again.

A worker looks at the customers of a mall in parts, each a transaction that locks the coupon's times
and writes how far it came: of several workers one goes on, and after an interruption the issue is
resumed. A customer who got the coupon for an occasion gets it for that occasion once, whatever is
repeated.
"""

import logging
from collections.abc import Awaitable, Callable
from typing import Final

from msgspec import Struct

from openmall.commerce.customer import purchases
from openmall.commerce.customer.anniversaries import lunar_days, solar_days
from openmall.commerce.promotion.coupons import schedule_store, set_times
from openmall.commerce.promotion.coupons import store as coupon_store
from openmall.commerce.promotion.coupons.schedule_store import Due
from openmall.commerce.promotion.coupons.shape import Coupon
from openmall.commerce.promotion.issues import candidate_store
from openmall.commerce.promotion.issues import rules as issue_rules
from openmall.contract.call import Call, Mall
from openmall.contract.journal import batch as journal_batch
from openmall.contract.moments import Clock, Clocks, moment, months_before, seconds
from openmall.database.session import Database

log = logging.getLogger("openmall")

SECONDS: Final = 60.0
"""Between two searches for coupons that are due."""
AT_ONCE: Final = 500
"""Customers of one transaction."""
PARTS: Final = 200
"""Transactions of one coupon in a run; what is left waits for the next run."""
MallLookup = Callable[[str], Awaitable[Mall | None]]


class _Step(Struct, frozen=True):
    """The result of one transaction."""

    issued: int
    more: bool


class _Part(Struct, frozen=True):
    """The next customers of an issue."""

    member_ids: list[str]
    """Those for whom the occasion has come."""
    last: str
    """The last customer who was looked at."""
    more: bool


async def issue_due(
    database: Database, clocks: Clocks, malls: MallLookup, mall_ids: list[str] | None = None
) -> int:
    """Issue the coupons that are due, in `mall_ids` or all malls; return how many.

    A failure with one coupon is logged, and tried again the next time.
    """
    number = 0
    for mall_id, shop_no, coupon_no in await _work(database, clocks, mall_ids):
        try:
            mall = await malls(mall_id)
            if mall is None or shop_no not in mall.shops:
                continue
            for _ in range(PARTS):
                step = await _step(database, clocks.of(mall_id), mall, shop_no, coupon_no)
                number += step.issued
                if not step.more:
                    break
        except Exception as error:
            facts = {"mall_id": mall_id, "coupon_no": coupon_no, "reason": type(error).__name__}
            log.error("coupon not issued at its time", extra=facts)
    return number


async def _work(
    database: Database, clocks: Clocks, mall_ids: list[str] | None
) -> list[tuple[str, int, str]]:
    if mall_ids is None:
        async with database.reading("") as db:
            return await schedule_store.due(db, int(clocks.machine.now()))
    found: list[tuple[str, int, str]] = []
    for mall_id in mall_ids:
        async with database.reading(mall_id) as db:
            due = await schedule_store.due_in_mall(db, int(clocks.of(mall_id).now()))
        found += [(mall_id, shop_no, number) for shop_no, number in due]
    return found


async def _step(
    database: Database, clock: Clock, mall: Mall, shop_no: int, coupon_no: str
) -> _Step:
    """Issue a coupon to some customers, in one transaction."""
    async with database.writing(mall.mall_id) as db:
        call, now = Call(clock, db, mall, shop_no), int(clock.now())
        due = await schedule_store.lock(db, coupon_no)
        if due is None or due.due_at > now:
            return _Step(0, more=False)
        coupon, terms = await coupon_store.get(call, coupon_no, to_change=True, deleted=True)
        if not due.done_until:
            due = Due(set_times.resumed(coupon, due.due_at, now), "")
        later = set_times.next_time(coupon, terms, due.due_at, now)
        if coupon.deleted == "T" or issue_rules.why_not(call, coupon) is not None:
            await schedule_store.keep(db, coupon_no, Due(later, ""))
            return _Step(0, more=later <= now)
        part = await _part(call, coupon, due, now)
        issued = await issue_rules.issue_among(
            call, coupon, terms, part.member_ids, since=_since(coupon, due, now)
        )
        if issued:
            content = f"coupon {coupon_no} issued {issued} times by its schedule"
            await journal_batch.write_activity(db, clock, "coupons", "coupon issue", content)
        # the time of the issue stays, so that it is the same day for all customers
        left = Due(due.due_at, part.last) if part.more else Due(later, "")
        await schedule_store.keep(db, coupon_no, left)
        return _Step(issued, more=part.more or later <= now)


def _since(coupon: Coupon, due: Due, now: int) -> int:
    """Return the UTC second since which one coupon of an occasion was issued to a customer."""
    if coupon.issue_type == "R":
        return due.due_at
    if coupon.issue_sub_type == set_times.ANNIVERSARY:
        return due.due_at - set_times.ONCE_IN
    return _inactive_since(coupon, now)


def _inactive_since(coupon: Coupon, now: int) -> int:
    return seconds(months_before(moment(now), coupon.issue_no_purchase_period or 0))


async def _part(call: Call, coupon: Coupon, due: Due, now: int) -> _Part:
    """Return the next customers for whom the occasion has come."""
    if coupon.issue_type == "A" and coupon.issue_sub_type == set_times.ANNIVERSARY:
        day = set_times.celebrated_day(coupon, due.due_at)
        if coupon.issue_anniversary_type == "W":
            rows = await candidate_store.married(
                call, solar_days(day), after=due.done_until, most=AT_ONCE
            )
            return _Part(rows, rows[-1] if rows else "", len(rows) == AT_ONCE)
        solar, lunar = solar_days(day), lunar_days(day)
        born = await candidate_store.born(
            call, [*solar, *lunar], after=due.done_until, most=AT_ONCE
        )
        members = [each.member_id for each in born if each.is_on(solar, lunar)]
        return _Part(members, born[-1].member_id if born else "", len(born) == AT_ONCE)
    rows = await candidate_store.members(call, after=due.done_until, most=AT_ONCE)
    part = _Part(rows, rows[-1] if rows else "", len(rows) == AT_ONCE)
    if coupon.issue_type == "R":
        return part
    inactive = await _inactive(call, rows, _inactive_since(coupon, now))
    return _Part(inactive, part.last, part.more)


async def _inactive(call: Call, member_ids: list[str], since: int) -> list[str]:
    """Return the members who paid for orders before `since` and for none from then on."""
    ever, lately = [
        await purchases.records().totals_of(
            call,
            member_ids,
            since=begin,
            standard="total_order_amount",
            delivered=False,
            with_claimed=False,
        )
        for begin in (0, since)
    ]
    return [each for each in member_ids if each in ever and each not in lately]
