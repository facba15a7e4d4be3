"""`python -m bench.sales_growth`: what the dashboard and reports cost as a mall's orders grow.

One mall sells for a year, more and more densely; its orders go the way that an import takes. Each
operation is called in process, without a server, as the median of its calls in time of the
processor: so what else the machine does is not counted. Beside it stands how many rows it answers,
as a mall that hardly sells has hours in which there is nothing to tell.
"""

import argparse
import asyncio
import json
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

from openmall.access.malls import rules as mall_rules
from openmall.commerce.order.amounts import Deductions
from openmall.commerce.order.orders.shape import Buyer, Method, Receiver
from openmall.commerce.order.placement.placing import bulk
from openmall.commerce.order.placement.placing.bulk import PastOrder
from openmall.commerce.order.placement.placing.pricing import Priced, RequestedItem, price
from openmall.commerce.order.placement.placing.rules import Placement
from openmall.commerce.overview import dashboard
from openmall.commerce.product.product_service import bulk as product_bulk
from openmall.commerce.product.product_service.bulk_shape import BulkProduct
from openmall.commerce.product.variants import codes
from openmall.commerce.salesreport import financials, sales_amounts, sold_units
from openmall.configuration import Configuration
from openmall.contract.call import Call, Mall, Shop
from openmall.contract.moments import SystemClock, moment, read
from openmall.contract.params import ShopParams
from openmall.database.factory import open_database
from openmall.database.migrate import migrate
from openmall.database.session import Database, Session

MALL = Mall("measured", "Measured", "KR", {1: Shop(1, "Measured", "ko_KR", "KRW")})
PRODUCTS = 2_000
DAYS = 365
AT_ONCE = 500
METHODS: tuple[Method, ...] = ("card", "cash", "icash")
_CLOCK = SystemClock()
Ask = Callable[[Call], Awaitable[Any]]


def main() -> None:
    """Parse the command line, sell, measure, print."""
    parser = argparse.ArgumentParser(prog="python -m bench.sales_growth", description=__doc__)
    parser.add_argument("--orders", type=int, nargs="*", default=[1_000, 100_000, 1_000_000])
    parser.add_argument("--calls", type=int, default=21, help="calls of each kind")
    parser.add_argument("--json", type=Path, help="write the figures to this file too")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = asyncio.run(_measure(Path(folder), sorted(options.orders), options.calls))
    if options.json:
        options.json.write_text(json.dumps(found, indent=2) + "\n")
    print(table(found))


Found = dict[int, dict[str, tuple[float, int]]]
"""Orders -> operation -> milliseconds of a call, and how many rows it answers."""


async def _measure(folder: Path, sizes: list[int], calls: int) -> Found:
    configuration = Configuration(data_dir=folder)
    migrate(configuration)
    database = open_database(configuration)
    language = mall_rules.Language(MALL.name, "ko_KR", "KRW")
    await mall_rules.create(database, _CLOCK, MALL.mall_id, MALL.name, "KR", [language])
    sold = await stocked(database)
    found: Found = {}
    there = 0
    for size in sizes:
        await sell(database, sold, size - there, seed=size)
        there = size
        found[size] = {}
        for name, ask in kinds().items():
            found[size][name] = await _timed(database, ask, calls)
        print(json.dumps({size: found[size]}), file=sys.stderr, flush=True)
    await database.close()
    return found


async def _timed(database: Database, ask: Ask, calls: int) -> tuple[float, int]:
    times = []
    for _ in range(calls):
        began = time.process_time()
        async with database.reading(MALL.mall_id) as db:
            answer = await ask(_call(db))
        times.append((time.process_time() - began) * 1000)
    return round(statistics.median(times), 2), len(answer) if isinstance(answer, list) else 1


