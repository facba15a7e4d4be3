"""The example app of docs/examples, run as a server that loses answers, in a shop that uses it."""

import importlib.util
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from decimal import Decimal
from http.server import ThreadingHTTPServer
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final, Literal

import httpx

from openmall.events.webhooks.addresses import Networks
from openmall.events.webhooks.lazy_connections import LazyConnections
from tests.commerce.order.order_setup import states
from tests.commerce.product.stock_setup import stocked
from tests.commerce.store.gateway_app import CARD, GATEWAY, call, enable
from tests.storefront.shopper_client import BUYER, Shopper
from tests.world import Installed, World

EXAMPLE: Final = Path(__file__).parents[2] / "docs" / "examples" / "payment_app.py"
Fault = Literal["", "before", "lost", "broken", "error"]
"""before: the request is not read. lost: what was asked is done and never answered. broken: the
answer is not understood. error: it is answered with 500, and nothing is done."""


def example() -> Any:
    """Import the example app."""
    spec = importlib.util.spec_from_file_location("payment_app", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class PaymentApp:
    """The example app on a port of this machine."""

    def __init__(self, folder: Path) -> None:
        self._example = example()
        self.book = self._example.Book(str(folder / "state.json"))
        self.requests: list[tuple[str, dict[str, str]]] = []
        """Path and headers of each request of openmall."""
        self.fault: Fault = ""
        self.answer: bytes | None = None
        """What is answered instead of its own answer; None: its own."""
        self.secret = ""
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self.server.daemon_threads = True
        self.address = f"http://127.0.0.1:{self.server.server_address[1]}"

    @property
    def endpoints(self) -> dict[str, str]:
        paths = {"start": "start", "confirm": "confirm", "refund": "refund"}
        urls = {f"{name}_url": f"{self.address}/{path}" for name, path in paths.items()}
        return {**urls, "reconciliation_url": f"{self.address}/reconcile"}

    def refunded(self) -> Decimal:
        """Return what was given back of all payments."""
        return sum((Decimal(each["refunded"]) for each in self.book.payments.values()), Decimal(0))

    def taken(self) -> Decimal:
        """Return what was taken in all payments."""
        return sum(
            (
                Decimal(each["amount"])
                for each in self.book.payments.values()
                if each["state"] == "approved"
            ),
            Decimal(0),
        )

    def _handler(self) -> Any:
        app = self

        class Handler(self._example.handler(self.book, "")):  # type: ignore[misc] # imported
            def do_POST(self) -> None:
                if self.path.startswith("/pay/"):
                    super().do_POST()
                    return
                app.requests.append((self.path, dict(self.headers)))
                if app.fault == "before":
                    self.close_connection = True
                    return
                if app.fault == "error":
                    self.rfile.read(int(self.headers["Content-Length"]))
                    self.answer(500, "text/plain", b"Something went wrong.")
                    return
                super().do_POST()

            def answer(self, status: int, kind: str, content: bytes) -> None:
                if not self.path.startswith("/pay/") and app.fault == "lost":
                    self.close_connection = True
                    return
                if not self.path.startswith("/pay/"):
                    content = b"<html>" if app.fault == "broken" else app.answer or content
                super().answer(status, kind, content)

        return Handler

    def trust_anybody(self) -> None:
        """Serve any request."""
        self._example.is_signed = lambda headers, body, secret: True

    def trust(self, secret: str, now: Callable[[], float]) -> None:
        """Serve requests signed with a secret; `now`: the time, UTC seconds."""
        self.secret = secret
        is_signed = example().is_signed
        is_signed.__globals__["time"] = SimpleNamespace(time=now)
        self._example.is_signed = lambda headers, body, _: is_signed(headers, body, secret)


@contextmanager
def running(folder: Path) -> Iterator[PaymentApp]:
    """Run the example app."""
    app = PaymentApp(folder)
    thread = threading.Thread(target=app.server.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield app
    finally:
        app.server.shutdown()
        thread.join()
        app.server.server_close()


def reach_this_machine(world: World) -> None:
    """Let the application of a world request addresses of this machine, until the test ends.

    Connections keep the networks that they were opened with: those of other tests are put aside.
    """
    outgoing = world.stage.app.periodic_tasks.webhooks.outgoing
    before = outgoing._connections
    # in this order: what the test opened is closed before what was there is put back
    world.stage.after_test.callback(setattr, outgoing, "_connections", before)
    world.stage.after_test.callback(world.stage.run, outgoing.close)
    outgoing._connections = LazyConnections(
        Networks(["127.0.0.0/8"]),
        authority=before._authority,
        # on a busy machine an answer takes longer; no test waits for this deadline
        seconds=60.0,
        lookup=before._lookup,
    )


def registered(world: World, app: PaymentApp) -> Installed:
    """Install an app and register its gateway, its card payments and its endpoints."""
    installed, secret = register_endpoints(world, app.endpoints)
    app.trust(secret, world.stage.clock.now)
    return installed


def register_endpoints(world: World, endpoints: dict[str, str]) -> tuple[Installed, str]:
    """Install an app and register what it takes payments with; return it and its secret."""
    reach_this_machine(world)
    installed = world.install(restricted=True)
    path = f"paymentgateway/{installed.credentials.client_id}"
    for method, where, sent in (
        ("POST", "paymentgateway", {**GATEWAY, "service_limit_type": "A"}),
        ("POST", f"{path}/paymentmethods", CARD),
        ("PUT", f"{path}/endpoints", endpoints),
    ):
        status, body = call(world, method, where, sent, app=installed)
        assert status in (200, 201), body
    return installed, body["endpoints"]["secret"]


class AppPurchase:
    """An order that a guest pays through the app."""

    def __init__(self, world: World, app: PaymentApp) -> None:
        self.world = world
        self.app = app
        self.client_id = registered(world, app).credentials.client_id
        enable(world)
        self.shopper = Shopper(world)
        self.product_no, self.variant = stocked(world, 5)
        placed = self.place()
        self.order_id: str = placed["order_id"]
        self.payment_id: str = placed["payment_id"]
        self.url: str = placed["payment_url"]

    def place(self, **more: Any) -> Any:
        """Order two units by card."""
        wanted = [{"variants_code": self.variant, "quantity": 2}]
        return self.shopper.order(variants=wanted, buyer=BUYER, **more)

    def open(self, url: str = "") -> httpx.Response:
        """Open a page of the payment."""
        answer: Any = self.world.stage.client.get(url or self.url, follow_redirects=False)
        opened: httpx.Response = answer
        return opened

    def agree(self, *, agreed: bool = True) -> None:
        """Let the buyer decide on the app's page."""
        page = f"{self.app.address}/pay/{self.payment_id}"
        decided = httpx.post(page, data={"agree": "yes" if agreed else "no"})
        assert decided.status_code == 303
        assert decided.headers["location"] == f"{self.url}/return"

    def pay(self) -> None:
        """Pay on the app's page and come back."""
        assert self.open().headers["Location"] == f"{self.app.address}/pay/{self.payment_id}"
        self.agree()
        assert self.open(f"{self.url}/return").status_code == 303

    def check(self, seconds: float = 300) -> None:
        """Let time pass, and the workers do what is due then."""
        self.world.stage.clock.pass_(seconds)
        tasks = self.world.stage.app.periodic_tasks
        self.world.stage.run(tasks.check_gateway_payments, [self.world.mall_id])
        self.world.stage.run(tasks.make_gateway_refunds, [self.world.mall_id])

    @property
    def states(self) -> list[str]:
        return states(self.world, self.order_id)

    @property
    def payment(self) -> Any:
        """Return the newest payment as the buyer reads it."""
        return self.shopper.get(f"orders/{self.order_id}")["payments"][-1]

    def paid(self) -> Decimal:
        """Return what the ledger of the order adds up to."""
        timeline = self.world.get(f"orders/{self.order_id}/paymenttimeline")["paymenttimeline"]
        return sum((Decimal(each["paid_amount"]) for each in timeline), Decimal(0))
