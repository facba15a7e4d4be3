"""Delivers the due queues of all malls in the background of a worker.

Any number of workers do this at once: a lease gives a queue to one of them.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Collection
from typing import Final

from openmall.contract.moments import Clock
from openmall.database.seal import Seal
from openmall.database.session import Database
from openmall.events.webhooks.delivery import store as delivery_store
from openmall.events.webhooks.delivery.concurrency import ConcurrencyLimits
from openmall.events.webhooks.delivery.lease import LeaseLostError
from openmall.events.webhooks.delivery.queue_delivery import QueueDelivery
from openmall.events.webhooks.delivery.services import MallLookup, Services
from openmall.events.webhooks.http_client import WebhookClient
from openmall.tracing.spans import Traces

log = logging.getLogger("openmall")

SECONDS: Final = 0.25
"""Between two queries for due queues."""
MOST_QUEUES: Final = 20
"""Queues of one app that one worker delivers at once: an app may be in very many malls."""

_Key = tuple[str, str]


class Sender:
    """Delivers the events of malls to the apps that are installed in them."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        seal: Seal,
        http_client: WebhookClient,
        limits: ConcurrencyLimits,
        *,
        malls: MallLookup | None = None,
        traces: Traces | None = None,
    ) -> None:
        """`malls`: returns a mall by its id; None: no sandbox has webhooks doubled.

        `traces`: where spans of deliveries go.
        """
        self._services = Services(
            database=database,
            clock=clock,
            seal=seal,
            http_client=http_client,
            limits=limits,
            traces=traces,
            malls=malls,
        )
        self._deliveries: dict[_Key, QueueDelivery] = {}
        self._tasks: dict[_Key, asyncio.Task[None]] = {}
        self._empty_heads: dict[_Key, int] = {}
        """Mall and app -> head of the outbox at which nothing was found; not stored."""

    async def work(self) -> int:
        """Start delivery of the due queues without a lease; return their number.

        It does not wait for them, so that a slow receiver delays no other.
        """
        started = 0
        busy = Counter(client_id for _, client_id in self._tasks)
        for due in await delivery_store.due_queues(
            self._services.database, self._services.clock.now()
        ):
            key = (due.mall_id, due.client_id)
            if key in self._tasks or busy[due.client_id] >= MOST_QUEUES:
                continue
            if not due.retry_due and self._empty_heads.get(key, -1) >= due.head:
                continue
            delivery = self._deliveries[key] = QueueDelivery(
                self._services, due.mall_id, due.client_id
            )
            self._tasks[key] = asyncio.get_running_loop().create_task(self._run(key, delivery))
            busy[due.client_id] += 1
            started += 1
        return started

    async def finish(self, mall_ids: Collection[str] | None = None) -> None:
        """Deliver until nothing is due; `mall_ids`: wait for deliveries of these malls alone."""
        while True:
            await self.work()
            tasks = [
                task for (mall_id, _), task in self._tasks.items()
                if mall_ids is None or mall_id in mall_ids
            ]  # fmt: skip
            if not tasks:
                return
            await asyncio.gather(*tasks)

    async def end(self) -> None:
        """Start no further delivery, and wait for those under way."""
        for delivery in self._deliveries.values():
            delivery.stop()
        await asyncio.gather(*self._tasks.values())

    async def _run(self, key: _Key, delivery: QueueDelivery) -> None:
        try:
            await delivery.run()
            if delivery.last_empty_head >= 0:
                self._empty_heads[key] = delivery.last_empty_head
        except LeaseLostError:
            pass
        except Exception as error:
            mall_id, client_id = key
            reason = f"{type(error).__name__}: {error}"
            facts = {"mall_id": mall_id, "client_id": client_id, "reason": reason}
            log.error("webhooks not delivered", extra=facts)
        finally:
            del self._deliveries[key], self._tasks[key]
