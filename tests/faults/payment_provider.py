"""A payment provider: an HTTP server that is slow, lies, loses answers and repeats itself.

`ProviderGateway` is the gateway that openmall calls it with; its wire format is the provider's.
"""

import hashlib
import hmac
import json
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from decimal import Decimal
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final, Literal

import aiohttp
import pytest

from openmall.commerce.order.billing.gateways import registry as gateway_registry
from openmall.commerce.order.billing.gateways.gateway import (
    GatewayRefused,
    GatewayShop,
    GatewayUnavailable,
    PaymentRequest,
    PaymentResult,
    RefundRequest,
    hosted_page,
)
from openmall.commerce.order.orders.shape import Method
from openmall.contract.call import Call
from openmall.contract.errors import Malformed, Unauthorized

NAME: Final = "fakepay"
_SECRET: Final = b"shared with the provider"
Fault = Literal["", "lost", "broken"]
"""lost: what was asked is done and never answered. broken: the answer is not understood."""


class Provider:
    """What the provider knows, and how it behaves."""

    def __init__(self) -> None:
        self.payments: dict[str, dict[str, Any]] = {}
        """Payment id of the shop -> the provider's record."""
        self.refunds: dict[str, dict[str, Any]] = {}
        self.requests: list[str] = []
        self.fault: Fault = ""
        self.refund_answer: Literal["succeeded", "pending", "refused"] = "succeeded"
        self.refuses: set[str] = set()
        """Payments whose refunds the provider refuses."""
        self.answering = threading.Event()
        """Cleared: every request hangs until it is set."""
        self.answering.set()
        self.hanging = threading.Semaphore(0)
        """Released by each request that begins to hang."""

    def pay(self, payment_id: str, *, amount: str = "", state: str = "paid") -> None:
        """Let the buyer pay; `amount`: another one than was asked for."""
        record = self.payments[payment_id]
        record["state"] = state
        record["captured"] = amount or record["amount"]

    def callback(self, payment_id: str) -> tuple[bytes, dict[str, str]]:
        """Return body and headers of a callback about a payment."""
        body = json.dumps({"type": "payment.updated", "object": {"reference": payment_id}})
        signed = hmac.new(_SECRET, body.encode(), hashlib.sha256).hexdigest()
        return body.encode(), {"X-Fakepay-Signature": signed, "Content-Type": "application/json"}

    def refunded(self, payment_id: str) -> Decimal:
        """Return what was given back of a payment."""
        return sum(
            (Decimal(each["amount"]) for each in self.refunds.values() if each["of"] == payment_id),
            Decimal(0),
        )

    def answer(self, method: str, path: str, key: str, sent: dict[str, Any]) -> dict[str, Any]:
        """Do what is asked, once for each idempotency key."""
        if (method, path) == ("POST", "/payments"):
            fresh = {**sent, "state": "open", "captured": "0", "no": f"fp_{len(self.payments)}"}
            self.payments.setdefault(key, fresh)
            return {"url": f"https://pay.example/{key}"}
        if (method, path) == ("POST", "/refunds"):
            if self.refund_answer == "succeeded" and sent["of"] not in self.refuses:
                fresh = {**sent, "no": f"re_{len(self.refunds)}"}
                return {"state": "succeeded", "no": self.refunds.setdefault(key, fresh)["no"]}
            refused = sent["of"] in self.refuses
            return {"state": "refused" if refused else self.refund_answer}
        return self.payments.get(path.rpartition("/")[2], {"state": "unknown"})


