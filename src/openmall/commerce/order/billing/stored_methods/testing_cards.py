"""Test cards that the test gateway stores: the buyer chooses the outcome of charges."""

import secrets

from openmall.commerce.order.billing.gateways.book import store as gateway_book_store
from openmall.commerce.order.billing.gateways.testing import Card, TestGateway
from openmall.commerce.order.billing.stored_methods import rules as stored_method_rules
from openmall.commerce.order.billing.stored_methods.refusals import TEST_CARD_UNCHANGED
from openmall.commerce.order.billing.stored_methods.shape import MethodPath
from openmall.contract.call import Call
from openmall.contract.errors import NotFound, NotModified
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST


class TestCard(MethodPath, frozen=True, kw_only=True):
    """A test card, and what becomes of its charges."""

    card: Card = "approved"


async def store_card(call: Call, params: TestCard) -> TestCard:
    """Store a test card at the test gateway, or choose what becomes of its charges from now on.

    approved, declined; revoked: the bank has withdrawn it; lost: it is taken, and the response
    does not arrive.
    """
    gateway = TestGateway()
    method = await stored_method_rules.require_own(call, params.method_id)
    if method.gateway != gateway.name or not await gateway.offered(call):
        raise NotFound(DOES_NOT_EXIST, parameter="method_id", resource=Phrase("paymentmethod"))
    known = await gateway_book_store.find_method(call.db, method.method_id)
    if known is not None and known[1] == params.card:
        raise NotModified(TEST_CARD_UNCHANGED, parameter="card")
    token = known[0] if known else f"test-{secrets.token_hex(16)}"
    await gateway_book_store.put_method(call.db, method.method_id, token, params.card)
    return params
