"""Imports a file of products into a shop, a short transaction at a time.

Between two transactions the server's own writers get their turn, and what was done is noted in the
same transaction as the doing: an import that is killed loses nothing and repeats nothing.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path as File
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from openmall.commerce.category.categories import bulk as category_bulk
from openmall.commerce.category.categories.bulk import Path
from openmall.commerce.product import picture_texts
from openmall.commerce.product.product_service import bulk as product_bulk
from openmall.commerce.product.product_service import bulk_store as product_bulk_store
from openmall.commerce.product.product_service.bulk_shape import BulkProduct, Outcome
from openmall.commerce.product.products.shape import InCategory
from openmall.contract.call import Call, Mall
from openmall.contract.moments import Clock
from openmall.contract.refusal import Cause, RefusedValue, cause
from openmall.contract.refusals import NO_SHOP
from openmall.database.session import Database, DatabaseAway, Session
from openmall.transfer.imports import product_extras, progress
from openmall.transfer.imports.columns import Plan, Reader
from openmall.transfer.imports.error_file import Errors
from openmall.transfer.imports.fetched_pictures import FetchedPictures
from openmall.transfer.imports.grouping import Gatherer, Ready, groups
from openmall.transfer.imports.product_sales import Sales
from openmall.transfer.imports.progress import PlannedRecord, Progress
from openmall.transfer.imports.reading import Source
from openmall.transfer.imports.records import BrokenFile
from openmall.transfer.imports.refusals import TOO_MANY_ROWS_AT_FAULT
from openmall.transfer.imports.rows import RowError
from openmall.transfer.imports.turns import Turns

TURN: Final = 0.04
"""Seconds a transaction should last; batches shrink and grow to keep near it."""
MANY: Final = 2_000
"""Products after whose writing the database counts its tables anew."""
_SMALLEST: Final = 10
_BUSY: Final = 0.002
"""Seconds of waiting for the write lock that indicate another writer."""
_STEP_ASIDE: Final = 0.03
"""Seconds given to others then: longer than a writer's longest pause between two attempts."""
_ATTEMPTS: Final = 3
MAX_SHOWN_ERRORS: Final = 20


class Summary(Struct, frozen=True, kw_only=True):
    """What an import did."""

    created: int
    updated: int
    unchanged: int
    failed: int
    """Products that were left out because a row of theirs is at fault."""
    errors: int
    resumed_at: int
    """Products an earlier run of the same import had dealt with; counted above as well."""
    stopped: Cause | None
    """Why the import ended before the file did; empty when it did not."""
    seconds: float
    rate: float
    """Products a second, of this run."""
    longest: float
    """Seconds the longest transaction held the write lock."""
    unused_columns: list[str]
    first_errors: list[RowError]


Watch = Callable[[Progress], None]
Record = Callable[[Session, Progress, list[RowError], Sequence[PlannedRecord]], Awaitable[None]]
"""Notes how far an import is, the rows at fault and what became of others, in the transaction that
wrote a batch."""


