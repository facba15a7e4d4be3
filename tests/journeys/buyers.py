"""Buyers in a process of their own: `python -m tests.journeys.buyers` and what it prints.

Each buyer puts one unit by, in one transaction, and takes it in the next, as an order does: of a
variant, named by its code, or of a bundle, named by its number.
"""

import asyncio
import os
import signal
import sys
from pathlib import Path

from openmall.access.oauth.directory import Directory
from openmall.commerce.product import bundle_choices
from openmall.commerce.product.products import store as product_store
from openmall.commerce.product.stock import rules as stock_rules
from openmall.commerce.product.stock.rules import Units
from openmall.configuration import Configuration
from openmall.contract.call import Call, Mall
from openmall.contract.moments import Clock
from openmall.database.factory import open_database
from openmall.database.session import Database

LONG = 600.0
"""Seconds a reservation lasts."""


class FixedClock:
    """The time the test says it is."""

    def __init__(self, at: float) -> None:
        self.at = at

    def now(self) -> float:
        return self.at


async def buy(
    database: Database, clock: Clock, mall: Mall, code: str, reference: str, *, die: bool
) -> bool:
    """Buy one unit and say whether there was one; `die`: be killed before the sale is kept."""
    async with database.writing(mall.mall_id) as db:
        call = Call(clock, db, mall)
        try:
            until = clock.now() + LONG
            units = await _units(call, code, reference)
            await stock_rules.reserve_all(call, units, until=until)
        except stock_rules.OutOfStock:
            return False
    async with database.writing(mall.mall_id) as db:
        call = Call(clock, db, mall)
        await stock_rules.sell_all(call, units, unreserved=reference)
        if die:
            os.kill(os.getpid(), signal.SIGKILL)
    return True


async def _units(call: Call, code: str, reference: str) -> list[Units]:
    """Return the units of a variant, or of the parts of a bundle as its orders have them."""
    if not code.isdigit():
        return [Units(variant_code=code, quantity=1, reference=reference)]
    bundle = await product_store.get(call, int(code))
    choice = await bundle_choices.require_choice(call, bundle, (), parameter="variant_code")
    return [
        Units(variant_code=part.variant.variant_code, quantity=part.quantity, reference=reference)
        for part in choice.parts
    ]


async def main(folder: str, url: str, code: str, name: str, at: str, buyers: str, die: str) -> int:
    """Let `buyers` people buy at once at time `at`; return how many bought.

    The process is killed in the sale of the `die`-th of them.
    """
    database = open_database(Configuration(data_dir=Path(folder), database=url))
    clock = FixedClock(float(at))
    mall = await Directory(database, clock, lambda: 0).mall("storm")
    assert mall is not None
    turn = asyncio.Semaphore(8)
    started = 0

    async def one(number: int) -> bool:
        nonlocal started
        async with turn:
            started += 1
            return await buy(
                database, clock, mall, code, f"{name}-{number}", die=started == int(die)
            )

    bought = await asyncio.gather(*(one(number) for number in range(int(buyers))))
    await database.close()
    return sum(bought)


if __name__ == "__main__":
    print(asyncio.run(main(*sys.argv[1:])))
