"""Writes a history of a year into the demo mall, so that every report has rows to compare.

The last weeks are simulated with every visit and step; what was sold before is written in bulk. At
the end some orders are left in each state that a merchant works with, and today has some sales.
"""

from datetime import timedelta
from typing import Final

from openmall.analytics.sessionising.imported_sales import record_imported_sales
from openmall.analytics.sessionising.sessioniser import buyers_key
from openmall.contract.call import Mall
from openmall.contract.moments import Clock, moment
from openmall.database.seal import Seal
from openmall.database.session import Database
from openmall.demo.simulated_history import earlier_sales, open_orders, todays_sales
from openmall.demo.simulated_history.execution import Executor, Moment
from openmall.demo.simulated_history.world_writer import Options, fill, goods_of

SEED: Final = 1
DAYS: Final = 21
VISITS: Final = 16
"""Visits of a shop on a usual day; they add about a second to a start."""
EARLIER: Final = 400
"""Days of sales before: reports compare the last month with that of the year before."""


async def write(database: Database, clock: Clock, seal: Seal, mall: Mall) -> None:
    """Write the history up to now. Raises ValueError for a mall that has a past."""
    now = int(clock.now())
    until = moment(now).date() - timedelta(days=1)
    options = Options(seed=SEED, until=until, days=DAYS, daily=VISITS)
    goods = await goods_of(database, mall, clock)
    chosen = open_orders.plan(goods)
    today = todays_sales.plan(goods)
    await fill(database, seal, mall, options, lambda share: None, goods)
    days = earlier_sales.days_before(options.since, EARLIER)
    await earlier_sales.write(database, clock, mall, goods, seed=SEED, days=days)
    # at once, so that the reports agree with the orders as soon as the mall is served
    await record_imported_sales(database, mall.mall_id, key=buyers_key(seal))
    executor = Executor(mall, seal, Moment(), goods)
    async with database.writing(mall.mall_id) as db:
        await open_orders.write(db, executor, chosen, now)
    await todays_sales.write(database, mall, seal, executor, today, seed=SEED, now=now)
