"""Derives visits from an access log by the rules of the sessioniser.

The result depends on the file and a random secret alone: a run that was stopped reads the file
again, and skips the facts that are stored.
"""

import heapq
import hmac
import re
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Final

from msgspec import Struct, field

from openmall.analytics.collecting import enrichment, referrers
from openmall.analytics.collecting.addresses import day_of
from openmall.analytics.collecting.shape import BrowserEvent, CollectedEvent
from openmall.analytics.collecting.user_agents import program
from openmall.analytics.facts.tables import VISIT
from openmall.analytics.reports.search import FIRST_DAY
from openmall.analytics.sessionising.fact_builder import FactBuilder, Goods, Key
from openmall.analytics.sessionising.rule import BrowserState
from openmall.contract.errors import Invalid
from openmall.contract.moments import PLATFORM_ZONE, moment
from openmall.contract.refusal import Cause, cause
from openmall.http import visitor_identification
from openmall.transfer.imports import refusals
from openmall.transfer.imports.log_formats import LogLine
from openmall.transfer.imports.log_lines import (
    OTHER_HOST,
    Unreadable,
    line_of,
    why_no_page,
)
from openmall.transfer.imports.reading import Source
from openmall.transfer.imports.records import BrokenFile, CannotRead
from openmall.transfer.imports.rows import RowError

AT_ONCE: Final = 5_000
"""Pages whose facts are kept together."""
OUT_OF_ORDER: Final = 3_600
"""Seconds by which a line may be older than one above it: servers write it when all is sent."""
LOOKED_AT: Final = 100
"""Lines within which one must be readable, or the file is no access log."""
_COMMENT: Final = "#"
"""Beginning of lines by which IIS and CloudFront describe their logs."""
_A_DAY: Final = 86_400
_BITS: Final = 48
_FIRST: Final = (
    datetime.strptime(str(FIRST_DAY), "%Y%m%d").replace(tzinfo=PLATFORM_ZONE).timestamp()
)
_BOT: Final = VISIT.c.keys().index("bot")
_NO_GOODS: Final = Goods(products={}, categories={}, names={})


class LogOptions(Struct, frozen=True, kw_only=True):
    """Options of reading a log."""

    host: str
    """The shop's own: what leads from there is no referrer."""
    days_later: int = 0
    leave_out: str = ""
    """An expression that finds pages by their address; empty: all of them come in."""


class Reading(Struct, frozen=True, kw_only=True):
    """How a log is read and its browsers are distinguished."""

    number: int
    """Of the import, within the mall."""
    asked: LogOptions
    secret: str
    """Random; who knows it, and the installation's key, can try addresses until one fits."""
    now: int
    """When the import began, UTC seconds: no line of the log is later."""


class Tally(Struct, kw_only=True):
    """Counts of an import so far."""

    done: int = 0
    """Lines."""
    pages: int = 0
    pages_of_bots: int = 0
    visits: int = 0
    """Without those of bots."""
    left_out: Counter[str] = field(default_factory=Counter)
    first_day: str = ""
    last_day: str = ""
    errors: int = 0


def browsers_of(number: int) -> tuple[int, int]:
    """Return the first and the last of the numbers that browsers of an import have.

    They are below zero, where those of the collector never are.
    """
    return -((number + 1) << _BITS) + 1, -(number << _BITS)


def require_log(source: Source) -> None:
    """Raise CannotRead for a file that is no access log."""
    fault: Cause | None = None
    try:
        for number, text in source.lines():
            if number > LOOKED_AT:
                break
            if text.startswith(_COMMENT):
                continue
            try:
                line_of(text)
            except Unreadable as error:
                fault = fault or Cause(error.reason)
            else:
                return
    except BrokenFile as broken:
        raise CannotRead(broken.reason, source.path) from None
    if fault:
        raise CannotRead(cause(refusals.NO_ACCESS_LOG, why=fault), source.path)


