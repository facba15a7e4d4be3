"""Runs the import of a kind of file, as the command line does."""

from pathlib import Path
from typing import Final

from openmall.contract.call import Mall
from openmall.contract.moments import Clock
from openmall.contract.refusal import Cause, cause
from openmall.database.session import Database
from openmall.events.file_transfers.store import Transfer
from openmall.events.file_transfers.takes import ImportOptions
from openmall.transfer.imports.category_rows import CategoryRows
from openmall.transfer.imports.columns import FIELDS, Plan, plan
from openmall.transfer.imports.customer_rows import CustomerRows
from openmall.transfer.imports.fetched_pictures import FetchedPictures
from openmall.transfer.imports.orders import Orders
from openmall.transfer.imports.products import Import, Record
from openmall.transfer.imports.reading import Source
from openmall.transfer.imports.record_import import RecordImport, RowWriter
from openmall.transfer.imports.refusals import COLUMNS_WITHOUT_FIELD
from openmall.transfer.imports.stock_rows import StockRows

ROW_WRITERS: Final[dict[str, type[RowWriter]]] = {
    "categories": CategoryRows,
    "customers": CustomerRows,
    "stock": StockRows,
}
"""Kinds of files whose rows are records of their own."""
_MOST_NAMED: Final = 470
"""Characters of the names of columns that fill no field."""


def source_of(path: Path, transfer: Transfer, options: ImportOptions) -> Source:
    """Open the file of an import. Raises CannotRead."""
    return Source(
        path,
        format_=transfer.format,  # type: ignore[arg-type]  # has what the call took
        encoding=options.encoding,
        identity=f"file transfer {transfer.transfer_no}",
        line_column=options.line_column,
        now=transfer.created_at,
    )


async def run(
    database: Database,
    mall: Mall,
    clock: Clock,
    transfer: Transfer,
    source: Source,
    options: ImportOptions,
    record: Record,
    pictures: FetchedPictures | None = None,
) -> tuple[bool, Cause | None]:
    """Import a file; return whether it ended too early, and what is to be said.

    Raises CannotRead, DatabaseAway, and RefusedValue for options that do not fit the file.
    """
    dry_run = transfer.dry_run == "T"
    if transfer.kind == "orders":
        summary = await Orders(
            database,
            mall,
            clock,
            source,
            None,
            shop_no=transfer.shop_no,
            dry_run=dry_run,
            resume=True,
            record=record,
        ).run()
        return summary.stopped is not None, summary.stopped
    if transfer.kind in ROW_WRITERS:
        result = await RecordImport(
            database,
            mall,
            clock,
            source,
            ROW_WRITERS[transfer.kind](),
            plan_of(transfer, options),
            dry_run=dry_run,
            record=record,
        ).run()
    else:
        planned = plan_of(transfer, options)
        result = await Import(
            database,
            mall,
            clock,
            source,
            planned,
            dry_run=dry_run,
            record=record,
            pictures=pictures,
        ).run()
    if result.stopped:
        return True, result.stopped
    unused = ", ".join(result.unused_columns)
    return False, cause(COLUMNS_WITHOUT_FIELD, columns=unused[:_MOST_NAMED]) if unused else None


def plan_of(transfer: Transfer, options: ImportOptions) -> Plan:
    """Return how the columns of a file are read. Raises ValueError."""
    writer = ROW_WRITERS.get(transfer.kind)
    return plan(
        shop_no=transfer.shop_no,
        maps=options.maps,
        constants=options.constants,
        only=options.only,
        fields=FIELDS if writer is None else writer.fields,
        by_product_code=options.own_codes == "F",
    )
