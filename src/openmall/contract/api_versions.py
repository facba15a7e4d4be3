"""Resolves the dated API version of a call: requested, default of the app, oldest still served.

Specification: "Versioning" 1-3.
"""

import re
from datetime import date
from functools import lru_cache
from typing import Final

from openmall.contract import moments
from openmall.contract.errors import Invalid

RELEASES: Final = ("2023-12-01", "2024-03-01", "2026-03-01")
"""Every release of the admin and storefront APIs, oldest first."""
NEWEST: Final = RELEASES[-1]
DEFAULT: Final = NEWEST
"""Version of a newly registered app. Existing apps keep their version."""
HEADER: Final = "X-Platform-Api-Version"

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
    return _on(requested, int(now + _OFFSET) // 86_400)


@lru_cache(maxsize=1_024)
def _on(requested: str, day: int) -> str:
    """Return the version in effect on the platform's `day`, counted from 1970-01-01."""
    today = date.fromordinal(_EPOCH + day).isoformat()
    released = [release for release in RELEASES if release <= today]
    alive = [release for release in released if today < (expires(release) or "9999-12-31")]
    eligible = [release for release in alive if release <= requested]
    return eligible[-1] if eligible else alive[0]


def read(text: str) -> str:
    """Parse the version header into an ISO date. Raises Invalid (422) for another text."""
    try:
        if _FORM.fullmatch(text):
            return date.fromisoformat(text).isoformat()
    except ValueError:
        pass
    raise Invalid(f"{HEADER} is not a date of the form yyyy-mm-dd.", parameter=HEADER)
