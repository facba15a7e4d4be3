"""`python -m bench.mails`: how many mails a worker delivers a second, from the commit to the 250.

This process writes messages to the outbox of a mall, a hundred in each transaction, and delivers
them as a worker does; a real mail server (aiosmtpd) in a process of its own accepts them. The time
runs from the last commit until the server has answered 250 to the last mail. `--mails 1` opens a
connection for each mail, as a comparison; `--tls` encrypts each from its first byte.
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

from openmall.access.malls import rules as mall_rules
from openmall.access.oauth.directory import Directory
from openmall.configuration import Configuration
from openmall.contract.call import Mall
from openmall.contract.moments import SystemClock
from openmall.database.factory import open_database
from openmall.database.migrate import migrate
from openmall.database.seal import without_key
from openmall.database.session import Database
from openmall.events.messages import outbox, smtp
from openmall.events.messages.delivery import Delivery
from openmall.events.messages.outbox import Draft
from openmall.events.messages.smtp import Server, SmtpChannel
from openmall.running.server import certificates

MALL = "measured"
OF_A_TRANSACTION = 100
BODY = "Sky Store: Haneul Kim, we have your order 20261121-0000012 of Linen apron for $38.00. " * 8


def main() -> None:
    """Parse the command line, measure, print."""
    parser = argparse.ArgumentParser(prog="python -m bench.mails", description=__doc__)
    parser.add_argument("--messages", type=int, default=5_000)
    parser.add_argument("--connections", type=int, default=smtp.CONNECTIONS, help="most at once")
    parser.add_argument(
        "--mails", type=int, default=smtp.MAILS_PER_CONNECTION, help="most over one connection"
    )
    parser.add_argument("--tls", action="store_true", help="encrypt each connection")
    parser.add_argument("--database", default="", help="postgresql://...; without it SQLite")
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        configuration = Configuration(data_dir=Path(folder), database=options.database)
        found = measure(
            configuration,
            messages=options.messages,
            connections=options.connections,
            mails=options.mails,
            tls=options.tls,
        )
    if options.json:
        print(json.dumps(found, indent=2))
        return
    for name, value in found.items():
        print(f"{name:<28}{value:>12,.3f}".removesuffix(".000"))


def measure(
    configuration: Configuration, *, messages: int, connections: int, mails: int, tls: bool
) -> dict[str, Any]:
    """Return mails a second, and what they cost."""
    files = certificates.ensure(configuration.data_dir, ("localhost",), now=datetime.now(UTC))
    migrate(configuration)
    ours, theirs = Pipe()
    certificate = (str(files.certificate), str(files.key)) if tls else None
    server = Process(target=_serve, args=(theirs, certificate))
    server.start()
    authority = configuration.data_dir / "tls" / "ca.pem" if tls else None
    limits = {"connections": connections, "mails": mails}
    try:
        return asyncio.run(_deliver(configuration, ours, messages, limits, authority))
    finally:
        server.kill()
        server.join()


async def _deliver(
    configuration: Configuration,
    server: Connection,
    messages: int,
    limits: dict[str, int],
    authority: Path | None,
) -> dict[str, Any]:
    database, clock = open_database(configuration), SystemClock()
    await mall_rules.create(
        database, clock, MALL, MALL, "KR", [mall_rules.Language(MALL, "ko_KR", "KRW")]
    )
    directory = Directory(database, clock, lambda: 0)

    async def mall(mall_id: str) -> Mall | None:
        return await directory.mall(mall_id)

    port = await asyncio.to_thread(server.recv)
    scheme = "smtps" if authority else "smtp+plain"
    channel = SmtpChannel(
        Server(
            address=f"{scheme}://localhost:{port}",
            sender="no-reply@shop.example",
            authority=authority,
        ),
        **limits,
    )
    delivery = Delivery(database, clock, {"email": channel}, mall, without_key())
    await _write(database, messages)
    began, at = _processor(), time.time()
    delivered = await delivery.work()
    spent = _processor() - began
    await delivery.end()
    server.send("stop")
    accepted, last, opened = await asyncio.to_thread(server.recv)
    await database.close()
    if delivered != messages or accepted != messages:
        raise SystemExit(f"{accepted} of {messages} mails were accepted, {delivered} tried")
    return {
        "mails": accepted,
        "connections_opened": opened,
        "mails_a_second": accepted / (last - at),
        "processor_ms_a_mail": spent / accepted * 1_000,
    }


def _processor() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


async def _write(database: Database, messages: int) -> None:
    clock = SystemClock()
    for first in range(0, messages, OF_A_TRANSACTION):
        drafts = [
            Draft(
                shop_no=1, channel="email", occasion="order_received", sender="Sky Store",
                recipient=f"customer{first + at}@example.com", language="ko_KR",
                subject="[Sky Store] Order received", body=BODY, html=f"<p>{BODY}</p>",
            )
            for at in range(min(OF_A_TRANSACTION, messages - first))
        ]  # fmt: skip
        async with database.writing(MALL) as db:
            await outbox.enqueue(db, clock, drafts)


class _Accepting:
    """Accepts each mail; counts mails and connections."""

    def __init__(self) -> None:
        self.mails = 0
        self.last = 0.0
        self.opened = 0

    async def handle_EHLO(  # noqa: N802 # aiosmtpd's name
        self, server: Any, session: Any, envelope: Any, hostname: str, responses: list[str]
    ) -> list[str]:
        self.opened += 1
        session.host_name = hostname
        return responses

    async def handle_DATA(  # noqa: N802 # aiosmtpd's name
        self, server: Any, session: Any, envelope: Any
    ) -> str:
        self.mails += 1
        self.last = time.time()
        return "250 accepted"


def _serve(pipe: Connection, certificate: tuple[str, str] | None) -> None:
    asyncio.run(_accept(pipe, certificate))


async def _accept(pipe: Connection, certificate: tuple[str, str] | None) -> None:
    from aiosmtpd.smtp import SMTP

    context = None
    if certificate:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(*certificate)
    accepting = _Accepting()
    server = await asyncio.get_running_loop().create_server(
        lambda: SMTP(accepting, hostname="localhost"), "localhost", 0, ssl=context
    )
    pipe.send(server.sockets[0].getsockname()[1])
    await asyncio.to_thread(pipe.recv)
    pipe.send((accepting.mails, accepting.last, accepting.opened))


if __name__ == "__main__":
    main()
    sys.stdout.flush()
