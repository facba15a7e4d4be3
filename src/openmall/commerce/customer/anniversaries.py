"""The dates whose anniversary is celebrated on a day, by both calendars.

Days are proleptic ordinals of the calendar at +09:00; dates are as `customer_person` has them:
`YYYY-MM-DD`.
"""

from datetime import date
from functools import lru_cache
from typing import Final

_OLDEST: Final = 120
"""Years of age up to which anniversaries are looked for."""
_SHORT_MONTH: Final = 29
"""Days of a short month of the lunar calendar; the others have one more."""


def solar_days(ordinal: int) -> list[str]:
    """Return the dates with their anniversary on a day; of February 29 it is on the 28th else."""
    day = date.fromordinal(ordinal)
    ends = [f"{day:%m-%d}"]
    leap = day.year % 4 == 0 and (day.year % 100 != 0 or day.year % 400 == 0)
    if ends == ["02-28"] and not leap:
        ends.append("02-29")
    return [f"{day.year - age:04d}-{end}" for age in range(_OLDEST + 1) for end in ends]


@lru_cache(maxsize=8)
def lunar_days(ordinal: int) -> tuple[str, ...]:
    """Return the dates of the lunar calendar with their anniversary on a day.

    Those of the 30th on the 29th of a month that has no 30th. A leap month has none: who was born
    in one celebrates in the month before it. Empty beyond 2050, where the tables end.
    Cached, because to compute a date takes a millisecond, and every mall asks for the same days.
    """
    # imported where it is used: few installations have such customers
    from korean_lunar_calendar import KoreanLunarCalendar

    calendar, day = KoreanLunarCalendar(), date.fromordinal(ordinal)
    if not calendar.setSolarDate(day.year, day.month, day.day) or calendar.isIntercalation:
        return ()
    year, month, days = calendar.lunarYear, calendar.lunarMonth, [calendar.lunarDay]
    if days == [_SHORT_MONTH]:
        tomorrow = date.fromordinal(ordinal + 1)
        known = calendar.setSolarDate(tomorrow.year, tomorrow.month, tomorrow.day)
        if known and calendar.lunarDay == 1:
            days.append(_SHORT_MONTH + 1)
    return tuple(
        f"{year - age:04d}-{month:02d}-{each:02d}" for age in range(_OLDEST + 1) for each in days
    )
