"""Responses about imports and exports of files."""

from datetime import datetime
from typing import Annotated, Literal

from msgspec import Meta, Struct

from openmall.contract.moments import moment
from openmall.contract.params import Flag
from openmall.contract.refusal import Value, read_reason
from openmall.events.file_transfers.file_store import FileError, PlannedRow
from openmall.events.file_transfers.store import Transfer

ImportKind = Literal["products", "stock", "categories", "customers", "orders"]
"""products: products with their stock, stock: quantities of variants that are there, categories: a
tree of them, customers: customers with their personal data, orders: orders that were placed
elsewhere."""
ImportFormat = Literal["csv", "jsonl", "saleor"]
"""csv: of openmall or of a platform whose columns it knows, jsonl: a JSON object on each line,
saleor: a fixture of Saleor, of products only."""
ExportKind = Literal["products", "stock", "categories", "orders", "customers"]
"""products: products with their stock, stock: quantities of variants, categories: the names
that lead to each, orders: orders with their items, customers: customers with their personal
data."""
ExportFormat = Literal["csv", "jsonl"]
"""csv: a row for each record, jsonl: a JSON object on each line."""
ImportState = Literal["uploading", "queued", "running", "succeeded", "failed", "cancelled"]
"""uploading: its file is not complete, queued: not begun yet, running: some of it may be done,
succeeded: the whole file was read, failed: it ended before, cancelled: on request."""
ExportState = Literal["queued", "running", "succeeded", "failed", "cancelled", "expired"]
"""queued: not begun yet, running: its file is being written, succeeded: it can be fetched,
failed: there is no file, cancelled: on request, expired: the file was deleted, because a customer
whose data it may hold was erased."""
PlannedOutcome = Literal["new", "changed", "unchanged"]
"""new: it is not there yet, changed: something differs, unchanged: nothing does."""
PartNo = Annotated[int, Meta(ge=1, le=512)]


class ImportNote(Struct, frozen=True, kw_only=True):
    """What an import does not carry over, or carries over otherwise than it stands in the file."""

    message: Annotated[str, Meta(min_length=1, max_length=200)]
    count: Annotated[int, Meta(ge=1, le=2_147_483_647)]
    """Products, columns or pictures that it is about."""
    codes: Annotated[list[Annotated[str, Meta(max_length=200)]], Meta(max_length=100)] = []
    """Which: the first hundred."""


class Import(Struct, frozen=True, kw_only=True):
    """An import of a file: how far it is, and what came of it."""

    import_no: int
    shop_no: int
    kind: ImportKind
    format: ImportFormat
    dry_run: Flag
    """T: nothing is written; the counts are those of what would be."""
    state: ImportState
    size: int
    """Bytes of its file; 0 until it is complete."""
    done: int
    """Products, or records of another kind, of the file that were dealt with."""
    new: int
    changed: int
    """Products that were changed; orders of which something was cancelled."""
    unchanged: int
    rejected: int
    errors: int
    """Rows at fault; `imports/{import_no}/errors` lists them."""
    message: str
    """Why it failed, or which columns of the file fill no field; else empty."""
    reason: str = ""
    """Code of the refusal that `message` renders; empty: none is known."""
    values: dict[str, Value] = {}
    """Values of the refusal by name."""
    confirmable: Flag
    """T: it is a dry run that has ended, and its file is kept for a day to be imported."""
    notes: list[ImportNote] = []
    """What it does not carry over: as it was created with, and pictures that could not be
    fetched."""
    rejected_url: str | None
    """Where a file of its rejected rows is fetched for ten minutes; null: there is none."""
    created_date: datetime
    started_date: datetime | None
    finished_date: datetime | None


class ImportPart(Struct, frozen=True, kw_only=True):
    """A part of a file that was uploaded."""

    import_no: int
    part_no: int
    size: int
    """Bytes."""


class RejectedRow(Struct, frozen=True, kw_only=True):
    """A row of an imported file that is at fault."""

    error_no: int
    line: int
    """Line of the file at which the row begins, from 1."""
    column: str
    """The field that is wrong; empty: the row as a whole."""
    code: str
    """Of the product or order of the row; empty where it is not known."""
    message: str
    reason: str = ""
    """Code of the refusal that `message` renders; empty: none is known."""
    values: dict[str, Value] = {}
    """Values of the refusal by name."""


