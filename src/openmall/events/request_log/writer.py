"""Periodically writes a worker's recorded calls, masked, and deletes old ones."""

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
from openmall.events.request_log.buffer import Buffer, RecordedCall
from openmall.events.request_log.row_builder import Limits, RowBuilder, limits_of, number_of
from openmall.events.request_log.store import Day, Minute

log = logging.getLogger("openmall")

SECONDS: Final = 0.2
"""Between two writes: the most of the log that is lost when a worker is killed."""
WRITE_DEADLINE: Final = 5.0
"""Seconds for which a write waits before it is left to the next round."""
BATCH_CALLS: Final = 25
"""Calls in one transaction: half a millisecond, after which the worker answers others."""
LONG_BODIES: Final = 8 * 1024
"""Bytes of one call's bodies after whose masking the worker yields to others."""
MOST_LOOKUPS: Final = 20
"""Unauthenticated calls of a write whose app is looked up; further ones are dropped."""
MOST_UNPROVEN: Final = 500
"""Rows that an app keeps of calls without proof; anybody can make them, so they have a number of
their own and push out no others."""
WALK_ROWS: Final = 1_000
"""Calls that one query skips on the way to the surplus ones."""
PRUNING_SECONDS: Final = 3_600.0
KEPT_MINUTES: Final = 2 * 24 * 3_600
"""Seconds for which the figures of minutes are kept, as long as the plots are."""
KEPT_DAYS: Final = 400 * 24 * 3_600
"""Seconds for which the figures of operations are kept."""
_NEWEST: Final = 2**63 - 1
_SEOUL_OFFSET: Final = 9 * 3_600
_DAY: Final = 24 * 3_600
_MINUTE: Final = 60


