"""Limit of a group's discount for a member in a period, as the shop's settings say.

Specification: resources of the Customer area are "not shown".
"""

from datetime import datetime, timedelta
from decimal import Decimal

from openmall.commerce.customer import purchases
from openmall.commerce.customer.customergroups import benefits as customergroup_benefits
from openmall.commerce.customer.customergroups.shape import Group
from openmall.commerce.customer.customergroups_setting import CustomergroupsSetting
from openmall.contract.call import Call
from openmall.contract.crud.settings import current
from openmall.contract.moments import moment, seconds


async def remaining_discount(
    call: Call, member_id: str, group: Group, *, but: str = ""
) -> Decimal | None:
    """Return how much a member of `group` may still get off; None: as much as there is.

    Discounts of cancelled orders do not count, nor do those of the order `but`.
    """
    if group.discount_limit_information.discount_limit_type == "A":
        return None
    since = period_start(await current(call, CustomergroupsSetting), moment(call.clock.now()))
    if since is None:
        return None
    had = await purchases.records().discounts_had(call, member_id, seconds(since), but=but)
    return customergroup_benefits.remaining(group, had=sum(had, Decimal(0)), times=len(had))


def period_start(setting: CustomergroupsSetting, now: datetime) -> datetime | None:
    """Return the start of the period in which discounts count; None: there is no limit now."""
    first, last = setting.discount_limit_begin_date, setting.discount_limit_end_date
    today = now.date()
    if setting.use_discount_limit != "T":
        return None
    if (first is not None and today < first) or (last is not None and today > last):
        return None
    day = today
    if setting.discount_limit_reset_period == "3d":
        day -= timedelta(days=(today - first).days % 3 if first else today.toordinal() % 3)
    elif setting.discount_limit_reset_period == "1w":
        # of ours Monday is 0, of the setting Sunday
        weekday = (int(setting.discount_limit_reset_week or "0") - 1) % 7
        day -= timedelta(days=(today.weekday() - weekday) % 7)
    elif setting.discount_limit_reset_period == "1m":
        reset = setting.discount_limit_reset_date or 1
        if today.day < reset:
            day = today.replace(day=1) - timedelta(days=1)
        day = day.replace(day=reset)
    return now.replace(
        year=day.year, month=day.month, day=day.day, hour=0, minute=0, second=0, microsecond=0
    )
