"""The contract with a payment gateway.

A transaction never waits for a gateway. The intent is a row that is committed first: a payment
attempt, or a requested refund. The gateway is then called outside any transaction with the id of
that row as its idempotency key, and the outcome is settled in a transaction that holds the lock of
the order. A callback only says which payment to ask for; a lost one is replaced by polling.
"""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from decimal import Decimal
from typing import Final, Literal, Protocol, TypeVar

from msgspec import Struct

from openmall.commerce.order.orders.shape import Method
from openmall.contract.call import Call, Mall
from openmall.contract.crud.settings import Setting, current
from openmall.contract.moments import Clock
from openmall.contract.outgoing import Outgoing
from openmall.database.seal import Seal
from openmall.database.session import Database, Session

S = TypeVar("S", bound=Setting)

SECONDS: Final = 10.0
"""Seconds that a gateway may take for a request; afterwards its outcome is unknown."""


class GatewayUnavailable(Exception):
    """The outcome of a request to a gateway is unknown; repeat it with the same id."""


class GatewayRefused(Exception):
    """A gateway refused a request for good; the text says why."""


class PaymentRequest(Struct, frozen=True, kw_only=True):
    """A payment that a gateway is requested to take."""

    payment_id: str
    """The idempotency key of the payment."""
    order_id: str
    amount: Decimal
    currency: str
    method: Method
    return_url: str = ""
    """Where the gateway sends the buyer afterwards: a page of the mall, which settles the payment.
    Given when the payment is created."""
    mall_origin: str = ""
    """The mall's configured `https://host`, where servers reach it. Given with `return_url`."""
    only_look: bool = False
    """The payment may not be taken any more, or nobody is at the gateway: report it only. A
    gateway that takes a payment when the buyer comes back must not do so now."""


class PaymentResult(Struct, frozen=True, kw_only=True):
    """The result of a payment, as its gateway reports it."""

    payment_id: str
    order_id: str
    amount: Decimal
    currency: str
    result: Literal["approved", "declined"]
    transaction_id: str = ""
    reason: str = ""
    """Why it was declined, in words for the buyer."""


class ChargeRequest(Struct, frozen=True, kw_only=True):
    """A payment that a gateway is requested to take from a stored method, without the buyer."""

    payment: PaymentRequest
    token: str
    """The gateway's own name of the method; no card data."""


class StoredMethod(Struct, frozen=True, kw_only=True):
    """A payment method that a gateway has stored for a buyer."""

    token: str
    label: str
    """What the buyer recognises it by; no card data."""


class RefundRequest(Struct, frozen=True, kw_only=True):
    """A refund of a payment, or of a part of it, that a gateway is requested to make."""

    refund_id: str
    """The idempotency key of the refund."""
    payment_id: str
    transaction_id: str
    """The gateway's number of the payment."""
    amount: Decimal
    currency: str
    reason: str


class CardForm(Struct, frozen=True, kw_only=True):
    """A page of the mall on which the buyer gives a card to the gateway's own script.

    The script draws the fields and sends them to the gateway; the mall never sees the card.
    """

    script: str
    """Address of the gateway's script."""
    scripts: tuple[str, ...]
    """Origins of scripts that the page runs, for its Content-Security-Policy."""
    connections: tuple[str, ...]
    """Origins that they may call."""
    frames: tuple[str, ...]
    """Origins of pages that they may show in frames."""
    public_key: str
    client_secret: str
    """The buyer's credential of this payment at the gateway."""
    amount: Decimal
    currency: str
    return_url: str


class GatewayShop(Struct, frozen=True, kw_only=True):
    """The shop that a gateway is called for, outside any transaction."""

    mall: Mall
    shop_no: int
    clock: Clock
    """The mall's clock."""
    seal: Seal
    database: Database
    outgoing: Outgoing
    """For requests to addresses that apps chose."""

    @property
    def machine_now(self) -> float:
        """Return UTC seconds by the machine's clock, which programs outside share."""
        sandbox = self.mall.sandbox
        return self.clock.now() - (0 if sandbox is None else sandbox.ahead)

    def call(self, db: Session) -> Call:
        """Return a call without a caller for the shop."""
        return Call(self.clock, db, self.mall, self.shop_no, seal=self.seal, outgoing=self.outgoing)

    async def setting(self, kind: type[S]) -> S:
        """Return settings of the shop with their secrets, read in a transaction of its own."""
        async with self.database.reading(self.mall.mall_id) as db:
            return await current(self.call(db), kind)


