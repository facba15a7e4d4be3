"""A worker as a program of its own, to be killed: makes facts and gives them to the engine.

Arguments: data directory, database, the time it is, and the address of ClickHouse unless the engine
is the owner of that directory. Goes on until it is killed.
"""

import asyncio
from pathlib import Path

from openmall.analytics.engine import fact_shipment
from openmall.analytics.engine.opening import open_engine
from openmall.analytics.sessionising import sessioniser
from openmall.configuration import Configuration
from tests.analytics.sessionising.event_reporting import EventReporter


async def _work(folder: str, database: str, now: float, engine_url: str) -> None:
    configuration = Configuration(
        data_dir=Path(folder), database=database, analytics_engine=engine_url
    )
    telling = EventReporter(configuration)
    telling.clock.at = now
    sessions = telling.sessioniser()
    engine = open_engine(configuration)
    while True:
        await sessions.work()
        await fact_shipment.ship_due(telling.database, engine)
        await asyncio.sleep(0.01)


def main(arguments: list[str]) -> None:
    """Work until the process is killed."""
    folder, database, now, *engine_url = arguments
    # a few events and batches at once: there are many moments to die at
    sessioniser.AT_ONCE = 2  # type: ignore[misc] # so that there is more to be killed
    sessioniser.ANNOUNCED_AT_ONCE = 1  # type: ignore[misc] # so that there is more to be killed
    fact_shipment.AT_ONCE = 1  # type: ignore[misc] # so that there is more to be killed
    asyncio.run(_work(folder, database, float(now), *(engine_url or [""])))
