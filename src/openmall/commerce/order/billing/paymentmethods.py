"""Payment methods of a shop: its own bank account, its gateways, and those that apps registered.

Specification: "Paymentmethods"; "List payment methods".
"""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from openmall.commerce.order.billing.gateways import provider_display
from openmall.commerce.order.billing.gateways import registry as gateway_registry
from openmall.commerce.order.billing.gateways.provider_display import BANK
from openmall.commerce.store.paymentgateway import store as paymentgateway_store
from openmall.contract.call import Call
from openmall.contract.operation import listing
from openmall.contract.params import ShopParams
from openmall.contract.scopes import READ_STORE

CASH: Final = "cash"
"""Payment into the shop's own bank account: it needs no gateway, so every shop has it."""


class PaymentMethod(Struct, frozen=True, kw_only=True):
    """A way to pay at a shop."""

    shop_no: int
    code: str


async def list_payment_methods(call: Call, params: ShopParams) -> Sequence[PaymentMethod]:
    """Retrieve a list of payment methods.

    After `cash` comes each kind of payment that a gateway offers in the shop, once. Methods whose
    every provider is hidden are left out.
    """
    return [PaymentMethod(shop_no=call.shop_no, code=code) for code in await codes(call)]


async def codes(call: Call) -> list[str]:
    """Return the ways to pay at the call's shop."""
    offered = await gateway_registry.methods(call)
    for provider, method in await paymentgateway_store.providers(call, call.shop_no):
        if await provider_display.is_shown(call, method, provider):
            offered.add(method)
    cash = [CASH] if await provider_display.is_shown(call, CASH, BANK) else []
    return [*cash, *sorted(offered - {CASH})]


OPERATIONS = [
    listing(
        "paymentmethods",
        list_payment_methods,
        takes=ShopParams,
        gives=PaymentMethod,
        key="paymentmethods",
        scope=READ_STORE,
        restricted=True,
    ),
]
