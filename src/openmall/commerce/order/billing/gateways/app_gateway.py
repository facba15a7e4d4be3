"""The payment gateway of an app: openmall calls the endpoints that the app registered.

Requests are signed like webhooks, with a key of their own, and carry the id of the payment or
refund as idempotency key. An answer other than 200 in the documented shape leaves the outcome
unknown; only the states `refused` and `declined` are final. An app that was removed is still asked
for results and refunds of the payments that it took.
"""

import hmac
import time
from collections.abc import Mapping
from decimal import Decimal
from types import MappingProxyType
from typing import Final, Literal, TypeVar

import msgspec
from msgspec import Struct

from openmall.commerce.order.billing.gateways import app_protocol
from openmall.commerce.order.billing.gateways.app_protocol import (
    AGE,
    CALLBACK,
    ENCODER,
    MAX_ANSWER,
    REFUNDED,
    REPORTED,
    STARTED,
    Payment,
    Refund,
    Reported,
)
from openmall.commerce.order.billing.gateways.gateway import (
    ChargeRequest,
    GatewayRefused,
    GatewayShop,
    GatewayUnavailable,
    PaymentRequest,
    PaymentResult,
    RefundRequest,
    StoredMethod,
    callback_url,
    hosted_page,
)
from openmall.commerce.order.billing.gateways.refusals import (
    CALLBACK_NOT_READABLE,
    CALLBACK_NOT_SIGNED_BY_APP,
    CALLBACK_SIGNED_AT_OTHER_TIME,
    CALLBACK_WITHOUT_TIME,
    GATEWAY_STORES_NO_METHODS,
)
from openmall.commerce.order.orders.shape import Method
from openmall.commerce.store.paymentgateway.endpoints import rules as endpoint_rules
from openmall.commerce.store.paymentgateway.endpoints import store as endpoint_store
from openmall.commerce.store.paymentgateway.endpoints.store import ShownMethod, StoredEndpoints
from openmall.contract.call import Call
from openmall.contract.errors import Malformed, NotFound, Unauthorized
from openmall.contract.outgoing import SECONDS, NoReply, Reply
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import NO_SUCH
from openmall.database.seal import SealBroken
from openmall.events.webhooks import signing

A = TypeVar("A")
Endpoint = Literal["start", "confirm", "refund", "reconciliation"]
ENDPOINTS: Final[tuple[Endpoint, ...]] = ("start", "confirm", "refund", "reconciliation")
SHOWN_BYTES: Final = 1_000
"""Bytes of an answer that the result of a test call shows."""


class TestCallResult(Struct, frozen=True, kw_only=True):
    """The result of a test call to an endpoint."""

    endpoint: Endpoint
    address: str
    status: int | None
    """None: there was no answer."""
    milliseconds: int
    problem: str
    """What is wrong, in English; empty: the answer is understood."""
    answer: str
    """The beginning of its body."""


