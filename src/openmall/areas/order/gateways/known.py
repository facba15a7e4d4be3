"""The gateways that are built in; another is a class like `testing.TestGateway`, listed here."""

from typing import Final

from openmall.areas.order.gateways.gateway import Gateway
from openmall.areas.order.gateways.testing import TestGateway
from openmall.contract.call import Call
from openmall.contract.errors import NotFound

KNOWN: Final[dict[str, Gateway]] = {each.name: each for each in (TestGateway(),)}


def named(name: str) -> Gateway:
    """Return a gateway. Raises NotFound (404)."""
    gateway = KNOWN.get(name)
    if gateway is None:
        raise NotFound("There is no such gateway.", parameter="gateway")
    return gateway


async def offering(call: Call, method: str) -> Gateway | None:
    """Return the gateway through which the call's shop lets this be paid; None: none."""
    for gateway in KNOWN.values():
        if method in gateway.methods and await gateway.offered(call):
            return gateway
    return None
