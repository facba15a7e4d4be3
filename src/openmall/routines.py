"""What a worker does by itself, again and again, beside answering calls.

What two workers do at once is done once: each of these locks what it is at, or does it again with
the same end.
"""

import logging
from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from typing import Final

from openmall.analytics.collecting import collector
from openmall.analytics.collecting.collector import Collector
from openmall.analytics.engine import shipping
from openmall.analytics.engine.engine import Engine
from openmall.analytics.sessionising import sessioniser
from openmall.analytics.sessionising.sessioniser import Sessioniser
from openmall.areas.mileage.autoexpiration import expiring
from openmall.areas.mileage.points import ripening
from openmall.areas.order.figures import rules as figures
from openmall.areas.order.tidying import rules as tidying_orders
from openmall.areas.privacy import dormancy
from openmall.areas.product.autodisplay import renewal
from openmall.contract.call import Mall
from openmall.contract.moments import Ahead, Clock
from openmall.database.session import Database
from openmall.malls import rules as malls
from openmall.oauth.directory import Directory
from openmall.pipeline.routine import Routine
from openmall.sandbox import store as sandboxes

log = logging.getLogger("openmall")

SANDBOX_SECONDS: Final = 10.0
"""Between two looks for what is due in sandboxes."""

Work = Callable[[], Awaitable[object]]


class Routines:
    """All of them; they begin and end with the worker."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        directory: Directory,
        engine: Engine,
        collector_: Collector,
        *,
        lateness: float,
        key: bytes,
    ) -> None:
        """`lateness`: seconds for which what visitors did at a moment may still be told.

        `key`: by which buyers become numbers in facts.
        """
        self._database = database
        self._clock = clock
        self._directory = directory
        self._collector = collector_
        sessions = Sessioniser(database, clock, lateness=lateness, key=key)

        async def rest() -> int:
            return await dormancy.let_rest(database, clock, await self._mall_ids())

        async def renew() -> int:
            return await renewal.renew_due(database, clock, besides=await self._moved_on())

        async def expire() -> expiring.Report:
            return await expiring.expire_due(database, clock, besides=await self._moved_on())

        async def ripen() -> int:
            return await ripening.confirm_due(database, clock, besides=await self._moved_on())

        async def fold() -> int:
            return await figures.fold_due(database, clock, besides=await self._moved_on())

        every: Iterable[tuple[float, Work]] = (
            (renewal.SECONDS, renew),
            (renewal.SECONDS, expire),
            (renewal.SECONDS, ripen),
            (dormancy.SECONDS, rest),
            (tidying_orders.SECONDS, self.tidy_orders),
            (figures.SECONDS, fold),
            (SANDBOX_SECONDS, self.catch_up),
            (collector.FORGETTING_SECONDS, self.forget_visitors),
            (sessioniser.SECONDS, sessions.work),
            (sessioniser.SECONDS, lambda: shipping.ship_due(database, engine)),
        )
        self._all = [(seconds, Routine(work)) for seconds, work in every]

    def begin(self, *, seconds: float | None = None) -> None:
        """Do all of it from now on; `seconds` apart, None: each as often as it needs."""
        for own, routine in self._all:
            routine.begin(own if seconds is None else seconds)

    async def end(self) -> None:
        """Do it no more, once what is under way is done."""
        for _, routine in self._all:
            await routine.end()

    async def tidy_orders(self) -> tidying_orders.Report:
        """Move on the orders of every mall whose time has come."""
        found = [await self._directory.mall(mall_id) for mall_id in await self._mall_ids()]
        present: list[Mall] = [mall for mall in found if mall is not None]
        return await tidying_orders.tidy(self._database, self._clock, present)

    async def catch_up(self) -> None:
        """Do what is due in every sandbox whose clock was moved on, one after the other.

        In the order in which one thing leads to the other: orders that are confirmed bring
        points, which are spent before they expire.
        """
        database = self._database
        for mall_id, ahead in (await self._moved_on()).items():
            mall, clock = await self._directory.mall(mall_id), Ahead(self._clock, ahead)
            if mall is None:
                continue
            works: tuple[Work, ...] = (
                partial(tidying_orders.tidy, database, clock, [mall]),
                partial(ripening.confirm_due, database, clock, [mall_id]),
                partial(expiring.expire_due, database, clock, [mall_id]),
                partial(renewal.renew_due, database, clock, [mall_id]),
                partial(dormancy.let_rest, database, clock, [mall_id]),
                partial(figures.fold_mall, database, clock, mall_id),
            )
            for work in works:
                try:
                    await work()
                except Exception as error:
                    log.error("sandbox", extra={"mall_id": mall_id, "reason": str(error)})

    async def _moved_on(self) -> dict[str, int]:
        """Return the malls that go by a time of their own, and how many seconds it is ahead."""
        async with self._database.reading("") as db:
            return await sandboxes.moved_on(db)

    async def forget_visitors(self) -> int:
        """Forget what was kept long enough to tell visitors of every mall apart."""
        every = await malls.every(self._database)
        return await self._collector.forget([each.mall_id for each in every])

    async def _mall_ids(self) -> list[str]:
        """Return the malls that go by the machine's time."""
        moved = await self._moved_on()
        every = await malls.every(self._database)
        return [each.mall_id for each in every if each.mall_id not in moved]
