"""The contract with the gateway of charges, and the built-in one, at which no money moves.

As with gateways of orders, no transaction waits for it: it is called outside, and every request has
a key, so that a repeated one does not charge again.
"""

from decimal import Decimal
from hashlib import sha256
from typing import Final, Literal, Protocol

from msgspec import Struct

from openmall.commerce.order.billing.gateways.gateway import GatewayRefused

Outcome = Literal["approved", "declined", "declined_later"]
"""What the payer chooses at the test gateway; declined_later: the first payment alone is taken."""


class ChargeRequest(Struct, frozen=True, kw_only=True):
    """A payment that the gateway is requested to take."""

    key: str
    """Idempotency key: charge and cycle."""
    agreement: str
    """The payer's agreement at the gateway."""
    cycle: int
    amount: Decimal
    currency: str


class ChargeGateway(Protocol):
    """Takes payments of merchants for apps."""

    @property
    def name(self) -> str: ...

    @property
    def method(self) -> str:
        """The payment method, as payments show it."""
        ...

    async def charge(self, request: ChargeRequest) -> str:
        """Take a payment unless that was done, and return its approval number.

        Raises GatewayRefused, or GatewayUnavailable where the outcome is unknown.
        """
        ...

    async def refund(self, request: ChargeRequest) -> None:
        """Give back the payment of a request unless that was done.

        Raises GatewayUnavailable where the outcome is unknown.
        """
        ...


class TestChargeGateway:
    """The built-in gateway: the agreement says what becomes of a payment."""

    name: Final = "test"
    method: Final = "card"

    async def charge(self, request: ChargeRequest) -> str:
        """Take a payment as the payer has chosen."""
        chosen = request.agreement
        if chosen == "declined" or (chosen == "declined_later" and request.cycle > 1):
            raise GatewayRefused("The test card was declined.")
        return str(int(sha256(request.key.encode()).hexdigest()[:12], 16) % 10**8).zfill(8)

    async def refund(self, request: ChargeRequest) -> None:
        """Give back a payment."""


GATEWAY: Final[ChargeGateway] = TestChargeGateway()
"""The gateway of this installation."""
