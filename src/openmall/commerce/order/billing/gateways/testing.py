"""The test gateway: no money moves, and the payer chooses the result of the payment.

A shop uses it after `openmall gateway test`. Like any gateway it has a ledger of its own; the shop
calls it and receives its callbacks, and never reads that ledger.
"""

import secrets
from decimal import Decimal
from typing import Final, Literal

from msgspec import Struct

from openmall.commerce.order.billing.gateways.book import store as gateway_book_store
from openmall.commerce.order.billing.gateways.book.store import Entry
from openmall.commerce.order.billing.gateways.gateway import (
    FRESH,
    PaymentRequest,
    PaymentResult,
    signature,
)
from openmall.commerce.order.orders.shape import Method
from openmall.contract.call import Call
from openmall.contract.crud.settings import Setting, current
from openmall.contract.errors import Invalid, NotFound, NotModified
from openmall.contract.money import money
from openmall.contract.params import Flag, ShopParams

Outcome = Literal["approved", "declined", "delayed", "lost", "duplicate"]
"""delayed: approved, the callback is late. lost: approved, without callback. duplicate: approved,
the callback comes twice."""
LATER: Final = FRESH // 2
"""Seconds after which a late callback comes."""
DECLINED: Final = "The test card was declined."


class TestGatewayUse(Setting, frozen=True, kw_only=True):
    """Whether a shop offers the test gateway."""

    use_test_gateway: Flag = "F"


class TestPayment(ShopParams, frozen=True, kw_only=True):
    """A payment at the test gateway, with the result that the payer chooses."""

    payment_id: str
    outcome: Outcome = "approved"


class Callback(Struct, frozen=True, kw_only=True):
    """A callback of a gateway: the result and its signature."""

    shop_no: int
    payment_id: str
    order_id: str
    amount: Decimal
    currency: str
    result: str
    transaction_id: str
    reason: str
    timestamp: int
    signature: str


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
    """To be posted in this order, each as the `request` of a body."""


class TestGateway:
    """The built-in gateway for tests."""

    name: Final = "test"
    methods: Final[tuple[Method, ...]] = ("card", "tcash")

    async def offered(self, call: Call) -> bool:
        """Return whether the call's shop has switched it on."""
        return (await current(call, TestGatewayUse)).use_test_gateway == "T"

    async def start(self, call: Call, request: PaymentRequest) -> str:
        """Add a payment to the ledger, and return the address at which it is paid."""
        await gateway_book_store.add(call, request)
        return f"{call.origin}/api/v2/testgateway/payments/{request.payment_id}"

    async def confirm(self, call: Call, request: PaymentRequest) -> PaymentResult | None:
        """Return the result of a payment from the ledger."""
        entry = await gateway_book_store.find(call, request.payment_id)
        return None if entry is None or not entry.result else _result(entry)

    async def cancel(
        self, call: Call, request: PaymentRequest, *, amount: Decimal, reason: str
    ) -> str:
        """Write a refund into the ledger."""
        entry = await gateway_book_store.find(call, request.payment_id, to_change=True)
        if entry is None or entry.result != "approved":
            raise Invalid("The gateway has no such payment.", parameter="payment_id")
        if amount > money(entry.amount - entry.cancelled):
            raise Invalid("More than is left of the payment.", parameter="amount")
        await gateway_book_store.cancelled(call, request.payment_id, amount)
        return f"test-cancel-{secrets.token_hex(8)}"

    def secret(self, call: Call) -> bytes:
        """Return a key derived from the installation's, which only the gateway uses."""
        return call.seal.keys_for(f"test gateway 1 {call.mall.mall_id}")[0]


async def pay(call: Call, params: TestPayment) -> TestPaid:
    """Pay at the test gateway, and choose what becomes of the payment."""
    gateway = TestGateway()
    entry = await gateway_book_store.find(call, params.payment_id, to_change=True)
    if entry is None or not await gateway.offered(call):
        raise NotFound("There is no such payment.", parameter="payment_id")
    if entry.result:
        raise NotModified("It was paid, or declined, before.", parameter="payment_id")
    declined = params.outcome == "declined"
    result: Literal["approved", "declined"] = "declined" if declined else "approved"
    transaction_id = "" if declined else f"test-{secrets.token_hex(8)}"
    await gateway_book_store.settle(
        call, params.payment_id, result=result, transaction_id=transaction_id
    )
    entry = Entry(
        payment_id=entry.payment_id,
        order_id=entry.order_id,
        amount=entry.amount,
        currency=entry.currency,
        result=result,
        transaction_id=transaction_id,
    )
    after = LATER if params.outcome == "delayed" else 0
    times = {"lost": 0, "duplicate": 2}.get(params.outcome, 1)
    callback = _signed(call, gateway, _result(entry), after=after)
    return TestPaid(
        payment_id=entry.payment_id,
        amount=money(entry.amount),
        currency=entry.currency,
        outcome=params.outcome,
        callback_url=f"{call.origin}/api/v2/payments/callbacks/{gateway.name}",
        callback_after=after,
        callbacks=[callback] * times,
    )


def _result(entry: Entry) -> PaymentResult:
    return PaymentResult(
        payment_id=entry.payment_id,
        order_id=entry.order_id,
        amount=money(entry.amount),
        currency=entry.currency,
        result="approved" if entry.result == "approved" else "declined",
        transaction_id=entry.transaction_id,
        reason="" if entry.result == "approved" else DECLINED,
    )


def _signed(call: Call, gateway: TestGateway, result: PaymentResult, *, after: int) -> Callback:
    timestamp = int(call.clock.now()) + after
    return Callback(
        shop_no=call.shop_no,
        payment_id=result.payment_id,
        order_id=result.order_id,
        amount=result.amount,
        currency=result.currency,
        result=result.result,
        transaction_id=result.transaction_id,
        reason=result.reason,
        timestamp=timestamp,
        signature=signature(gateway.secret(call), result, timestamp),
    )
