"""What a worker does by itself, again and again, beside answering calls.

What two workers do at once is done once: each of these locks what it is at, or does it again with
the same end.
"""

from collections.abc import Awaitable, Callable, Iterable

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
from openmall.calls import writing
from openmall.calls.writing import Writing
from openmall.contract.call import Mall
from openmall.contract.moments import Clock
from openmall.database.session import Database
from openmall.malls import rules as malls
from openmall.oauth.directory import Directory
from openmall.pipeline.routine import Routine

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
        calls: Writing,
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

        every: Iterable[tuple[float, Work]] = (
            (renewal.SECONDS, lambda: renewal.renew_due(database, clock)),
            (renewal.SECONDS, lambda: expiring.expire_due(database, clock)),
            (renewal.SECONDS, lambda: ripening.confirm_due(database, clock)),
            (dormancy.SECONDS, rest),
            (tidying_orders.SECONDS, self.tidy_orders),
            (figures.SECONDS, lambda: figures.fold_due(database, clock)),
            (collector.FORGETTING_SECONDS, self.forget_visitors),
            (sessioniser.SECONDS, sessions.work),
            (sessioniser.SECONDS, lambda: shipping.ship_due(database, engine)),
            (writing.SECONDS, calls.write),
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

    async def forget_visitors(self) -> int:
        """Forget what was kept long enough to tell visitors of every mall apart."""
        return await self._collector.forget(await self._mall_ids())

    async def _mall_ids(self) -> list[str]:
        return [each.mall_id for each in await malls.every(self._database)]
