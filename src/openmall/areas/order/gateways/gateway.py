"""What openmall asks of a payment gateway, and how a gateway proves that it is itself.

A gateway tells what became of a payment in a callback that it signs: HMAC-SHA256, by a secret both
know, over every field and the time of signing. It may be late, come twice or never; therefore the
gateway is asked as well when the shopper comes back, and what it says is acted on once.
"""

import hmac
from decimal import Decimal
from typing import Final, Literal, Protocol

from msgspec import Struct

from openmall.areas.order.orders.shape import Method
from openmall.contract.call import Call
from openmall.contract.errors import Unauthorized

Result = Literal["approved", "declined"]
FRESH: Final = 300
"""Seconds for which a signature holds, before and after it was made."""


class Asked(Struct, frozen=True, kw_only=True):
    """A payment that a gateway is asked for."""

    payment_id: str
    order_id: str
    amount: Decimal
    currency: str
    method: Method


class Told(Struct, frozen=True, kw_only=True):
    """What a gateway says has become of a payment."""

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
        """Ways to pay that it offers."""
        ...

    async def offered(self, call: Call) -> bool:
        """Say whether the call's shop has it."""
        ...

    async def start(self, call: Call, asked: Asked) -> str:
        """Begin a payment, and return the address at which the buyer pays."""
        ...

    async def confirm(self, call: Call, asked: Asked) -> Told | None:
        """Ask what has become of a payment; None: nothing yet."""
        ...

    async def cancel(self, call: Call, asked: Asked, *, amount: Decimal, reason: str) -> str:
        """Give `amount` of an approved payment back, and return the gateway's number for it.

        Raises Invalid (422) for more than is left of it.
        """
        ...

    def secret(self, call: Call) -> bytes:
        """Return what callbacks are signed with."""
        ...


def signature(secret: bytes, told: Told, timestamp: int) -> str:
    """Return the signature of a callback made at `timestamp` (UTC seconds)."""
    fields = (
        timestamp,
        told.payment_id,
        told.order_id,
        f"{told.amount:.2f}",
        told.currency,
        told.result,
        told.transaction_id,
        told.reason,
    )
    # each with its length, so that no two callbacks read alike
    said = "".join(f"{len(str(field))}:{field}" for field in fields)
    return hmac.digest(secret, said.encode(), "sha256").hex()


def require_signed(secret: bytes, told: Told, *, timestamp: int, signed: str, now: float) -> None:
    """Raise Unauthorized (401) for a callback that the gateway did not sign, or not just now."""
    # as octets, for a text that is not ASCII cannot be compared
    if not hmac.compare_digest(signature(secret, told, timestamp).encode(), signed.encode()):
        raise Unauthorized("The callback is not signed by the gateway. (invalid_signature)")
    if abs(now - timestamp) > FRESH:
        raise Unauthorized("The callback was signed at another time. (invalid_signature)")
