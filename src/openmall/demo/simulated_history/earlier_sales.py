"""Writes the sales of a year before a world begins: orders that were paid, sent and confirmed.

They are written as imported orders are: in bulk, without events, visits and stock; the reports
count them as such (`analytics/sessionising/imported_sales.py`). Their number
follows season and weekday, and grows, so that reports have a month and a year to compare with.
"""

import random
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Final

from openmall.commerce.order.amounts import Deductions
from openmall.commerce.order.orders.shape import Buyer, Receiver
from openmall.commerce.order.placement.placing import bulk
from openmall.commerce.order.placement.placing.bulk import PastOrder
from openmall.commerce.order.placement.placing.rules import Placement
from openmall.contract.call import Call, Mall
from openmall.contract.moments import Clock, read
from openmall.database.session import Database
from openmall.demo.simulated_history.history import Bought
from openmall.demo.simulated_history.products import Shelves

SOURCE: Final = "demo"
DAILY: Final = 1.5
"""Orders of a shop on a usual day at the end of the year."""
AT_FIRST: Final = 0.7
"""Part of them that there were at its beginning."""
SEASON: Final = (0.9, 0.8, 0.9, 1.0, 1.1, 0.9, 0.8, 0.8, 1.0, 1.1, 1.2, 1.6)
"""Part of the usual orders that a month has, from January on."""
WEEK: Final = (0.9, 0.9, 0.95, 1.0, 1.0, 1.2, 1.3)
_HOUR: Final = 3_600
_DAY: Final = 86_400
_METHODS: Final = ("card", "cash", "tcash")


async def write(
    database: Database, clock: Clock, mall: Mall, goods: Shelves, *, seed: int, days: list[date]
) -> int:
    """Write the sales of `days` in every shop of the mall; return the number of orders."""
    total = 0
    for shop_no in mall.shops:
        dice = random.Random(f"earlier {seed} {shop_no}")  # noqa: S311 # made up, no secret
        orders = list(_orders(dice, goods, shop_no, days))
        async with database.writing(mall.mall_id) as db:
            await bulk.place_all(Call(clock, db, mall, shop_no), SOURCE, orders)
        total += len(orders)
    return total


def days_before(first: date, number: int) -> list[date]:
    """Return the last `number` days before `first`, oldest first."""
    return [first - timedelta(days=back) for back in range(number, 0, -1)]


def _orders(
    dice: random.Random, goods: Shelves, shop_no: int, days: list[date]
) -> Iterator[PastOrder]:
    for at, day in enumerate(days):
        growth = AT_FIRST + (1 - AT_FIRST) * at / len(days)
        usual = DAILY * growth * SEASON[day.month - 1] * WEEK[day.weekday()]
        for number in range(int(usual + dice.random())):
            yield _order(dice, goods, shop_no, day, number)


def _order(dice: random.Random, goods: Shelves, shop_no: int, day: date, number: int) -> PastOrder:
    wares = goods.wares[shop_no]
    bought = []
    for _ in range(dice.choices((1, 2, 3), (70, 22, 8))[0]):
        # some sell better than others
        ware = wares[int(len(wares) * dice.random() ** 2)]
        quantity = dice.choices((1, 2), (80, 20))[0]
        bought.append(Bought(ware=ware, offer=dice.choice(ware.offers), quantity=quantity))
    placed_at = read(day.isoformat()) + 8 * _HOUR + dice.randrange(15 * _HOUR)
    paid_at = placed_at + dice.randrange(10, 600)
    name = f"Shopper {dice.randrange(1, 400)}"
    placement = Placement(
        items=[goods.item(shop_no, each) for each in bought],
        wishes=Deductions(),
        buyer=Buyer(name=name, email=f"{name.lower().replace(' ', '')}@example.com"),
        receiver=Receiver(name=name, address1="1 Example street", country_code="KR"),
        methods=[dice.choices(_METHODS, (68, 25, 7))[0]],
        place="mobile" if dice.random() < 0.5 else "platform",
        placed_at=placed_at,
        count_stock=False,
    )
    return PastOrder(
        source_no=f"{day:%Y%m%d}-{number}",
        placement=placement,
        placed_at=placed_at,
        paid_at=paid_at,
        delivered_at=paid_at + 2 * _DAY,
        confirmed_at=paid_at + 9 * _DAY,
    )
