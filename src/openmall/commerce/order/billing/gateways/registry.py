"""The payment gateways of this program. A further one is a class as `testing.TestGateway`."""

from typing import Final

from openmall.commerce.order.billing.gateways import provider_display
from openmall.commerce.order.billing.gateways.gateway import Gateway
from openmall.commerce.order.billing.gateways.provider_display import ProviderDisplay
from openmall.commerce.order.billing.gateways.testing import TestGateway, TestGatewayUse
from openmall.contract.call import Call
from openmall.contract.crud.settings import Setting, preload
from openmall.contract.errors import NotFound

KNOWN: Final[dict[str, Gateway]] = {each.name: each for each in (TestGateway(),)}

SETTINGS: Final[tuple[type[Setting], ...]] = (TestGatewayUse, ProviderDisplay)
"""What decides which gateways a shop offers, to be read with other settings."""


def named(name: str) -> Gateway:
    """Return a gateway by its name. Raises NotFound (404)."""
    gateway = KNOWN.get(name)
    if gateway is None:
        raise NotFound("There is no such gateway.", parameter="gateway")
    return gateway


async def methods(call: Call) -> set[str]:
    """Return the payment methods that gateways of the call's shop take at its checkout."""
    await preload(call, *SETTINGS)
    return {
        method
        for gateway in KNOWN.values()
        if await gateway.offered(call)
        for method in gateway.methods
        if await provider_display.is_shown(call, method, gateway.name)
    }


async def offering(call: Call, method: str) -> Gateway | None:
    """Return the gateway of the call's shop for a payment method; None: there is none."""
    await preload(call, *SETTINGS)
    for gateway in KNOWN.values():
        if (
            method in gateway.methods
            and await gateway.offered(call)
            and await provider_display.is_shown(call, method, gateway.name)
        ):
            return gateway
    return None
