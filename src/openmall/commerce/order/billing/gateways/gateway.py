"""The contract with a payment gateway, and the signature of its callbacks.

A gateway reports the result of a payment in a callback that it signs: HMAC-SHA256 with a shared
secret, over every field and the time of signing. A callback may be late, come twice or never.
Therefore the gateway is also asked when the shopper comes back; a result is applied once.
"""

import hmac
from decimal import Decimal
from typing import Final, Literal, Protocol

from msgspec import Struct

from openmall.commerce.order.orders.shape import Method
from openmall.contract.call import Call
from openmall.contract.errors import Unauthorized

Result = Literal["approved", "declined"]
FRESH: Final = 300
"""Seconds before and after signing during which a signature is valid."""


class PaymentRequest(Struct, frozen=True, kw_only=True):
    """A payment that a gateway is requested to take."""

    payment_id: str
    order_id: str
    amount: Decimal
    currency: str
    method: Method


class PaymentResult(Struct, frozen=True, kw_only=True):
    """The result of a payment, as its gateway reports it."""

    payment_id: str
    order_id: str
    amount: Decimal
    currency: str
    result: Result
    transaction_id: str = ""
    reason: str = ""
    """Why it was declined, in words for the buyer."""


class Gateway(Protocol):
    """A payment gateway. Its methods run in the transaction of the call."""

    @property
    def name(self) -> str: ...

    @property
    def methods(self) -> tuple[Method, ...]:
        """Payment methods that it offers."""
        ...

    async def offered(self, call: Call) -> bool:
        """Return whether the call's shop uses it."""
        ...

    async def start(self, call: Call, request: PaymentRequest) -> str:
        """Start a payment, and return the address at which the buyer pays."""
        ...

    async def confirm(self, call: Call, request: PaymentRequest) -> PaymentResult | None:
        """Ask for the result of a payment; None: there is none yet."""
        ...

    async def cancel(
        self, call: Call, request: PaymentRequest, *, amount: Decimal, reason: str
    ) -> str:
        """Refund `amount` of an approved payment, and return the gateway's number of the refund.

        Raises Invalid (422) for more than is left of it.
        """
        ...

    def secret(self, call: Call) -> bytes:
        """Return the key that callbacks are signed with."""
        ...


def signature(secret: bytes, result: PaymentResult, timestamp: int) -> str:
    """Return the signature of a callback at `timestamp` (UTC seconds)."""
    fields = (
        timestamp,
        result.payment_id,
        result.order_id,
        f"{result.amount:.2f}",
        result.currency,
        result.result,
        result.transaction_id,
        result.reason,
    )
    # each with its length, so that no two callbacks read alike
    message = "".join(f"{len(str(field))}:{field}" for field in fields)
    return hmac.digest(secret, message.encode(), "sha256").hex()


def require_signed(
    secret: bytes, result: PaymentResult, *, timestamp: int, signed: str, now: float
) -> None:
    """Raise Unauthorized (401) for a callback without a valid, fresh signature."""
    # as octets, for a text that is not ASCII cannot be compared
    if not hmac.compare_digest(signature(secret, result, timestamp).encode(), signed.encode()):
        raise Unauthorized("The callback is not signed by the gateway. (invalid_signature)")
    if abs(now - timestamp) > FRESH:
        raise Unauthorized("The callback was signed at another time. (invalid_signature)")
