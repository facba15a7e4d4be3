"""`python -m bench.webhooks`: how many webhooks a worker delivers a second, and how soon.

This process announces events in a mall, so many a second, and delivers them as a worker does, which
writes on the same connection to SQLite; another one receives them over TLS. How long one took is
the time from just before the transaction that announced it until the receiver has read it.
"""

import argparse
import asyncio
import json
import resource
import ssl
import sys
import tempfile
import time
from datetime import UTC, datetime
from multiprocessing import Pipe, Process
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from msgspec import UNSET, UnsetType

from openmall.access.malls import rules as mall_rules
from openmall.access.oauth import apps as registered_apps
from openmall.configuration import Configuration
from openmall.contract.events import Event
from openmall.contract.journal import batch as journal_batch
from openmall.contract.moments import SystemClock
from openmall.database.factory import open_database
from openmall.database.migrate import migrate
from openmall.database.seal import configured_seal
from openmall.database.session import Database
from openmall.events.webhooks import rules as webhook_rules
from openmall.events.webhooks.delivery import sender
from openmall.events.webhooks.service import Webhooks
from openmall.running.server import certificates

MALL = "measured"
AT_ONCE = 10
"""Events of one transaction."""
DESCRIPTION = "A linen apron, sewn by hand in a small workshop by the sea. " * 15


class LongEvent(Event, frozen=True, kw_only=True):
    """An event about as long as that of a product, with when it happened."""

    event_no = 90002

    event_shop_no: str | UnsetType = UNSET
    product_no: int
    at: float
    description: str = DESCRIPTION


def main() -> None:
    """Parse the command line, measure, print."""
    parser = argparse.ArgumentParser(prog="python -m bench.webhooks", description=__doc__)
    parser.add_argument("--events", type=int, default=20_000)
    parser.add_argument("--rate", type=int, default=1_000, help="events announced a second; 0: all")
    parser.add_argument("--database", default="", help="postgresql://...; without it SQLite")
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        configuration = Configuration(
            data_dir=Path(folder),
            database=options.database,
            webhook_networks=("127.0.0.0/8",),
            webhook_ca=Path(folder) / "tls" / "ca.pem",
        )
        found = measure(configuration, events=options.events, rate=options.rate)
    if options.json:
        print(json.dumps(found, indent=2))
        return
    for name, value in found.items():
        print(f"{name:<28}{value:>12,.3f}".removesuffix(".000"))


def measure(configuration: Configuration, *, events: int, rate: int) -> dict[str, Any]:
    """Return deliveries a second, and what of them took how long."""
    files = certificates.ensure(configuration.data_dir, ("localhost",), now=datetime.now(UTC))
    migrate(configuration)
    ours, theirs = Pipe()
    arguments = (str(files.certificate), str(files.key), events, theirs)
    other = Process(target=_other, args=arguments)
    other.start()
    try:
        return asyncio.run(_deliver(configuration, ours, events, rate))
    finally:
        other.kill()
        other.join()


async def _deliver(
    configuration: Configuration, other: Connection, events: int, rate: int
) -> dict[str, Any]:
    database, clock = open_database(configuration), SystemClock()
    await mall_rules.create(
        database, clock, MALL, MALL, "KR", [mall_rules.Language(MALL, "ko_KR", "KRW")]
    )
    app = await registered_apps.register(
        database, clock, name="Bench", redirect_uris=[], scopes=["mall.read_product"]
    )
    async with database.writing(MALL) as db:
        await registered_apps.install(db, clock, app.client_id, ["mall.read_product"])
    webhooks = Webhooks(configuration, database, clock, configured_seal(configuration))
    port = await asyncio.to_thread(other.recv)
    await webhook_rules.set_events(webhooks.context, app.client_id, [LongEvent.event_no])
    await webhook_rules.set_address(webhooks.context, app.client_id, f"https://localhost:{port}/")
    began, at = _processor(), time.time()
    announcing = asyncio.create_task(_announce(database, events, rate))
    while not other.poll():
        await webhooks.sender.work()
        await asyncio.sleep(sender.SECONDS)
    took: list[float] = other.recv()
    seconds = time.time() - at
    await announcing
    took.sort()
    spent = _processor() - began
    await webhooks.end()
    await database.close()
    number = len(took)
    return {
        "deliveries": number,
        "deliveries_a_second": number / seconds,
        "processor_ms_a_delivery": spent / number * 1_000,
        "seconds_p50": took[number // 2],
        "seconds_p99": took[number * 99 // 100],
        "seconds_longest": took[-1],
    }


def _processor() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def _other(certificate: str, key: str, events: int, pipe: Connection) -> None:
    asyncio.run(_receive(certificate, key, events, pipe))


async def _receive(certificate: str, key: str, events: int, pipe: Connection) -> None:
    took: list[float] = []
    done = asyncio.Event()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).lower()
                length = int(head.partition(b"content-length: ")[2].partition(b"\r\n")[0])
                body = json.loads(await reader.readexactly(length))
                took.append(time.time() - body["resource"]["at"])
                writer.write(b"HTTP/1.1 204 No Content\r\n\r\n")
                if len(took) == events:
                    done.set()
        except (asyncio.IncompleteReadError, asyncio.CancelledError):
            writer.close()

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    server = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=context)
    pipe.send(server.sockets[0].getsockname()[1])
    await done.wait()
    pipe.send(took)


async def _announce(database: Database, events: int, rate: int) -> None:
    clock = SystemClock()
    began = time.time()
    for first in range(0, events, AT_ONCE):
        early = rate and began + first / rate - time.time()
        if early > 0:
            await asyncio.sleep(early)
        some = [LongEvent(product_no=first + at + 1, at=time.time()) for at in range(AT_ONCE)]
        async with database.writing(MALL) as db:
            await journal_batch.publish(db, clock, some)


if __name__ == "__main__":
    main()
    sys.stdout.flush()