def shop_of(call: Call) -> GatewayShop:
    """Return the shop of a call as gateways see it."""
    return GatewayShop(
        mall=call.mall,
        shop_no=call.shop_no,
        clock=call.clock,
        seal=call.seal,
        database=call.database,
        outgoing=call.outgoing,
    )


class Gateway(Protocol):
    """A payment gateway. Only `offered` and the addresses are called within a transaction."""

    @property
    def name(self) -> str: ...

    @property
    def methods(self) -> tuple[Method, ...]:
        """Payment methods that it offers."""
        ...

    @property
    def free_installments(self) -> tuple[int, ...]:
        """Numbers of monthly card installments that it takes without interest, ascending."""
        ...

    async def offered(self, call: Call) -> bool:
        """Return whether the call's shop uses it, by its settings alone."""
        ...

    def payment_url(self, origin: str, payment_id: str) -> str:
        """Return the address at which the buyer pays: `hosted_page`, or one of its own.

        `origin`: `https://host` of the mall.
        """
        ...

    async def create_payment(self, shop: GatewayShop, request: PaymentRequest) -> str | CardForm:
        """Create a payment unless it exists, and return the address that takes the buyer to it.

        Or the form that the mall shows. Called when the buyer opens `hosted_page`.
        Raises GatewayUnavailable, GatewayRefused.
        """
        ...

    async def fetch_payment(
        self, shop: GatewayShop, request: PaymentRequest
    ) -> PaymentResult | None:
        """Return the result of a payment; None: there is none yet. Raises GatewayUnavailable."""
        ...

    @property
    def stored_methods(self) -> tuple[Method, ...]:
        """Payment methods that it stores to be charged again; empty: none."""
        ...

    def method_url(self, origin: str, method_id: str) -> str:
        """Return the address at which a buyer lets it store a payment method.

        `method_id`: the idempotency key of the stored method.
        """
        ...

    async def fetch_method(self, shop: GatewayShop, method_id: str) -> StoredMethod | None:
        """Return the method that a buyer has let it store; None: there is none yet.

        Raises GatewayUnavailable.
        """
        ...

    async def charge_method(self, shop: GatewayShop, request: ChargeRequest) -> PaymentResult:
        """Take a payment from a stored method, once for the id of the payment.

        A method that is revoked or unknown is a declined payment. Raises GatewayUnavailable, and
        GatewayRefused only where nothing was taken for the id.
        """
        ...

    async def create_refund(self, shop: GatewayShop, request: RefundRequest) -> str | None:
        """Refund a payment unless that was done, and return the gateway's number of the refund.

        None: the gateway works on it; it is asked again later. Raises GatewayUnavailable,
        GatewayRefused.
        """
        ...

    async def read_callback(
        self, shop: GatewayShop, headers: Mapping[bytes, bytes], body: bytes
    ) -> str:
        """Return the id of the payment that a callback is about; empty: about none of ours.

        Raises Unauthorized (401) without a valid signature, Malformed (400) for an unreadable one.
        """
        ...


def hosted_page(origin: str, payment_id: str) -> str:
    """Return the page of the mall that creates a payment and takes the buyer to the gateway."""
    return f"{origin}/payments/{payment_id}"


def callback_url(origin: str, gateway: str, shop_no: int) -> str:
    """Return the address at which a gateway calls back."""
    return f"{origin}/payments/callbacks/{gateway}/{shop_no}"


@asynccontextmanager
async def deadline() -> AsyncIterator[None]:
    """Raise GatewayUnavailable when a request to a gateway takes longer than `SECONDS`."""
    try:
        async with asyncio.timeout(SECONDS):
            yield
    except TimeoutError:
        raise GatewayUnavailable(f"no answer within {SECONDS:g} seconds") from None
