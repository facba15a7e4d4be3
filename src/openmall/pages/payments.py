"""Addresses of a mall at which buyers meet a payment gateway, and at which gateways call back.

`GET /payments/{payment_id}` creates the payment at the gateway and takes the buyer there, or
shows the card form of the gateway's script;
`GET /payments/{payment_id}/return` settles it and takes the buyer back; the payment id, which
nobody can guess, is their credential. `POST /payments/callbacks/{gateway}/{shop_no}` takes a
gateway's own body and signature; what it says is fetched from the gateway.
"""

import re
from contextlib import suppress
from typing import Final

from msgspec.structs import replace

from openmall.access import mall_endpoint
from openmall.access.limits import per_minute
from openmall.access.limits.address import holder
from openmall.access.oauth.directory import Directory
from openmall.commerce.order.billing.gateways import gateway as gateway_contract
from openmall.commerce.order.billing.gateways import registry as gateway_registry
from openmall.commerce.order.billing.gateways.gateway import (
    CardForm,
    GatewayRefused,
    GatewayShop,
    GatewayUnavailable,
)
from openmall.commerce.order.payment_attempts import store as attempt_store
from openmall.commerce.order.payment_attempts.store import Attempt
from openmall.commerce.order.placement.checkout import payment_settlement
from openmall.commerce.order.placement.checkout.gateway_payment import payment_request
from openmall.configuration import Configuration
from openmall.contract.call import Mall, Services
from openmall.contract.errors import NotFound, TooManyCalls, Unavailable
from openmall.contract.moments import Clock
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import NO_SUCH
from openmall.http import body
from openmall.http.addressing import Address
from openmall.http.endpoint import Exchange
from openmall.http.request import Answer, Request
from openmall.pages import payment_form
from openmall.pages.refusals import (
    GATEWAY_NOT_ANSWERING,
    NO_GATEWAY_PAYMENT,
    TOO_MANY_PAYMENTS_OPENED,
)

MOST_BYTES: Final = 64 * 1024
"""Bytes of one callback."""
PER_MINUTE: Final = 60
"""Payments that one address may open in a minute."""
_PAYMENT: Final = re.compile(rb"/payments/([0-9a-f]{32})(/return)?")
_CALLBACK: Final = re.compile(rb"/payments/callbacks/([A-Za-z0-9_-]{1,50})/([1-9][0-9]{0,4})")
_RETRY_SECONDS: Final = 30


