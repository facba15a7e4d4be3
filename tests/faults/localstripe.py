"""localstripe, a server that behaves as Stripe's, behind a proxy that loses replies."""

import contextlib
import hashlib
import hmac
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final, Literal

import httpx

from openmall.commerce.order.billing.gateways.stripe_gateway.connection import StripeUse
from openmall.contract.crud.settings import write_setting
from openmall.database.session import Session
from tests.commerce.order.order_setup import states
from tests.commerce.product.stock_setup import stocked
from tests.faults.payment_app import reach_this_machine
from tests.storefront.shopper_client import BUYER, Shopper
from tests.world import World

SECRET_KEY: Final = "sk_test_12345"
PUBLIC_KEY: Final = "pk_test_12345"
WEBHOOK_SECRET: Final = "whsec_12345"
GOOD: Final = "4242424242424242"
CHALLENGED: Final = "4000002500003155"
DECLINED: Final = "4000000000000341"
CHALLENGED_AND_DECLINED: Final = "4000008260003178"
_START_SECONDS: Final = 60
Fault = Literal["", "away", "lost"]
"""away: requests do not arrive. lost: what was asked is done and never answered."""


class LocalStripe:
    """A running localstripe, as openmall reaches it and as a buyer's browser does."""

    def __init__(self, port: int) -> None:
        self.direct = f"http://localhost:{port}"
        """Its own address, without the proxy."""
        self.fault: Fault = ""
        self.requests: list[tuple[str, str, str]] = []
        """Method, path and idempotency key of each request of openmall."""
        self.proxy = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self.proxy.daemon_threads = True
        self.address = f"http://127.0.0.1:{self.proxy.server_address[1]}"

    def ask(self, method: str, path: str, status: int = 200, **values: str) -> Any:
        """Request something with the secret key; return the JSON."""
        return ask(self.direct, method, path, status, **values)

    def intents(self, payment_id: str) -> list[Any]:
        """Return the PaymentIntents that were made for a payment."""
        found = self.ask("GET", "payment_intents", limit="1000")["data"]
        return [each for each in found if each["metadata"]["openmall_payment"] == payment_id]

    def refunds(self, intent_id: str) -> list[int]:
        """Return the amounts of the refunds of a PaymentIntent, sorted."""
        found = self.ask("GET", "refunds", payment_intent=intent_id, limit="1000")["data"]
        return sorted(each["amount"] for each in found)

    def give_card(self, intent_id: str, number: str, status: int = 200) -> Any:
        """Give a card to a PaymentIntent and confirm it, as Stripe's script does."""
        return give_card(self.direct, intent_id, number, status)

    def answer_challenge(self, intent: Any, *, success: bool = True, status: int = 200) -> Any:
        """Answer the challenge of the bank, with the public key as the browser does."""
        answer = httpx.post(
            f"{self.direct}/v1/payment_intents/{intent['id']}/_authenticate",
            params={"success": str(success).lower()},
            json={"key": PUBLIC_KEY, "client_secret": intent["client_secret"]},
        )
        assert answer.status_code == status, answer.text
        return answer.json()

    def send_events_to(self, url: str) -> None:
        """Let it post its own webhooks to an address."""
        hook = {"url": url, "secret": WEBHOOK_SECRET}
        httpx.post(f"{self.direct}/_config/webhooks/test", json=hook).raise_for_status()

    def _handler(self) -> Any:
        stripe = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                self._forward()

            def do_POST(self) -> None:
                self._forward()

            def _forward(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                key = self.headers.get("Idempotency-Key", "")
                stripe.requests.append((self.command, self.path, key))
                self.close_connection = True
                if stripe.fault == "away":
                    return
                kept = ("authorization", "content-type", "idempotency-key", "stripe-version")
                headers = {n: v for n, v in self.headers.items() if n.lower() in kept}
                answer = httpx.request(
                    self.command, stripe.direct + self.path, headers=headers, content=body
                )
                if stripe.fault == "lost":
                    return
                self.send_response(answer.status_code)
                self.send_header("Content-Type", answer.headers["content-type"])
                self.send_header("Content-Length", str(len(answer.content)))
                self.send_header("Connection", "close")
                self.end_headers()
                self.wfile.write(answer.content)

            def log_message(self, *_: Any) -> None:
                """Log nothing."""

        return Handler


def ask(server: str, method: str, path: str, status: int = 200, **values: str) -> Any:
    """Request something of a server with the secret key; return the JSON."""
    sent: dict[str, Any] = {"params" if method == "GET" else "data": values}
    answer = httpx.request(method, f"{server}/v1/{path}", auth=(SECRET_KEY, ""), **sent)
    assert answer.status_code == status, answer.text
    return answer.json()


def give_card(server: str, intent_id: str, number: str, status: int = 200) -> Any:
    """Give a card to a PaymentIntent and confirm it."""
    card = {"number": number, "exp_month": "12", "exp_year": "2035", "cvc": "123"}
    named = {f"card[{name}]": value for name, value in card.items()}
    method = ask(server, "POST", "payment_methods", type="card", **named)
    ask(server, "POST", f"payment_intents/{intent_id}", payment_method=method["id"])
    return ask(server, "POST", f"payment_intents/{intent_id}/confirm", status)


@contextmanager
def running() -> Iterator[LocalStripe]:
    """Run localstripe on a free port of this machine. Raises RuntimeError if it does not start."""
    with socket.socket(socket.AF_INET6) as free:
        free.bind(("::", 0))
        port = free.getsockname()[1]
    process = subprocess.Popen(
        [sys.executable, "-m", "localstripe", "--port", str(port), "--from-scratch"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    output: list[bytes] = []
    reader = threading.Thread(target=lambda: output.extend(process.stdout or ()), daemon=True)
    reader.start()
    try:
        _wait(process, port, output)
        stripe = LocalStripe(port)
        thread = threading.Thread(target=stripe.proxy.serve_forever, args=(0.02,))
        thread.start()
        try:
            yield stripe
        finally:
            stripe.proxy.shutdown()
            thread.join()
            stripe.proxy.server_close()
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.send_signal(signal.SIGKILL)
        process.wait()


def _wait(process: "subprocess.Popen[bytes]", port: int, output: list[bytes]) -> None:
    end = time.monotonic() + _START_SECONDS
    while time.monotonic() < end:
        if process.poll() is not None:
            break
        try:
            httpx.get(f"http://localhost:{port}/js.stripe.com/v3/")
        except httpx.TransportError:
            time.sleep(0.1)
        else:
            return
    raise RuntimeError(f"localstripe did not start: {b''.join(output).decode()}")


def use_stripe(world: World, address: str, **changes: Any) -> None:
    """Let the first shop of a world take payments through a server."""
    reach_this_machine(world)
    use = StripeUse(
        **{
            "use_stripe": "T",
            "publishable_key": PUBLIC_KEY,
            "secret_key": SECRET_KEY,
            "webhook_secret": WEBHOOK_SECRET,
            "api_base": address,
            **changes,
        }
    )
    world.in_transaction(partial(_write, world, use))


async def _write(world: World, use: StripeUse, db: Session) -> None:
    await write_setting(db, world.stage.app.periodic_tasks._seal, use)


def event(kind: str, content: dict[str, Any], created: int = 0) -> bytes:
    """Return an event of Stripe; `created`: UTC seconds, 0: now."""
    body = {
        "id": "evt_1",
        "object": "event",
        "type": kind,
        "created": created or int(time.time()),
        "data": {"object": content},
    }
    return json.dumps(body).encode()


def signature(body: bytes, *, secret: str = WEBHOOK_SECRET, age: int = 0) -> dict[str, str]:
    """Return the header that signs an event; `age`: seconds ago."""
    at = int(time.time()) - age
    made = hmac.new(secret.encode(), f"{at}.".encode() + body, hashlib.sha256).hexdigest()
    return {"Stripe-Signature": f"t={at},v1={made}"}


class StripePurchase:
    """An order of two units that a guest pays by card."""

    def __init__(self, world: World, stripe: LocalStripe) -> None:
        self.world = world
        self.stripe = stripe
        use_stripe(world, stripe.address)
        self.shopper = Shopper(world)
        self.product_no, self.variant = stocked(world, 5)
        self.place()

    def place(self) -> None:
        """Order two units by card."""
        wanted = [{"variants_code": self.variant, "quantity": 2}]
        placed = self.shopper.order(variants=wanted, buyer=BUYER)
        self.order_id: str = placed["order_id"]
        self.payment_id: str = placed["payment_id"]
        self.url: str = placed["payment_url"]
        self.gateway: str = placed["gateway"]

    def open(self, url: str = "") -> httpx.Response:
        """Open a page of the payment."""
        answer: Any = self.world.stage.client.get(url or self.url, follow_redirects=False)
        opened: httpx.Response = answer
        return opened

    @property
    def intent(self) -> Any:
        """Return the one PaymentIntent of the payment."""
        [intent] = self.stripe.intents(self.payment_id)
        return intent

    def pay(self, number: str = GOOD) -> None:
        """Pay on the page and come back."""
        assert self.open().status_code == 200
        self.stripe.give_card(self.intent["id"], number)
        self.come_back()

    def come_back(self) -> None:
        """Return from the page."""
        assert self.open(f"{self.url}/return").status_code == 303

    def call_back(self, body: bytes, headers: dict[str, str]) -> int:
        """Post a webhook; return the status it is answered."""
        url = f"{self.world.base_url}/payments/callbacks/stripe/1"
        answer: Any = self.world.stage.client.post(url, content=body, headers=headers)
        return int(answer.status_code)

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