def kinds() -> dict[str, Ask]:
    """Return what is measured: dashboard, store transactions, and every operation of reports."""
    today = moment(_CLOCK.now()).date()
    day = _period(today - timedelta(days=1), today - timedelta(days=1))
    month = _period(today - timedelta(days=31), today - timedelta(days=1))
    quarter = _period(today - timedelta(days=90), today - timedelta(days=1))
    year = _period(today - timedelta(days=DAYS - 1), today)
    months: dict[str, Any] = {
        "start_month": (today - timedelta(days=DAYS - 31)).strftime("%Y-%m"),
        "end_month": today.strftime("%Y-%m"),
    }
    last: dict[str, Any] = {"limit": 1_000, "offset": 10_000}
    return {
        "dashboard": lambda call: dashboard.retrieve_dashboard(call, ShopParams()),
        "store transactions": lambda call: financials.retrieve_transactions(
            call, financials.PaidQuery(payment_method="card")
        ),
        "dailysales, month": lambda call: sales_amounts.daily(
            call, sales_amounts.DaysQuery(**month)
        ),
        "dailysales, year": lambda call: sales_amounts.daily(call, sales_amounts.DaysQuery(**year)),
        "monthlysales, year": lambda call: sales_amounts.monthly(
            call, sales_amounts.MonthsQuery(**months)
        ),
        "hourlysales, month": lambda call: sales_amounts.hourly(
            call, sales_amounts.HoursQuery(**month)
        ),
        "productsales, day": lambda call: sold_units.products(
            call, sold_units.ProductsQuery(**day)
        ),
        "productsales, quarter": lambda call: sold_units.products(
            call, sold_units.ProductsQuery(**quarter)
        ),
        "productsales, last page": lambda call: sold_units.products(
            call, sold_units.ProductsQuery(**quarter, **last)
        ),
        "salesvolume, day": lambda call: sold_units.volume(call, sold_units.VolumeQuery(**day)),
        "salesvolume, product, quarter": lambda call: sold_units.volume(
            call, sold_units.VolumeQuery(product_no=[PRODUCTS // 2], **quarter)
        ),
    }


def _period(first: date, last: date) -> dict[str, Any]:
    return {
        "start_date": read(first.isoformat()),
        "end_date": read(last.isoformat(), end=True),
    }


async def stocked(database: Database, many: int = PRODUCTS) -> list[Priced]:
    """Return so many products, of which the first sell best."""
    drafts = [
        BulkProduct(
            code=f"S-{number}",
            everywhere={
                "product_name": f"Cup {number}",
                "price": Decimal(1_000 + number * 10),
                "supply_price": Decimal(500),
            },
        )
        for number in range(many)
    ]
    numbers: list[int] = []
    for first in range(0, many, AT_ONCE):
        async with database.writing(MALL.mall_id) as db:
            done = await product_bulk.write(db, MALL, _CLOCK, drafts[first : first + AT_ONCE])
            numbers += done.product_nos.values()
    async with database.reading(MALL.mall_id) as db:
        wanted = [
            RequestedItem(variant_code=f"{codes.of_product(no)}000A", quantity=1)
            for no in numbers[:PRODUCTS]
        ]
        return await price(_call(db), wanted)


async def sell(database: Database, sold: list[Priced], orders: int, *, seed: int) -> None:
    """Place orders of two lines, spread evenly over the year."""
    rolls = random.Random(seed)
    now = int(_CLOCK.now())
    past = [now - DAYS * 86_400 + at * DAYS * 86_400 // orders for at in range(orders)]
    receiver = Receiver(name="Min Kim", zipcode="04524", address1="1 Sejong-daero")
    for first in range(0, orders, AT_ONCE):
        some = [
            PastOrder(
                source_no=f"{seed}-{first + number}",
                placement=Placement(
                    items=[sold[_drawn(rolls)], sold[_drawn(rolls)]],
                    wishes=Deductions(),
                    buyer=Buyer(member_id=f"member-{rolls.randrange(10_000)}", name="Hana Kim"),
                    receiver=receiver,
                    methods=[METHODS[number % len(METHODS)]],
                    gateway="gateway_a",
                    count_stock=False,
                ),
                placed_at=at,
                paid_at=at,
            )
            for number, at in enumerate(past[first : first + AT_ONCE])
        ]
        async with database.writing(MALL.mall_id) as db:
            await bulk.place_all(_call(db), "bench", some)
        if first % 50_000 == 0:
            print(f"{first:,} of {orders:,} orders", file=sys.stderr, flush=True)
        await asyncio.sleep(0)


def _drawn(rolls: random.Random) -> int:
    return int(rolls.paretovariate(0.4)) % PRODUCTS


def _call(db: Session) -> Call:
    return Call(_CLOCK, db, MALL)


def table(found: Found) -> str:
    """Return the figures as a table for people: a row an operation, a column a size."""
    sizes = list(found)
    head = "".join(f"{f'{size:,}':>11}{'rows':>7}" for size in sizes)
    lines = [f"{'ms at orders':<30}{head}"]
    for name in found[sizes[0]]:
        cells = (found[size][name] for size in sizes)
        lines.append(f"{name:<30}" + "".join(f"{ms:>11.2f}{rows:>7,}" for ms, rows in cells))
    return "\n".join(lines)


if __name__ == "__main__":
    main()
