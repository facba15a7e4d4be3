"""Facts of the sales of orders imported from files, whose payments were not announced.

They are dated by their payment and belong to no visit. Every import marks its orders as not
reported, in the transaction that adds them, whether a command, a call or a simulated history
brings them in; the sessioniser finds them by that. An order is counted once: its mark is written
with its facts, and only if the cursor of the mall is where it was read.
"""

from msgspec.structs import replace

from openmall.analytics.sessionising import store as sessionising_store
from openmall.analytics.sessionising.fact_builder import FactBuilder, OutboxEvent, Payment
from openmall.commerce.order.placement.placing import bulk_store
from openmall.commerce.order.reporting.sales_for_attribution import (
    store as sales_for_attribution_store,
)
from openmall.database.session import Database, Session

AT_ONCE = 500
"""Orders of one transaction."""


async def record_imported_sales(database: Database, mall_id: str, *, key: bytes) -> int:
    """Add the facts of all imported orders of a mall that have none; return how many.

    `key`: of `sessioniser.buyers_key`.
    """
    recorded = 0
    while True:
        async with database.reading(mall_id) as db:
            before = await sessionising_store.cursor(db)
            orders = await bulk_store.unreported(db, AT_ONCE)
            if not orders:
                return recorded
            builder = await _builder(db, [each.order_id for each in orders if each.order_id], key)
        for number, each in enumerate(orders):
            # one that is not paid yet is announced when it is
            if each.paid_at is not None:
                payment = Payment(shop_no=each.shop_no, order_id=each.order_id)
                builder.record_announced(OutboxEvent(each.paid_at * 1_000 + 999, number, payment))
        sold = builder.changed_orders()
        facts = {name: rows for name, rows in builder.rows.items() if rows}
        moved = replace(before, batch_no=before.batch_no + bool(facts))
        async with database.writing(mall_id) as db:
            if not await sessionising_store.move(db, before, moved):
                # another process made facts meanwhile, perhaps of these orders
                continue
            if facts:
                await sessionising_store.add_batch(db, moved.batch_no, facts)
            await sessionising_store.keep_placed(db, sold)
            await bulk_store.mark_reported(db, orders)
        recorded += len(sold)


async def _builder(db: Session, order_ids: list[str], key: bytes) -> FactBuilder:
    lines = await sales_for_attribution_store.of_orders(db, order_ids)
    products = {item.product_no for sold_items in lines.values() for item in sold_items}
    return FactBuilder(
        db.mall_id,
        known={},
        placed=await sessionising_store.placed(db, order_ids),
        goods=await sessionising_store.goods(db, sorted(products)),
        sold=lines,
        paid=await sales_for_attribution_store.paid(db, order_ids),
        key=key,
    )
