"""Imports a file whose rows are records of their own: customers, categories, quantities of stock.

A batch of rows is a transaction, in which each row has a savepoint: one that is refused changes
nothing, and the others are written. A dry run does the same and rolls the transaction back.
"""

import asyncio
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path as File
from typing import Any, Final, Protocol

import msgspec
from msgspec import Struct

from openmall.contract.call import Call, Mall
from openmall.contract.errors import ApiError, Invalid, NotModified
from openmall.contract.journal import batch as journal_batch
from openmall.contract.moments import Clock
from openmall.contract.refusal import Cause, RefusedValue, cause
from openmall.contract.refusals import NO_SHOP, NUL_CHARACTER
from openmall.database.session import Database, Session
from openmall.transfer.imports import code_columns, progress
from openmall.transfer.imports.columns import Plan, Reader
from openmall.transfer.imports.error_file import Errors
from openmall.transfer.imports.products import MAX_SHOWN_ERRORS, TURN, Record, Summary
from openmall.transfer.imports.progress import PlannedRecord, Progress
from openmall.transfer.imports.reading import Source
from openmall.transfer.imports.records import BrokenFile
from openmall.transfer.imports.records import Record as SourceRecord
from openmall.transfer.imports.refusals import (
    LINE_REPEATED,
    NO_KNOWN_COLUMN,
    TOO_MANY_ROWS_AT_FAULT,
)
from openmall.transfer.imports.rows import RowError
from openmall.transfer.imports.turns import SKIPPED_AT_ONCE, Turns

_SMALLEST: Final = 5
_LONGEST_PAUSE: Final = 0.01


class RowWriter(Protocol):
    """Writes the rows of one kind of file."""

    kind: str
    fields: frozenset[str]
    """Columns that it reads; others are reported as unused."""

    def code_of(self, values: dict[str, Any]) -> str:
        """Return what identifies a row's record; a file names each once. Empty: nothing does."""
        ...

    async def write(self, call: Call, values: dict[str, Any]) -> str:
        """Write a row; return new, changed or unchanged. Raises ApiError for a row at fault."""
        ...


class _RolledBackError(Exception):
    """Ends the transaction of a dry run."""


class _Outcomes(Struct):
    """What a batch did."""

    counts: dict[str, int]
    errors: list[RowError]
    planned: list[PlannedRecord]


