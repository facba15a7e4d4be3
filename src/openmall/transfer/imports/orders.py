"""Imports the orders of a file into a shop, a short transaction at a time.

As with products, progress is written in the transaction that does the work, so that killing an
import loses nothing and repeats nothing; and an order that is there already is left alone, so that
a file that is imported again changes nothing.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path as File
from typing import Final, NamedTuple

import msgspec
from msgspec import Struct

from openmall.commerce.order.billing.payment_ledger.store import PAYMENT
from openmall.commerce.order.figures import tables as figure_tables
from openmall.commerce.order.orders import tables as order_tables
from openmall.commerce.order.placement.placing import bulk_store
from openmall.contract.call import Call, Mall
from openmall.contract.journal import batch as journal_batch
from openmall.contract.moments import Clock
from openmall.contract.refusal import Cause, RefusedValue, cause
from openmall.contract.refusals import NO_SHOP
from openmall.database.session import Database, DatabaseAway
from openmall.transfer.imports import progress
from openmall.transfer.imports.error_file import Errors
from openmall.transfer.imports.order_files import (
    Sale,
    Writing,
    require,
    sales,
    writing_of,
)
from openmall.transfer.imports.order_writer import OrderWriter
from openmall.transfer.imports.products import Record
from openmall.transfer.imports.progress import PlannedRecord, Progress
from openmall.transfer.imports.reading import Source
from openmall.transfer.imports.records import BrokenFile
from openmall.transfer.imports.refusals import TOO_MANY_ROWS_AT_FAULT
from openmall.transfer.imports.rows import RowError
from openmall.transfer.imports.turns import Turns

TURN: Final = 0.04
"""Seconds after which a transaction is committed, however much of its batch is left."""
_PARTS: Final = 8
"""A batch is written in so many parts; the clock is read after each."""
MANY: Final = 2_000
"""Orders after whose writing the database counts its tables anew."""
_SMALLEST: Final = 5
_MAX_SHOWN_ERRORS: Final = 20
_ATTEMPTS: Final = 3
_STEP_ASIDE: Final = 0.1
"""Part of a transaction's time that others are given after it."""
LONGEST_PAUSE: Final = 0.01
"""Seconds of the longest pause: one that grows with the load would stop a starved import."""


class Summary(Struct, frozen=True, kw_only=True):
    """What an import did."""

    orders: int
    cancellations: int
    """Invoices by which something was given back, and that found what was sold."""
    unchanged: int
    """Orders that were there already."""
    failed: int
    """Orders without a usable row."""
    errors: int
    """Rows at fault, and rows that return more than was bought."""
    reasons: dict[Cause, int]
    """Of this run: why rows were left out, and how many."""
    lines: int
    """Rows of this run that became items or were cancelled."""
    resumed_at: int
    stopped: Cause | None
    seconds: float
    rate: float
    """Lines a second, of this run."""
    longest: float
    first_errors: list[RowError]


class _Written(NamedTuple):
    """What a transaction wrote."""

    began: float
    taken: int
    """Orders of the file, with any result."""
    rows: int
    lines: int
    """Rows that became items or were cancelled."""
    progress: Progress
    errors: list[RowError]


def _part(pending: list[Sale], start: int, rows: int) -> list[Sale]:
    """Return orders from `start` on with about so many rows, at least one order."""
    end, found = start, 0
    while end < len(pending) and found < rows:
        found += len(pending[end].lines)
        end += 1
    return pending[start:end]


