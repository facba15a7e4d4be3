"""A receiver of webhooks with a certificate of its own, and the sender that tests bring to it."""

import itertools
import json
import ssl
import threading
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from msgspec import UNSET

from openmall.contract.events import Event
from openmall.contract.journal import batch as journal_batch
from openmall.database.seal import configured_seal
from openmall.events.webhooks import rules as webhook_rules
from openmall.events.webhooks.addresses import Networks
from openmall.events.webhooks.delivery.concurrency import ConcurrencyLimits
from openmall.events.webhooks.delivery.sender import Sender
from openmall.events.webhooks.http_client import WebhookClient
from openmall.events.webhooks.outcome import Lookup
from openmall.events.webhooks.rules import Subscription, WebhookContext
from openmall.events.webhooks.search import Attempt, AttemptFilter
from openmall.running.server import certificates
from tests.world import Installed, World

NAME = "receiver.test"
Answer = tuple[int, bytes]
_PRODUCTS = itertools.count(1)


class Received:
    """One delivery as it came in."""

    def __init__(self, headers: dict[str, str], raw: bytes) -> None:
        self.headers = headers
        self.raw = raw
        body = json.loads(raw)
        self.event_no: int = body["event_no"]
        self.resource: dict[str, Any] = body["resource"]

    @property
    def about(self) -> Any:
        return self.resource.get("product_no", self.resource.get("order_id"))

    @property
    def sequence(self) -> int:
        return int(self.headers["X-Event-Sequence"])

    @property
    def previous(self) -> int:
        return int(self.headers["X-Event-Previous"])


class Receiver:
    """An HTTPS server that writes down what it receives; `answer` says what it answers."""

    def __init__(self, folder: Path) -> None:
        names = (NAME, "localhost", "127.0.0.1")
        files = certificates.ensure(folder, names, now=datetime.now(UTC))
        assert files.ca_file is not None
        self.authority = files.ca_file
        self.certificate, self.key = files.certificate, files.key
        self.received: list[Received] = []
        self.answer: Callable[[Received], Answer] = lambda received: (200, b"")
        self.headers: dict[str, str] = {}
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = True
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(files.certificate, files.key)
        self._server.socket = context.wrap_socket(
            self._server.socket, server_side=True, do_handshake_on_connect=False
        )
        self.port = self._server.server_address[1]
        self.address = f"https://{NAME}:{self.port}/hooks"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,))
        self._thread.start()

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def taken(self) -> list[Received]:
        """Return what came in since the last look."""
        taken, self.received = self.received, []
        return taken


def _handler(receiver: Receiver) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            raw = self.rfile.read(int(self.headers["Content-Length"]))
            received = Received(dict(self.headers.items()), raw)
            receiver.received.append(received)
            status, body = receiver.answer(received)
            self.send_response(status)
            for name, value in receiver.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            return

    return Handler


class ProductMade(Event, frozen=True, kw_only=True):
    """Stands for any event about one thing."""

    event_no = 90001

    event_shop_no: str | Any = UNSET
    product_no: int


class ProductChanged(ProductMade, frozen=True, kw_only=True):
    event_no = 90002


class OrderCame(Event, frozen=True, kw_only=True):
    event_no = 90023

    event_shop_no: str | Any = UNSET
    order_id: str


async def _here(host: str, port: int) -> list[str]:
    return ["127.0.0.1"]


class Post:
    """A sender on a world's store, an app of that world, and the context of rules."""

    def __init__(
        self,
        world: World,
        receiver: Receiver,
        *,
        allowed: Iterable[str] = ("127.0.0.0/8",),
        lookup: Lookup = _here,
        seconds: float = 5.0,
    ) -> None:
        self.world = world
        self.receiver = receiver
        stage = world.stage
        self.networks = Networks(allowed)
        self.context = WebhookContext(
            database=stage.app.database,
            clock=stage.clock,
            seal=configured_seal(stage.app.configuration),
            networks=self.networks,
        )
        self.http_client = WebhookClient(
            self.networks, authority=receiver.authority, seconds=seconds, lookup=lookup
        )
        self.sender = self.new_sender()

    def new_sender(self, http_client: WebhookClient | None = None, *, per_app: int = 5) -> Sender:
        stage = self.world.stage
        return Sender(
            stage.app.database,
            stage.clock,
            self.context.seal,
            http_client or self.http_client,
            ConcurrencyLimits(total=20, per_app=per_app),
            malls=stage.app.directory.mall,
        )

    def app(
        self, *events: int, scopes: list[str] | None = None, address: str | None = None
    ) -> Installed:
        """Put an app into the mall that subscribes to events, at the receiver's address."""
        app = self.world.install(scopes)
        self.subscribe(app, *events, address=address)
        return app

    def subscribe(self, app: Installed, *events: int, address: str | None = None) -> Subscription:
        client_id = app.credentials.client_id
        where = self.receiver.address if address is None else address
        run = self.world.stage.run
        run(webhook_rules.set_address, self.context, client_id, where)
        return run(webhook_rules.set_events, self.context, client_id, events)

    def happen(self, *events: Event) -> None:
        """Announce events in the mall."""
        clock = self.world.stage.clock
        self.world.in_transaction(lambda db: journal_batch.publish(db, clock, events))

    def make(self, *product_nos: int) -> None:
        self.happen(*(ProductMade(product_no=number) for number in product_nos))

    def deliver(self) -> list[Received]:
        """Deliver all that is due; return what the receiver got of this mall."""
        self.world.stage.run(self.sender.finish)
        return self.taken()

    def taken(self) -> list[Received]:
        # malls of other tests are in the same store
        mall_id = self.world.mall_id
        return [each for each in self.receiver.taken() if each.resource["mall_id"] == mall_id]

    def log(self, app: Installed, **wanted: Any) -> list[Attempt]:
        """Return the app's tries in the mall, the oldest first."""
        what = AttemptFilter(**{"after": 0, **wanted})
        client_id = app.credentials.client_id
        run = self.world.stage.run
        return run(webhook_rules.deliveries, self.context, self.world.mall_id, client_id, what)

    def close(self) -> None:
        async def end() -> None:
            await self.sender.end()
            await self.http_client.close()

        self.world.stage.run(end)
