"""The test gateway: no money moves, and whoever pays chooses what becomes of the payment.

It is offered where `openmall gateway test` has switched it on. It has an account book of its own,
as any gateway has; the shop asks it and is told, and never looks into the book itself.
"""

import secrets
from decimal import Decimal
from typing import Final, Literal

from msgspec import Struct

from openmall.areas.order.gateways.book import store as book
from openmall.areas.order.gateways.book.store import Entry
from openmall.areas.order.gateways.gateway import FRESH, Asked, Told, signature
from openmall.areas.order.orders.shape import Method
from openmall.contract.call import Call
from openmall.contract.errors import Invalid, NotFound, NotModified
from openmall.contract.money import money
from openmall.contract.params import Flag, ShopParams
from openmall.standard.settings import Setting, current

Outcome = Literal["approved", "declined", "delayed", "lost", "duplicate"]
"""delayed: approved, the callback comes later. lost: approved, no callback comes. duplicate:
approved, the callback comes twice."""
LATER: Final = FRESH // 2
"""Seconds after which a delayed callback comes."""
DECLINED: Final = "The test card was declined."


class TestGatewayUse(Setting, frozen=True, kw_only=True):
    """Whether a shop offers the test gateway."""

    use_test_gateway: Flag = "F"


class TestPayment(ShopParams, frozen=True, kw_only=True):
    """A buyer pays, and says how that shall end."""

    payment_id: str
    outcome: Outcome = "approved"


class Callback(Struct, frozen=True, kw_only=True):
    """A callback of a gateway: what it tells, and the proof that it is the gateway who does."""

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
    """What the test gateway has done, and the callbacks that the payer's program carries."""

    payment_id: str
    amount: Decimal
    currency: str
    outcome: Outcome
    callback_url: str
    callback_after: int
    """Seconds to wait before the callbacks are posted."""
    callbacks: list[Callback]
    """To be posted one after the other, each as the `request` of a body."""


class TestGateway:
    """The built-in gateway for tests."""

    name: Final = "test"
    methods: Final[tuple[Method, ...]] = ("card", "tcash")

    async def offered(self, call: Call) -> bool:
        """Say whether the call's shop has switched it on."""
        return (await current(call, TestGatewayUse)).use_test_gateway == "T"

    async def start(self, call: Call, asked: Asked) -> str:
        """Write a payment into the book, and return the address at which it is paid."""
        await book.add(call, asked)
        return f"{call.origin}/api/v2/testgateway/payments/{asked.payment_id}"

    async def confirm(self, call: Call, asked: Asked) -> Told | None:
        """Return what the book says of a payment."""
        entry = await book.find(call, asked.payment_id)
        return None if entry is None or not entry.result else _told(entry)

    async def cancel(self, call: Call, asked: Asked, *, amount: Decimal, reason: str) -> str:
        """Write into the book that money was given back."""
        entry = await book.find(call, asked.payment_id, to_change=True)
        if entry is None or entry.result != "approved":
            raise Invalid("The gateway has no such payment.", parameter="payment_id")
        if amount > money(entry.amount - entry.cancelled):
            raise Invalid("More than is left of the payment.", parameter="amount")
        await book.cancelled(call, asked.payment_id, amount)
        return f"test-cancel-{secrets.token_hex(8)}"

    def secret(self, call: Call) -> bytes:
        """Return a key of the installation that is the gateway's alone."""
        return call.seal.keys_for(f"test gateway 1 {call.mall.mall_id}")[0]


async def pay(call: Call, params: TestPayment) -> TestPaid:
    """Pay at the test gateway, and choose what becomes of the payment."""
    gateway = TestGateway()
    entry = await book.find(call, params.payment_id, to_change=True)
    if entry is None or not await gateway.offered(call):
        raise NotFound("There is no such payment.", parameter="payment_id")
    if entry.result:
        raise NotModified("It was paid, or declined, before.", parameter="payment_id")
    declined = params.outcome == "declined"
    result: Literal["approved", "declined"] = "declined" if declined else "approved"
    transaction_id = "" if declined else f"test-{secrets.token_hex(8)}"
    await book.settle(call, params.payment_id, result=result, transaction_id=transaction_id)
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
    callback = _signed(call, gateway, _told(entry), after=after)
    return TestPaid(
        payment_id=entry.payment_id,
        amount=money(entry.amount),
        currency=entry.currency,
        outcome=params.outcome,
        callback_url=f"{call.origin}/api/v2/payments/callbacks/{gateway.name}",
        callback_after=after,
        callbacks=[callback] * times,
    )


def _told(entry: Entry) -> Told:
    return Told(
        payment_id=entry.payment_id,
        order_id=entry.order_id,
        amount=money(entry.amount),
        currency=entry.currency,
        result="approved" if entry.result == "approved" else "declined",
        transaction_id=entry.transaction_id,
        reason="" if entry.result == "approved" else DECLINED,
    )


def _signed(call: Call, gateway: TestGateway, told: Told, *, after: int) -> Callback:
    timestamp = int(call.clock.now()) + after
    return Callback(
        shop_no=call.shop_no,
        payment_id=told.payment_id,
        order_id=told.order_id,
        amount=told.amount,
        currency=told.currency,
        result=told.result,
        transaction_id=told.transaction_id,
        reason=told.reason,
        timestamp=timestamp,
        signature=signature(gateway.secret(call), told, timestamp),
    )
