"""Signed webhooks of Stripe: which payment to ask for, and what became of disputes."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec
from msgspec import Struct

from openmall.commerce.order.billing.gateways.disputes import store as dispute_store
from openmall.commerce.order.billing.gateways.disputes.store import Dispute
from openmall.commerce.order.billing.gateways.gateway import GatewayShop, GatewayUnavailable
from openmall.commerce.order.billing.gateways.refusals import CALLBACK_NOT_READABLE
from openmall.commerce.order.billing.gateways.stripe_gateway import amounts, connection
from openmall.commerce.order.billing.gateways.stripe_gateway import store as stripe_store
from openmall.commerce.order.billing.gateways.stripe_gateway.refusals import (
    CALLBACK_NOT_SIGNED_BY_STRIPE,
)
from openmall.commerce.order.payment_attempts import store as attempt_store
from openmall.contract.errors import Malformed, NotFound, Unauthorized
from openmall.contract.money import hundredths
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import NO_SUCH

AGE: Final = 300
"""Seconds after which a signed webhook is refused."""
PAYMENT_EVENTS: Final = (
    "payment_intent.amount_capturable_updated",
    "payment_intent.canceled",
    "payment_intent.succeeded",
)
"""After `payment_intent.payment_failed` the buyer tries another card on the same page."""
DISPUTE_EVENTS: Final = (
    "charge.dispute.created",
    "charge.dispute.updated",
    "charge.dispute.closed",
)
_ENDED: Final = {"won": "won", "lost": "lost", "warning_closed": "closed", "prevented": "closed"}
"""Stripe's status of a dispute that ended -> ours; with another one it is open."""


class Evidence(Struct, frozen=True):
    """Until when a merchant may answer a dispute."""

    due_by: int | None = None


class Reported(Struct, frozen=True, kw_only=True):
    """A PaymentIntent or a dispute in an event, as far as it is read."""

    id: str = ""
    payment_intent: str | None = None
    amount: int = 0
    currency: str = ""
    reason: str = ""
    status: str = ""
    created: int = 0
    evidence_details: Evidence | None = None


class Data(Struct, frozen=True):
    """The content of an event."""

    object: msgspec.Raw = msgspec.Raw(b"{}")


class Event(Struct, frozen=True, kw_only=True):
    """An event of Stripe."""

    type: str
    created: int
    data: Data


_EVENT: Final = msgspec.json.Decoder(Event)
_REPORTED: Final = msgspec.json.Decoder(Reported)


async def read(shop: GatewayShop, name: str, headers: Mapping[bytes, bytes], body: bytes) -> str:
    """Return the payment that an event is about; empty: none of ours, or nothing to do.

    What a dispute reports is stored here. Raises Unauthorized (401), Malformed (400).
    """
    use = await connection.use_of(shop)
    if not use.webhook_secret:
        raise NotFound(NO_SUCH, parameter="gateway", resource=Phrase("gateway"))
    if not connection.is_installed():
        raise GatewayUnavailable("the library of Stripe is not installed: openmall[stripe]")
    _verify(headers, body, use.webhook_secret)
    try:
        event = _EVENT.decode(body)
        if event.type not in (*PAYMENT_EVENTS, *DISPUTE_EVENTS):
            return ""
        reported = _REPORTED.decode(event.data.object)
    except (msgspec.ValidationError, msgspec.DecodeError) as error:
        raise Malformed(CALLBACK_NOT_READABLE, error=str(error)) from None
    is_dispute = event.type in DISPUTE_EVENTS
    intent_id = reported.payment_intent or "" if is_dispute else reported.id
    async with shop.database.reading(shop.mall.mall_id) as db:
        payment_id = await stripe_store.payment_of(db, intent_id)
    if payment_id and is_dispute:
        await _note(shop, name, payment_id, reported, event.created)
    return payment_id


def _verify(headers: Mapping[bytes, bytes], body: bytes, secret: str) -> None:
    import stripe

    header = headers.get(b"stripe-signature", b"").decode("latin-1")
    try:
        stripe.WebhookSignature.verify_header(body.decode(), header, secret, AGE)
    except (stripe.SignatureVerificationError, ValueError):
        raise Unauthorized(CALLBACK_NOT_SIGNED_BY_STRIPE) from None


async def _note(
    shop: GatewayShop, name: str, payment_id: str, reported: Reported, created: int
) -> None:
    """Store what an event reports of a dispute of a payment of the shop."""
    try:
        amount = hundredths(amounts.amount(reported.amount, reported.currency))
    except ValueError as error:
        raise Malformed(CALLBACK_NOT_READABLE, error=str(error)) from None
    async with shop.database.writing(shop.mall.mall_id) as db:
        attempt = await attempt_store.find(shop.call(db), payment_id)
        if attempt is None or (attempt.gateway, attempt.shop_no) != (name, shop.shop_no):
            return
        evidence: Any = reported.evidence_details
        dispute = Dispute(
            dispute_id=reported.id[:255],
            payment_id=payment_id,
            order_id=attempt.order_id,
            shop_no=attempt.shop_no,
            gateway=name,
            amount=amount,
            currency=reported.currency.upper()[:3],
            reason=reported.reason[:100],
            state=_ENDED.get(reported.status, "open"),
            created_date=reported.created,
            respond_by=None if evidence is None else evidence.due_by,
            reported_date=created,
        )
        await dispute_store.put(db, dispute)
