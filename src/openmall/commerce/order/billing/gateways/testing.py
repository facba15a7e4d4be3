"""The test gateway: no money moves, and the payer chooses the result of the payment.

A shop uses it after `openmall gateway test`. Like any gateway it has a ledger of its own; the shop
calls it outside its transactions and receives its callbacks, and never reads that ledger. Its
payment page is an operation of the storefront.
"""

import hmac
import secrets
from collections.abc import Mapping
from decimal import Decimal
from typing import Final, Literal

import msgspec
from msgspec import Struct

from openmall.commerce.order.billing.gateways.book import store as gateway_book_store
from openmall.commerce.order.billing.gateways.book.store import Entry
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
)
from openmall.commerce.order.billing.gateways.refusals import (
    CALLBACK_NOT_READABLE,
    CALLBACK_NOT_SIGNED_BY_GATEWAY,
    CALLBACK_SIGNED_AT_OTHER_TIME,
    TEST_PAYMENT_SETTLED,
)
from openmall.commerce.order.orders.shape import Method
from openmall.commerce.order.payment_attempts import store as attempt_store
from openmall.contract.call import Call
from openmall.contract.crud.settings import Setting, current
from openmall.contract.errors import Malformed, NotFound, NotModified, Unauthorized
from openmall.contract.money import hundredths, money
from openmall.contract.params import Flag, ShopParams
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import NO_SUCH
from openmall.database.seal import Seal

Outcome = Literal["approved", "declined", "delayed", "lost", "duplicate"]
"""delayed: approved, the callback is late. lost: approved, without callback. duplicate: approved,
the callback comes twice."""
FRESH: Final = 300
"""Seconds before and after signing during which a callback is valid."""
LATER: Final = FRESH // 2
"""Seconds after which a late callback comes."""
DECLINED: Final = "The test card was declined."
Card = Literal["approved", "declined", "revoked", "lost"]
"""What becomes of the charges of a stored test card. revoked: the bank has withdrawn it. lost: the
charge is taken, and its response does not arrive."""


class TestGatewayUse(Setting, frozen=True, kw_only=True):
    """Whether a shop offers the test gateway."""

    use_test_gateway: Flag = "F"


class TestPayment(ShopParams, frozen=True, kw_only=True):
    """A payment at the test gateway, with the result that the payer chooses."""

    payment_id: str
    outcome: Outcome = "approved"


class Callback(Struct, frozen=True, kw_only=True):
    """A callback of the test gateway: the result and its signature.

    The signature is HMAC-SHA256 over the other fields, each with its length.
    """

    payment_id: str
    order_id: str
    amount: Decimal
    currency: str
    result: str
    transaction_id: str
    reason: str
    timestamp: int
    """UTC seconds at which it was signed."""
    signature: str = ""


class TestPaid(Struct, frozen=True, kw_only=True):
    """The result at the test gateway, and the callbacks that the payer's program posts."""

    payment_id: str
    amount: Decimal
    currency: str
    outcome: Outcome
    callback_url: str
    callback_after: int
    """Seconds to wait before the callbacks are posted."""
    callbacks: list[Callback]
    """To be posted in this order, each as a JSON body of its own."""


_CALLBACK: Final = msgspec.json.Decoder(Callback)


