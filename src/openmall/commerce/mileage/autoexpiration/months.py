"""Days that are some months apart."""

from calendar import monthrange
from datetime import date, datetime

from openmall.commerce.mileage.autoexpiration.shape import Autoexpiration
from openmall.contract.moments import PLATFORM_ZONE, seconds


def months_later(day: date, months: int) -> date:
    """Return the same day so many months later, or before; the last of the month if it has none."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    last = monthrange(year, month + 1)[1]
    return date(year, month + 1, min(day.day, last))


def start_of(day: date) -> int:
    """Return when a day begins, in UTC seconds."""
    return seconds(datetime(day.year, day.month, day.day, tzinfo=PLATFORM_ZONE))


def first_from(rule: Autoexpiration, day: date) -> int:
    """Return when points expire by `rule` on `day`, or the next time after it, in UTC seconds.

    It is counted from the first of its days, as months differ in length.
    """
    turns = 0
    while (at := months_later(rule.expiration_date, turns * rule.interval_month)) < day:
        turns += 1
    return start_of(at)
