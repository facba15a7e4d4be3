"""The rule that assigns page views and actions to visits. It uses no clock and no store.

A visit is of one browser in one shop, and lasts until 60 minutes after the last activity. A page
view begins one

1. if the browser has no visit yet, or its last activity is more than 60 minutes ago;
2. if its source (referrer, search term or ad) is known and differs from that of the visit. The
   same ad again continues the visit.

A page view without a source (opened from within the shop, from a bookmark or by a typed address)
never ends a visit that lasts: it continues the visit, and its sales count for the visit's source.
After 60 minutes it begins a visit of its own without a source.

An action that the shop announces (a product was put into a cart, an order was placed) extends a
visit but begins none: if no visit lasts, it belongs to none.

An event from before the last activity is late. It belongs to the browser's last visit if that had
begun by then and has the same source, or if the event has no source; else to a visit aside, which
other late events may share, and which leaves the last visit unchanged.

Specification: "Meanings of aggregates" (visits, ads).
"""

from hashlib import blake2b
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from openmall.analytics.facts.tables import SOURCE

Source = tuple[str, ...]
"""Values in the order of `facts.tables.SOURCE`."""

LASTS: Final = 60 * 60 * 1000
"""Milliseconds without activity after which a visit is over."""
NOWHERE: Final[Source] = ("",) * len(SOURCE)
"""The source of a visit without a known source."""


class Visit(Struct, frozen=True):
    """The last visit of a browser in a shop, or one aside; moments in UTC milliseconds."""

    visits: int
    """Number of the browser's visits, this one included."""
    number: int
    began_at: int
    active_at: int
    source: Source
    device: str = "pc"
    aside: bool = False

    @property
    def first(self) -> bool:
        """Say whether it is the browser's first one."""
        return self.visits == 1 and not self.aside

    def lasts(self, at: int) -> bool:
        """Say whether it has begun at `at` and is not over."""
        return self.began_at <= at <= self.active_at + LASTS


Browser = tuple[str, int, int]
"""A browser in a shop: mall, shop and its number."""


class BrowserState(Struct):
    """The visits of a browser in a shop while its events are processed, oldest first."""

    last: Visit | None = None
    aside: Visit | None = None


def record_page(
    who: Browser, known: BrowserState, at: int, source: Source | None, device: str
) -> tuple[Visit, bool]:
    """Return the visit of a page view, and whether the page view begins it.

    `source`: where the visitor came from just then; None: from within the shop, or directly.
    """
    last = known.last
    if last is not None and last.lasts(at) and source in (None, last.source):
        known.last = _active(last, at)
        return known.last, False
    if last is None or at >= last.active_at:
        known.last = _begun(who, 1 if last is None else last.visits + 1, at, source, device)
        return known.last, True
    aside = known.aside
    if aside is not None and aside.lasts(at) and source in (None, aside.source):
        known.aside = _active(aside, at)
        return known.aside, False
    known.aside = _aside(who, last.visits, at, source, device)
    return known.aside, True


def record_action(known: BrowserState, at: int) -> Visit | None:
    """Return the visit of an action the shop itself announced; None: no visit lasts."""
    if known.last is not None and known.last.lasts(at):
        known.last = _active(known.last, at)
        return known.last
    if known.aside is not None and known.aside.lasts(at):
        known.aside = _active(known.aside, at)
        return known.aside
    return None


def _active(visit: Visit, at: int) -> Visit:
    return visit if at <= visit.active_at else replace(visit, active_at=at)


def _begun(who: Browser, visits: int, at: int, source: Source | None, device: str) -> Visit:
    number = numbered(*who, at, visits)
    return Visit(visits, number, at, at, source or NOWHERE, device)


def _aside(who: Browser, visits: int, at: int, source: Source | None, device: str) -> Visit:
    number = numbered(*who, at, visits, "aside", *(source or NOWHERE))
    return Visit(visits, number, at, at, source or NOWHERE, device, aside=True)


def numbered(*parts: str | int) -> int:
    """Return a number of 63 bits derived from the arguments alone."""
    text = "\0".join(map(str, parts)).encode()
    return int.from_bytes(blake2b(text, digest_size=8).digest(), "big") >> 1