class TestGateway:
    """The built-in gateway for tests."""

    name: Final = "test"
    methods: Final[tuple[Method, ...]] = ("card", "tcash")
    stored_methods: Final[tuple[Method, ...]] = ("card",)
    free_installments: Final = (2, 3)

    async def offered(self, call: Call) -> bool:
        """Return whether the call's shop has switched it on."""
        return (await current(call, TestGatewayUse)).use_test_gateway == "T"

    def payment_url(self, origin: str, payment_id: str) -> str:
        """Return the address of the operation that pays."""
        return f"{origin}/api/v2/testgateway/payments/{payment_id}"

    async def create_payment(self, shop: GatewayShop, request: PaymentRequest) -> str:
        """Refuse: buyers pay by an operation, which no page leads to."""
        raise GatewayRefused("The test gateway has no page: pay by its operation.")

    async def fetch_payment(
        self, shop: GatewayShop, request: PaymentRequest
    ) -> PaymentResult | None:
        """Return the result of a payment from the ledger."""
        async with shop.database.reading(shop.mall.mall_id) as db:
            entry = await gateway_book_store.find(db, request.payment_id)
        return None if entry is None else _result(entry)

    def method_url(self, origin: str, method_id: str) -> str:
        """Return the address of the operation that stores a test card."""
        return f"{origin}/api/v2/testgateway/methods/{method_id}"

    async def fetch_method(self, shop: GatewayShop, method_id: str) -> StoredMethod | None:
        """Return a stored test card from the ledger."""
        async with shop.database.reading(shop.mall.mall_id) as db:
            found = await gateway_book_store.find_method(db, method_id)
        return None if found is None else StoredMethod(token=found[0], label="Test card")

    async def charge_method(self, shop: GatewayShop, request: ChargeRequest) -> PaymentResult:
        """Write a charge into the ledger, once for the id of its payment."""
        payment = request.payment
        async with shop.database.writing(shop.mall.mall_id) as db:
            card = await gateway_book_store.card_of(db, request.token)
            approved = card in ("approved", "lost")
            entry = Entry(
                payment_id=payment.payment_id,
                order_id=payment.order_id,
                amount=hundredths(payment.amount),
                currency=payment.currency,
                result="approved" if approved else "declined",
                transaction_id=f"test-{secrets.token_hex(8)}" if approved else "",
            )
            new = await gateway_book_store.add(db, entry)
            known = await gateway_book_store.find(db, payment.payment_id)
            assert known is not None
        if new and card == "lost":
            raise GatewayUnavailable("the answer of the test gateway was lost")
        return _result(known)

    async def create_refund(self, shop: GatewayShop, request: RefundRequest) -> str:
        """Write a refund into the ledger, once for its id."""
        async with shop.database.writing(shop.mall.mall_id) as db:
            entry = await gateway_book_store.find(db, request.payment_id, to_change=True)
            if entry is None or entry.result != "approved":
                raise GatewayRefused("The gateway has no such payment.")
            known = await gateway_book_store.refunds(db, request.payment_id)
            amount = hundredths(request.amount)
            if request.refund_id not in known:
                if amount > entry.amount - entry.cancelled:
                    raise GatewayRefused("More than is left of the payment.")
                await gateway_book_store.refund(db, request, amount)
        return f"test-{request.refund_id}"

    async def read_callback(
        self, shop: GatewayShop, headers: Mapping[bytes, bytes], body: bytes
    ) -> str:
        """Return the payment of a callback with a fresh signature."""
        try:
            callback = _CALLBACK.decode(body)
        except (msgspec.ValidationError, msgspec.DecodeError) as error:
            raise Malformed(CALLBACK_NOT_READABLE, error=str(error)) from None
        signed = signature(_key(shop.seal, shop.mall.mall_id), callback)
        # as octets, for a text that is not ASCII cannot be compared
        if not hmac.compare_digest(signed.encode(), callback.signature.encode()):
            raise Unauthorized(CALLBACK_NOT_SIGNED_BY_GATEWAY)
        if abs(shop.clock.now() - callback.timestamp) > FRESH:
            raise Unauthorized(CALLBACK_SIGNED_AT_OTHER_TIME)
        return callback.payment_id


async def pay(call: Call, params: TestPayment) -> TestPaid:
    """Pay at the test gateway, and choose what becomes of the payment."""
    gateway = TestGateway()
    attempt = await attempt_store.find(call, params.payment_id)
    if (
        attempt is None
        or (attempt.gateway, attempt.shop_no) != (gateway.name, call.shop_no)
        or attempt.stored_method
        or not await gateway.offered(call)
    ):
        raise NotFound(NO_SUCH, parameter="payment_id", resource=Phrase("payment"))
    declined = params.outcome == "declined"
    entry = Entry(
        payment_id=attempt.payment_id,
        order_id=attempt.order_id,
        amount=attempt.amount,
        currency=attempt.currency,
        result="declined" if declined else "approved",
        transaction_id="" if declined else f"test-{secrets.token_hex(8)}",
    )
    if not await gateway_book_store.add(call.db, entry):
        raise NotModified(TEST_PAYMENT_SETTLED, parameter="payment_id")
    after = LATER if params.outcome == "delayed" else 0
    times = {"lost": 0, "duplicate": 2}.get(params.outcome, 1)
    return TestPaid(
        payment_id=entry.payment_id,
        amount=money(entry.amount),
        currency=entry.currency,
        outcome=params.outcome,
        callback_url=callback_url(call.origin, gateway.name, call.shop_no),
        callback_after=after,
        callbacks=[_signed(call, _result(entry), after=after)] * times,
    )


def signature(key: bytes, callback: Callback) -> str:
    """Return the signature of a callback, whatever its own is."""
    fields = (
        callback.timestamp,
        callback.payment_id,
        callback.order_id,
        f"{callback.amount:.2f}",
        callback.currency,
        callback.result,
        callback.transaction_id,
        callback.reason,
    )
    # each with its length, so that no two callbacks read alike
    message = "".join(f"{len(str(field))}:{field}" for field in fields)
    return hmac.digest(key, message.encode(), "sha256").hex()


def _key(seal: Seal, mall_id: str) -> bytes:
    """Return a key derived from the installation's, which only the gateway uses."""
    return seal.keys_for(f"test gateway 1 {mall_id}")[0]


def _result(entry: Entry) -> PaymentResult:
    approved = entry.result == "approved"
    return PaymentResult(
        payment_id=entry.payment_id,
        order_id=entry.order_id,
        amount=money(entry.amount),
        currency=entry.currency,
        result="approved" if approved else "declined",
        transaction_id=entry.transaction_id,
        reason="" if approved else DECLINED,
    )


def _signed(call: Call, result: PaymentResult, *, after: int) -> Callback:
    callback = Callback(
        payment_id=result.payment_id,
        order_id=result.order_id,
        amount=result.amount,
        currency=result.currency,
        result=result.result,
        transaction_id=result.transaction_id,
        reason=result.reason,
        timestamp=int(call.clock.now()) + after,
    )
    key = _key(call.seal, call.mall.mall_id)
    return msgspec.structs.replace(callback, signature=signature(key, callback))