class PaymentEndpoints:
    """The ASGI part of payments; its requests are no calls of an API."""

    def __init__(
        self,
        configuration: Configuration,
        services: Services,
        directory: Directory,
        clock: Clock,
    ) -> None:
        self._configuration = configuration
        self._services = services
        self._database = services.database
        self._counters = services.counters
        self._directory = directory
        self._clock = clock
        self._limit = per_minute.Policy(PER_MINUTE)
        # a plug-in that cannot be loaded stops the program here, not a payment later
        gateway_registry.of_installation()

    def serves(self, request: Request, address: Address) -> bool:
        """Say whether a request is for a payment."""
        return address.site in ("mall", "bare") and request.raw_path.startswith(b"/payments/")

    async def answer(self, exchange: Exchange) -> None:
        """Answer a redirect, 204 for a callback, or an error."""
        request, answering = exchange.request, self._answer(exchange.request, exchange.address)
        await mall_endpoint.answer(exchange.send, request, answering, [])

    async def _answer(self, request: Request, address: Address) -> Answer:
        mall = await mall_endpoint.mall(address, self._directory, self._configuration.default_mall)
        if callback := _CALLBACK.fullmatch(request.raw_path):
            name, shop_no = callback[1].decode(), int(callback[2])
            mall_endpoint.require_shop(mall, shop_no)
            return await self._receive_callback(request, self._shop(mall, shop_no), name)
        payment = _PAYMENT.fullmatch(request.raw_path)
        if payment is None:
            raise NotFound(NO_SUCH, resource=Phrase("page"))
        if request.method not in ("GET", "HEAD"):
            raise mall_endpoint.OtherMethod(allowed="GET")
        await self._count(request)
        shop = self._shop(mall, min(mall.shops))
        attempt = await self._attempt(shop, payment[1].decode())
        if attempt is None:
            raise NotFound(NO_SUCH, parameter="payment_id", resource=Phrase("payment"))
        shop = self._shop(mall, attempt.shop_no)
        if payment[2]:
            return await self._return(shop, attempt)
        return await self._open(shop, attempt, address.origin)

    def _shop(self, mall: Mall, shop_no: int) -> GatewayShop:
        return GatewayShop(
            mall=mall,
            shop_no=shop_no,
            clock=mall.clock(self._clock),
            seal=self._services.seal,
            database=self._database,
            outgoing=self._services.outgoing,
        )

    async def _attempt(self, shop: GatewayShop, payment_id: str) -> Attempt | None:
        async with self._database.reading(shop.mall.mall_id) as db:
            return await attempt_store.find(shop.call(db), payment_id)

    async def _count(self, request: Request) -> None:
        """Raise TooManyCalls (429) for an address that opens too many payments."""
        decision = await self._counters.decide(
            f"payment {holder(request.ip)}", per_minute.admit, self._clock.now(), self._limit
        )
        if not decision.admitted and self._configuration.limits == "enforce":
            raise TooManyCalls(TOO_MANY_PAYMENTS_OPENED, retry_after=decision.retry_after)

    async def _open(self, shop: GatewayShop, attempt: Attempt, origin: str) -> Answer:
        """Take the buyer to the gateway, or back where there is nothing to pay any more."""
        if attempt.state != "started":
            return _redirect(attempt.return_url)
        gateway = gateway_registry.named(attempt.gateway)
        back = f"{gateway_contract.hosted_page(origin, attempt.payment_id)}/return"
        mall_origin = self._configuration.origin_of(shop.mall.mall_id)
        request = replace(payment_request(attempt), return_url=back, mall_origin=mall_origin)
        try:
            async with gateway_contract.deadline():
                created = await gateway.create_payment(shop, request)
            if isinstance(created, CardForm):
                return payment_form.page(created, shop.mall.shops[shop.shop_no].language)
            return _redirect(created)
        except (GatewayRefused, GatewayUnavailable):
            # the buyer can pay again there; what the gateway created all the same is polled
            return _redirect(attempt.return_url)

    async def _return(self, shop: GatewayShop, attempt: Attempt) -> Answer:
        """Take the buyer back; the payment is settled before, if the gateway answers."""
        if attempt.is_open:
            # otherwise the callback, or a later check, settles it
            with suppress(GatewayUnavailable):
                await payment_settlement.settle_payment(shop, attempt)
        return _redirect(attempt.return_url)

    async def _receive_callback(self, request: Request, shop: GatewayShop, name: str) -> Answer:
        if request.method != "POST":
            raise mall_endpoint.OtherMethod(allowed="POST")
        gateway = gateway_registry.named(name)
        seconds = self._configuration.body_seconds
        received = await body.read(request, limit=MOST_BYTES, seconds=seconds)
        try:
            payment_id = await gateway.read_callback(shop, request.headers, received)
        except GatewayUnavailable:
            raise _call_again() from None
        if not payment_id:
            # a gateway calls back about more than our payments, and repeats what is not accepted
            return Answer(204, b"", [])
        attempt = await self._attempt(shop, payment_id)
        if attempt is None or (attempt.gateway, attempt.shop_no) != (name, shop.shop_no):
            raise NotFound(NO_GATEWAY_PAYMENT, parameter="payment_id")
        if attempt.is_open:
            try:
                await payment_settlement.settle_payment(shop, attempt)
            except GatewayUnavailable:
                raise _call_again() from None
        return Answer(204, b"", [])


def _call_again() -> Unavailable:
    return Unavailable(GATEWAY_NOT_ANSWERING, retry_after=_RETRY_SECONDS)


def _redirect(url: str) -> Answer:
    return Answer(
        303,
        b"",
        [
            (b"location", url.encode()),
            (b"cache-control", b"no-store"),
            (b"referrer-policy", b"no-referrer"),
        ],
    )
