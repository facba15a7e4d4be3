"""The payment gateway of Stripe: cards, by PaymentIntents that are captured by hand.

The buyer's browser gives the card to Stripe's own script, and answers the challenge of the bank
there; openmall never sees it. The bank then holds the amount, and openmall captures it while the
payment may still pay its order: what is superseded in between is never taken. The id of a
PaymentIntent is stored before the buyer's browser gets its secret, so that one whose reply was
lost cannot be paid.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from openmall.commerce.order.billing.gateways.gateway import (
    CardForm,
    ChargeRequest,
    GatewayRefused,
    GatewayShop,
    GatewayUnavailable,
    PaymentRequest,
    PaymentResult,
    RefundRequest,
    StoredMethod,
    hosted_page,
)
from openmall.commerce.order.billing.gateways.refusals import GATEWAY_STORES_NO_METHODS
from openmall.commerce.order.billing.gateways.stripe_gateway import amounts, connection, webhooks
from openmall.commerce.order.billing.gateways.stripe_gateway import rules as stripe_rules
from openmall.commerce.order.billing.gateways.stripe_gateway import store as stripe_store
from openmall.commerce.order.billing.gateways.stripe_gateway.connection import StripeUse
from openmall.commerce.order.orders.shape import Method
from openmall.contract.call import Call
from openmall.contract.crud.settings import current
from openmall.contract.errors import NotFound

if TYPE_CHECKING:
    from stripe import StripeClient

PAYMENT: Final = "openmall_payment"
REFUND: Final = "openmall_refund"
"""Names of our ids in the metadata of Stripe's objects."""
DECLINED: Final = "The card was declined."
FAILED: Final = "The payment was not completed."
_PAGE: Final = 100
"""Refunds in one list of Stripe's."""
_MOST_REFUNDS: Final = 1_000


class StripeGateway:
    """Takes card payments through Stripe."""

    name: Final = "stripe"
    methods: Final[tuple[Method, ...]] = ("card",)
    stored_methods: Final[tuple[Method, ...]] = ()
    free_installments: Final[tuple[int, ...]] = ()

    async def offered(self, call: Call) -> bool:
        """Return whether the call's shop has switched it on, with all that it needs."""
        use = await current(call, StripeUse)
        return use.use_stripe == "T" and not stripe_rules.problems(use)

    def payment_url(self, origin: str, payment_id: str) -> str:
        """Return the page of the mall that shows the card form."""
        return hosted_page(origin, payment_id)

    async def create_payment(self, shop: GatewayShop, request: PaymentRequest) -> str | CardForm:
        """Create the PaymentIntent, and return the card form; after it is paid, the way back."""
        use = await connection.use_of(shop)
        if use.use_stripe != "T":
            raise GatewayRefused("The shop does not use the gateway any more.")
        client = connection.client(shop, use)
        mall_id = shop.mall.mall_id
        async with shop.database.reading(mall_id) as db:
            intent_id = await stripe_store.intent_of(db, request.payment_id)
        if not intent_id:
            created = await self._create(shop, client, request)
            async with shop.database.writing(mall_id) as db:
                await stripe_store.add(db, request.payment_id, created)
                intent_id = await stripe_store.intent_of(db, request.payment_id)
        with connection.errors():
            intent = (await client.v1.payment_intents.retrieve_async(intent_id)).to_dict()
        if intent["status"] == "canceled":
            raise GatewayRefused(FAILED)
        if intent["status"] in ("requires_capture", "processing", "succeeded"):
            return request.return_url
        return card_form(
            use.publishable_key,
            str(intent["client_secret"]),
            request.amount,
            request.currency,
            request.return_url,
            use.api_base,
        )

    async def _create(
        self, shop: GatewayShop, client: "StripeClient", request: PaymentRequest
    ) -> str:
        """Create a PaymentIntent and return its id."""
        try:
            units = amounts.smallest_units(request.amount, request.currency)
        except ValueError as error:
            raise GatewayRefused(str(error)) from None
        # the types of the library are of a newer version of the API than ours
        sent: Any = {
            "amount": units,
            "currency": request.currency.lower(),
            "capture_method": "manual",
            "payment_method_types": ["card"],
            "metadata": {
                PAYMENT: request.payment_id,
                "openmall_order": request.order_id,
                "openmall_mall": shop.mall.mall_id,
            },
        }
        with connection.errors():
            intent = await client.v1.payment_intents.create_async(
                sent, {"idempotency_key": f"payment-{request.payment_id}"}
            )
        return str(intent.id)

    async def fetch_payment(
        self, shop: GatewayShop, request: PaymentRequest
    ) -> PaymentResult | None:
        """Return the result, capturing an authorised amount unless it is to look only."""
        async with shop.database.reading(shop.mall.mall_id) as db:
            intent_id = await stripe_store.intent_of(db, request.payment_id)
        if not intent_id:
            return None  # the buyer has no secret to pay with
        client = connection.client(shop, await connection.use_of(shop))
        intents = client.v1.payment_intents
        with _unknown_when_refused(), connection.errors():
            intent = (await intents.retrieve_async(intent_id)).to_dict()
            if request.only_look:
                pass
            elif intent["status"] == "requires_capture":
                key = {"idempotency_key": f"capture-{request.payment_id}"}
                await intents.capture_async(intent_id, {}, key)  # type: ignore[arg-type] # a key
                # retrieved again, as the answer for a repeated key is that of the first time
                intent = (await intents.retrieve_async(intent_id)).to_dict()
            elif intent["status"] == "requires_payment_method" and _problem(intent):
                # otherwise the buyer's browser could still pay what the shop calls declined
                await intents.cancel_async(intent_id)
                return _result(request, declined=_problem(intent))
        if intent["status"] == "succeeded":
            return _approved(request, intent)
        return _result(request, declined=FAILED) if intent["status"] == "canceled" else None

    def method_url(self, origin: str, method_id: str) -> str:
        """Refuse: no payment methods are stored."""
        raise NotFound(GATEWAY_STORES_NO_METHODS, parameter="gateway")

    async def fetch_method(self, shop: GatewayShop, method_id: str) -> StoredMethod | None:
        """Return None: no payment methods are stored."""
        return None

    async def charge_method(self, shop: GatewayShop, request: ChargeRequest) -> PaymentResult:
        """Refuse: no payment methods are stored."""
        raise GatewayRefused("The gateway stores no payment methods.")

    async def create_refund(self, shop: GatewayShop, request: RefundRequest) -> str | None:
        """Refund a payment or a part of it, unless Stripe has a refund with its id.

        Stripe forgets idempotency keys after a day; a refund may be asked for later than that.
        """
        async with shop.database.reading(shop.mall.mall_id) as db:
            intent_id = await stripe_store.intent_of(db, request.payment_id)
        if not intent_id:
            raise GatewayRefused("Stripe has no such payment.")
        try:
            units = amounts.smallest_units(request.amount, request.currency)
        except ValueError as error:
            raise GatewayRefused(str(error)) from None
        client = connection.client(shop, await connection.use_of(shop))
        with connection.errors():
            refund = await _made(client, intent_id, request.refund_id)
            if refund is None:
                created = await client.v1.refunds.create_async(
                    {
                        "payment_intent": intent_id,
                        "amount": units,
                        "metadata": {REFUND: request.refund_id},
                    },
                    {"idempotency_key": f"refund-{request.refund_id}"},
                )
                refund = created.to_dict()
        if refund["status"] in ("failed", "canceled"):
            raise GatewayRefused("Stripe could not make the refund.")
        return str(refund["id"]) if refund["status"] == "succeeded" else None

    async def read_callback(
        self, shop: GatewayShop, headers: Mapping[bytes, bytes], body: bytes
    ) -> str:
        """Return the payment that a signed webhook is about; a dispute is stored."""
        return await webhooks.read(shop, self.name, headers, body)


