"""`python -m bench.placing`: orders a second that one process places and is paid for, in process.

A cart of two lines out of ten products that count their stock, then its payment: two transactions
on the embedded store, events written, nothing of HTTP.
"""

import argparse
import asyncio
import tempfile
import time
from decimal import Decimal
from pathlib import Path

from openmall.areas.order.amounts import Wishes
from openmall.areas.order.orders import store
from openmall.areas.order.orders.shape import Buyer, Receiver
from openmall.areas.order.payments import rules as payments
from openmall.areas.order.placing import rules as placing
from openmall.areas.order.placing.pricing import Wanted, price
from openmall.areas.product.products import bulk
from openmall.areas.product.products.bulk import BulkProduct, BulkVariant
from openmall.areas.product.variants import codes
from openmall.configuration import Configuration
from openmall.contract.call import Call, Mall
from openmall.contract.moments import SystemClock
from openmall.database.migrate import migrate
from openmall.database.open import open_database
from openmall.database.session import Database, Session
from openmall.journal import batch
from openmall.malls import rules as malls
from openmall.oauth.directory import Directory

MALL = "bench"
_PRODUCTS = 10
_CLOCK = SystemClock()


def main() -> None:
    """Parse the command line, measure, print."""
    parser = argparse.ArgumentParser(prog="python -m bench.placing", description=__doc__)
    parser.add_argument("--orders", type=int, default=1_000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        configuration = Configuration(data_dir=Path(folder))
        migrate(configuration)
        asyncio.run(_measure(open_database(configuration), options.orders))


async def _measure(database: Database, orders: int) -> None:
    shop = malls.Language("Bench", "ko_KR", "KRW")
    await malls.create(database, _CLOCK, MALL, MALL, "KR", [shop])
    mall = await Directory(database, _CLOCK, lambda: 0).mall(MALL)
    assert mall is not None
    sold = [await _stocked(database, mall, number) for number in range(_PRODUCTS)]
    await _sell(database, mall, sold, 50)
    wall, cpu = time.perf_counter(), time.process_time()
    await _sell(database, mall, sold, orders)
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    print(f"{orders / wall:,.0f} orders a second, {orders / cpu:,.0f} a second of one core")
    await database.close()


async def _stocked(database: Database, mall: Mall, number: int) -> str:
    values = {"product_name": "Cup", "price": Decimal(9_900), "supply_price": Decimal(5_000)}
    stock = BulkVariant(use_inventory="T", quantity=1_000_000)
    draft = BulkProduct(code=f"B-{number}", everywhere=values, variants=[stock])
    async with database.writing(MALL) as db:
        done = await bulk.write(db, mall, _CLOCK, [draft])
    return f"{codes.of_product(done.product_nos[draft.code])}000A"


async def _sell(database: Database, mall: Mall, sold: list[str], orders: int) -> None:
    buyer = Buyer(name="Hana Kim", email="hana@example.com", cellphone="010-0000-0000")
    receiver = Receiver(name="Min Kim", zipcode="04524", address1="1 Sejong-daero")
    for at in range(orders):
        cart = [
            Wanted(variant_code=sold[at % _PRODUCTS], quantity=2),
            Wanted(variant_code=sold[(at + 3) % _PRODUCTS], quantity=1),
        ]
        async with database.writing(MALL) as db:
            call = _call(db, mall)
            placement = placing.Placement(
                items=await price(call, cart),
                wishes=Wishes(),
                buyer=buyer,
                receiver=receiver,
                methods=["card"],
                gateway="gateway_a",
            )
            order_id = (await placing.place(call, placement)).order.order_id
            await batch.announce(db, _CLOCK, call.events)
        async with database.writing(MALL) as db:
            call = _call(db, mall)
            await payments.pay(call, await store.whole(call, order_id), auto=True)
            await batch.announce(db, _CLOCK, call.events)


def _call(db: Session, mall: Mall) -> Call:
    call = Call(_CLOCK)
    call.db, call.mall = db, mall
    return call


if __name__ == "__main__":
    main()