class AppGateway:
    """The gateway of an app; its name is the app's client id."""

    free_installments: Final[tuple[int, ...]] = ()
    stored_methods: Final[tuple[Method, ...]] = ()

    def __init__(
        self,
        client_id: str,
        methods: tuple[Method, ...] = (),
        shown: Mapping[str, ShownMethod] = MappingProxyType({}),
        *,
        members_only: bool = False,
    ) -> None:
        """`methods`: what it offers in the shop it was looked up for, and `shown`: how.

        `members_only`: to customers with an account alone.
        """
        self.name: Final = client_id
        self.methods: Final = methods
        self.shown: Final = shown
        self.members_only: Final = members_only

    async def offered(self, call: Call) -> bool:
        """Return whether the call's shop uses it and its app is installed."""
        return any(each.client_id == self.name for each in await endpoint_rules.enabled(call))

    def payment_url(self, origin: str, payment_id: str) -> str:
        """Return the page of the mall that asks the app where the buyer pays."""
        return hosted_page(origin, payment_id)

    async def create_payment(self, shop: GatewayShop, request: PaymentRequest) -> str:
        """Call the app's start endpoint; a payment is not begun with an app that was removed."""
        async with shop.database.reading(shop.mall.mall_id) as db:
            if not await self.offered(shop.call(db)):
                raise GatewayRefused("The shop does not use the gateway any more.")
        back = callback_url(request.mall_origin, self.name, shop.shop_no)
        body = _payment(shop, request, "payment.start", request.return_url, back)
        answer = await self._ask(shop, "start", body, request.payment_id, STARTED)
        if answer.state == "refused":
            raise GatewayRefused(answer.reason or "The app refused the payment.")
        return _led_to(shop, answer)

    async def fetch_payment(
        self, shop: GatewayShop, request: PaymentRequest
    ) -> PaymentResult | None:
        """Call the app's confirm endpoint, or its reconciliation endpoint to look only."""
        if request.only_look:
            body = _payment(shop, request, "payment.reconcile")
            answer = await self._ask(shop, "reconciliation", body, "", REPORTED)
        else:
            body = _payment(shop, request, "payment.confirm")
            answer = await self._ask(shop, "confirm", body, request.payment_id, REPORTED)
        if answer.state == "open":
            return None
        _require_complete(answer)
        return PaymentResult(
            payment_id=request.payment_id,
            order_id=request.order_id,
            amount=Decimal(answer.amount or request.amount),
            currency=answer.currency or request.currency,
            result="approved" if answer.state == "approved" else "declined",
            transaction_id=answer.transaction_id,
            reason=answer.reason,
        )

    def method_url(self, origin: str, method_id: str) -> str:
        """Refuse: an app's gateway stores no payment methods."""
        raise NotFound(GATEWAY_STORES_NO_METHODS, parameter="gateway")

    async def fetch_method(self, shop: GatewayShop, method_id: str) -> StoredMethod | None:
        """Return None: an app's gateway stores no payment methods."""
        return None

    async def charge_method(self, shop: GatewayShop, request: ChargeRequest) -> PaymentResult:
        """Refuse: an app's gateway stores no payment methods."""
        raise GatewayRefused("The gateway stores no payment methods.")

    async def create_refund(self, shop: GatewayShop, request: RefundRequest) -> str | None:
        """Call the app's refund endpoint."""
        body = Refund(
            mall_id=shop.mall.mall_id,
            shop_no=shop.shop_no,
            refund_id=request.refund_id,
            payment_id=request.payment_id,
            transaction_id=request.transaction_id,
            amount=f"{request.amount:.2f}",
            currency=request.currency,
            reason=request.reason,
        )
        answer = await self._ask(shop, "refund", body, request.refund_id, REFUNDED)
        if answer.state == "refused":
            raise GatewayRefused(answer.reason or "The app refused the refund.")
        if answer.state == "pending":
            return None
        return answer.transaction_id or request.refund_id

    async def read_callback(
        self, shop: GatewayShop, headers: Mapping[bytes, bytes], body: bytes
    ) -> str:
        """Return the payment of a callback that the app signed with the key of its endpoints."""
        stored = await self._endpoints(shop)
        if stored is None:
            raise NotFound(NO_SUCH, parameter="gateway", resource=Phrase("gateway"))
        keys = endpoint_store.opened(shop.seal, shop.mall.mall_id, stored, now=shop.machine_now)
        sent_at = headers.get(b"webhook-timestamp", b"")
        if not (sent_at.isdigit() and len(sent_at) < 12):
            raise Unauthorized(CALLBACK_WITHOUT_TIME)
        if abs(shop.machine_now - int(sent_at)) > AGE:
            raise Unauthorized(CALLBACK_SIGNED_AT_OTHER_TIME)
        id_ = headers.get(b"webhook-id", b"").decode("latin-1")
        valid = signing.signature(keys, id_, body, now=int(sent_at)).split()
        given = headers.get(b"webhook-signature", b"").split()[:4]
        if not any(hmac.compare_digest(each.encode(), one) for each in valid for one in given):
            raise Unauthorized(CALLBACK_NOT_SIGNED_BY_APP)
        try:
            return CALLBACK.decode(body).payment_id
        except (msgspec.ValidationError, msgspec.DecodeError) as error:
            raise Malformed(CALLBACK_NOT_READABLE, error=str(error)) from None

    async def test_call(self, shop: GatewayShop, endpoint: Endpoint) -> TestCallResult:
        """Call an endpoint with a payment that belongs to no order; return what it answered.

        Raises GatewayUnavailable where the app has no endpoints.
        """
        stored = await self._endpoints(shop)
        if stored is None:
            raise GatewayUnavailable("the app has no endpoints")
        body, key, decoder = _test_body(shop, endpoint)
        began = time.monotonic()
        status: int | None = None
        answer, problem = b"", ""
        try:
            reply = await self._send(shop, stored, endpoint, body, key)
            status, answer = reply.status, reply.body
            decoded = _decoded(reply, decoder)
            if isinstance(decoded, Reported):
                _require_complete(decoded)
            elif isinstance(decoded, app_protocol.Started) and decoded.state == "created":
                _led_to(shop, decoded)
        except (GatewayUnavailable, NoReply) as failure:
            problem = str(failure)
        return TestCallResult(
            endpoint=endpoint,
            address=getattr(stored, f"{endpoint}_url"),
            status=status,
            milliseconds=int((time.monotonic() - began) * 1000),
            problem=problem,
            answer=answer[:SHOWN_BYTES].decode("utf-8", "replace"),
        )

    async def _endpoints(self, shop: GatewayShop) -> StoredEndpoints | None:
        async with shop.database.reading(shop.mall.mall_id) as db:
            return await endpoint_store.find(db, self.name)

    async def _ask(
        self,
        shop: GatewayShop,
        endpoint: Endpoint,
        body: Payment | Refund,
        key: str,
        decoder: "msgspec.json.Decoder[A]",
    ) -> A:
        """Return the answer of an endpoint. Raises GatewayUnavailable."""
        stored = await self._endpoints(shop)
        if stored is None:
            raise GatewayUnavailable("the app has no endpoints")
        try:
            reply = await self._send(shop, stored, endpoint, body, key)
        except NoReply as failure:
            raise GatewayUnavailable(str(failure)) from None
        return _decoded(reply, decoder)

    async def _send(
        self,
        shop: GatewayShop,
        stored: StoredEndpoints,
        endpoint: Endpoint,
        body: Payment | Refund,
        key: str,
    ) -> Reply:
        """Send a signed request. Raises NoReply, GatewayUnavailable."""
        now = shop.machine_now
        try:
            keys = endpoint_store.opened(shop.seal, shop.mall.mall_id, stored, now=now)
        except SealBroken:
            raise GatewayUnavailable("the key of the app cannot be opened") from None
        content = ENCODER.encode(body)
        id_ = signing.random_trace_id()
        headers = {
            "Content-Type": "application/json",
            "User-Agent": "openmall-payments",
            "Webhook-Id": id_,
            "Webhook-Timestamp": str(int(now)),
            "Webhook-Signature": signing.signature(keys, id_, content, now=int(now)),
            "X-Platform-Deadline": str(int(now + SECONDS)),
        }
        if key:
            headers["Idempotency-Key"] = key
        return await shop.outgoing.request(
            "POST",
            getattr(stored, f"{endpoint}_url"),
            headers=headers,
            body=content,
            loopback=shop.mall.sandbox is not None,
        )


