"""When customers are moved between groups next."""

from datetime import datetime, timedelta
from typing import Final

from openmall.commerce.customer.customergroups_setting import CustomergroupsSetting

HOUR: Final = 3
"""Of the night, at +09:00, in which customers are moved."""
_DAYS: Final = {"1d": 1, "3d": 3}
_MONTHS: Final = {"1m": 1, "3m": 3, "6m": 6, "12m": 12}
_FORMAT: Final = "%Y-%m-%d %H:%M:%S"


def next_time(setting: CustomergroupsSetting, now: datetime) -> datetime:
    """Return the first time after `now` (at +09:00) at which customers are to be moved.

    Weeks end with the weekday of the settings, by default Sunday; months with their day, by default
    the first.
    """
    today = now.replace(hour=HOUR, minute=0, second=0, microsecond=0)
    interval = setting.interval_auto_update
    if interval in _DAYS:
        return today + timedelta(days=_DAYS[interval])
    if interval == "1w":
        # of ours Monday is 0, of the setting Sunday
        weekday = (int(setting.interval_week or "0") - 1) % 7
        ahead = (weekday - today.weekday()) % 7
        return today + timedelta(days=ahead or 7)
    day = setting.interval_month or 1
    if today.day < day and interval == "1m":
        return today.replace(day=day)
    months = today.month - 1 + _MONTHS[interval]
    return today.replace(year=today.year + months // 12, month=months % 12 + 1, day=day)


def written(at: datetime) -> str:
    """Return a time as `auto_update_set_date` holds it."""
    return at.strftime(_FORMAT)


def is_due(setting: CustomergroupsSetting, now: datetime) -> bool:
    """Return whether the time of the settings has come; settings without a time are not due."""
    return setting.auto_update_set_date is not None and setting.auto_update_set_date <= written(now)