class Visits:
    """Yields the facts of a log in batches, and counts what it reads."""

    def __init__(
        self, source: Source, mall_id: str, shop_no: int, reading: Reading, *, key: bytes,
        fault: Callable[[RowError], None],
    ) -> None:  # fmt: skip
        """`key`: the installation's, for addresses. `fault`: called with each faulty line."""
        self._source = source
        self._mall_id = mall_id
        self._shop_no = shop_no
        self._reading = reading
        self._key = key
        self._host = referrers.host(f"https://{reading.asked.host}")
        leave_out = reading.asked.leave_out
        self._leave_out = re.compile(leave_out) if leave_out else None
        self._known: dict[Key, BrowserState] = {}
        self._day = 0
        self._keys: dict[int, bytes] = {}
        self._report_fault = fault
        self.tally = Tally()
        self.stopped: Cause | None = None
        """Why the file was not read to its end."""

    def batches(self) -> Iterator[FactBuilder]:
        """Yield facts in the order of time, those of AT_ONCE pages each."""
        builder, pages = self._new_builder(), 0
        for event in self._in_order():
            self._turn(event)
            builder.record_page_view(event)
            pages += 1
            if pages == AT_ONCE:
                yield self._with_visits(builder)
                builder, pages = self._new_builder(), 0
        if pages:
            yield self._with_visits(builder)

    def _new_builder(self) -> FactBuilder:
        return FactBuilder(
            self._mall_id, known=self._known, placed={}, goods=_NO_GOODS, sold={}, paid={}
        )

    def _turn(self, event: CollectedEvent) -> None:
        """Forget the browsers of the day before, who are others tomorrow, and note the day."""
        day = day_of(event.at / 1_000)
        if day != self._day:
            self._known.clear()
            self._day = day
            day_name = moment(event.at // 1_000).date().isoformat()
            self.tally.first_day = self.tally.first_day or day_name
            self.tally.last_day = day_name

    def _with_visits(self, builder: FactBuilder) -> FactBuilder:
        self.tally.visits += sum(not row[_BOT] for row in builder.rows["visit"])
        return builder

    def _in_order(self) -> Iterator[CollectedEvent]:
        """Yield pages by their time; those of the same second in the order of the file."""
        pending: list[tuple[int, int, CollectedEvent]] = []
        newest = 0
        for number, text in self._lines():
            self.tally.done = number
            if not text or text.startswith(_COMMENT):
                continue
            try:
                line = line_of(text)
                event = self._page_view(line, newest)
            except Unreadable as error:
                self._fault(number, Cause(error.reason))
                continue
            if event is None:
                continue
            newest = max(newest, line.at)
            heapq.heappush(pending, (event.at, number, event))
            while pending[0][0] < self._later(newest - OUT_OF_ORDER) * 1_000:
                yield heapq.heappop(pending)[2]
        while pending:
            yield heapq.heappop(pending)[2]

    def _lines(self) -> Iterator[tuple[int, str]]:
        try:
            yield from self._source.lines()
        except BrokenFile as broken:
            self.stopped = broken.reason
            self._fault(broken.line, broken.reason)

    def _page_view(self, line: LogLine, newest: int) -> CollectedEvent | None:
        """Return the page view of a line; None: it is none, or left out. Raises Unreadable."""
        why = why_no_page(line)
        if not why and line.host and referrers.host(f"https://{line.host}") != self._host:
            why = OTHER_HOST
        if not why and self._leave_out is not None and self._leave_out.search(line.address):
            why = "as asked"
        if why:
            self.tally.left_out[why] += 1
            return None
        at = self._later(line.at)
        if line.at < newest - OUT_OF_ORDER:
            raise Unreadable(refusals.LOG_NOT_SORTED)
        if at < _FIRST:
            raise Unreadable(refusals.VISIT_TOO_EARLY)
        if at > self._reading.now:
            raise Unreadable(refusals.VISIT_LATER_THAN_NOW)
        runs = program(line.agent)
        browser_event = BrowserEvent(url=line.address, referrer=line.referrer)
        try:
            opened = enrichment.path_of(browser_event)
        except Invalid as error:
            raise Unreadable(error.reason.refusal, **error.reason.values) from None
        browser, ip = self._identities(line, day_of(at))
        self.tally.pages += 1
        self.tally.pages_of_bots += bool(runs.bot)
        return enrichment.enrich(
            browser_event, opened, runs,
            at=at * 1_000, shop_no=self._shop_no, browser=browser, ip=ip, host=self._host,
        )  # fmt: skip

    def _later(self, seconds: int) -> int:
        return seconds + self._reading.asked.days_later * _A_DAY

    def _identities(self, line: LogLine, day: int) -> tuple[int, int]:
        """Return the numbers of browser and address, which are of one day."""
        if day not in self._keys:
            # lines of two days may come by turns about midnight
            self._keys = {
                key_day: key for key_day, key in self._keys.items() if abs(day - key_day) < 2
            }
            message = f"{self._reading.secret} {day}".encode()
            self._keys[day] = hmac.digest(self._key, message, "sha256")
        key = self._keys[day]
        ip = visitor_identification.keyed_hash(key, "address", self._mall_id, line.ip)
        hashed = visitor_identification.keyed_hash(
            key, "browser", self._mall_id, line.ip, line.agent
        )
        return -((self._reading.number << _BITS) | hashed & ((1 << _BITS) - 1)), ip

    def _fault(self, line: int, reason: Cause) -> None:
        self.tally.errors += 1
        self._report_fault(RowError(line, "", reason))
