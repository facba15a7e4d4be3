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
from typing import Final

import msgspec
from msgspec import Struct

from openmall.commerce.customer.customers import store as customer_store
from openmall.commerce.customer.customers.takes import CustomerDraft
from openmall.commerce.order.amounts import Deductions
from openmall.commerce.order.billing.payments.store import PAYMENT
from openmall.commerce.order.orders import tables as order_tables
from openmall.commerce.order.orders.shape import Buyer, Receiver
from openmall.commerce.order.placement.placing import bulk, bulk_store
from openmall.commerce.order.placement.placing.bulk import PastClaim, PastOrder
from openmall.commerce.order.placement.placing.pricing import Priced, RequestedItem, priced
from openmall.commerce.order.placement.placing.rules import Placement
from openmall.commerce.order.reporting.figures import tables as figure_tables
from openmall.commerce.product.products import bulk as product_bulk
from openmall.commerce.product.products import bulk_store as product_bulk_store
from openmall.commerce.product.products import store as product_store
from openmall.commerce.product.products.bulk import BulkProduct
from openmall.commerce.product.variants import store as variant_store
from openmall.contract.call import Call, Mall
from openmall.contract.journal import batch as journal_batch
from openmall.contract.moments import Clock
from openmall.contract.money import ZERO
from openmall.database.session import Database, DatabaseAway
from openmall.transfer.imports import progress
from openmall.transfer.imports.error_file import Errors
from openmall.transfer.imports.grouping import RowError
from openmall.transfer.imports.order_files import (
    Sale,
    SoldLine,
    Writing,
    require,
    sales,
    writing_of,
)
from openmall.transfer.imports.progress import Progress
from openmall.transfer.imports.reading import Source
from openmall.transfer.imports.records import BrokenFile

