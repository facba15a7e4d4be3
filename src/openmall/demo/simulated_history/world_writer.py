"""Writes a world into a mall day by day, and derives its facts.

Page views pass through the collector's table; carts and orders are announced by their own rules,
under the number of the browser; the sessioniser finds the visits. So facts are derived and not
written directly.
"""

import time
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import date, timedelta
from itertools import groupby
from typing import Final

from msgspec import Struct

from openmall.analytics.collecting import enrichment
from openmall.analytics.collecting import store as collecting_store
from openmall.analytics.collecting.shape import BrowserEvent, CollectedEvent
from openmall.analytics.collecting.store import CollectedBatch
from openmall.analytics.collecting.user_agents import program
from openmall.analytics.sessionising.rule import numbered
from openmall.analytics.sessionising.sessioniser import EVERYTHING, Sessioniser, buyers_key
from openmall.contract.call import Call, Mall
from openmall.contract.journal import batch as journal_batch
from openmall.contract.moments import Clock, moment, read
from openmall.database import sequences
from openmall.database.seal import Seal
from openmall.database.session import Database, Session
from openmall.demo import load_progress
from openmall.demo.simulated_history.execution import Executor, Moment
from openmall.demo.simulated_history.history import History, Look, Visit
from openmall.demo.simulated_history.planner import Planner, looks_of
from openmall.demo.simulated_history.products import Shelves, shelves

TOLD_AT_ONCE: Final = 500
_HOST: Final = "mall.example"

Progress = Callable[[float], None]
"""Called with the share that is done, 0 to 1."""


class Options(Struct, frozen=True, kw_only=True):
    """The options of a world."""

    seed: int
    until: date
    """The last day of the world, at the platform's offset."""
    days: int
    daily: int
    """Visits of a shop on a usual day."""

    @property
    def since(self) -> date:
        """Return its first day."""
        return self.until - timedelta(days=self.days - 1)


class Written(Struct, frozen=True, kw_only=True):
    """Result of writing a world: number of events by kind, and duration."""

    history: History
    counts: dict[str, int]
    """Kind of event -> number; visits of bots are not counted."""
    seconds: float


async def goods_of(database: Database, mall: Mall, clock: Clock) -> Shelves:
    """Return what a mall sells. Raises ValueError for a shop that has nothing to sell."""
    async with database.reading(mall.mall_id) as db:
        goods = await shelves(Call(clock, db, mall))
    if not all(goods.wares.values()):
        raise ValueError("a shop of the mall has nothing to sell")
    return goods


async def fill(
    database: Database,
    seal: Seal,
    mall: Mall,
    options: Options,
    progress: Progress,
    goods: Shelves | None = None,
) -> Written:
    """Write a world into a mall. Raises ValueError for one that has one, or nothing to sell.

    `goods`: what it sells, where that was read before.
    """
    began = time.perf_counter()
    clock = Moment()
    clock.at = read(options.since.isoformat())
    if goods is None:
        goods = await goods_of(database, mall, clock)
    async with database.writing(mall.mall_id) as db:
        if await sequences.allocate(db, load_progress.WORLD) > 1:
            raise ValueError(f"there is a world in the mall {mall.mall_id!r} already")
        description = f"seed {options.seed}, {options.days} days until {options.until}"
        await journal_batch.write_activity(db, clock, "world", "Create sample history", description)
    planner = Planner(
        options.seed,
        goods.wares,
        until=options.until,
        days=options.days,
        daily=options.daily,
        stock=goods.stock,
    )
    history = planner.history()
    doing = Executor(mall, seal, clock, goods)
    sessions = Sessioniser(database, clock, lateness=EVERYTHING, key=buyers_key(seal))
    seen = _by_day(history, options.seed)
    deeds = {
        day: list(some) for day, some in groupby(history.deeds, lambda deed: _day(deed.at * 1_000))
    }
    for done in range(options.days):
        day = options.since + timedelta(days=done)
        # at once: a sessioniser that runs meanwhile finds all of a day, or nothing
        async with database.writing(mall.mall_id) as db:
            await collect(db, seen.get(day, []))
            for deed in deeds.get(day, []):
                await doing.do(db, deed)
        clock.at = read(day.isoformat(), end=True)
        await sessions.finish(mall.mall_id)
        progress((done + 1) / options.days)
    seconds = round(time.perf_counter() - began, 3)
    return Written(history=history, counts=_counts(history), seconds=seconds)


def _counts(history: History) -> dict[str, int]:
    done = Counter(each.kind for each in history.deeds)
    people = [each for each in history.visits if not each.person.bot]
    return {
        "visits": len(people),
        "page_views": sum(len(each.looks) for each in people),
        "cart_additions": done["add"],
        "customers": done["join"],
        "orders": done["order"],
        "payments": done["pay"],
        "never_paid": done["give up"],
        "cancellations": done["cancel"],
        "returns": done["return"],
        "exchanges": done["exchange"],
        "reviews": done["review"],
    }


def _day(at: int) -> date:
    return moment(at // 1_000).date()


def _by_day(history: History, seed: int) -> dict[date, list[CollectedEvent]]:
    """Return the events of browsers by day, oldest first."""
    found: dict[date, list[CollectedEvent]] = {}
    for visit, look in looks_of(history.visits):
        found.setdefault(_day(look.at), []).append(collected(visit, look, seed))
    for some in found.values():
        some.sort(key=lambda each: (each.at, each.browser))
    return found


def collected(visit: Visit, look: Look, seed: int) -> CollectedEvent:
    """Return a page view as the collector stores it."""
    person = visit.person
    query = look.source.query if look.source is not None else ""
    event = BrowserEvent(
        kind="product" if look.ware is not None else "search" if look.words else "page",
        url=f"https://{_HOST}{look.path}" + (f"?{query}" if query else ""),
        referrer=look.source.referrer if look.source is not None else "",
        product_no=0 if look.ware is None else look.ware.product_no,
        words=look.words,
    )
    return enrichment.enrich(
        event,
        enrichment.path_of(event),
        program(person.agent),
        at=look.at,
        shop_no=person.shop_no,
        browser=person.browser,
        # as of the collector: an address is recognised within a day, and not on the next one
        ip=numbered("world address", seed, person.address, str(_day(look.at))),
        host=_HOST,
    )


async def collect(db: Session, seen: Sequence[CollectedEvent]) -> None:
    """Store page views, oldest first, as the collector does."""
    for first in range(0, len(seen), TOLD_AT_ONCE):
        some = seen[first : first + TOLD_AT_ONCE]
        await collecting_store.write(db, [CollectedBatch(some, received_at=some[-1].at)])