class Import:
    """One run of an import."""

    def __init__(
        self,
        database: Database,
        mall: Mall,
        clock: Clock,
        source: Source,
        plan: Plan,
        *,
        batch: int = 200,
        dry_run: bool = False,
        errors: File | None = None,
        max_errors: int = 1_000,
        report_progress: Watch = lambda progress: None,
        record: Record | None = None,
        pictures: FetchedPictures | None = None,
    ) -> None:
        """`errors`: file for rows at fault, as JSON lines; `watch` is called after each batch."""
        self._database, self._mall, self._clock = database, mall, clock
        self._source, self._plan = source, plan
        self._batch, self._dry_run, self._max_errors = batch, dry_run, max_errors
        self._errors, self._report_progress = Errors(errors), report_progress
        self._record = record
        self._pictures = pictures
        self._brands: dict[str, str] = {}
        self._sales = Sales()
        self._size = min(batch, 50)
        self._categories: dict[Path, int] = {}
        self._progress = Progress()
        self._longest = 0.0
        self._first_errors: list[RowError] = []
        how = msgspec.json.encode(plan).decode()
        self._name = progress.progress_name(source.identity(), source.format, how)

    async def run(self) -> Summary:
        """Import the file. Raises CannotRead, DatabaseAway, and ValueError for a wrong plan."""
        if not self._mall.shops.keys() >= {self._plan.shop_no}:
            raise RefusedValue(NO_SHOP)
        reader = Reader(self._plan)
        records = self._source.records()
        if self._source.columns:
            reader.require(self._source.columns)
        if not self._dry_run:
            async with self._database.reading(self._mall.mall_id) as db:
                self._progress = await progress.read(db, self._name)
        resumed_at = self._progress.done
        changed_before = self._progress.created + self._progress.updated
        began = time.perf_counter()
        stopped = None
        with self._errors.going_on(self._progress.errors_bytes):
            stopped = await self._all(groups(records, reader), resumed_at)
        processed = self._progress
        written = processed.created + processed.updated - changed_before
        if written >= MANY and not self._dry_run:
            await self._database.update_statistics(product_bulk_store.TABLES)
        seconds = time.perf_counter() - began
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
            unused_columns=list(reader.unused),
            first_errors=self._first_errors,
        )

    async def _all(self, rows_of_products: Any, resumed_at: int) -> Cause | None:
        gatherer = Gatherer(self._mall.shops[self._plan.shop_no], self._pictures)
        ready: list[Ready] = []
        faults: list[RowError] = []
        failed = product_count = 0
        stopped = None
        turns, at = Turns(), 0
        try:
            for rows in rows_of_products:
                if await turns.pause():
                    await self._write(ready, faults, failed, product_count)
                    ready, faults, failed, product_count = [], [], 0, 0
                    turns.wrote()
                if not rows:
                    continue
                at += 1
                if at <= resumed_at:
                    gatherer.passed(rows)
                    continue
                outcome = gatherer.ready(rows)
                if isinstance(outcome, Ready):
                    ready.append(outcome)
                else:
                    faults += outcome
                    failed += 1
                product_count += 1
                if product_count >= self._size:
                    await self._write(ready, faults, failed, product_count)
                    ready, faults, failed, product_count = [], [], 0, 0
                    turns.wrote()
                    if self._progress.errors > self._max_errors:
                        stopped = cause(TOO_MANY_ROWS_AT_FAULT, most=self._max_errors)
                        break
        except BrokenFile as broken:
            stopped = broken.reason
            faults.append(RowError(broken.line, "", broken.reason))
        await self._write(ready, faults, failed, product_count, last=True)
        return stopped

    async def _write(
        self,
        ready: list[Ready],
        faults: list[RowError],
        failed: int,
        product_count: int,
        *,
        last: bool = False,
    ) -> None:
        requested_at = time.perf_counter()
        for attempt in range(1, _ATTEMPTS + 1):
            try:
                began, after, errors = await self._transaction(
                    ready, faults, failed, product_count, last
                )
            except DatabaseAway:
                if attempt == _ATTEMPTS:
                    raise
            else:
                break
        seconds = time.perf_counter() - began
        self._progress = after
        self._first_errors += errors[: MAX_SHOWN_ERRORS - len(self._first_errors)]
        self._longest = max(self._longest, seconds)
        self._report_progress(after)
        ideal_size = int(product_count * TURN / max(seconds, 0.001))
        self._size = max(min(ideal_size, self._size * 2, self._batch), min(_SMALLEST, self._batch))
        waited = began - requested_at
        await asyncio.sleep(_STEP_ASIDE if waited > _BUSY else seconds / 10)

    async def _transaction(
        self,
        ready: list[Ready],
        faults: list[RowError],
        failed: int,
        product_count: int,
        last: bool,
    ) -> tuple[float, Progress, list[RowError]]:
        """Write a batch; return when its transaction began, the progress, and the errors."""
        open_ = self._database.reading if self._dry_run else self._database.writing
        async with open_(self._mall.mall_id) as db:
            began = time.perf_counter()
            new_categories = await self._numbered(db, ready)
            new_brands = await self._coded(db, ready)
            outcome = await self._products(
                db, ready, {**self._categories, **new_categories}, {**self._brands, **new_brands}
            )
            lines = {each.product.code: each.line for each in ready}
            errors = faults + [
                RowError(lines[each.code], each.field, each.reason, each.code)
                for each in outcome.refused
            ]
            errors.sort(key=lambda error: error.line)
            before = self._progress
            after = Progress(
                done=before.done + product_count,
                created=before.created + outcome.created,
                updated=before.updated + outcome.updated,
                unchanged=before.unchanged + outcome.unchanged,
                failed=before.failed + failed + len(outcome.refused),
                errors=before.errors + len(errors),
                # before the commit: what is noted as done has its errors on record
                errors_bytes=self._errors.write(before.errors_bytes, errors),
            )
            if self._record is not None:
                planned = [
                    PlannedRecord(lines[code], code, outcome.outcomes[code])
                    for code in lines
                    if code in outcome.outcomes
                ]
                await self._record(db, after, errors, planned)
            if not self._dry_run:
                if last:
                    await progress.forget(db, self._name)
                else:
                    await progress.keep(db, self._name, after)
        self._categories |= new_categories
        self._brands |= new_brands
        return began, after, errors

    async def _numbered(self, db: Session, ready: list[Ready]) -> dict[Path, int]:
        paths = {path for each in ready for path in each.paths if path not in self._categories}
        return await category_bulk.ensure(db, self._mall, self._clock, paths, dry_run=self._dry_run)

    async def _coded(self, db: Session, ready: list[Ready]) -> dict[str, str]:
        names = {each.brand for each in ready if each.brand} - self._brands.keys()
        return await product_extras.brand_codes(
            db, self._mall, self._clock, names, dry_run=self._dry_run
        )

    async def _products(
        self, db: Session, ready: list[Ready], numbers: dict[Path, int], brands: dict[str, str]
    ) -> Outcome:
        complete = [
            each
            for each in ready
            if numbers.keys() >= set(each.paths) and (not each.brand or each.brand in brands)
        ]
        outcome = await self._bulk(db, complete, numbers, brands)
        if len(complete) == len(ready):
            return outcome
        # only in a dry run: products that would be filed in categories or brands not made yet
        complete_codes = {each.product.code for each in complete}
        incomplete_outcome = await self._bulk(
            db, [e for e in ready if e.product.code not in complete_codes], numbers, brands
        )
        return replace(
            outcome,
            created=outcome.created + incomplete_outcome.created,
            updated=outcome.updated + incomplete_outcome.updated + incomplete_outcome.unchanged,
            outcomes=outcome.outcomes
            | {
                code: "changed" if found == "unchanged" else found
                for code, found in incomplete_outcome.outcomes.items()
            },
            refused=(*outcome.refused, *incomplete_outcome.refused),
        )

    async def _bulk(
        self,
        db: Session,
        ready: Sequence[Ready],
        numbers: dict[Path, int],
        brands: dict[str, str],
    ) -> Outcome:
        shop_no = self._plan.shop_no
        call = Call(self._clock, db, self._mall, shop_no, dry_run=self._dry_run)
        by_product_code = self._plan.by_product_code
        beyond = await self._sales.beyond_room(call, ready, by_product_code=by_product_code)
        left_out = {each.code for each in beyond}
        ready = [each for each in ready if each.product.code not in left_out]
        products = [
            _with_brand(_with_placements(each, numbers), shop_no, brands.get(each.brand, ""))
            for each in ready
        ]
        outcome = await product_bulk.write(
            db,
            self._mall,
            self._clock,
            products,
            dry_run=self._dry_run,
            by_product_code=by_product_code,
        )
        outcome = replace(outcome, refused=(*outcome.refused, *beyond))
        if not self._dry_run:
            await self._write_extras(db, ready, outcome.product_nos)
        return await self._sales.write(call, ready, outcome)

    async def _write_extras(
        self, db: Session, ready: Sequence[Ready], product_nos: dict[str, int]
    ) -> None:
        call = Call(self._clock, db, self._mall, self._plan.shop_no)
        for each in ready:
            number = product_nos.get(each.product.code)
            if each.seo and number is not None:
                await product_extras.write_seo(call, number, each.seo)
            if each.picture_texts is not None and number is not None:
                await picture_texts.replace_in_order(
                    call, number, each.picture_texts, shop_no=self._plan.shop_no
                )


def _with_brand(product: BulkProduct, shop_no: int, code: str) -> BulkProduct:
    if not code:
        return product
    values = {**product.texts.get(shop_no, {}), "brand_code": code}
    return replace(product, texts={**product.texts, shop_no: values})


def _with_placements(ready: Ready, numbers: dict[Path, int]) -> BulkProduct:
    if not ready.paths:
        return ready.product
    nos = dict.fromkeys(numbers[path] for path in ready.paths if path in numbers)
    placements = [InCategory(category_no=number, **ready.marks) for number in nos]
    return replace(
        ready.product,
        categories=[*ready.product.categories, *placements],
        marked=bool(ready.marks),
    )
