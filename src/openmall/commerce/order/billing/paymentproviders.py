"""Payment providers of each payment method, and which of them a shop's checkout offers.

Specification: "Paymentmethods paymentproviders". The provider of `cash` is the shop's own bank
account; of the other methods, the gateways that the shop uses.
"""

from collections.abc import Sequence
from typing import Final

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from openmall.commerce.order.billing.bank_transfer import CASH
from openmall.commerce.order.billing.gateways import provider_display
from openmall.commerce.order.billing.gateways import registry as gateway_registry
from openmall.commerce.order.billing.gateways.provider_display import BANK, ProviderDisplay
from openmall.commerce.order.billing.refusals import PROVIDER_HAS_NO_SUCH_METHOD
from openmall.contract.call import Call
from openmall.contract.change import differences
from openmall.contract.crud.settings import current, write_setting
from openmall.contract.errors import NotFound, NotModified
from openmall.contract.params import Flag, ShopParams
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST, IDENTICAL
from openmall.contract.resource import Resource


class PaymentProvider(Struct, frozen=True, kw_only=True):
    """A provider of a payment method."""

    shop_no: int
    name: str
    """`bank`, the name of a gateway, or the client id of the app that registered one."""
    display: Flag
    """T: the checkout offers it."""


class ProviderQuery(ShopParams, frozen=True, kw_only=True):
    """Selects the providers of a payment method."""

    code: str
    name: str | UnsetType = UNSET
    display: Flag | UnsetType = UNSET


class ProviderChange(ShopParams, frozen=True, kw_only=True):
    """Shows or hides a provider of a payment method."""

    code: str
    name: str
    display: Flag


async def list_providers(call: Call, query: ProviderQuery) -> Sequence[PaymentProvider]:
    """Retrieve a list of providers by payment method.

    Raises NotFound (404) for a payment method without any.
    """
    names = await _names(call, query.code)
    found = [await _provider(call, query.code, name) for name in names]
    return [
        each
        for each in found
        if query.name in (UNSET, each.name) and query.display in (UNSET, each.display)
    ]


async def change(call: Call, params: ProviderChange) -> PaymentProvider:
    """Update the display status of a payment method: a hidden provider is not offered at checkout.

    Raises NotFound (404); the same again is NotModified (409).
    """
    if params.name not in await _names(call, params.code):
        raise NotFound(DOES_NOT_EXIST, parameter="name", resource=Phrase("payment provider"))
    before = await current(call, ProviderDisplay, to_change=True)
    entry = provider_display.entry(params.code, params.name)
    hidden = set(before.hidden) - {entry} if params.display == "T" else {*before.hidden, entry}
    if hidden == set(before.hidden):
        raise NotModified(IDENTICAL)
    after = replace(before, hidden=sorted(hidden))
    await write_setting(call.db, call.seal, after)
    call.journal(f"payment provider {entry}", differences(before, after))
    return PaymentProvider(shop_no=call.shop_no, name=params.name, display=params.display)


async def _names(call: Call, code: str) -> list[str]:
    """Return the providers of a payment method. Raises NotFound (404) where there is none."""
    if code == CASH:
        return [BANK]
    names = [each.name for each in await gateway_registry.used(call) if code in each.methods]
    if not names:
        raise NotFound(PROVIDER_HAS_NO_SUCH_METHOD, parameter="code")
    return names


async def _provider(call: Call, code: str, name: str) -> PaymentProvider:
    shown = await provider_display.is_shown(call, code, name)
    return PaymentProvider(shop_no=call.shop_no, name=name, display="T" if shown else "F")


_PROVIDERS: Final = Resource(
    PaymentProvider,
    area="store",
    key="paymentprovider",
    listed="paymentproviders",
    restricted=True,
)

OPERATIONS = [
    _PROVIDERS.listing(
        "paymentmethods/{code}/paymentproviders", list_providers, takes=ProviderQuery
    ),
    _PROVIDERS.put(
        "paymentmethods/{code}/paymentproviders/{name}",
        change,
        takes=ProviderChange,
        shows=("shop_no", "display"),
    ),
]
