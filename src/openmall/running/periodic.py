"""The periodic tasks of an installation, which run whether anybody calls or not.

Their state is in the store, so any process can run them: the job worker, unless the setting `jobs`
says otherwise. Each locks what it works at or is idempotent, so that several processes may run it.
Every worker itself writes what it counted of its calls (`app.py`).
"""

from collections.abc import Awaitable, Callable, Iterable
from typing import Final

from openmall.access.malls import rules as mall_rules
from openmall.access.oauth.directory import Directory
from openmall.access.sandbox import clock as sandbox_clock
from openmall.analytics.collecting import collector
from openmall.analytics.collecting.collector import Collector
from openmall.analytics.engine import fact_shipment
from openmall.analytics.engine.engine import Engine
from openmall.analytics.sessionising import sessioniser
from openmall.analytics.sessionising import store as sessionising_store
from openmall.analytics.sessionising.sessioniser import Sessioniser
from openmall.api.pipeline import carrying
from openmall.api.pipeline.carrying import JobExecutor
from openmall.commerce.mileage.autoexpiration import expiring
from openmall.commerce.mileage.points import pending_points
from openmall.commerce.order.reporting.figures import rules as figure_rules
from openmall.commerce.order.scheduled_transitions import rules as scheduled_transition_rules
from openmall.commerce.privacy import dormancy
from openmall.commerce.product.autodisplay import renewal
from openmall.contract.call import Mall
from openmall.contract.moments import Clock, Clocks
from openmall.database.session import Database
from openmall.events.webhooks import sweep as webhook_sweep
from openmall.events.webhooks.delivery import sender
from openmall.events.webhooks.service import Webhooks
from openmall.http.periodic_task import PeriodicTask

Work = Callable[[], Awaitable[object]]

SANDBOX_SECONDS: Final = 10.0
"""Seconds between two searches for due work in sandboxes that are ahead."""


class PeriodicTasks:
    """All periodic tasks, started and stopped with their process."""

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
        carrier: JobExecutor,
    ) -> None:
        """`lateness`: seconds for which an event of a visitor may arrive late.

        `key`: secret of the hashes that identify buyers in facts.
        """
        self._database = database
        self._clock = clock
        self._directory = directory
        self._collector = collector_
        self.webhooks = webhooks
        self.carrier = carrier
        sessions = Sessioniser(database, clock, lateness=lateness, key=key)

        async def rest() -> int:
            return await dormancy.mark_dormant(
                database, await self._clocks(), await self._mall_ids()
            )

        def by_clocks(work: Callable[[Database, Clocks], Awaitable[object]]) -> Work:
            async def by_present_clocks() -> object:
                return await work(database, await self._clocks())

            return by_present_clocks

        every: Iterable[tuple[float, Work]] = (
            (renewal.SECONDS, by_clocks(renewal.renew_due)),
            (renewal.SECONDS, by_clocks(expiring.expire_due)),
            (renewal.SECONDS, by_clocks(pending_points.confirm_due)),
            (dormancy.SECONDS, rest),
            (scheduled_transition_rules.SECONDS, self.tidy_orders),
            (figure_rules.SECONDS, by_clocks(figure_rules.fold_due)),
            (SANDBOX_SECONDS, self.catch_up),
            (collector.FORGETTING_SECONDS, self.forget_visitors),
            (sessioniser.SECONDS, sessions.work),
            (sender.SECONDS, webhooks.sender.work),
            (carrying.SECONDS, carrier.work),
            (carrying.FORGETTING_SECONDS, self.forget_jobs),
            (webhook_sweep.SECONDS, self.tidy_events),
            (sessioniser.SECONDS, lambda: fact_shipment.ship_due(database, engine)),
        )
        self._tasks = [(seconds, PeriodicTask(work)) for seconds, work in every]

    def begin(self, *, seconds: float | None = None) -> None:
        """Start every task; `seconds`: the interval of each, None: its own."""
        for own, task in self._tasks:
            task.begin(own if seconds is None else seconds)

    async def end(self) -> None:
        """Stop every task after its current run."""
        self.carrier.stop()
        for _, task in self._tasks:
            await task.end()
        await self.webhooks.end()
        self.carrier.resume()

    async def tidy_orders(self) -> scheduled_transition_rules.Report:
        """Apply the due state transitions of orders in every mall."""
        return await self._tidied(await self._clocks(), await self._mall_ids())

    async def catch_up(self) -> None:
        """Run the due tasks of every sandbox that is ahead, which no search across malls finds.

        In causal order: confirmed orders earn points, which can be spent before they expire.
        """
        clocks = await self._clocks()
        mall_ids = clocks.ahead
        await self._tidied(clocks, mall_ids)
        await pending_points.confirm_due(self._database, clocks, mall_ids)
        await expiring.expire_due(self._database, clocks, mall_ids)
        await renewal.renew_due(self._database, clocks, mall_ids)

    async def _tidied(
        self, clocks: Clocks, mall_ids: list[str]
    ) -> scheduled_transition_rules.Report:
        found = [await self._directory.mall(mall_id) for mall_id in mall_ids]
        present: list[Mall] = [mall for mall in found if mall is not None and not mall.closed]
        return await scheduled_transition_rules.move_due_orders(self._database, clocks, present)

    async def _clocks(self) -> Clocks:
        return await sandbox_clock.every(self._database, self._clock)

    async def tidy_events(self) -> int:
        """Remove old webhook deliveries and old events that were read, in every mall."""
        return await self.webhooks.sweep(await self._mall_ids(), [sessionising_store.read_up_to])

    async def forget_jobs(self) -> int:
        """Remove the expired jobs of every mall."""
        return await self.carrier.forget(await self._mall_ids())

    async def forget_visitors(self) -> int:
        """Remove the expired keys and names that distinguish visitors of every mall."""
        return await self._collector.forget(await self._mall_ids())

    async def _mall_ids(self) -> list[str]:
        return [each.mall_id for each in await mall_rules.every(self._database)]