def card_form(
    public_key: str,
    client_secret: str,
    amount: Decimal,
    currency: str,
    return_url: str,
    api_base: str = "",
) -> CardForm:
    """Return the form of a payment, with the hosts that Stripe's script needs.

    `api_base`: another server than Stripe's, which serves the script as well.
    """
    at_stripe = {
        "scripts": ("https://js.stripe.com", "https://*.js.stripe.com"),
        "connections": (connection.API,),
        "frames": (
            "https://js.stripe.com",
            "https://*.js.stripe.com",
            "https://hooks.stripe.com",
        ),
    }
    parts = urlsplit(api_base)
    origin = f"{parts.scheme}://{parts.netloc}"
    elsewhere = {"scripts": (origin,), "connections": (origin,), "frames": ()}
    return CardForm(
        script=f"{api_base}/js.stripe.com/v3/" if api_base else connection.SCRIPT,
        **(elsewhere if api_base else at_stripe),
        public_key=public_key,
        client_secret=client_secret,
        amount=amount,
        currency=currency,
        return_url=return_url,
    )


@contextmanager
def _unknown_when_refused() -> Iterator[None]:
    """Make a refused question an unknown outcome: only a status that Stripe reports is final."""
    try:
        yield
    except GatewayRefused as refusal:
        raise GatewayUnavailable(str(refusal)) from None


async def _made(client: "StripeClient", intent_id: str, refund_id: str) -> dict[str, Any] | None:
    """Return the refund of a PaymentIntent with our id; None: there is none."""
    after: dict[str, Any] = {}
    for _ in range(_MOST_REFUNDS // _PAGE):
        asked: Any = {"payment_intent": intent_id, "limit": _PAGE, **after}
        listed = await client.v1.refunds.list_async(asked)
        page: dict[str, Any] = listed.to_dict()
        for each in page["data"]:
            if (each["metadata"] or {}).get(REFUND) == refund_id:
                found: dict[str, Any] = each
                return found
        if not page["has_more"]:
            return None
        after = {"starting_after": page["data"][-1]["id"]}
    raise GatewayUnavailable("there are too many refunds of the payment")


def _problem(intent: dict[str, Any]) -> str:
    """Return why a PaymentIntent was not paid, for the buyer; empty: it was not tried."""
    error = intent["last_payment_error"]
    if not error:
        return ""
    return str(error.get("message") or DECLINED)[:200]


def _approved(request: PaymentRequest, intent: dict[str, Any]) -> PaymentResult:
    received = intent.get("amount_received") or intent["amount"]
    currency = str(intent["currency"]).upper()
    try:
        taken = amounts.amount(received, currency)
    except ValueError as error:
        raise GatewayUnavailable(str(error)) from None
    return PaymentResult(
        payment_id=request.payment_id,
        order_id=request.order_id,
        amount=taken,
        currency=currency,
        result="approved",
        transaction_id=str(intent["id"]),
    )


def _result(request: PaymentRequest, *, declined: str) -> PaymentResult:
    return PaymentResult(
        payment_id=request.payment_id,
        order_id=request.order_id,
        amount=request.amount,
        currency=request.currency,
        result="declined",
        reason=declined,
    )
