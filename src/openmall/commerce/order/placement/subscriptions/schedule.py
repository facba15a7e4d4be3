"""On which days the deliveries of an item are, and on which their orders are placed."""

from calendar import monthrange
from datetime import MAXYEAR, date, datetime, timedelta
from typing import Final

from msgspec.structs import replace

from openmall.commerce.order.placement.subscription_rules.shape import Cycle, Rule
from openmall.commerce.order.placement.subscriptions.shape import State, SubscriptionItem

PAID_BEFORE: Final = 3
"""Days between the order and the expected delivery of products without a rule."""


def in_state(
    item: SubscriptionItem, state: State, now: datetime, rule: Rule | None
) -> SubscriptionItem:
    """Return an item in a state; a resumed one continues with the next day of its cycle."""
    if state == "C":
        return replace(item, subscription_state=state, terminated_date=now)
    item = replace(item, subscription_state=state)
    if state == "P" or item.expected_delivery_date >= now.date():
        return item
    return on_day(item, next_delivery(item, now.date()), now.date(), rule)


def next_delivery(item: SubscriptionItem, today: date) -> date:
    """Return the first delivery of an item that has not passed, counted from its next one."""
    cycle, anchor = item.subscription_shipments_cycle, item.anchor_day
    return next_day(item.expected_delivery_date, cycle, today, anchor=anchor)


def on_day(
    item: SubscriptionItem, day: date, earliest: date, rule: Rule | None
) -> SubscriptionItem:
    """Return an item whose next delivery is on a day of its cycle, ordered from `earliest` on."""
    return replace(
        item,
        expected_delivery_date=day,
        expected_pay_date=paid_on(day, earliest, rule),
        # a month that is too short does not change the day of those after it
        anchor_day=item.anchor_day or item.expected_delivery_date.day,
    )


def next_day(start: date, cycle: Cycle, today: date, *, anchor: int = 0) -> date:
    """Return the first day of a cycle that has not passed.

    Months count from the anchor day: a delivery on the 31st is on the last day of a shorter month,
    and on the 31st again. `anchor`: that day of the month; 0: the day of `start`.
    """
    number, unit = int(cycle[0]), cycle[1]
    anchor = anchor or start.day
    day, times = start, 0
    while day < today:
        times += 1
        if unit == "W":
            weeks = timedelta(weeks=number * times)
            day = start + weeks if date.max - start >= weeks else date.max
            continue
        months = start.month - 1 + number * times * (12 if unit == "Y" else 1)
        year, month = start.year + months // 12, months % 12 + 1
        if year > MAXYEAR:
            return date.max
        day = date(year, month, min(anchor, monthrange(year, month)[1]))
    return day


def day_after(day: date) -> date:
    """Return the next day; the last one of the calendar is followed by itself."""
    return day if day == date.max else day + timedelta(days=1)


def paid_on(day: date, today: date, rule: Rule | None) -> date:
    """Return the day on which the order of a delivery is placed."""
    days = PAID_BEFORE if rule is None else rule.shipments_start_date
    return max(today, day - timedelta(days=days))
