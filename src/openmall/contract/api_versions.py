"""Resolves the dated API version of a call: requested, default of the app, oldest still served.

Specification: "Versioning" 1-3.
"""

import re
from datetime import date, timedelta
from functools import lru_cache
from typing import Final

from msgspec import Struct

from openmall.contract import moments
from openmall.contract.errors import Invalid
from openmall.contract.refusals import NO_VERSION_DATE

RELEASES: Final = ("2023-12-01", "2024-03-01", "2026-02-01", "2026-03-01")
"""Every release of the admin and storefront APIs, oldest first."""
NEWEST: Final = RELEASES[-1]
DEFAULT: Final = NEWEST
"""Version of a newly registered app. Existing apps keep their version."""
HEADER: Final = "X-Platform-Api-Version"

APIS: Final = frozenset({"admin", "storefront"})
"""The APIs whose incompatible changes are dated (Versioning 1)."""
WARNING_DAYS: Final = 180
"""Days before the end of a version from which its calls are warned."""

_OFFSET: Final = moments.PLATFORM_ZONE.utcoffset(None).total_seconds()
_EPOCH: Final = date(1970, 1, 1).toordinal()
_FORM: Final = re.compile(r"\d{4}-\d{2}-\d{2}")


def expires(release: str) -> str | None:
    """Return the first day on which `release` is no longer served; None for the newest release.

    One year after the next version is released (Versioning 3).
    """
    at = RELEASES.index(release)
    if at + 1 == len(RELEASES):
        return None
    following = date.fromisoformat(RELEASES[at + 1])
    return following.replace(year=following.year + 1).isoformat()


def in_effect(requested: str, now: float) -> str:
    """Return the version in effect for the `requested` date at UTC epoch seconds `now`.

    A date between releases selects the newest release not after it. An expired version and a date
    before the first release select the oldest valid one.
    """
    return on_day(requested, day_of(now))


@lru_cache(maxsize=1_024)
def on_day(requested: str, day: int) -> str:
    """Return the version in effect on the platform's `day`, counted from 1970-01-01."""
    today = date.fromordinal(_EPOCH + day).isoformat()
    released = [release for release in RELEASES if release <= today]
    alive = [release for release in released if today < (expires(release) or "9999-12-31")]
    eligible = [release for release in alive if release <= requested]
    return eligible[-1] if eligible else alive[0]


class Ending(Struct, frozen=True):
    """The end of a version that has come near, or is past."""

    version: str
    """The release that a call asked for."""
    deprecated_at: int
    sunset_at: int
    """UTC epoch seconds: since when its calls are warned, and from when it is not served."""


def day_of(now: float) -> int:
    """Return the platform's day at UTC epoch seconds, counted from 1970-01-01."""
    return int(now + _OFFSET) // 86_400


@lru_cache(maxsize=1_024)
def ending_on(requested: str, day: int) -> Ending | None:
    """Return the end of the version that `requested` names; None while it is 181 days away or more.

    `day`: as `day_of` counts. An expired version, for which another one is substituted, has an end
    in the past.
    """
    version = next((each for each in reversed(RELEASES) if each <= requested), RELEASES[0])
    until = expires(version)
    if until is None:
        return None
    end = date.fromisoformat(until)
    begin = end - timedelta(days=WARNING_DAYS)
    if date.fromordinal(_EPOCH + day) < begin:
        return None
    return Ending(version, _midnight(begin), _midnight(end))


def _midnight(day: date) -> int:
    return (day.toordinal() - _EPOCH) * 86_400 - int(_OFFSET)


def read(text: str) -> str:
    """Parse the version header into an ISO date. Raises Invalid (422) for another text."""
    try:
        if _FORM.fullmatch(text):
            return date.fromisoformat(text).isoformat()
    except ValueError:
        pass
    raise Invalid(NO_VERSION_DATE, parameter=HEADER, header=HEADER)
