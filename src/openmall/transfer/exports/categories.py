"""Exports the categories of a shop: a row for each, which an import of categories reads again."""

from collections.abc import Callable
from typing import Final, TextIO

from openmall.commerce.category.categories import store as category_store
from openmall.contract.call import Call, Mall
from openmall.contract.moments import Clock
from openmall.contract.refusal import RefusedValue
from openmall.contract.refusals import NO_SHOP
from openmall.database.session import Database
from openmall.events.file_transfers.takes import ExportFilters
from openmall.transfer.exports.table import TableWriter

PAGE: Final = 100
"""Categories read at once."""
COLUMNS: Final = ("category",)
_LEVELS: Final = ("1", "2", "3", "4")


async def run(
    database: Database,
    mall: Mall,
    clock: Clock,
    file: TextIO,
    *,
    shop_no: int,
    format_: str,
    filters: ExportFilters,
    report_progress: Callable[[int], None],
) -> int:
    """Write the categories by number; return how many. Raises ValueError for no shop.

    A category is the names that lead to it, as JSON: a name may hold what parts others. Two of the
    same names are one row, since a file cannot tell them apart. No filter fits. `report_progress`
    is called with the number of categories after each page.
    """
    if shop_no not in mall.shops:
        raise RefusedValue(NO_SHOP)
    writer = TableWriter(file, COLUMNS, format_=format_)
    count = 0
    written: set[tuple[str, ...]] = set()
    while True:
        async with database.reading(mall.mall_id) as db:
            call = Call(clock, db, mall, shop_no)
            found = await category_store.page(call, {}, PAGE, count)
        for category in found:
            names = [category.full_category_name[level] for level in _LEVELS]
            path = tuple(name for name in names if name)
            if path not in written:
                written.add(path)
                writer.write({"category": [path]})
        if not found:
            return count
        count += len(found)
        report_progress(count)
