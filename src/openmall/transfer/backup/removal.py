"""Removes malls while the server runs, as the developer console asks."""

from collections.abc import Awaitable, Callable

from openmall.analytics.engine.engine import Engine
from openmall.contract.counters import Counters
from openmall.database.session import Database
from openmall.media.store import Store


def removing(
    database: Database, counters: Counters, pictures: Store, engine: Engine
) -> Callable[[str], Awaitable[None]]:
    """Return a function that removes a mall for ever: its rows, pictures and statistics."""

    async def remove(mall_id: str) -> None:
        # what knows all tables is imported by the workers that remove a mall, no others
        from openmall.transfer.backup import mall

        await mall.remove(
            database,
            mall_id,
            pictures=pictures,
            engine=engine,
            announce=counters.invalidate_caches,
            report_progress=lambda share: None,
        )

    return remove
