"""Writes every second what a worker's road noted down, masked, and lets go what is too old."""

import logging
import secrets
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final

import msgspec
from msgspec import Struct

from openmall.calls import store
from openmall.calls.masking import Masking, Rules, network, rules_of
from openmall.calls.noted import Buffer, Noted
from openmall.calls.store import Day, Minute, Row
from openmall.configuration import Configuration
from openmall.contract.moments import Clock
from openmall.contract.operation import Operation
from openmall.database.session import Database, DatabaseAway, DeadlinePassed
from openmall.oauth.directory import Directory

log = logging.getLogger("openmall")

SECONDS: Final = 1.0
"""Between two writes: the most of the log that a worker which is killed takes with it."""
PATIENCE: Final = 5.0
"""Seconds for which a write waits before it is left to the next time."""
AT_ONCE: Final = 100
"""Calls in one transaction: a few milliseconds, between which the worker answers others."""
MOST_CLAIMS: Final = 100
"""Calls in a batch whose app is looked for though nothing proves it; more are not worth it."""
PRUNING_SECONDS: Final = 3_600.0
KEPT_MINUTES: Final = 2 * 24 * 3_600
"""Seconds for which the figures of minutes are kept, as long as the plots are."""
KEPT_DAYS: Final = 400 * 24 * 3_600
"""Seconds for which it is kept how often an operation was called."""
SEOUL: Final = 9 * 3_600
_DAY: Final = 24 * 3_600
_MINUTE: Final = 60
_BITS: Final = 10
"""Of a call's number that tell workers apart; the rest is microseconds."""
_SET_BACK: Final = 60 * 1_000_000
"""Microseconds by which the clock may be behind the last call; more, and it was set back."""
_LIMITS: Final = (
    b"x-api-call-limit",
    b"x-platform-call-usage",
    b"x-platform-call-remain",
    b"x-platform-time-usage",
    b"x-platform-time-remain",
    b"x-platform-ignored",
    b"x-ratelimit-limit",
    b"x-ratelimit-remaining",
    b"x-ratelimit-requested-tokens",
    b"x-ratelimit-burst-capacity",
    b"x-ratelimit-replenish-rate",
    b"retry-after",
)
"""Headers of answers that are kept: how much of the limits was used, and what was ignored."""


class _Refusal(Struct):
    message: str = ""
    more_info: dict[str, str] = {}


class _Refused(Struct):
    error: _Refusal = msgspec.field(default_factory=_Refusal)