class PlannedRecord(Struct, frozen=True, kw_only=True):
    """What a dry run found of a record of the file."""

    row_no: int
    line: int
    """Line of the file at which the record begins, from 1."""
    code: str
    """Of the product, variant, category or customer."""
    outcome: PlannedOutcome


class Export(Struct, frozen=True, kw_only=True):
    """An export: how far it is, and where its file is fetched."""

    export_no: int
    shop_no: int
    kind: ExportKind
    format: ExportFormat
    state: ExportState
    size: int
    """Bytes of its file; 0: there is none."""
    done: int
    """Products, orders or customers that were written."""
    message: str
    """Why it failed; empty when it did not."""
    reason: str = ""
    """Code of the refusal that `message` renders; empty: none is known."""
    values: dict[str, Value] = {}
    """Values of the refusal by name."""
    file_url: str | None
    """Where its file is fetched for ten minutes, whole or in ranges; null: there is none."""
    created_date: datetime
    started_date: datetime | None
    finished_date: datetime | None


def _moment(at: int) -> datetime | None:
    return moment(at) if at else None


def import_response(
    transfer: Transfer, notes: list[ImportNote], rejected_url: str | None = None
) -> Import:
    """Return an import as it is answered."""
    reason = read_reason(transfer.failure_reason)
    planned = transfer.dry_run == "T" and transfer.state == "succeeded" and transfer.parts > 0
    return Import(
        import_no=transfer.transfer_no,
        shop_no=transfer.shop_no,
        kind=transfer.kind,  # type: ignore[arg-type]  # a column has what an operation took
        format=transfer.format,  # type: ignore[arg-type]  # likewise
        dry_run=transfer.dry_run,  # type: ignore[arg-type]  # likewise
        state=transfer.state,  # type: ignore[arg-type]  # likewise
        size=transfer.size,
        done=transfer.done,
        new=transfer.created,
        changed=transfer.updated,
        unchanged=transfer.unchanged,
        rejected=transfer.rejected,
        errors=transfer.errors,
        message=transfer.failure,
        reason="" if reason is None else reason.refusal.code,
        values={} if reason is None else reason.plain(),
        confirmable="T" if planned else "F",
        notes=notes,
        rejected_url=rejected_url,
        created_date=moment(transfer.created_at),
        started_date=_moment(transfer.started_at),
        finished_date=_moment(transfer.finished_at),
    )


def error_response(error: FileError) -> RejectedRow:
    """Return a row at fault as it is answered."""
    reason = read_reason(error.reason)
    return RejectedRow(
        error_no=error.error_no,
        line=error.line,
        column=error.field,
        code=error.code,
        message=error.message,
        reason="" if reason is None else reason.refusal.code,
        values={} if reason is None else reason.plain(),
    )


def plan_response(row: PlannedRow) -> PlannedRecord:
    """Return what a dry run found of a record."""
    return PlannedRecord(
        row_no=row.row_no,
        line=row.line,
        code=row.code,
        outcome=row.outcome,  # type: ignore[arg-type]  # a column has what a worker wrote
    )


def export_response(transfer: Transfer, file_url: str | None) -> Export:
    """Return an export as it is answered."""
    reason = read_reason(transfer.failure_reason)
    return Export(
        export_no=transfer.transfer_no,
        shop_no=transfer.shop_no,
        kind=transfer.kind,  # type: ignore[arg-type]  # a column has what an operation took
        format=transfer.format,  # type: ignore[arg-type]  # likewise
        state=transfer.state,  # type: ignore[arg-type]  # likewise
        size=transfer.size,
        done=transfer.done,
        message=transfer.failure,
        reason="" if reason is None else reason.refusal.code,
        values={} if reason is None else reason.plain(),
        file_url=file_url,
        created_date=moment(transfer.created_at),
        started_date=_moment(transfer.started_at),
        finished_date=_moment(transfer.finished_at),
    )
