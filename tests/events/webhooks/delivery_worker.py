"""A worker that does nothing but deliver, in a process of its own that a test can kill.

It waits for less long than a real one: a test has not the time. Arguments: data
directory, database, certificate of the authority.
"""

import asyncio
from pathlib import Path

from openmall.configuration import Configuration
from openmall.contract.moments import SystemClock
from openmall.database.factory import open_database
from openmall.database.seal import configured_seal
from openmall.events.webhooks.addresses import Networks
from openmall.events.webhooks.delivery import circuit_breaker, lease, queue_delivery, retry_policy
from openmall.events.webhooks.delivery.concurrency import ConcurrencyLimits
from openmall.events.webhooks.delivery.sender import Sender
from openmall.events.webhooks.http_client import WebhookClient


async def _here(host: str, port: int) -> list[str]:
    return ["127.0.0.1"]


async def work(data_dir: Path, database: str, authority: Path) -> None:
    configuration = Configuration(data_dir=data_dir, database=database)
    sender = Sender(
        open_database(configuration),
        SystemClock(),
        configured_seal(configuration),
        WebhookClient(Networks(["127.0.0.0/8"]), authority=authority, seconds=1, lookup=_here),
        ConcurrencyLimits(total=10, per_app=10),
    )
    while True:
        await sender.work()
        await asyncio.sleep(0.02)


def main(arguments: list[str]) -> None:
    """Deliver until the process is killed."""
    data_dir, database, authority = arguments
    lease.LEASE_SECONDS = 4.0  # type: ignore[misc] # see above
    queue_delivery.RENEW_SECONDS = 0.5  # type: ignore[misc] # see above
    retry_policy.DELAYS = (1,) * 30  # type: ignore[misc] # see above
    circuit_breaker.OPEN_SECONDS = 1  # type: ignore[misc] # see above
    asyncio.run(work(Path(data_dir), database, Path(authority)))
