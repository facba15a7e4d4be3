"""The schedule of a rule of automatic display: from its start on, at hours of the day."""

from typing import Final

from openmall.commerce.category.autodisplay.shape import Rule
from openmall.contract.moments import PLATFORM_ZONE, seconds

_HOUR: Final = 3_600
_ZONE: Final = int(PLATFORM_ZONE.utcoffset(None).total_seconds())


def has_begun(rule: Rule, now: float) -> bool:
    """Return whether a rule is in effect at `now`, UTC seconds."""
    return _start(rule) <= now


def next_renewal(rule: Rule, after: float) -> int | None:
    """Return when a rule is to be renewed next, later than `after`; UTC seconds.

    None: no automatic renewal any more. A rule that is not in effect yet is renewed when it begins.
    """
    if not has_begun(rule, after):
        return _start(rule)
    begun = int(after + _ZONE) // _HOUR
    following = (hour for hour in range(begun + 1, begun + 25) if hour % 24 in rule.timetable)
    hour = next(following, None)
    return None if hour is None else hour * _HOUR - _ZONE


def _start(rule: Rule) -> int:
    reserved = rule.use_reservation == "T" and rule.start_date is not None
    return seconds(rule.start_date) if reserved and rule.start_date is not None else 0