class RecordImport:
    """One run of an import."""

    def __init__(
        self,
        database: Database,
        mall: Mall,
        clock: Clock,
        source: Source,
        writer: RowWriter,
        plan: Plan,
        *,
        batch: int = 200,
        dry_run: bool = False,
        errors: File | None = None,
        max_errors: int = 1_000,
        report_progress: Callable[[Progress], None] = lambda progress: None,
        record: Record | None = None,
    ) -> None:
        """Parameters are those of `products.Import`."""
        self._database, self._mall, self._clock = database, mall, clock
        self._source, self._writer, self._shop_no = source, writer, plan.shop_no
        self._reader = Reader(plan, writer.fields)
        self._batch, self._dry_run, self._max_errors = batch, dry_run, max_errors
        self._errors, self._report_progress, self._record = Errors(errors), report_progress, record
        self._size = min(batch, 20)
        self._first_lines: dict[str, int] = {}
        self._progress = Progress()
        self._longest = 0.0
        self._first_errors: list[RowError] = []
        how = msgspec.json.encode(plan).decode()
        self._name = progress.progress_name(source.identity(), source.format, writer.kind, how)

    async def run(self) -> Summary:
        """Import the file. Raises CannotRead, DatabaseAway, and RefusedValue for a missing shop."""
        if self._shop_no not in self._mall.shops:
            raise RefusedValue(NO_SHOP)
        records = self._source.records()
        if self._source.columns:
            self._reader.require(self._source.columns)
            if not self._reader.meet(self._source.columns):
                columns = ", ".join(sorted(self._writer.fields))
                raise RefusedValue(NO_KNOWN_COLUMN, columns=columns)
        if not self._dry_run:
            async with self._database.reading(self._mall.mall_id) as db:
                self._progress = await progress.read(db, self._name)
        resumed_at = self._progress.done
        began = time.perf_counter()
        with self._errors.going_on(self._progress.errors_bytes):
            stopped = await self._all(records, resumed_at)
        seconds = time.perf_counter() - began
        processed = self._progress
        return Summary(
            created=processed.created,
            updated=processed.updated,
            unchanged=processed.unchanged,
            failed=processed.failed,
            errors=processed.errors,
            resumed_at=resumed_at,
            stopped=stopped,
            seconds=round(seconds, 3),
            rate=round((processed.done - resumed_at) / max(seconds, 1e-6), 1),
            longest=round(self._longest, 4),
            unused_columns=list(self._reader.unused),
            first_errors=self._first_errors,
        )

    async def _all(self, records: Any, resumed_at: int) -> Cause | None:
        batch: list[_Row] = []
        broken: list[RowError] = []
        stopped = None
        turns, at = Turns(), 0
        try:
            for row in self._rows_of(records):
                if await turns.pause():
                    await self._write(batch, [])
                    batch = []
                    turns.wrote()
                if row is None:
                    continue
                at += 1
                if at <= resumed_at:
                    continue
                batch.append(row)
                if len(batch) >= self._size:
                    await self._write(batch, [])
                    batch = []
                    turns.wrote()
                    if self._progress.errors > self._max_errors:
                        stopped = cause(TOO_MANY_ROWS_AT_FAULT, most=self._max_errors)
                        break
        except BrokenFile as error:
            stopped = error.reason
            broken.append(RowError(error.line, "", error.reason))
        await self._write(batch, broken, last=True)
        return stopped

    def _rows_of(self, records: Iterable[SourceRecord]) -> Iterator["_Row | None"]:
        """Yield the rows that the plan selects, as fields; None for many that it does not."""
        skipped = 0
        for record in records:
            if record.error:
                yield _Row(record.line, "", {}, record.error)
            elif self._reader.wants(record.values):
                values, column, damage = code_columns.intact(self._reader.fields(record.values))
                code = self._writer.code_of(values)
                first_line = self._first_lines.setdefault(code, record.line) if code else 0
                again = first_line not in (0, record.line)
                fault = cause(LINE_REPEATED, line=first_line) if again else None
                yield _Row(record.line, code, values, damage or fault, column)
            else:
                skipped += 1
                if skipped % SKIPPED_AT_ONCE == 0:
                    yield None

    async def _write(
        self, batch: Sequence["_Row"], broken: list[RowError], *, last: bool = False
    ) -> None:
        began = time.perf_counter()
        try:
            async with self._database.writing(self._mall.mall_id) as db:
                outcomes = await self._rows(db, batch)
                after = self._after(outcomes, len(batch), broken)
                if self._dry_run:
                    raise _RolledBackError
                if self._record is not None:
                    await self._record(db, after, outcomes.errors, outcomes.planned)
                if last:
                    await progress.forget(db, self._name)
                else:
                    await progress.keep(db, self._name, after)
        except _RolledBackError:
            if self._record is not None:
                async with self._database.reading(self._mall.mall_id) as db:
                    await self._record(db, after, outcomes.errors, outcomes.planned)
        seconds = time.perf_counter() - began
        self._progress = after
        self._first_errors += outcomes.errors[: MAX_SHOWN_ERRORS - len(self._first_errors)]
        self._longest = max(self._longest, seconds)
        self._report_progress(after)
        ideal_size = int(len(batch) * TURN / max(seconds, 0.001))
        self._size = max(min(ideal_size, self._size * 2, self._batch), min(_SMALLEST, self._batch))
        await asyncio.sleep(min(seconds, _LONGEST_PAUSE))

    def _after(self, outcomes: _Outcomes, taken: int, broken: list[RowError]) -> Progress:
        outcomes.errors += broken
        before, counts = self._progress, outcomes.counts
        return Progress(
            done=before.done + taken,
            created=before.created + counts["new"],
            updated=before.updated + counts["changed"],
            unchanged=before.unchanged + counts["unchanged"],
            failed=before.failed + len(outcomes.errors) - len(broken),
            errors=before.errors + len(outcomes.errors),
            errors_bytes=self._errors.write(before.errors_bytes, outcomes.errors),
        )

    async def _rows(self, db: Session, batch: Sequence["_Row"]) -> _Outcomes:
        call = Call(self._clock, db, self._mall, self._shop_no, dry_run=self._dry_run)
        outcomes = _Outcomes({"new": 0, "changed": 0, "unchanged": 0}, [], [])
        for row in batch:
            try:
                outcome = await self._row(call, row)
            except ApiError as error:
                outcomes.errors.append(
                    RowError(row.line, error.parameter or "", Cause(error.reason), row.code)
                )
            else:
                outcomes.counts[outcome] += 1
                outcomes.planned.append(PlannedRecord(row.line, row.code, outcome))
        await journal_batch.publish(db, self._clock, call.effects.events)
        written = outcomes.counts["new"] + outcomes.counts["changed"]
        if written:
            counts = outcomes.counts
            content = f"{counts['new']} created, {counts['changed']} updated"
            kind = self._writer.kind
            await journal_batch.write_activity(db, self._clock, kind, f"Import {kind}", content)
        return outcomes

    async def _row(self, call: Call, row: "_Row") -> str:
        if row.fault:
            raise Invalid(row.fault.reason, parameter=row.column or None)
        for name, value in row.values.items():
            if isinstance(value, str) and "\x00" in value:
                raise Invalid(NUL_CHARACTER, parameter=name)
        events = len(call.effects.events)
        try:
            async with call.db.savepoint():
                return await self._writer.write(call, row.values)
        except NotModified:
            return "unchanged"
        except ApiError:
            del call.effects.events[events:]
            raise


class _Row(Struct, frozen=True):
    """A row of the file as fields."""

    line: int
    code: str
    values: dict[str, Any]
    fault: Cause | None = None
    """Why it cannot be used; None when it can."""
    column: str = ""
    """The column that is at fault; empty: the row as a whole."""
