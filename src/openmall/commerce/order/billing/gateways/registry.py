"""The payment gateways that a shop may use: of this program, of plug-ins, and of apps.

A further one of this program is a class as `testing.TestGateway`.
"""

from typing import Final, get_args

from openmall.commerce.order.billing.gateways import plugins, provider_display
from openmall.commerce.order.billing.gateways.app_gateway import AppGateway
from openmall.commerce.order.billing.gateways.gateway import Gateway
from openmall.commerce.order.billing.gateways.provider_display import ProviderDisplay
from openmall.commerce.order.billing.gateways.stripe_gateway.connection import StripeUse
from openmall.commerce.order.billing.gateways.stripe_gateway.gateway import StripeGateway
from openmall.commerce.order.billing.gateways.testing import TestGateway, TestGatewayUse
from openmall.commerce.order.orders.shape import Method
from openmall.commerce.store.paymentgateway.endpoints import rules as endpoint_rules
from openmall.commerce.store.paymentgateway.endpoints.rules import AppGatewayUse
from openmall.contract.call import Call
from openmall.contract.crud.settings import Setting, preload
from openmall.contract.errors import NotFound
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import NO_SUCH

KNOWN: Final[dict[str, Gateway]] = {each.name: each for each in (TestGateway(), StripeGateway())}
"""The gateways of this program."""

SETTINGS: Final[tuple[type[Setting], ...]] = (
    TestGatewayUse, StripeUse, ProviderDisplay, AppGatewayUse,
)  # fmt: skip
"""What decides which gateways a shop offers, to be read with other settings."""
_METHODS: Final = frozenset(get_args(Method))


def of_installation() -> dict[str, Gateway]:
    """Return the gateways of this program and of plug-ins: name -> gateway."""
    return {**plugins.loaded(), **KNOWN}


def named(name: str) -> Gateway:
    """Return a gateway by its name; the name of an app's is its client id.

    An app's gateway is returned whether or not there is such an app: it is asked for payments that
    it took before it was removed. Raises NotFound (404) for another name.
    """
    gateway = of_installation().get(name)
    if gateway is not None:
        return gateway
    if not name:
        raise NotFound(NO_SUCH, parameter="gateway", resource=Phrase("gateway"))
    return AppGateway(name)


async def of_apps(call: Call) -> list[Gateway]:
    """Return the gateways of apps that the call's shop uses."""
    return [
        AppGateway(
            each.client_id,
            tuple(method for method in each.methods if method in _METHODS),  # type: ignore[misc] # checked
            each.shown,
            members_only=each.members_only,
        )
        for each in await endpoint_rules.enabled(call)
    ]


async def used(call: Call) -> list[Gateway]:
    """Return the gateways that the call's shop uses: the installation's, then those of apps.

    An app's is used while it is installed, has endpoints and a contract in the shop, and the
    merchant has enabled it. Payments can be taken with these alone.
    """
    await preload(call, *SETTINGS)
    own = [each for each in of_installation().values() if await each.offered(call)]
    return [*own, *await of_apps(call)]


async def at_checkout(call: Call) -> list[Gateway]:
    """Return the gateways of `used` that take payments of the shopper of a storefront's call.

    Those for account holders alone take none of guests. The shop itself may use all.
    """
    is_guest = call.storefront and (call.shopper is None or not call.shopper.member_id)
    return [
        each
        for each in await used(call)
        if not (is_guest and isinstance(each, AppGateway) and each.members_only)
    ]


async def methods(call: Call) -> set[str]:
    """Return the payment methods that gateways of the call's shop take at its checkout."""
    return {
        method
        for gateway in await at_checkout(call)
        for method in gateway.methods
        if await provider_display.is_shown(call, method, gateway.name)
    }


async def offering(call: Call, method: str) -> Gateway | None:
    """Return the gateway of the call's shop for a payment method; None: there is none."""
    for gateway in await at_checkout(call):
        if method in gateway.methods and await provider_display.is_shown(
            call, method, gateway.name
        ):
            return gateway
    return None
