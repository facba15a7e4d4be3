"""Visits, orders and new members of the day on which a demo is made, up to that moment.

Without them the figures of today would be empty, and at once after midnight those of open orders as
well. All lie between the midnight before and now, however little time that is.
"""

from collections.abc import Sequence
from itertools import count
from typing import Final

from msgspec import Struct

from openmall.analytics.sessionising.rule import numbered
from openmall.analytics.sessionising.sessioniser import EVERYTHING, Sessioniser, buyers_key
from openmall.contract.call import Mall
from openmall.contract.moments import moment, read
from openmall.database.seal import Seal
from openmall.database.session import Database
from openmall.demo.simulated_history.execution import Executor, Moment
from openmall.demo.simulated_history.history import Bought, Deed, Look, Order, Person, Visit
from openmall.demo.simulated_history.history import Kind as DeedKind
from openmall.demo.simulated_history.planner import COMPUTER, looks_of
from openmall.demo.simulated_history.products import Shelves
from openmall.demo.simulated_history.sources import DIRECT
from openmall.demo.simulated_history.world_writer import collect, collected

VISITS: Final = 6
"""Visits of each shop; every second one ends with a paid order of a new member."""
_FIRST: Final = 800_001
"""Number of the first visitor, beyond those of any world."""
_UNTIL_ORDER: Final = 90
"""Seconds between the first page of a visit and its order, where the day is old enough."""


class TodaysVisit(Struct, frozen=True, kw_only=True):
    """A visit that is to be written: the product that is looked at, and whether it is bought."""

    shop_no: int
    bought: Bought
    is_order: bool
    share: float
    """Share of the day until now after which it begins, 0 to 1."""


def plan(goods: Shelves) -> list[TodaysVisit]:
    """Choose what is looked at in every shop, and take what is ordered from what a world may sell.

    Raises ValueError when a shop has not enough to sell.
    """
    chosen = []
    for shop_no, wares in goods.wares.items():
        offers = [(ware, each) for ware in wares for each in ware.offers]
        for number in range(VISITS):
            available = (each for each in offers if goods.stock.get(each[1].code, 1) > 0)
            found = next(available, None)
            if found is None:
                raise ValueError(f"shop {shop_no} has too little to sell")
            ware, offer = found
            is_order = number % 2 == 1
            if is_order and offer.code in goods.stock:
                goods.stock[offer.code] -= 1
            offers.remove(found)
            chosen.append(
                TodaysVisit(
                    shop_no=shop_no,
                    bought=Bought(ware=ware, offer=offer, quantity=1),
                    is_order=is_order,
                    share=number / VISITS,
                )
            )
    return chosen


async def write(
    database: Database,
    mall: Mall,
    seal: Seal,
    executor: Executor,
    chosen: Sequence[TodaysVisit],
    *,
    seed: int,
    now: int,
) -> None:
    """Write the visits, and derive their facts. `now`: UTC seconds."""
    midnight = read(moment(now).date().isoformat())
    numbers = count()
    visits, deeds = [], []
    for number, each in enumerate(chosen, _FIRST):
        began_at = midnight + int((now - midnight) * each.share)
        visit = _visit(number, each, began_at, now, seed)
        visits.append(visit)
        if each.is_order:
            at = min(began_at + _UNTIL_ORDER, now)
            order = Order(
                person=visit.person, visit=visit, at=at, bought=[each.bought], method="card"
            )
            steps: tuple[DeedKind, ...] = ("join", "order", "pay")
            deeds += [
                Deed(
                    at=at,
                    number=next(numbers),
                    kind=kind,
                    person=visit.person,
                    order=None if kind == "join" else order,
                    in_browser=kind != "pay",
                )
                for kind in steps
            ]
    seen = sorted(
        (collected(visit, look, seed) for visit, look in looks_of(visits)), key=lambda each: each.at
    )
    async with database.writing(mall.mall_id) as db:
        await collect(db, seen)
        for deed in sorted(deeds, key=lambda each: (each.at, each.number)):
            await executor.do(db, deed)
    clock = Moment()
    clock.at = now + 1
    sessions = Sessioniser(database, clock, lateness=EVERYTHING, key=buyers_key(seal))
    await sessions.finish(mall.mall_id)


def _visit(number: int, each: TodaysVisit, began_at: int, now: int, seed: int) -> Visit:
    person = Person(
        number=number,
        shop_no=each.shop_no,
        browser=numbered("world browser", seed, number),
        address=number,
        agent=COMPUTER,
        device="pc",
        member=each.is_order,
    )
    product = each.bought.ware
    looks = [
        Look(at=began_at * 1_000, path="/"),
        Look(
            at=min(began_at + _UNTIL_ORDER // 2, now) * 1_000 + 1,
            path=f"/products/{product.product_no}",
            ware=product,
        ),
    ]
    return Visit(person=person, source=DIRECT, first=True, looks=looks, additions=[])