TURN: Final = 0.08
"""Seconds a transaction should last; batches shrink and grow to keep near it."""
MANY: Final = 2_000
"""Orders after whose writing the database counts its tables anew."""
_SMALLEST: Final = 5
_MAX_SHOWN_ERRORS: Final = 20
_ATTEMPTS: Final = 3
_STEP_ASIDE: Final = 0.1
"""Part of a transaction's time that others are given after it."""
_NAME: Final = 50
_LONGEST_NAME: Final = 250


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
    """Rows at fault, and rows by which something came back that nobody had bought."""
    reasons: dict[str, int]
    """Of this run: why rows were left out, and how many."""
    lines: int
    """Rows of this run that became items or were cancelled."""
    resumed_at: int
    stopped: str
    seconds: float
    rate: float
    """Lines a second, of this run."""
    longest: float
    first_errors: list[RowError]


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
    ) -> None:
        """`writing`: None detects it from the columns; `resume`: continue a stopped run."""
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
        self._reasons: Counter[str] = Counter()
        self._items_by_code: dict[str, Priced] = {}
        self._members: set[str] = set()

    async def run(self) -> Summary:
        """Import the file. Raises CannotRead, DatabaseAway, and ValueError for a missing shop."""
        if self._shop_no not in self._mall.shops:
            raise ValueError(f"the mall has no shop {self._shop_no}")
        records = self._source.records()
        jsonl = self._source.format == "jsonl"
        writing = self._writing or writing_of(self._source.columns, jsonl=jsonl)
        require(writing, self._source.columns)
        self._writing = writing
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

    async def _all(self, sales_of_file: Iterator[Sale], resumed_at: int) -> str:
        counts: Counter[str] = Counter()
        pending: list[Sale] = []
        lines = 0
        stopped = ""
        broken: list[RowError] = []
        try:
            for at, sale in enumerate(sales_of_file, 1):
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
                    if self._progress.errors > self._max_errors:
                        stopped = f"more than {self._max_errors} errors"
                        break
        except BrokenFile as error:
            stopped = error.reason
            broken.append(RowError(error.line, "", error.reason))
        await self._write(pending, broken, last=True)
        return stopped

    async def _write(
        self, pending: list[Sale], broken: list[RowError], *, last: bool = False
    ) -> None:
        for attempt in range(1, _ATTEMPTS + 1):
            try:
                began, after, errors = await self._transaction(pending, broken, last)
            except DatabaseAway:
                if attempt == _ATTEMPTS:
                    raise
            else:
                break
        seconds = time.perf_counter() - began
        lines = sum(len(each.lines) for each in pending)
        self._lines += lines - (
            after.errors
            - self._progress.errors
            - sum(len(each.errors) for each in pending)
            - len(broken)
        )
        self._progress = after
        self._first_errors += errors[: _MAX_SHOWN_ERRORS - len(self._first_errors)]
        self._reasons.update(error.reason for error in errors)
        self._longest = max(self._longest, seconds)
        self._report_progress(after)
        ideal_size = int(lines * TURN / max(seconds, 0.001))
        self._size = max(min(ideal_size, self._size * 2, self._batch), min(_SMALLEST, self._batch))
        await asyncio.sleep(seconds * _STEP_ASIDE)

    async def _transaction(
        self, pending: list[Sale], broken: list[RowError], last: bool
    ) -> tuple[float, Progress, list[RowError]]:
        open_ = self._database.reading if self._dry_run else self._database.writing
        async with open_(self._mall.mall_id) as db:
            began = time.perf_counter()
            errors = [error for each in pending for error in each.errors] + broken
            usable = [each for each in pending if each.lines]
            call = Call(self._clock)
            call.db, call.mall, call.shop_no = db, self._mall, self._shop_no
            assert self._writing is not None
            existing = await bulk_store.known(
                call, self._writing, [each.source_no for each in usable]
            )
            new = [each for each in usable if each.source_no not in existing]
            orders = [each for each in new if not each.cancels]
            claims = [each for each in new if each.cancels]
            if not self._dry_run and new:
                errors += await self._bring_in(call, orders, claims)
            errors.sort(key=lambda error: error.line)
            before = self._progress
            after = Progress(
                done=before.done + len(pending),
                created=before.created + len(orders),
                updated=before.updated + len(claims),
                unchanged=before.unchanged + len(usable) - len(new),
                failed=before.failed + len(pending) - len(usable),
                errors=before.errors + len(errors),
                # before the commit: what is noted as done has its errors on record
                errors_bytes=self._errors.write(before.errors_bytes, errors),
            )
            if not self._dry_run:
                if last:
                    await progress.forget(db, self._name)
                else:
                    await progress.keep(db, self._name, after)
        return began, after, errors

    async def _bring_in(self, call: Call, orders: list[Sale], claims: list[Sale]) -> list[RowError]:
        """Write orders, then their cancellations; return the rows that match no sale."""
        assert self._writing is not None
        await self._customers(call, orders)
        await self._products(call, [line for each in (*orders, *claims) for line in each.lines])
        past = [
            PastOrder(
                source_no=each.source_no,
                placement=self._placement(each),
                placed_at=each.at,
                paid_at=each.at,
            )
            for each in orders
        ]
        await bulk.place_all(call, self._writing, past)
        backs = [
            PastClaim(
                source_no=each.source_no,
                line=line.line,
                member_id=each.member_id,
                product_no=self._items_by_code[line.code].item.product_no,
                price=line.price,
                quantity=line.quantity,
                at=each.at,
            )
            for each in claims
            for line in each.lines
        ]
        unmatched = await bulk.claim_all(call, self._writing, backs)
        content = f"{len(orders)} orders, {len(claims)} cancellations"
        await journal_batch.write_activity(call.db, self._clock, "orders", "Import orders", content)
        reason = "No sale to this customer at this price has as many units left."
        return [RowError(each.line, "", reason, each.source_no) for each in unmatched]

    def _placement(self, sale: Sale) -> Placement:
        buyer = Buyer(member_id=sale.member_id, name=sale.member_id)
        return Placement(
            items=[self._item(line) for line in sale.lines],
            wishes=Deductions(),
            buyer=buyer,
            receiver=Receiver(name=sale.member_id, country_name_en=sale.country or None),
            methods=["etc"],
            placed_at=sale.at,
            count_stock=False,
        )

    def _item(self, line: SoldLine) -> Priced:
        """Return a line as an item; its own values replace those of the product."""
        template = self._items_by_code[line.code]
        replace = msgspec.structs.replace
        costs = replace(
            template.costs,
            quantity=line.quantity,
            product_price=line.price,
            option_price=ZERO,
            additional_discount=line.discount,
            coupon_discount=line.coupon,
        )
        item = replace(
            template.item,
            quantity=line.quantity,
            product_price=line.price,
            option_price=ZERO,
            additional_discount_price=line.discount,
            coupon_discount_price=line.coupon,
            payment_amount=costs.payment_amount,
        )
        return replace(template, item=item, costs=costs)

    async def _customers(self, call: Call, orders: list[Sale]) -> None:
        member_ids = {each.member_id for each in orders if each.member_id} - self._members
        for member_id in sorted(member_ids):
            draft = CustomerDraft(member_id=member_id, name=member_id[:_NAME])
            # False for one who is there, or was: the order keeps the name all the same
            await customer_store.join(call, draft, None)
        self._members |= member_ids

    async def _products(self, call: Call, lines: list[SoldLine]) -> None:
        first = {
            line.code: line for line in reversed(lines) if line.code not in self._items_by_code
        }
        if not first:
            return
        existing = await product_bulk_store.find(call.db, list(first))
        nos = {
            code: next(iter(each.here.values()))[0].product_no for code, each in existing.items()
        }
        drafts = [
            BulkProduct(
                code=code,
                texts={
                    self._shop_no: {
                        "product_name": line.name[:_LONGEST_NAME],
                        "price": line.price,
                        "supply_price": ZERO,
                        "display": "F",
                        "selling": "F",
                    }
                },
            )
            for code, line in first.items()
            if code not in nos
        ]
        if drafts:
            outcome = await product_bulk.write(call.db, self._mall, self._clock, drafts)
            nos |= outcome.product_nos
        products_by_number = await product_store.of_numbers(call, sorted(nos.values()))
        variants = await variant_store.of_products(
            call, {number: names for number, (_, names) in products_by_number.items()}
        )
        for code, number in nos.items():
            product, names = products_by_number[number]
            variant = variants[number][0]
            requested_item = RequestedItem(variant_code=variant.variant_code, quantity=1)
            self._items_by_code[code] = priced(requested_item, product, names, variant)


_TABLES: Final = (
    order_tables.ORDER, order_tables.ITEM, order_tables.PARCEL, order_tables.BROUGHT_IN, PAYMENT,
    figure_tables.SALES, figure_tables.GOODS,
)  # fmt: skip
