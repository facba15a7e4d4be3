"""Expires points: at their hours by a worker of the server, or by operator command.

Customers are processed in batches, each in a transaction that locks the rule and writes the
progress: of several workers one proceeds, and an interrupted run is resumed.
"""

import logging
from datetime import timedelta
from decimal import Decimal
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from openmall.commerce.customer.customers import balance_store as balances
from openmall.commerce.customer.customers import store as customer_store
from openmall.commerce.mileage.autoexpiration import store as autoexpiration_store
from openmall.commerce.mileage.autoexpiration.months import first_from, months_later, start_of
from openmall.commerce.mileage.autoexpiration.store import Due
from openmall.commerce.mileage.entries import store as entry_store
from openmall.commerce.mileage.points import ledger as point_ledger
from openmall.contract.call import Call
from openmall.contract.journal import batch as journal_batch
from openmall.contract.moments import Clock, Clocks, moment
from openmall.contract.money import ZERO, hundredths
from openmall.database.session import Database

log = logging.getLogger("openmall")

AT_ONCE: Final = 100
"""Customers of one transaction."""


class Report(Struct, frozen=True, kw_only=True):
    """The result of an expiration of malls' points."""

    customers: int
    """Customers with expired points; a customer counts once for each shop."""
    points: str


class Step(Struct, frozen=True):
    """The result of one transaction: expired points of each customer, and whether more remain."""

    gone: list[Decimal]
    more: bool


async def expire_due(
    database: Database, clocks: Clocks, mall_ids: list[str] | None = None
) -> Report:
    """Expire the due points of `mall_ids`, or of all malls.

    A failing shop is logged and retried the next time.
    """
    gone: list[Decimal] = []
    for mall_id, shop_no in await _work(database, clocks, mall_ids):
        try:
            step = Step([], more=True)
            while step.more:
                step = await _step(database, clocks.of(mall_id), mall_id, shop_no)
                gone += step.gone
        except Exception as error:
            log.error("points not expired", extra={"mall_id": mall_id, "reason": str(error)})
    return Report(customers=len(gone), points=str(sum(gone, ZERO)))


async def _work(
    database: Database, clocks: Clocks, mall_ids: list[str] | None
) -> list[tuple[str, int]]:
    """Return malls and shops with due points; shop 0: points with an expiry of their own."""
    if mall_ids is None:
        now = int(clocks.machine.now())
        async with database.reading("") as db:
            work = await autoexpiration_store.due(db, now)
            return work + [(each, 0) for each in await entry_store.malls_with_expired(db, now=now)]
    work = []
    for mall_id in mall_ids:
        now = int(clocks.of(mall_id).now())
        async with database.reading(mall_id) as db:
            shops = await autoexpiration_store.due_in_mall(db, now)
            if await entry_store.with_expired(db, now=now, limit=1):
                shops.append(0)
        work += [(mall_id, shop_no) for shop_no in shops]
    return work


async def _step(database: Database, clock: Clock, mall_id: str, shop_no: int) -> Step:
    """Expire points of a batch of customers: of a shop by age, of shop 0 by their own expiry."""
    async with database.writing(mall_id) as db:
        call = Call(clock, db, shop_no=shop_no)
        step = await (_by_age(call) if shop_no else _by_their_time(call))
        await journal_batch.publish(db, clock, call.effects.events)
        if step.gone:
            content = f"points of {len(step.gone)} customers: {sum(step.gone, ZERO)} expired"
            await journal_batch.write_activity(db, clock, "points", "points expire", content)
    return step


async def _by_age(call: Call) -> Step:
    due = await autoexpiration_store.find(call.db, call.shop_no, to_change=True)
    if due is None or due.due_at > call.clock.now():
        return Step([], more=False)
    rule = due.rule
    members = await balances.with_points(
        call, after=due.done_until, points=hundredths(rule.standard_point), limit=AT_ONCE
    )
    day = moment(due.due_at).date()
    before = start_of(months_later(day, -rule.target_period_month))
    gone = []
    for member_id in await _in_group(call, members, rule.group_no):
        expired = await point_ledger.expire(
            call, member_id, issued_before=before, standard=rule.standard_point
        )
        if expired:
            gone.append(expired)
    more = len(members) == AT_ONCE
    await autoexpiration_store.keep(
        call.db, replace(due, done_until=members[-1]) if more else _next(due)
    )
    return Step(gone, more)


async def _in_group(call: Call, members: list[str], group_no: int) -> list[str]:
    if not group_no:
        return members
    found = await customer_store.find(call, member_id=members)
    return [each.member_id for each in found if each.group_no == group_no]


def _next(due: Due) -> Due:
    """Return when points expire again."""
    day_after = moment(due.due_at).date() + timedelta(days=1)
    return replace(due, due_at=first_from(due.rule, day_after), done_until="")


async def _by_their_time(call: Call) -> Step:
    found = await entry_store.with_expired(call.db, now=int(call.clock.now()), limit=AT_ONCE)
    gone = []
    for member_id, shop_no in found:
        with call.in_shop(shop_no):
            expired = await point_ledger.expire(call, member_id)
        if expired:
            gone.append(expired)
    return Step(gone, more=len(found) == AT_ONCE)
