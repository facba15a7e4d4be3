"""What is done by itself, again and again, whether anybody calls or not.

All of it stands in the store, so whichever process is asked to can do it: the job worker, unless
the setting `jobs` says otherwise. What two processes do at once is done once: each of these locks
what it is at, or does it again with the same end. What a worker itself remembers of the calls it
answered, it writes down by itself (`app.py`).
"""

from collections.abc import Awaitable, Callable, Iterable
from typing import Final

from openmall.analytics.collecting import collector
from openmall.analytics.collecting.collector import Collector
from openmall.analytics.engine import shipping
from openmall.analytics.engine.engine import Engine
from openmall.analytics.sessionising import sessioniser
from openmall.analytics.sessionising import store as sessionised
from openmall.analytics.sessionising.sessioniser import Sessioniser
from openmall.areas.mileage.autoexpiration import expiring
from openmall.areas.mileage.points import ripening
from openmall.areas.order.figures import rules as figures
from openmall.areas.order.tidying import rules as tidying_orders
from openmall.areas.privacy import dormancy
from openmall.areas.product.autodisplay import renewal
from openmall.contract.call import Mall
from openmall.contract.moments import Clock, Clocks
from openmall.database.session import Database
from openmall.malls import rules as malls
from openmall.oauth.directory import Directory
from openmall.pipeline import carrying
from openmall.pipeline.carrying import Carrier
from openmall.pipeline.routine import Routine
from openmall.sandbox import clock as sandbox_clock
from openmall.webhooks import tidying as tidying_webhooks
from openmall.webhooks.delivering import sender
from openmall.webhooks.service import Webhooks

Work = Callable[[], Awaitable[object]]

SANDBOX_SECONDS: Final = 10.0
"""Between two looks for what is due in sandboxes that are ahead."""


class Routines:
    """All of them; they begin and end with the process that does them."""

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
        webhooks: Webhooks,
        carrier: Carrier,
    ) -> None:
        """`lateness`: seconds for which what visitors did at a moment may still be told.

        `key`: by which buyers become numbers in facts.
        """
        self._database = database
        self._clock = clock
        self._directory = directory
        self._collector = collector_
        self.webhooks = webhooks
        self.carrier = carrier
        sessions = Sessioniser(database, clock, lateness=lateness, key=key)

        async def rest() -> int:
            return await dormancy.let_rest(database, await self._clocks(), await self._mall_ids())

        def by_clocks(work: Callable[[Database, Clocks], Awaitable[object]]) -> Work:
            async def done() -> object:
                return await work(database, await self._clocks())

            return done

        every: Iterable[tuple[float, Work]] = (
            (renewal.SECONDS, by_clocks(renewal.renew_due)),
            (renewal.SECONDS, by_clocks(expiring.expire_due)),
            (renewal.SECONDS, by_clocks(ripening.confirm_due)),
            (dormancy.SECONDS, rest),
            (tidying_orders.SECONDS, self.tidy_orders),
            (figures.SECONDS, by_clocks(figures.fold_due)),
            (SANDBOX_SECONDS, self.catch_up),
            (collector.FORGETTING_SECONDS, self.forget_visitors),
            (sessioniser.SECONDS, sessions.work),
            (sender.SECONDS, webhooks.sender.work),
            (carrying.SECONDS, carrier.work),
            (carrying.FORGETTING_SECONDS, self.forget_jobs),
            (tidying_webhooks.SECONDS, self.tidy_events),
            (sessioniser.SECONDS, lambda: shipping.ship_due(database, engine)),
        )
        self._all = [(seconds, Routine(work)) for seconds, work in every]

    def begin(self, *, seconds: float | None = None) -> None:
        """Do all of it from now on; `seconds` apart, None: each as often as it needs."""
        for own, routine in self._all:
            routine.begin(own if seconds is None else seconds)

    async def end(self) -> None:
        """Do it no more, once what is under way is done."""
        self.carrier.stop()
        for _, routine in self._all:
            await routine.end()
        await self.webhooks.end()
        self.carrier.resume()

    async def tidy_orders(self) -> tidying_orders.Report:
        """Move on the orders of every mall whose time has come."""
        return await self._tidied(await self._clocks(), await self._mall_ids())

    async def catch_up(self) -> None:
        """Do what is due in every sandbox that is ahead, which no look across malls finds.

        In the order in which one thing leads to the other: orders that are confirmed bring
        points, which can be spent before they expire.
        """
        clocks = await self._clocks()
        mall_ids = clocks.ahead
        await self._tidied(clocks, mall_ids)
        await ripening.confirm_due(self._database, clocks, mall_ids)
        await expiring.expire_due(self._database, clocks, mall_ids)
        await renewal.renew_due(self._database, clocks, mall_ids)

    async def _tidied(self, clocks: Clocks, mall_ids: list[str]) -> tidying_orders.Report:
        found = [await self._directory.mall(mall_id) for mall_id in mall_ids]
        present: list[Mall] = [mall for mall in found if mall is not None and not mall.closed]
        return await tidying_orders.tidy(self._database, clocks, present)

    async def _clocks(self) -> Clocks:
        return await sandbox_clock.every(self._database, self._clock)

    async def tidy_events(self) -> int:
        """Forget old tries to deliver, and old events that everybody has read, of every mall."""
        return await self.webhooks.tidy(await self._mall_ids(), [sessionised.read_up_to])

    async def forget_jobs(self) -> int:
        """Forget the calls of every mall that were carried out long ago."""
        return await self.carrier.forget(await self._mall_ids())

    async def forget_visitors(self) -> int:
        """Forget what was kept long enough to tell visitors of every mall apart."""
        return await self._collector.forget(await self._mall_ids())

    async def _mall_ids(self) -> list[str]:
        return [each.mall_id for each in await malls.every(self._database)]
