"""Imports sums of the time before 2023, and removes them again.

A file is brought in whole or not at all. What the engine keeps it keeps for ever, so a file is
taken back by the same sums below zero; each of both is a source of batches of its own, which the
engine keeps once, however often a stopped run is called again.
"""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from datetime import date, datetime
from decimal import Decimal, InvalidOperation
from itertools import islice
from pathlib import Path
from typing import Any, Final, Literal

from msgspec import Struct

from openmall.analytics.engine.engine import Batch, Engine
from openmall.analytics.facts.tables import COUNTS, LABELS, LEGACY_STAT
from openmall.analytics.reports import search as report_search
from openmall.analytics.reports.figures import as_day
from openmall.analytics.reports.registry import REPORTS
from openmall.analytics.reports.report import Report
from openmall.contract.moments import PLATFORM_ZONE
from openmall.contract.money import hundredths
from openmall.database.session import Database
from openmall.transfer.imports import progress
from openmall.transfer.imports.reading import Source

State = Literal["", "coming", "here", "going", "gone"]
Fields = Mapping[str, Any]
ReportProgress = Callable[[float], None]

AT_ONCE: Final = 1_000
MAX_REPORTED: Final = 20
"""Faults that are reported one by one."""
MOST: Final = 10**15
_ABOUT: Final = ("report", "date", "hour", "device_type")
_DEVICES: Final = ("pc", "mobile", "total")
_LONGEST: Final = 2_000
_NUMBERS: Final = ("product_no", "category_no")


class Note(Struct, frozen=True, kw_only=True):
    """The stored state of a file. `times`: how often it was imported."""

    times: int = 0
    state: State = ""
    """`coming` and `going` while it is brought in and taken back, `here` and `gone` after that."""


class Fault(Struct, frozen=True):
    """Why a row of a file cannot be brought in."""

    line: int
    field: str
    reason: str


class Summary(Struct, frozen=True, kw_only=True):
    """The result for a file."""

    rows: int
    outcome: Literal["brought in", "there already", "taken back", "not there", "at fault", "sound"]
    faults: list[Fault] = []
    """The first of them."""
    at_fault: int = 0


class LegacyStats:
    """A file of legacy statistics of one shop."""

    def __init__(self, file: Path, mall_id: str, shop_no: int) -> None:
        """Raises CannotRead when there is no such file."""
        self._file = file
        self._mall_id = mall_id
        self._shop_no = shop_no
        with closing(Source(file, format_=None)):
            content = hashlib.sha256(file.read_bytes()).hexdigest()
        self._name = progress.progress_name("legacy-stats", str(shop_no), content)

    def check(self) -> Summary:
        """Validate every row. Raises CannotRead, BrokenFile."""
        faults: list[Fault] = []
        rows = 0
        for row in self._rows():
            if isinstance(row, Fault):
                faults.append(row)
            else:
                rows += 1
        outcome: Literal["at fault", "sound"] = "at fault" if faults else "sound"
        return Summary(
            rows=rows, outcome=outcome, faults=faults[:MAX_REPORTED], at_fault=len(faults)
        )

    async def bring_in(
        self, database: Database, engine: Engine, report_progress: ReportProgress
    ) -> Summary:
        """Import a valid file; one already imported changes nothing.

        Raises ValueError while it is being taken back, EngineAway.
        """
        checked = self.check()
        if checked.at_fault:
            return checked
        note = await self._read_note(database)
        times, state = note.times, note.state
        if state == "here":
            return Summary(rows=checked.rows, outcome="there already")
        if state == "going":
            raise ValueError("the file was being taken back: end that with --undo first")
        if state != "coming":
            times += 1
            await self._note(database, times, "coming")
        await self._send(engine, times, checked.rows, report_progress)
        await self._note(database, times, "here")
        return Summary(rows=checked.rows, outcome="brought in")

    async def take_back(
        self, database: Database, engine: Engine, report_progress: ReportProgress
    ) -> Summary:
        """Remove an imported file; one not imported changes nothing."""
        checked = self.check()
        if checked.at_fault:
            return checked
        note = await self._read_note(database)
        times, state = note.times, note.state
        if state in ("", "gone"):
            return Summary(rows=checked.rows, outcome="not there")
        if state == "coming":
            # half of it is there: what is taken back has to be there whole
            await self._send(engine, times, checked.rows, lambda share: None)
        await self._note(database, times, "going")
        await self._send(engine, times, checked.rows, report_progress, back=True)
        await self._note(database, times, "gone")
        return Summary(rows=checked.rows, outcome="taken back")

    async def _send(
        self,
        engine: Engine,
        times: int,
        rows: int,
        report_progress: ReportProgress,
        *,
        back: bool = False,
    ) -> None:
        direction = "back" if back else "in"
        source = f"{self._mall_id} {self._name} {times} {direction}"
        sound = (row for row in self._rows() if not isinstance(row, Fault))
        rows_sent = 0
        number = 0
        while chunk := list(islice(sound, AT_ONCE)):
            number += 1
            batch = [_below_zero(row) for row in chunk] if back else chunk
            await engine.keep([Batch(source=source, number=number, rows={LEGACY_STAT.name: batch})])
            rows_sent += len(batch)
            report_progress(rows_sent / rows)

    def _rows(self) -> Iterator[list[str | int] | Fault]:
        with closing(Source(self._file, format_=None)) as source:
            for record in source.records():
                if record.error:
                    yield Fault(record.line, "", record.error)
                    continue
                try:
                    yield self._row(record.values)
                except _Wrong as wrong:
                    yield Fault(record.line, wrong.field, wrong.reason)

    def _row(self, raw: Fields) -> list[str | int]:
        values = {name: each for name, each in raw.items() if each not in ("", None)}
        report = REPORTS.get(str(values.get("report", "")).strip("/"))
        if report is None:
            raise _Wrong("report", "there is no such report")
        names = fields(report)
        for name in values:
            if name not in (*_ABOUT, *names):
                raise _Wrong(name, f"the report has no such field: {', '.join(names)}")
        day = _day(values)
        hour = _hour(values, needed="hour" in names and not report.by_hour)
        device = values.get("device_type", "total")
        if device not in _DEVICES:
            raise _Wrong("device_type", "expected pc, mobile or total")
        columns = {column.name: value for column, value in _columns(report, values)}
        if not any(columns.get(name) for name in COUNTS):
            raise _Wrong("", "the row counts nothing")
        begins = datetime(day.year, day.month, day.day, hour, tzinfo=PLATFORM_ZONE)
        columns_by_name: dict[str, str | int] = {
            **dict.fromkeys(LABELS, ""),
            **dict.fromkeys((*COUNTS, *_NUMBERS), 0),
            **columns,
            "mall_id": self._mall_id,
            "shop_no": self._shop_no,
            "day": as_day(day),
            "hour": hour,
            "at": int(begins.timestamp()) * 1_000,
            "report": report.path,
            "device": device,
        }
        return [columns_by_name[column.name] for column in LEGACY_STAT.c]

    async def _read_note(self, database: Database) -> Note:
        async with database.reading(self._mall_id) as db:
            return await progress.read_note(db, self._name, Note())

    async def _note(self, database: Database, times: int, state: State) -> None:
        async with database.writing(self._mall_id) as db:
            await progress.write_note(db, self._name, Note(times=times, state=state))


