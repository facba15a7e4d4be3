"""Formats calls for people, and parses the status filter they type."""

import re
from datetime import timedelta
from typing import Final

from openmall.contract.moments import moment

STATUSES: Final = (
    "2xx", "3xx", "4xx", "5xx", "400", "401", "403", "404", "409", "422", "429", "500", "503",
)  # fmt: skip
"""Statuses offered as filters: a class, or a single one."""
_STATUS: Final = re.compile(r"([2-5])(?:xx|\d\d)")


def status_filter(text: str) -> dict[str, int]:
    """Return the filters of `search.calls` for `404`, or for `4xx`. Raises ValueError."""
    found = _STATUS.fullmatch(text)
    if found is None:
        raise ValueError(text)
    filters = {"class": int(found[1])}
    return filters if text.endswith("xx") else {**filters, "status": int(text)}


def time(micros: int) -> str:
    """Return a moment in UTC microseconds as a time at +09:00, to the millisecond."""
    at = moment(micros // 1_000_000) + timedelta(microseconds=micros % 1_000_000)
    return f"{at:%Y-%m-%d %H:%M:%S}.{at.microsecond // 1000:03}"


def took(micros: int) -> str:
    """Return how long a call took, in milliseconds."""
    return f"{micros / 1000:,.1f} ms"