class Orders:
    """One run of an import."""

    def __init__(
        self,
        database: Database,
        mall: Mall,
        clock: Clock,
        source: Source,
        writing: Writing | None,
        *,
        shop_no: int = 1,
        batch_: int = 500,
        dry_run: bool = False,
        resume: bool = False,
        errors: File | None = None,
        max_errors: int = 10_000,
        report_progress: Callable[[Progress], None] = lambda progress: None,
        timer: Callable[[], float] = time.perf_counter,
        record: Record | None = None,
    ) -> None:
        """`writing`: None detects it from the columns; `resume`: continue a stopped run.

        `timer`: returns seconds, by which transactions are committed.
        """
        self._timer = timer
        self._record = record
        self._database, self._mall, self._clock = database, mall, clock
        self._source, self._writing, self._shop_no = source, writing, shop_no
        self._batch, self._dry_run, self._max_errors = batch_, dry_run, max_errors
        self._resume, self._report_progress = resume, report_progress
        self._errors = Errors(errors)
        self._size = min(batch_, 50)
        self._progress = Progress()
        self._longest = 0.0
        self._lines = 0
        self._first_errors: list[RowError] = []
        self._reasons: Counter[Cause] = Counter()

    async def run(self) -> Summary:
        """Import the file. Raises CannotRead, DatabaseAway, and ValueError for a missing shop."""
        if self._shop_no not in self._mall.shops:
            raise RefusedValue(NO_SHOP)
        records = self._source.records()
        jsonl = self._source.format == "jsonl"
        writing = self._writing or writing_of(self._source.columns, jsonl=jsonl)
        require(writing, self._source.columns)
        self._writing = writing
        self._writer = OrderWriter(self._clock, self._shop_no, writing)
        self._name = progress.progress_name(
            self._source.identity(), "orders", writing, str(self._shop_no)
        )
        if not self._dry_run:
            async with self._database.writing(self._mall.mall_id) as db:
                if self._resume:
                    self._progress = await progress.read(db, self._name)
                else:
                    await progress.forget(db, self._name)
        resumed_at = self._progress.done
        began = time.perf_counter()
        with self._errors.going_on(self._progress.errors_bytes):
            stopped = await self._all(sales(records, writing), resumed_at)
        if self._progress.created >= MANY and not self._dry_run:
            await self._database.update_statistics(_TABLES)
        seconds = time.perf_counter() - began
        processed = self._progress
        return Summary(
            orders=processed.created,
            cancellations=processed.updated,
            unchanged=processed.unchanged,
            failed=processed.failed,
            errors=processed.errors,
            reasons=dict(self._reasons.most_common()),
            lines=self._lines,
            resumed_at=resumed_at,
            stopped=stopped,
            seconds=round(seconds, 3),
            rate=round(self._lines / max(seconds, 1e-6), 1),
            longest=round(self._longest, 4),
            first_errors=self._first_errors,
        )

    async def _all(self, sales_of_file: Iterator[Sale], resumed_at: int) -> Cause | None:
        counts: Counter[str] = Counter()
        pending: list[Sale] = []
        lines = 0
        stopped = None
        broken: list[RowError] = []
        turns = Turns()
        try:
            for at, sale in enumerate(sales_of_file, 1):
                if await turns.pause():
                    await self._write(pending, [])
                    pending, lines = [], 0
                    turns.wrote()
                counts[sale.source_no] += 1
                if at <= resumed_at:
                    continue
                if counts[sale.source_no] > 1:
                    # its rows do not stand together: what comes later is an order of its own
                    again = f"{sale.source_no}/{counts[sale.source_no]}"
                    sale = msgspec.structs.replace(sale, source_no=again)
                pending.append(sale)
                lines += len(sale.lines)
                if lines >= self._size:
                    await self._write(pending, [])
                    pending, lines = [], 0
                    turns.wrote()
                    if self._progress.errors > self._max_errors:
                        stopped = cause(TOO_MANY_ROWS_AT_FAULT, most=self._max_errors)
                        break
        except BrokenFile as error:
            stopped = error.reason
            broken.append(RowError(error.line, "", error.reason))
        await self._write(pending, broken, last=True)
        return stopped

    async def _write(
        self, pending: list[Sale], broken: list[RowError], *, last: bool = False
    ) -> None:
        """Write orders in as many transactions as the clock asks for."""
        while True:
            for attempt in range(1, _ATTEMPTS + 1):
                try:
                    written = await self._transaction(pending, broken, last)
                except DatabaseAway:
                    if attempt == _ATTEMPTS:
                        raise
                else:
                    break
            await self._account(written)
            pending = pending[written.taken :]
            if not pending:
                return

    async def _account(self, written: _Written) -> None:
        """Add a committed transaction to the summary, size the next batch, and pause."""
        seconds = self._timer() - written.began
        self._lines += written.lines
        self._progress = written.progress
        self._first_errors += written.errors[: _MAX_SHOWN_ERRORS - len(self._first_errors)]
        self._reasons.update(error.reason for error in written.errors)
        self._longest = max(self._longest, seconds)
        self._report_progress(written.progress)
        ideal_size = int(written.rows * TURN / max(seconds, 0.001))
        self._size = max(min(ideal_size, self._size * 2, self._batch), min(_SMALLEST, self._batch))
        await asyncio.sleep(min(seconds * _STEP_ASIDE, LONGEST_PAUSE))

    async def _transaction(
        self, pending: list[Sale], broken: list[RowError], last: bool
    ) -> _Written:
        """Write orders from the first on, until TURN has passed or all are written."""
        open_ = self._database.reading if self._dry_run else self._database.writing
        async with open_(self._mall.mall_id) as db:
            began = self._timer()
            call = Call(self._clock, db, self._mall, self._shop_no)
            # The first part is written whatever it takes: each transaction makes progress.
            before, count, rows, unmatched = self._progress, 0, 0, 0
            created = updated = unchanged = failed = 0
            errors: list[RowError] = []
            planned: list[PlannedRecord] = []
            while count < len(pending) and (not count or self._timer() - began < TURN):
                part = _part(pending, count, max(self._size // _PARTS, _SMALLEST))
                count += len(part)
                rows += sum(len(each.lines) for each in part)
                errors += [error for each in part for error in each.errors]
                usable = [each for each in part if each.lines]
                orders, claims = await self._new(call, usable)
                if not self._dry_run and (orders or claims):
                    faults = await self._writer.write(call, orders, claims)
                    unmatched += len(faults)
                    errors += faults
                # Other orders are known from an earlier run: a repeated file changes nothing.
                new = {each.source_no for each in (*orders, *claims)}
                planned += [
                    PlannedRecord(
                        each.line,
                        each.source_no,
                        ("changed" if each.cancels else "new")
                        if each.source_no in new
                        else "unchanged",
                    )
                    for each in usable
                ]
                created += len(orders)
                updated += len(claims)
                unchanged += len(usable) - len(orders) - len(claims)
                failed += len(part) - len(usable)
            complete = count == len(pending)
            # Lines that are no order are reported once, with the end of the file.
            if complete:
                errors += broken
            errors.sort(key=lambda error: error.line)
            after = Progress(
                done=before.done + count,
                created=before.created + created,
                updated=before.updated + updated,
                unchanged=before.unchanged + unchanged,
                failed=before.failed + failed,
                errors=before.errors + len(errors),
                # before the commit: what is noted as done has its errors on record
                errors_bytes=self._errors.write(before.errors_bytes, errors),
            )
            if self._record is not None:
                await self._record(db, after, errors, planned)
            if not self._dry_run:
                if created or updated:
                    content = f"{created} orders, {updated} cancellations"
                    await journal_batch.write_activity(
                        db, self._clock, "orders", "Import orders", content
                    )
                # In the transaction of the orders: a killed import continues after its last commit.
                if last and complete:
                    await progress.forget(db, self._name)
                else:
                    await progress.keep(db, self._name, after)
        return _Written(began, count, rows, rows - unmatched, after, errors)

    async def _new(self, call: Call, usable: list[Sale]) -> tuple[list[Sale], list[Sale]]:
        """Return the orders, and the cancellations, that were not imported before."""
        assert self._writing is not None
        existing = await bulk_store.known(call, self._writing, [each.source_no for each in usable])
        new = [each for each in usable if each.source_no not in existing]
        return [each for each in new if not each.cancels], [each for each in new if each.cancels]


_TABLES: Final = (
    order_tables.ORDER, order_tables.ITEM, order_tables.PARCEL, order_tables.BROUGHT_IN, PAYMENT,
    figure_tables.SALES, figure_tables.GOODS,
)  # fmt: skip