class RequestLogWriter:
    """Writes the request log of one worker."""

    def __init__(
        self,
        configuration: Configuration,
        database: Database,
        clock: Clock,
        directory: Directory,
        operations: Iterable[Operation],
    ) -> None:
        self.buffer = Buffer()
        self._only_errors = configuration.call_log == "errors"
        self._days = configuration.call_log_days
        self._rows = configuration.call_log_rows
        self._database = database
        self._clock = clock
        self._directory = directory
        self._row_builder = RowBuilder(operations)
        self._written: Counter[str] = Counter()
        self._pruned_at = 0.0
        self._writing = asyncio.Lock()

    async def write(self) -> None:
        """Write the buffered calls; while the database is away, they stay buffered.

        It returns once the calls are written that a write before it has taken from the buffer.
        """
        async with self._writing:
            await self._write()

    async def _write(self) -> None:
        calls, lost = self.buffer.take()
        try:
            calls = await self._with_apps(calls)
            lost = {client_id: number for client_id, number in lost.items() if client_id}
            while calls or lost:
                batch, calls = calls[:BATCH_CALLS], calls[BATCH_CALLS:]
                try:
                    await self._write_some(batch, lost)
                except (DatabaseAway, DeadlinePassed):
                    calls = batch + calls
                    raise
                except Exception as error:
                    # a call that can never be written must not block those behind it
                    log.error("calls not recorded", exc_info=error, extra={"calls": len(batch)})
                    self.buffer.give_back([], lost)
                    for each in batch:
                        self.buffer.lose(each.client_id)
                lost = {}
                # statements of SQLite never suspend: other tasks would not get their turn
                await asyncio.sleep(0)
        except (DatabaseAway, DeadlinePassed) as error:
            self.buffer.give_back(calls, lost)
            log.error("calls wait to be recorded", extra={"reason": str(error)})
            return
        await self._prune()

    async def _with_apps(self, calls: Sequence[RecordedCall]) -> list[RecordedCall]:
        """Return the calls with a known app."""
        found, lookups = [], 0
        for each in calls:
            if each.client_id:
                found.append(each)
            elif (each.claimed or each.authorization) and lookups < MOST_LOOKUPS:
                lookups += 1
                client_id = await self._app_of(each)
                if client_id:
                    found.append(msgspec.structs.replace(each, client_id=client_id))
        return found

    async def _app_of(self, call: RecordedCall) -> str:
        """Return the app of a call without valid credentials, as far as it is known; else ""."""
        scheme, _, token = call.authorization.decode("latin-1").partition(" ")
        if scheme.lower() == "bearer":
            held = await self._directory.token(call.mall_id, token.strip())
            return held.identity.app.client_id if held is not None else ""
        client = await self._directory.client(call.mall_id, call.claimed)
        return client.identity.app.client_id if client is not None else ""

    async def _write_some(self, calls: Sequence[RecordedCall], lost: dict[str, int]) -> None:
        rows = []
        figures = Figures()
        for each in calls:
            limits = limits_of(each.headers)
            figures.count(each, self._row_builder.name(each), limits)
            if each.status >= 400 or not self._only_errors:
                rows.append(self._row_builder.row(each, limits))
                if len(each.sent) + len(each.answered) > LONG_BODIES:
                    # this took as long as all other calls of the round together
                    await asyncio.sleep(0)
        for client_id, number in lost.items():
            figures.miss(client_id, int(self._clock.now()), number)
        deadline = time.monotonic() + WRITE_DEADLINE
        async with self._database.writing("", deadline=deadline, shown=False) as db:
            if rows:
                await store.add(db, rows)
            await store.count(db, figures.minutes, figures.days)
        for row in rows:
            # due for pruning when a quarter of what it keeps was written
            self._written[row.client_id] += max(1, row.unproven * self._rows // MOST_UNPROVEN)

    async def _prune(self) -> None:
        """Delete calls that are too old, and each app's calls beyond its maximum of rows."""
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
            for unproven, rows in enumerate((self._rows, min(self._rows, MOST_UNPROVEN))):
                await self._delete_old(client_id, oldest, rows, unproven=unproven)
        if everywhere:
            async with self._database.writing("", shown=False) as db:
                minutes, days = int(now - KEPT_MINUTES), int(now - KEPT_DAYS)
                await store.delete_figures(db, sorted(due), minutes=minutes, days=days)

    async def _delete_old(self, client_id: str, oldest: int, rows: int, *, unproven: int) -> None:
        last = max(oldest, await self._newest_surplus(client_id, rows, unproven=unproven))
        more = True
        while more:
            async with self._database.writing("", shown=False) as db:
                more = await store.delete_calls(db, client_id, unproven=unproven, last=last)
            await asyncio.sleep(0)

    async def _newest_surplus(self, client_id: str, rows: int, *, unproven: int) -> int:
        """Return the number of an app's newest call beyond its maximum of `rows`; 0: none is."""
        last, left = _NEWEST, rows
        while left and last:
            batch = min(left, WALK_ROWS)
            async with self._database.reading("") as db:
                last = await store.number_behind(
                    db, client_id, unproven=unproven, upto=last, rows=batch
                )
            left -= batch
            await asyncio.sleep(0)
        return last


class Figures:
    """Counts that some calls add to the figures of their apps."""

    def __init__(self) -> None:
        self.minutes: dict[tuple[str, int], Minute] = defaultdict(Minute)
        self.days: dict[tuple[str, str, int], Day] = defaultdict(Day)

    def count(self, call: RecordedCall, operation: str, limits: Limits) -> None:
        """Add a call."""
        at, error = int(call.at), call.status >= 400
        minute = self.minutes[call.client_id, at // _MINUTE * _MINUTE]
        minute.calls += 1
        minute.errors += error
        minute.refused += call.status == 429
        if limits.capacity:
            minute.fullest = max(minute.fullest, limits.used * 100 // limits.capacity)
        if operation:
            day = self.days[
                call.client_id, operation, (at + _SEOUL_OFFSET) // _DAY * _DAY - _SEOUL_OFFSET
            ]
            day.calls += 1
            day.errors += error
            day.last_at = max(day.last_at, at)

    def miss(self, client_id: str, now: int, number: int) -> None:
        """Add calls that are not recorded."""
        self.minutes[client_id, now // _MINUTE * _MINUTE].not_recorded += number
