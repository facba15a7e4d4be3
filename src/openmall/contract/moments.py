"""Dates and times as the API shows them: ISO 8601 at +09:00 outside, whole UTC seconds inside.

Specification: "Shared conventions" 2; "Shared query conventions" (date filters).
"""

import re
import time
from calendar import monthrange
from collections.abc import Mapping
from datetime import datetime, timedelta, timezone
from functools import lru_cache
from types import MappingProxyType
from typing import Final, Protocol

from openmall.contract.refusal import RefusedValue
from openmall.contract.refusals import NO_MOMENT

PLATFORM_ZONE: Final = timezone(timedelta(hours=9))
"""The UTC offset of every time in responses, and the default for times sent without one."""
ZONE_NAME: Final = "+09:00"
"""As pages, files and mails name it where their times are shown without it."""

_PATTERN: Final = re.compile(
    r"(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}:\d{2})(?:\.\d{1,6})?(Z|[+ -]\d{2}:?\d{2})?)?"
)
_DAY_SECONDS: Final = 86_400
_EPOCH: Final = datetime.fromtimestamp(0, PLATFORM_ZONE)
_FIRST: Final = int(datetime(1, 1, 1, tzinfo=PLATFORM_ZONE).timestamp())
_LAST: Final = int(datetime(9999, 12, 31, 23, 59, 59, tzinfo=PLATFORM_ZONE).timestamp())


class Clock(Protocol):
    """The source of the current time, which sandboxes and tests can shift."""

    def now(self) -> float:
        """Return seconds since 1970-01-01T00:00:00Z."""
        ...


class SystemClock:
    """The machine's clock."""

    def now(self) -> float:
        return time.time()


class Ahead:
    """A clock that is `seconds` ahead of another, as in a sandbox."""

    def __init__(self, clock: Clock, seconds: int) -> None:
        self._clock = clock
        self._seconds = seconds

    def now(self) -> float:
        return self._clock.now() + self._seconds


class Clocks:
    """The clocks of all malls: the machine's clock, shifted in sandboxes that are ahead."""

    def __init__(self, machine: Clock, ahead: Mapping[str, int] = MappingProxyType({})) -> None:
        """`ahead`: mall -> seconds."""
        self.machine = machine
        self._ahead = ahead

    @property
    def ahead(self) -> list[str]:
        """Return the ids of sandboxes whose clock is ahead."""
        return list(self._ahead)

    def of(self, mall_id: str) -> Clock:
        """Return the clock of a mall."""
        ahead = self._ahead.get(mall_id, 0)
        return Ahead(self.machine, ahead) if ahead else self.machine


def moment(seconds: float) -> datetime:
    """Convert UTC epoch `seconds` to a datetime at +09:00, truncated to the whole second."""
    return _whole_moment(int(seconds))


@lru_cache(maxsize=65_536)
def _whole_moment(seconds: int) -> datetime:
    # `fromtimestamp` fails on the first hours of year 1, which are of year 0 in UTC
    return _EPOCH + timedelta(seconds=seconds)


def seconds(at: datetime) -> int:
    """Convert a datetime with an offset to whole UTC epoch seconds."""
    return int(at.timestamp())


def read(text: str, *, end: bool = False) -> int:
    """Parse a date or date-time into UTC epoch seconds.

    A date without a time is the start of that day, or with `end` its last second.
    A time without an offset is at +09:00. A space is accepted for the `T`, and for the `+`,
    because an unencoded plus sign in a query is decoded as a space.
    Raises RefusedValue for any other text.
    """
    match = _PATTERN.fullmatch(text)
    if match is None:
        raise RefusedValue(NO_MOMENT)
    day, clock, offset = match.groups()
    offset = (offset or "+09:00").replace(" ", "+")
    try:
        at = datetime.fromisoformat(f"{day}T{clock or '00:00:00'}{offset}")
    except ValueError:
        raise RefusedValue(NO_MOMENT) from None
    start = int(at.timestamp())
    if not _FIRST <= start <= _LAST:
        # at +09:00 it is of a year that no calendar has
        raise RefusedValue(NO_MOMENT)
    return start + _DAY_SECONDS - 1 if end and clock is None else start


def months_before(at: datetime, months: int) -> datetime:
    """Return the same time of day `months` earlier; on the month's last day where it is shorter."""
    year, month = divmod(at.year * 12 + at.month - 1 - months, 12)
    last = monthrange(year, month + 1)[1]
    return at.replace(year=year, month=month + 1, day=min(at.day, last))