_REFUSED: Final = msgspec.json.Decoder(_Refused)


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
        self._before_people = frozenset(
            before
            for operation in operations
            for before, part in pairwise(operation.path.split("/"))
            if part == "{member_id}"
        )
        self._rules: dict[tuple[str, str], Rules] = {}
        self._last = 0
        self._worker = secrets.randbits(_BITS)
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
                    for each in some:
                        self.noted.lose(each.client_id)
                missed = {}
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
        rows = [self._row(each) for each in calls]
        minutes: dict[tuple[str, int], Minute] = defaultdict(Minute)
        days: dict[tuple[str, str, int], Day] = defaultdict(Day)
        for row in rows:
            _count(row, minutes, days)
        this_minute = int(self._clock.now()) // _MINUTE * _MINUTE
        for client_id, number in missed.items():
            minutes[client_id, this_minute].not_recorded += number
        kept = [row for row in rows if row.status >= 400] if self._only_errors else rows
        deadline = time.monotonic() + PATIENCE
        async with self._database.writing("", deadline=deadline) as db:
            if kept:
                await store.add(db, kept)
            await store.count(db, minutes, days)
        self._written.update(row.client_id for row in kept)

    def _row(self, call: Noted) -> Row:
        name = f"{call.door} {call.operation.name}" if call.operation is not None else ""
        rules = self._rules.get((call.door, name))
        if rules is None:
            rules = self._rules[call.door, name] = rules_of(call.operation)
        masking = Masking(rules, call.authorization)
        sent = masking.body(call.sent)
        query = masking.query(call.query) if call.query else ""
        path = masking.path(call.path, call.operation, self._before_people)
        refusal = _refusal(call)
        headers = {name: value.decode("latin-1") for name, value in call.headers}
        used, capacity = _bucket(headers)
        return Row(
            client_id=call.client_id,
            number=self._number(call),
            at=int(call.at * 1e6),
            mall=call.mall_id,
            operation=name,
            method=call.method[:16],
            path=path,
            query=query,
            status=call.status,
            took=int(call.seconds * 1e6),
            used=used,
            capacity=capacity,
            # among them are names that a client made up
            limits=masking.message(
                "\n".join(
                    f"{name.decode()}: {headers[name]}" for name in _LIMITS if name in headers
                )
            ),
            version=call.version,
            request_id=call.request_id,
            # on the storefront it is the shopper's own
            ip=network(call.ip) if call.door == "storefront" else call.ip,
            parameter=masking.message(refusal.more_info.get("parameter", "")),
            # or else every fault of ours would be one of its kind
            message=masking.message(refusal.message).replace(call.request_id, "…"),
            sent_size=call.sent_size,
            answered_size=call.answered_size,
            sent=sent,
            answered=masking.body(call.answered, answer=True),
        )

    def _number(self, call: Noted) -> int:
        """Return the number of a call: later answers have higher ones, and no two the same."""
        at = int((call.at + call.seconds) * 1e6)
        if at <= self._last < at + _SET_BACK:
            at = self._last + 1
        self._last = at
        return self._last << _BITS | self._worker

    async def _prune(self) -> None:
        """Let go what is older than its days, and of each app what is behind its rows."""
        now = self._clock.now()
        due = {each for each, number in self._written.items() if number > self._rows // 10}
        everywhere = not 0 <= now - self._pruned_at < PRUNING_SECONDS
        if everywhere:
            async with self._database.reading("") as db:
                due |= set(await store.apps(db))
            self._pruned_at = now
        oldest = number_of(now - self._days * _DAY)
        for client_id in sorted(due):
            del self._written[client_id]
            async with self._database.reading("") as db:
                last = max(oldest, await store.behind(db, client_id, rows=self._rows))
            more = True
            while more:
                async with self._database.writing("") as db:
                    more = await store.let_go(db, client_id, last)
        if everywhere:
            async with self._database.writing("") as db:
                minutes, days = int(now - KEPT_MINUTES), int(now - KEPT_DAYS)
                await store.let_figures_go(db, sorted(due), minutes=minutes, days=days)


def number_of(seconds: float) -> int:
    """Return the lowest number of a call that is answered at these UTC seconds."""
    return int(seconds * 1e6) << _BITS


def _count(
    row: Row, minutes: dict[tuple[str, int], Minute], days: dict[tuple[str, str, int], Day]
) -> None:
    at = row.at // 1_000_000
    error = row.status >= 400
    minute = minutes[row.client_id, at // _MINUTE * _MINUTE]
    minute.calls += 1
    minute.errors += error
    minute.refused += row.status == 429
    if row.capacity:
        minute.fullest = max(minute.fullest, row.used * 100 // row.capacity)
    if row.operation:
        day = days[row.client_id, row.operation, (at + SEOUL) // _DAY * _DAY - SEOUL]
        day.calls += 1
        day.errors += error
        day.last_at = max(day.last_at, at)


def _bucket(headers: dict[bytes, str]) -> tuple[int, int]:
    """Return how much of its bucket was used after a call, and how much there is."""
    whole = headers.get(b"x-api-call-limit")
    if whole is not None:
        used, _, capacity = whole.partition("/")
        return int(used), int(capacity)
    capacity = headers.get(b"x-ratelimit-limit") or headers.get(b"x-ratelimit-burst-capacity", "0")
    left = headers.get(b"x-ratelimit-remaining", capacity)
    return int(capacity) - int(left), int(capacity)


def _refusal(call: Noted) -> _Refusal:
    if call.status < 400 or not call.answered:
        return _Refusal()
    return _REFUSED.decode(call.answered).error
