"""Dates and times as the API shows them: ISO 8601 at +09:00 outside, whole UTC seconds inside.

Specification: "Shared conventions" 2; "Shared query conventions" (date filters).
"""

import re
import time
from collections.abc import Mapping
from datetime import datetime, timedelta, timezone
from functools import lru_cache
from types import MappingProxyType
from typing import Final, Protocol

PLATFORM_ZONE: Final = timezone(timedelta(hours=9))
"""The offset of every time the API answers, and of a time a client sends without one."""

_FORM: Final = re.compile(
    r"(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}:\d{2})(?:\.\d{1,6})?(Z|[+ -]\d{2}:?\d{2})?)?"
)
_A_DAY: Final = 86_400


class Clock(Protocol):
    """Where every rule asks for the time, so that a sandbox or a test can move it."""

    def now(self) -> float:
        """Return seconds since 1970-01-01T00:00:00Z."""
        ...


class SystemClock:
    """The machine's clock."""

    def now(self) -> float:
        return time.time()


class Ahead:
    """A clock that is so many seconds ahead of another, as a sandbox's may be."""

    def __init__(self, clock: Clock, seconds: int) -> None:
        self._clock = clock
        self._seconds = seconds

    def now(self) -> float:
        return self._clock.now() + self._seconds


class Clocks:
    """The clock of every mall: the machine's, but for sandboxes that are ahead of it."""

    def __init__(self, machine: Clock, ahead: Mapping[str, int] = MappingProxyType({})) -> None:
        """`ahead`: mall -> seconds."""
        self.machine = machine
        self._ahead = ahead

    @property
    def ahead(self) -> list[str]:
        """Return the sandboxes that are ahead."""
        return list(self._ahead)

    def of(self, mall_id: str) -> Clock:
        """Return the clock of a mall."""
        ahead = self._ahead.get(mall_id, 0)
        return Ahead(self.machine, ahead) if ahead else self.machine


def moment(seconds: float) -> datetime:
    """Return UTC epoch `seconds` as a time at +09:00, cut to the whole second."""
    return _whole_moment(int(seconds))


@lru_cache(maxsize=65_536)
def _whole_moment(seconds: int) -> datetime:
    return datetime.fromtimestamp(seconds, PLATFORM_ZONE)


def seconds(at: datetime) -> int:
    """Return a time with an offset as whole UTC epoch seconds."""
    return int(at.timestamp())


def read(text: str, *, end: bool = False) -> int:
    """Return the UTC epoch seconds a date or date-time names.

    A date without a time is the start of that day, or with `end` its last second.
    A time without an offset is read at +09:00. A space may stand for the `T`, and, as an
    unencoded plus sign arrives as one, for the `+`.
    Raises ValueError when it is neither.
    """
    found = _FORM.fullmatch(text)
    if found is None:
        raise ValueError("not a date, nor a date-time with offset")
    day, clock, offset = found.groups()
    offset = (offset or "+09:00").replace(" ", "+")
    at = datetime.fromisoformat(f"{day}T{clock or '00:00:00'}{offset}")
    start = int(at.timestamp())
    return start + _A_DAY - 1 if end and clock is None else start
