"""Writes again and again what a worker's road noted down, masked, and lets go what is too old."""

import asyncio
import logging
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from openmall.access.oauth.directory import Directory
from openmall.configuration import Configuration
from openmall.contract.moments import Clock
from openmall.contract.operation import Operation
from openmall.database.session import Database, DatabaseAway, DeadlinePassed
from openmall.events.request_log import store
from openmall.events.request_log.buffer import Buffer, Noted
from openmall.events.request_log.row_builder import Limits, Making, limits_of, number_of
from openmall.events.request_log.store import Day, Minute

log = logging.getLogger("openmall")

SECONDS: Final = 0.2
"""Between two writes: the most of the log that a worker which is killed takes with it."""
PATIENCE: Final = 5.0
"""Seconds for which a write waits before it is left to the next time."""
AT_ONCE: Final = 25
"""Calls in one transaction: half a millisecond, after which the worker answers others."""
LONG: Final = 8 * 1024
"""Bytes of bodies of one call, after whose masking the worker answers others."""
MOST_CLAIMS: Final = 20
"""Calls of a write whose app is looked for though nothing proves it; more are not worth it."""
WALKED: Final = 1_000
"""Calls that are walked past at once, on the way to those that go."""
PRUNING_SECONDS: Final = 3_600.0
KEPT_MINUTES: Final = 2 * 24 * 3_600
"""Seconds for which the figures of minutes are kept, as long as the plots are."""
KEPT_DAYS: Final = 400 * 24 * 3_600
"""Seconds for which it is kept how often an operation was called."""
_NEWEST: Final = 2**63 - 1
_SEOUL: Final = 9 * 3_600
_DAY: Final = 24 * 3_600
_MINUTE: Final = 60


class Writing:
    """The log of calls, as one worker keeps it."""

    def __init__(
        self,
        configuration: Configuration,
        database: Database,
        clock: Clock,
        directory: Directory,
        operations: Iterable[Operation],
    ) -> None:
        self.noted = Buffer()
        self._only_errors = configuration.call_log == "errors"
        self._days = configuration.call_log_days
        self._rows = configuration.call_log_rows
        self._database = database
        self._clock = clock
        self._directory = directory
        self._making = Making(operations)
        self._written: Counter[str] = Counter()
        self._pruned_at = 0.0

    async def write(self) -> None:
        """Write what waits; while the database is away, it waits for the next time."""
        calls, missed = self.noted.take()
        try:
            calls = await self._of_apps(calls)
            missed = {client_id: number for client_id, number in missed.items() if client_id}
            while calls or missed:
                some, calls = calls[:AT_ONCE], calls[AT_ONCE:]
                try:
                    await self._write_some(some, missed)
                except (DatabaseAway, DeadlinePassed):
                    calls = some + calls
                    raise
                except Exception as error:
                    # what can never be written must not hold up what comes after it
                    log.error("calls not recorded", exc_info=error, extra={"calls": len(some)})
                    self.noted.give_back([], missed)
                    for each in some:
                        self.noted.lose(each.client_id)
                missed = {}
                # a statement of SQLite waits for nothing: others would not have their turn
                await asyncio.sleep(0)
        except (DatabaseAway, DeadlinePassed) as error:
            self.noted.give_back(calls, missed)
            log.error("calls wait to be recorded", extra={"reason": str(error)})
            return
        await self._prune()

    async def _of_apps(self, calls: Sequence[Noted]) -> list[Noted]:
        """Return the calls of which it is known whose they are."""
        found, claims = [], 0
        for each in calls:
            if each.client_id:
                found.append(each)
            elif (each.claimed or each.authorization) and claims < MOST_CLAIMS:
                claims += 1
                client_id = await self._claimed(each)
                if client_id:
                    found.append(msgspec.structs.replace(each, client_id=client_id))
        return found

    async def _claimed(self, call: Noted) -> str:
        """Return the app that a call without a valid credential is of, as far as anybody knows."""
        scheme, _, token = call.authorization.decode("latin-1").partition(" ")
        if scheme.lower() == "bearer":
            held = await self._directory.token(call.mall_id, token.strip())
            return held.identity.app.client_id if held is not None else ""
        client = await self._directory.client(call.mall_id, call.claimed)
        return client.identity.app.client_id if client is not None else ""

    async def _write_some(self, calls: Sequence[Noted], missed: dict[str, int]) -> None:
        rows = []
        figures = Figures()
        for each in calls:
            limits = limits_of(each.headers)
            figures.count(each, self._making.name(each), limits)
            if each.status >= 400 or not self._only_errors:
                rows.append(self._making.row(each, limits))
                if len(each.sent) + len(each.answered) > LONG:
                    # as long as all other calls of this round together
                    await asyncio.sleep(0)
        for client_id, number in missed.items():
            figures.miss(client_id, int(self._clock.now()), number)
        deadline = time.monotonic() + PATIENCE
        async with self._database.writing("", deadline=deadline) as db:
            if rows:
                await store.add(db, rows)
            await store.count(db, figures.minutes, figures.days)
        self._written.update(row.client_id for row in rows)

    async def _prune(self) -> None:
        """Let go what is older than its days, and of each app what is behind its rows."""
        now = self._clock.now()
        due = {each for each, number in self._written.items() if number > self._rows // 4}
        everywhere = not 0 <= now - self._pruned_at < PRUNING_SECONDS
        if everywhere:
            async with self._database.reading("") as db:
                due |= set(await store.apps(db))
            self._pruned_at = now
        oldest = number_of(now - self._days * _DAY)
        for client_id in sorted(due):
            del self._written[client_id]
            last = max(oldest, await self._behind(client_id))
            more = True
            while more:
                async with self._database.writing("") as db:
                    more = await store.let_go(db, client_id, last)
                await asyncio.sleep(0)
        if everywhere:
            async with self._database.writing("") as db:
                minutes, days = int(now - KEPT_MINUTES), int(now - KEPT_DAYS)
                await store.let_figures_go(db, sorted(due), minutes=minutes, days=days)

    async def _behind(self, client_id: str) -> int:
        """Return the number of the newest call of an app that is behind its rows; 0: none is."""
        last, left = _NEWEST, self._rows
        while left and last:
            some = min(left, WALKED)
            async with self._database.reading("") as db:
                last = await store.behind(db, client_id, upto=last, rows=some)
            left -= some
            await asyncio.sleep(0)
        return last


class Figures:
    """What some calls add to the figures of their apps."""

    def __init__(self) -> None:
        self.minutes: dict[tuple[str, int], Minute] = defaultdict(Minute)
        self.days: dict[tuple[str, str, int], Day] = defaultdict(Day)

    def count(self, call: Noted, operation: str, limits: Limits) -> None:
        """Add a call."""
        at, error = int(call.at), call.status >= 400
        minute = self.minutes[call.client_id, at // _MINUTE * _MINUTE]
        minute.calls += 1
        minute.errors += error
        minute.refused += call.status == 429
        if limits.capacity:
            minute.fullest = max(minute.fullest, limits.used * 100 // limits.capacity)
        if operation:
            day = self.days[call.client_id, operation, (at + _SEOUL) // _DAY * _DAY - _SEOUL]
            day.calls += 1
            day.errors += error
            day.last_at = max(day.last_at, at)

    def miss(self, client_id: str, now: int, number: int) -> None:
        """Add calls that are not recorded."""
        self.minutes[client_id, now // _MINUTE * _MINUTE].not_recorded += number
