"""Payment methods that orders can be placed with: bank transfer, and those of gateways in use.

Specification: "Paymentmethods"; "List payment methods".
"""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from openmall.commerce.order.billing import bank_transfer
from openmall.commerce.order.billing.bank_transfer import CASH
from openmall.commerce.order.billing.gateways import registry as gateway_registry
from openmall.commerce.order.billing.gateways.gateway import Gateway
from openmall.commerce.order.billing.gateways.testing import TestGateway
from openmall.commerce.order.billing.refusals import PAYMENT_METHOD_NOT_OFFERED
from openmall.contract.call import Call
from openmall.contract.crud.settings import preload
from openmall.contract.errors import Invalid
from openmall.contract.operation import listing
from openmall.contract.params import ShopParams
from openmall.contract.scopes import READ_STORE

SETTINGS: Final = (*bank_transfer.SETTINGS, *gateway_registry.SETTINGS)
"""What decides which payment methods a shop offers, to be read with other settings."""


class PaymentMethod(Struct, frozen=True, kw_only=True):
    """A way to pay at a shop."""

    shop_no: int
    code: str


async def list_payment_methods(call: Call, params: ShopParams) -> Sequence[PaymentMethod]:
    """Retrieve a list of payment methods.

    Those that an order can be placed with: `cash` where the shop has a bank account, then each
    kind of payment that a gateway in use offers in the shop, once. Methods whose every provider is
    hidden are left out.
    """
    return [PaymentMethod(shop_no=call.shop_no, code=code) for code in await codes(call)]


async def codes(call: Call) -> list[str]:
    """Return the payment methods that an order of the call's shop can be placed with."""
    await preload(call, *SETTINGS)
    offered = await gateway_registry.methods(call)
    cash = [CASH] if await bank_transfer.is_offered(call) else []
    return [*cash, *sorted(offered - {CASH})]


async def gateways_taking_money(call: Call) -> list[Gateway]:
    """Return the gateways with payment methods that the shop uses, without the test gateway."""
    return [
        each
        for each in await gateway_registry.used(call)
        if each.name != TestGateway.name and each.methods
    ]


async def gateway_for(call: Call, method: str) -> Gateway | None:
    """Return the gateway that an order of the call's shop is paid at; None: a bank transfer.

    Raises Invalid (422) for a payment method that the shop does not offer: `codes` lists those that
    it does.
    """
    if method == CASH and await bank_transfer.is_offered(call):
        return None
    gateway = await gateway_registry.offering(call, method)
    if gateway is None:
        raise Invalid(PAYMENT_METHOD_NOT_OFFERED, parameter="payment_method")
    return gateway


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
