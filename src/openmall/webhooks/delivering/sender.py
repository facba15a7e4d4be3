"""The worker's part: looks for apps that are to be told something, and works on their lanes.

Any number of workers do this at once: a lane is claimed in the store.
"""

import asyncio
import logging
from collections import Counter
from typing import Final

from openmall.contract.moments import Clock
from openmall.database.seal import Seal
from openmall.database.session import Database
from openmall.tracing.spans import Traces
from openmall.webhooks.delivering import store
from openmall.webhooks.delivering.gates import Gates
from openmall.webhooks.delivering.lane import LaneWork, OvertakenError
from openmall.webhooks.delivering.means import Malls, Means
from openmall.webhooks.posting import Poster

log = logging.getLogger("openmall")

SECONDS: Final = 0.25
"""Between two looks for something to be delivered."""
MOST_LANES: Final = 20
"""Lanes of one app that are worked on at once: there may be a lane in each of very many malls."""

_Key = tuple[str, str]


class Sender:
    """Delivers what happened in malls to the apps that are in them."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        seal: Seal,
        poster: Poster,
        gates: Gates,
        *,
        malls: Malls | None = None,
        traces: Traces | None = None,
    ) -> None:
        """`malls`: looks a mall up; None: no sandbox has webhooks doubled.

        `traces`: where spans of deliveries go.
        """
        self._means = Means(
            database=database,
            clock=clock,
            seal=seal,
            poster=poster,
            gates=gates,
            traces=traces,
            malls=malls,
        )
        self._works: dict[_Key, LaneWork] = {}
        self._tasks: dict[_Key, asyncio.Task[None]] = {}
        self._looked: dict[_Key, int] = {}
        """Mall and app -> up to which number nothing is for it; forgotten with the worker."""

    async def work(self) -> int:
        """Begin to deliver what is due and nobody is at; return to how many apps.

        It does not wait for them: a slow one keeps no other waiting.
        """
        begun = 0
        busy = Counter(client_id for _, client_id in self._tasks)
        for due in await store.due(self._means.database, self._means.clock.now()):
            key = (due.mall_id, due.client_id)
            if key in self._tasks or busy[due.client_id] >= MOST_LANES:
                continue
            if not due.waits and self._looked.get(key, -1) >= due.head:
                continue
            work = self._works[key] = LaneWork(self._means, due.mall_id, due.client_id)
            self._tasks[key] = asyncio.get_running_loop().create_task(self._go(key, work))
            busy[due.client_id] += 1
            begun += 1
        return begun

    async def finish(self) -> None:
        """Deliver until nothing is due; for commands and tests."""
        while await self.work() or self._tasks:
            await asyncio.gather(*self._tasks.values())

    async def end(self) -> None:
        """Deliver no more, once what is under way is done."""
        for work in self._works.values():
            work.stop()
        await asyncio.gather(*self._tasks.values())

    async def _go(self, key: _Key, work: LaneWork) -> None:
        try:
            await work.run()
            if work.looked >= 0:
                self._looked[key] = work.looked
        except OvertakenError:
            pass
        except Exception as error:
            mall_id, client_id = key
            reason = f"{type(error).__name__}: {error}"
            facts = {"mall_id": mall_id, "client_id": client_id, "reason": reason}
            log.error("webhooks not delivered", extra=facts)
        finally:
            del self._works[key], self._tasks[key]
