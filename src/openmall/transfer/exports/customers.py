"""Exports the customers of a mall with their personal data, a row each."""

from collections.abc import Callable
from typing import Final, TextIO

import msgspec

from openmall.commerce.customer.customers import store as customer_store
from openmall.commerce.customer.customers.shape import Customer, Person
from openmall.contract.call import Call, Mall
from openmall.contract.moments import Clock
from openmall.database.session import Database
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
    report_progress: Callable[[int], None],
) -> int:
    """Write every customer by member id; return their number. Raises ValueError for no shop.

    `report_progress` is called with the number of customers after each page.
    """
    if shop_no not in mall.shops:
        raise ValueError(f"the mall has no shop {shop_no}")
    writer = TableWriter(file, COLUMNS, format_=format_)
    call = Call(clock)
    call.mall, call.shop_no = mall, shop_no
    count, last = 0, ""
    while True:
        async with database.reading(mall.mall_id) as call.db:
            page = await customer_store.page(call, after=last, limit=PAGE)
            for customer in page:
                writer.write(_row(customer, await customer_store.person(call, customer.member_id)))
        if not page:
            return count
        last = page[-1].member_id
        count += len(page)
        report_progress(count)


def _row(customer: Customer, person: Person) -> Row:
    row: Row = msgspec.to_builtins(customer) | msgspec.to_builtins(person)
    return row
