"""Moves customers between groups when it is due, and says beforehand who would be moved.

A worker moves the customers of a shop in parts, each a transaction that holds the shop's settings:
two workers take turns, and the second finds nobody left to move. A run that was interrupted begins
again with the first customer; who was moved already stays where they are.
"""

import logging
from collections.abc import Awaitable, Callable
from decimal import Decimal
from typing import Final

import msgspec
from msgspec import Struct

from openmall.commerce.customer import purchases
from openmall.commerce.customer.automatic_groups import schedule, tiers
from openmall.commerce.customer.automatic_groups import store as automatic_group_store
from openmall.commerce.customer.customergroups import rules as customergroup_rules
from openmall.commerce.customer.customergroups.shape import Group, Purchases
from openmall.commerce.customer.customergroups_setting import CustomergroupsSetting
from openmall.commerce.customer.customers import store as customer_store
from openmall.commerce.customer.customers.events import CustomerMoved
from openmall.contract.call import Call, Mall
from openmall.contract.crud.settings import current, write_setting
from openmall.contract.journal import batch as journal_batch
from openmall.contract.moments import Clocks, moment, months_before, seconds
from openmall.database.session import Database

log = logging.getLogger("openmall")

SECONDS: Final = 60.0
"""Between two searches for shops in which it is due."""
AT_ONCE: Final = 200
"""Customers of one transaction."""
MallLookup = Callable[[str], Awaitable[Mall | None]]


class Move(Struct, frozen=True, kw_only=True):
    """A customer who belongs to another group."""

    member_id: str
    group_no: int
    new_group_no: int
    purchase_amount: Decimal
    purchase_count: int


async def purchases_of(
    call: Call, setting: CustomergroupsSetting, member_ids: list[str]
) -> dict[str, Purchases]:
    """Return what customers bought in the call's shop that counts by its settings: paid items.

    `delivery_complete`: what has arrived; `deduct_cancellation_refund` F: also what was cancelled
    or returned. Shops sell nothing offline here. Customers without purchases are left out.
    """
    since = 0
    if setting.total_period != "now":
        months = int(setting.total_period.removesuffix("m"))
        since = seconds(months_before(moment(call.clock.now()), months))
    found = await purchases.records().totals_of(
        call,
        member_ids,
        since=since,
        standard=setting.standard_purchase_amount,
        delivered=setting.auto_update_criteria == "delivery_complete",
        with_claimed=setting.deduct_cancellation_refund == "F",
    )
    by_order = setting.standard_purchase_count == "order_count"
    return {
        member_id: Purchases(amount=each.amount, number=each.orders if by_order else each.units)
        for member_id, each in found.items()
    }


async def moves_of(
    call: Call, setting: CustomergroupsSetting, groups: list[Group], members: list[tuple[str, int]]
) -> list[Move]:
    """Return which of some customers, with their groups, belong to another group."""
    bought = await purchases_of(call, setting, [member_id for member_id, _ in members])
    found = []
    for member_id, group_no in members:
        own = bought.get(member_id, Purchases())
        new = tiers.group_for(groups, group_no, own, setting.customer_tier_criteria)
        if new != group_no:
            found.append(
                Move(
                    member_id=member_id,
                    group_no=group_no,
                    new_group_no=new,
                    purchase_amount=own.amount,
                    purchase_count=own.number,
                )
            )
    return found


async def move_due(
    database: Database, clocks: Clocks, malls: MallLookup, mall_ids: list[str] | None = None
) -> int:
    """Move the customers of shops in which it is due, in `mall_ids` or all malls; return how many.

    A failure in one shop is logged, and tried again the next time.
    """
    async with database.reading("") as db:
        known = await automatic_group_store.settings(db)
    moved = 0
    for mall_id, setting in known:
        if setting.use_auto_update != "T" or (mall_ids is not None and mall_id not in mall_ids):
            continue
        now = moment(clocks.of(mall_id).now())
        if setting.auto_update_set_date is not None and not schedule.is_due(setting, now):
            continue
        try:
            mall = await malls(mall_id)
            if mall is not None and setting.shop_no in mall.shops:
                moved += await _move_in_shop(database, clocks, mall, setting.shop_no)
        except Exception as error:
            facts = {"mall_id": mall_id, "shop_no": setting.shop_no, "reason": type(error).__name__}
            log.error("customers not moved between groups", extra=facts)
    return moved


async def _move_in_shop(database: Database, clocks: Clocks, mall: Mall, shop_no: int) -> int:
    """Move the customers of a shop; return how many. Settings without a time get their first."""
    moved, after = 0, ""
    while True:
        async with database.writing(mall.mall_id) as db:
            call = Call(clocks.of(mall.mall_id), db, mall, shop_no)
            setting = await current(call, CustomergroupsSetting, to_change=True)
            now = moment(call.clock.now())
            is_due = schedule.is_due(setting, now)
            if setting.use_auto_update != "T" or (setting.auto_update_set_date and not is_due):
                return moved
            members: list[tuple[str, int]] = []
            if is_due:
                members = await automatic_group_store.members(
                    db, shop_no, after=after, most=AT_ONCE
                )
                moved += await _move_some(call, setting, members)
            if len(members) < AT_ONCE:
                at = schedule.written(schedule.next_time(setting, now))
                later = msgspec.structs.replace(setting, auto_update_set_date=at)
                await write_setting(db, None, later)
                return moved
            after = members[-1][0]


async def _move_some(
    call: Call, setting: CustomergroupsSetting, members: list[tuple[str, int]]
) -> int:
    groups = await customergroup_rules.of_shop(call)
    names = {each.group_no: each.group_name for each in groups}
    moves = await moves_of(call, setting, groups, members)
    if not moves:
        return 0
    for each in moves:
        await customer_store.put_in_group(
            call, each.member_id, group_no=each.new_group_no, fixed_group="F"
        )
    events = [
        CustomerMoved(
            event_shop_no=str(call.shop_no),
            member_id=each.member_id,
            after_member_group_name=names[each.new_group_no],
        )
        for each in moves
    ]
    await journal_batch.publish(call.db, call.clock, events)
    content = f"{len(moves)} customers moved between groups by their purchases"
    await journal_batch.write_activity(call.db, call.clock, "customers", "group move", content)
    return len(moves)
