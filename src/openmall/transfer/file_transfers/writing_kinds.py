"""Runs the export of a kind of data, as the command line does."""

from collections.abc import Callable
from typing import Final, TextIO

import msgspec

from openmall.contract.call import Mall
from openmall.contract.moments import Clock
from openmall.database.session import Database
from openmall.events.file_transfers.store import Transfer
from openmall.events.file_transfers.takes import ExportFilters
from openmall.transfer.exports import categories as category_export
from openmall.transfer.exports import customers as customer_export
from openmall.transfer.exports import orders as order_export
from openmall.transfer.exports import stock
from openmall.transfer.exports.products import CsvWriter, Export, JsonLinesWriter

_TABLES: Final = {
    "stock": stock.run,
    "categories": category_export.run,
    "orders": order_export.run,
    "customers": customer_export.run,
}


async def run(
    database: Database,
    mall: Mall,
    clock: Clock,
    transfer: Transfer,
    text: TextIO,
    report_progress: Callable[[int], None],
) -> None:
    """Write what an export has to `text`. Raises ValueError for a shop that the mall has not.

    A CSV file begins with a byte order mark: without it spreadsheet programs decode Korean wrongly.
    """
    if transfer.format == "csv":
        text.write("\ufeff")
    filters = msgspec.json.decode(transfer.options, type=ExportFilters)
    if transfer.kind != "products":
        await _TABLES[transfer.kind](
            database,
            mall,
            clock,
            text,
            shop_no=transfer.shop_no,
            format_=transfer.format,
            filters=filters,
            report_progress=report_progress,
        )
        return
    writer = CsvWriter(text) if transfer.format == "csv" else JsonLinesWriter(text)
    export = Export(
        database,
        mall,
        clock,
        shop_no=transfer.shop_no,
        category_no=filters.category_no,
    )
    await export.run(writer, report_progress)
