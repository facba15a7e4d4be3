"""Work at gateways that is due, in all malls side by side."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from msgspec import Struct

from openmall.commerce.order.billing.gateways.gateway import GatewayShop
from openmall.contract.call import Mall
from openmall.contract.moments import Clocks
from openmall.contract.outgoing import Outgoing
from openmall.database.seal import Seal
from openmall.database.session import Database, Session

MALLS_AT_ONCE: Final = 10
"""A gateway that hangs in one mall must not keep the others waiting."""


class GatewayWorker(Struct, frozen=True):
    """What periodic work needs to call gateways for any mall."""

    database: Database
    clocks: Clocks
    seal: Seal
    find_mall: Callable[[str], Awaitable[Mall | None]]
    outgoing: Outgoing

    async def run(
        self,
        malls_with_due: Callable[[Session, int], Awaitable[list[str]]],
        work: Callable[[GatewayShop], Awaitable[int]],
        mall_ids: list[str] | None,
    ) -> int:
        """Run `work` in `mall_ids`, or in every mall with due work; return the sum of its results.

        `malls_with_due` is called with the machine's time; a sandbox that is ahead is named.
        """
        if mall_ids is None:
            async with self.database.reading("") as db:
                mall_ids = await malls_with_due(db, int(self.clocks.machine.now()))
        slots = asyncio.Semaphore(MALLS_AT_ONCE)

        async def in_mall(mall_id: str) -> int:
            async with slots:
                mall = await self.find_mall(mall_id)
                return 0 if mall is None else await work(self._shop(mall))

        return sum(await asyncio.gather(*map(in_mall, mall_ids)))

    def _shop(self, mall: Mall) -> GatewayShop:
        return GatewayShop(
            mall=mall,
            shop_no=min(mall.shops),
            clock=self.clocks.of(mall.mall_id),
            seal=self.seal,
            database=self.database,
            outgoing=self.outgoing,
        )