def _payment(
    shop: GatewayShop,
    request: PaymentRequest,
    kind: Literal["payment.start", "payment.confirm", "payment.reconcile"],
    return_url: str = "",
    back: str = "",
) -> Payment:
    return Payment(
        type=kind,
        mall_id=shop.mall.mall_id,
        shop_no=shop.shop_no,
        payment_id=request.payment_id,
        order_id=request.order_id,
        amount=f"{request.amount:.2f}",
        currency=request.currency,
        payment_method=request.method,
        return_url=return_url,
        callback_url=back,
    )


def _decoded(reply: Reply, decoder: "msgspec.json.Decoder[A]") -> A:
    """Return the answer in a reply. Raises GatewayUnavailable for anything else."""
    if reply.status != 200:
        raise GatewayUnavailable(f"the app answered {reply.status}")
    if len(reply.body) > MAX_ANSWER:
        raise GatewayUnavailable(f"the answer of the app has more than {MAX_ANSWER} bytes")
    try:
        return decoder.decode(reply.body)
    except (msgspec.ValidationError, msgspec.DecodeError) as error:
        raise GatewayUnavailable(f"the answer of the app is not understood: {error}") from None


def _require_complete(answer: Reported) -> None:
    if answer.state == "approved" and not (answer.amount and answer.currency):
        raise GatewayUnavailable("the app approved a payment without amount or currency")


def _led_to(shop: GatewayShop, answer: "app_protocol.Started") -> str:
    if not endpoint_rules.may_lead_to(shop.mall, answer.redirect_url):
        raise GatewayUnavailable("the app answered no address that a buyer may be taken to")
    return answer.redirect_url


def _test_body(
    shop: GatewayShop, endpoint: Endpoint
) -> tuple[Payment | Refund, str, "msgspec.json.Decoder[object]"]:
    """Return body, idempotency key and decoder of a test call."""
    payment_id = f"test{signing.random_trace_id().replace('-', '')[4:]}"
    currency = shop.mall.shops[shop.shop_no].currency
    if endpoint == "refund":
        refund = Refund(
            mall_id=shop.mall.mall_id,
            shop_no=shop.shop_no,
            refund_id=f"{payment_id}-refund",
            payment_id=payment_id,
            transaction_id="",
            amount="1.00",
            currency=currency,
            reason="Test",
            test=True,
        )
        return refund, refund.refund_id, REFUNDED  # type: ignore[return-value] # any answer
    kind: Literal["payment.start", "payment.confirm", "payment.reconcile"] = "payment.start"
    if endpoint != "start":
        kind = "payment.confirm" if endpoint == "confirm" else "payment.reconcile"
    payment = Payment(
        type=kind,
        mall_id=shop.mall.mall_id,
        shop_no=shop.shop_no,
        payment_id=payment_id,
        order_id="test",
        amount="1.00",
        currency=currency,
        payment_method="card",
        test=True,
    )
    decoder = STARTED if endpoint == "start" else REPORTED
    key = "" if endpoint == "reconciliation" else payment_id
    return payment, key, decoder  # type: ignore[return-value] # any answer
