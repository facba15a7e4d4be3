"""Fills a mall that was created while the server runs, as the developer console asks."""

from collections.abc import Awaitable, Callable
from typing import Literal

from openmall.contract.call import Mall
from openmall.contract.moments import Clock
from openmall.database.seal import Seal
from openmall.database.session import Database
from openmall.demo import gateway_activation
from openmall.demo.loader import Loader
from openmall.media.store import Store

Content = Literal["catalogue", "shop"]
"""`catalogue`: categories, products with pictures, posts, a bank account. `shop`: also carriers
and fees, customers, coupons, the test gateway, and orders in each state."""


def filling(
    database: Database, clock: Clock, files: Store, seal: Seal
) -> Callable[[Mall, Content], Awaitable[None]]:
    """Return a function that fills a mall."""

    async def fill(mall: Mall, content: Content) -> None:
        await Loader(database, clock, mall, files).load(
            products=0, seed=1, progress=lambda written: None
        )
        if content == "shop":
            await _add_sales(database, clock, seal, mall)
        else:
            async with database.writing(mall.mall_id) as db:
                await gateway_activation.add_accounts(db, seal, mall)

    return fill


async def _add_sales(database: Database, clock: Clock, seal: Seal, mall: Mall) -> None:
    # what writes customers and orders is imported by the workers that do it, no others
    from openmall.demo import customers, promotion, shipping
    from openmall.demo.simulated_history import open_orders
    from openmall.demo.simulated_history.execution import Executor, Moment
    from openmall.demo.simulated_history.world_writer import goods_of

    await shipping.set_up(database, clock, seal, mall)
    await customers.fill(database, clock, seal, mall)
    await promotion.fill(database, clock, seal, mall)
    await gateway_activation.open_(database, seal, mall)
    goods = await goods_of(database, mall, clock)
    planned = open_orders.plan(goods)
    executor = Executor(mall, seal, Moment(), goods)
    async with database.writing(mall.mall_id) as db:
        await open_orders.write(db, executor, planned, int(clock.now()))