class _Wrong(Exception):
    def __init__(self, field: str, reason: str) -> None:
        super().__init__(reason)
        self.field = field
        self.reason = reason


def fields(report: Report) -> list[str]:
    """Return the fields of a report's row beside report, date and device, in order."""
    return [name for name in report_search.legacy(report) if name != "day"]


def _columns(report: Report, values: Fields) -> Iterator[tuple[Any, str | int]]:
    """Yield columns of the table with the values of a row."""
    money = {count.name: count.money for count in report.counts}
    for name, column in report_search.legacy(report).items():
        if name in ("day", "hour"):
            continue
        value = values.get(name)
        if name in money:
            yield column, _number(name, value or 0, money=money[name])
        elif name in _NUMBERS:
            number = _number(name, value or 0, money=False)
            if number < 1:
                raise _Wrong(name, "a number from 1 on is missing")
            yield column, number
        else:
            text = "" if value is None else str(value)
            if not text and name in (*report.needs, "order_id", "payment_method"):
                raise _Wrong(name, "it is missing")
            if len(text) > _LONGEST:
                raise _Wrong(name, f"longer than {_LONGEST:,} characters")
            yield column, text


def _number(name: str, value: str | float, *, money: bool) -> int:
    try:
        number = Decimal(str(value).strip())
    except InvalidOperation:
        raise _Wrong(name, "expected a number") from None
    if not number.is_finite() or not 0 <= number < MOST:
        raise _Wrong(name, f"expected a number from 0 to {MOST:,}")
    if number != round(number, 2 if money else 0):
        raise _Wrong(name, "expected two places at most" if money else "expected a whole number")
    return hundredths(number) if money else int(number)


def _day(values: Fields) -> date:
    try:
        day = date.fromisoformat(str(values.get("date", "")))
    except ValueError:
        raise _Wrong("date", "expected a date such as 2022-05-01") from None
    if as_day(day) >= report_search.FIRST_DAY:
        raise _Wrong("date", "from 2023 on days are told by what happened on them")
    return day


def _hour(values: Fields, *, needed: bool) -> int:
    raw = values.get("hour")
    if raw is None:
        if needed:
            raise _Wrong("hour", "it is missing")
        return 0
    hour = _number("hour", raw, money=False)
    if hour > 23:
        raise _Wrong("hour", "expected an hour from 0 to 23")
    return hour


_COUNTED: Final = tuple(at for at, column in enumerate(LEGACY_STAT.c) if column.name in COUNTS)


def _below_zero(row: list[str | int]) -> list[str | int]:
    return [
        -value if at in _COUNTED and isinstance(value, int) else value
        for at, value in enumerate(row)
    ]
