"""Exports the customers of a mall with their personal data, a row each."""

from collections.abc import Callable
from typing import Final, TextIO

import msgspec

from openmall.commerce.customer.customers import store as customer_store
from openmall.commerce.customer.customers.shape import Customer, Person
from openmall.contract.call import Call, Mall
from openmall.contract.moments import Clock
from openmall.contract.refusal import RefusedValue
from openmall.contract.refusals import NO_SHOP
from openmall.database.session import Database
from openmall.events.file_transfers.takes import ExportFilters
from openmall.transfer.exports import store as export_store
from openmall.transfer.exports.table import Row, TableWriter

PAGE: Final = 100
"""Customers read at once."""
COLUMNS: Final = tuple(dict.fromkeys((*Customer.__struct_fields__, *Person.__struct_fields__)))


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
    """Write the customers by member id; return their number. Raises ValueError for no shop.

    `report_progress` is called with the number of customers after each page.
    """
    if shop_no not in mall.shops:
        raise RefusedValue(NO_SHOP)
    writer = TableWriter(file, COLUMNS, format_=format_)
    count, last = 0, ""
    while True:
        async with database.reading(mall.mall_id) as db:
            call = Call(clock, db, mall, shop_no)
            names = await export_store.member_ids(call, filters, after=last, limit=PAGE)
            page = await customer_store.find(call, member_id=names) if names else []
            for customer in page:
                writer.write(_row(customer, await customer_store.person(call, customer.member_id)))
        if not names:
            return count
        last = names[-1]
        count += len(page)
        report_progress(count)


def _row(customer: Customer, person: Person) -> Row:
    row: Row = msgspec.to_builtins(customer) | msgspec.to_builtins(person)
    return row