class ProviderGateway:
    """The gateway of the provider."""

    name: Final = NAME
    methods: Final[tuple[Method, ...]] = ("card",)
    free_installments: Final[tuple[int, ...]] = ()

    def __init__(self, url: str) -> None:
        self._url = url

    async def offered(self, call: Call) -> bool:
        """Offer it in every shop."""
        return True

    def payment_url(self, origin: str, payment_id: str) -> str:
        """Return the page that takes the buyer to the provider."""
        return hosted_page(origin, payment_id)

    async def create_payment(self, shop: GatewayShop, request: PaymentRequest) -> str:
        """Create a payment at the provider."""
        sent = {
            "amount": str(request.amount),
            "currency": request.currency,
            "return_url": request.return_url,
        }
        answer = await self._ask("POST", "/payments", request.payment_id, sent)
        url: str = answer["url"]
        return url

    async def fetch_payment(
        self, shop: GatewayShop, request: PaymentRequest
    ) -> PaymentResult | None:
        """Ask the provider for a payment."""
        record = await self._ask("GET", f"/payments/{request.payment_id}")
        if record["state"] not in ("paid", "failed"):
            return None
        return PaymentResult(
            payment_id=request.payment_id,
            order_id=request.order_id,
            amount=Decimal(record["captured"]),
            currency=record["currency"],
            result="approved" if record["state"] == "paid" else "declined",
            transaction_id=record["no"],
            reason="" if record["state"] == "paid" else "No funds.",
        )

    async def create_refund(self, shop: GatewayShop, request: RefundRequest) -> str | None:
        """Refund a payment at the provider."""
        sent = {"of": request.payment_id, "amount": str(request.amount)}
        answer = await self._ask("POST", "/refunds", request.refund_id, sent)
        if answer["state"] == "refused":
            raise GatewayRefused("The card was closed.")
        return None if answer["state"] == "pending" else answer["no"]

    async def read_callback(
        self, shop: GatewayShop, headers: Mapping[bytes, bytes], body: bytes
    ) -> str:
        """Return the payment of a signed callback."""
        signed = hmac.new(_SECRET, body, hashlib.sha256).hexdigest().encode()
        if not hmac.compare_digest(signed, headers.get(b"x-fakepay-signature", b"")):
            raise Unauthorized("The callback is not signed. (invalid_signature)")
        try:
            reference: str = json.loads(body)["object"]["reference"]
        except (ValueError, LookupError, TypeError):
            raise Malformed("The callback is not readable.") from None
        return reference

    async def _ask(
        self, method: str, path: str, key: str = "", sent: dict[str, Any] | None = None
    ) -> dict[str, Any]:
        headers = {"Idempotency-Key": key} if key else {}
        try:
            async with (
                aiohttp.ClientSession() as session,
                session.request(method, self._url + path, json=sent, headers=headers) as answer,
            ):
                decoded: dict[str, Any] = await answer.json()
                return decoded
        except (aiohttp.ClientError, ValueError) as error:
            raise GatewayUnavailable(str(error)) from None


@contextmanager
def running(monkeypatch: pytest.MonkeyPatch) -> Iterator[Provider]:
    """Run a provider and make its gateway known, the first of them."""
    provider = Provider()
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(provider))
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    gateway = ProviderGateway(f"http://127.0.0.1:{server.server_address[1]}")
    known = {NAME: gateway, **gateway_registry.KNOWN}
    monkeypatch.setattr(gateway_registry, "KNOWN", known)
    try:
        yield provider
    finally:
        provider.answering.set()
        server.shutdown()
        thread.join()
        server.server_close()


def _handler(provider: Provider) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._answer({})

        def do_POST(self) -> None:
            length = int(self.headers["Content-Length"])
            self._answer(json.loads(self.rfile.read(length)))

        def _answer(self, sent: dict[str, Any]) -> None:
            provider.requests.append(f"{self.command} {self.path}")
            if not provider.answering.is_set():
                provider.hanging.release()
                provider.answering.wait()
            key = self.headers.get("Idempotency-Key", "")
            answer = json.dumps(provider.answer(self.command, self.path, key, sent)).encode()
            if provider.fault == "lost":
                self.close_connection = True
                return
            body = b"<html>" if provider.fault == "broken" else answer
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            """Print nothing."""

    return Handler
