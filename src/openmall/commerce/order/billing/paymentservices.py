"""The payment gateways of a shop: what each is registered with, and its interest-free plans.

Specification: "Paymentservices", "Payment freeinstallments". Interest-free months are what the
gateway of this program says of itself, or what an app registered with its gateway under the key
`free_installments`, such as `2,3,6`.
"""

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from msgspec import Struct

from openmall.commerce.order.billing import bank_transfer
from openmall.commerce.order.billing.bank_transfer import CASH
from openmall.commerce.order.billing.gateways import provider_display
from openmall.commerce.order.billing.gateways import registry as gateway_registry
from openmall.commerce.order.billing.gateways.app_gateway import AppGateway
from openmall.commerce.order.billing.gateways.gateway import Gateway as UsedGateway
from openmall.commerce.store.paymentgateway import store as paymentgateway_store
from openmall.commerce.store.paymentgateway.endpoints.store import ShownMethod
from openmall.commerce.store.paymentgateway.shape import Gateway
from openmall.contract.call import Call
from openmall.contract.params import Flag, ShopParams
from openmall.contract.resource import Resource

CARD: Final = "card"
"""The payment method that is paid in installments."""
_PLANS: Final = "free_installments"
_MONTHS: Final = re.compile(r"[1-9][0-9]?", re.ASCII)


class PaymentService(Struct, frozen=True, kw_only=True):
    """A payment gateway as a shop uses it."""

    shop_no: int
    payment_gateway_name: str
    """The name of a gateway, or the client id of the app that registered one."""
    partner_id: str
    """Identifier of the shop at the gateway; empty where it needs none."""
    hash_code: str
    """What the app registered with its gateway under this key; only the app itself sees it."""
    etc_code: str
    """As `hash_code`."""
    payment_methods: list[str]


class FreeInstallments(Struct, frozen=True, kw_only=True):
    """The interest-free plans of a payment gateway."""

    shop_no: int
    payment_gateway_name: str
    installments: list[int]
    """Numbers of monthly installments without interest, ascending."""


class PaymentOption(Struct, frozen=True, kw_only=True):
    """A way to pay at the checkout of a shop."""

    shop_no: int
    payment_method: str
    payment_method_name: str
    """What the app calls it that takes it; empty: openmall takes it."""
    payment_method_url: str
    """The picture that the app shows with it; empty: none."""
    free_installments: list[FreeInstallments]
    """Interest-free plans of the gateways that take it."""
    recurring: Flag
    """T: its gateway stores it, so that subscriptions can be charged to it."""


class _Service(Struct, frozen=True, kw_only=True):
    name: str
    methods: list[str]
    months: list[int]
    stored: Sequence[str] = ()
    shown: Mapping[str, ShownMethod] = MappingProxyType({})
    gateway: Gateway | None = None


async def list_services(call: Call, params: ShopParams) -> Sequence[PaymentService]:
    """Retrieve a list of pg settings.

    Those that the shop takes payments with; an app's after the merchant has enabled it.
    """
    own_app = call.identity.app.client_id
    found = []
    for each in await _services(call):
        told = each.gateway if each.name == own_app else None
        found.append(
            PaymentService(
                shop_no=call.shop_no,
                payment_gateway_name=each.name,
                partner_id="" if each.gateway is None else each.gateway.partner_id,
                hash_code=_information(told, "hash_code"),
                etc_code=_information(told, "etc_code"),
                payment_methods=each.methods,
            )
        )
    return found


async def list_free_installments(call: Call, params: ShopParams) -> Sequence[FreeInstallments]:
    """Retrieve interest free installment information."""
    return [_plan(call, each) for each in await _services(call) if each.months]


async def list_options(call: Call, params: ShopParams) -> Sequence[PaymentOption]:
    """Retrieve the ways to pay at the checkout, with interest-free plans.

    An order can be placed with each of them. Providers that the shop hides are left out.
    """
    plans: dict[str, list[FreeInstallments]] = {}
    recurring: dict[str, bool] = {}
    shown: dict[str, ShownMethod | None] = {}
    for each in await _services(call, await gateway_registry.at_checkout(call)):
        for method in each.methods:
            if await provider_display.is_shown(call, method, each.name):
                known = plans.setdefault(method, [])
                # as `stored_methods/rules.py: storing` decides: by the first that takes it
                recurring.setdefault(method, method in each.stored)
                shown.setdefault(method, each.shown.get(method))
                if method == CARD and each.months:
                    known.append(_plan(call, each))
    if await bank_transfer.is_offered(call):
        plans.setdefault(CASH, [])
    return [
        PaymentOption(
            shop_no=call.shop_no,
            payment_method=method,
            payment_method_name=own.name if (own := shown.get(method)) else "",
            payment_method_url=own.url if own else "",
            free_installments=of_method,
            recurring="T" if recurring.get(method) else "F",
        )
        for method, of_method in sorted(plans.items())
    ]


def _plan(call: Call, service: _Service) -> FreeInstallments:
    return FreeInstallments(
        shop_no=call.shop_no, payment_gateway_name=service.name, installments=service.months
    )


async def _services(call: Call, used: Sequence[UsedGateway] | None = None) -> list[_Service]:
    """Return what gateways are, by default those that the call's shop uses."""
    if used is None:
        used = await gateway_registry.used(call)
    own = gateway_registry.of_installation()
    contracts = await paymentgateway_store.of_shop(
        call, [each.name for each in used if each.name not in own]
    )
    contract_of = {each.client_id: each for each in contracts}
    found = []
    for gateway in used:
        contract = contract_of.get(gateway.name)
        months = list(gateway.free_installments)
        found.append(
            _Service(
                name=gateway.name,
                methods=list(gateway.methods),
                stored=gateway.stored_methods,
                shown=gateway.shown if isinstance(gateway, AppGateway) else {},
                months=months if contract is None else _months(_information(contract, _PLANS)),
                gateway=contract,
            )
        )
    return found


def _information(gateway: Gateway | None, key: str) -> str:
    """Return what an app registered with its gateway under a key; empty: nothing."""
    if gateway is None:
        return ""
    return next((each.value for each in gateway.additional_information if each.key == key), "")


def _months(text: str) -> list[int]:
    """Return the months of a comma list in ascending order; what is no number is left out."""
    named = [part.strip() for part in text.split(",")]
    return sorted({int(part) for part in named if _MONTHS.fullmatch(part)})


_SERVICES: Final = Resource(PaymentService, area="store", key="paymentservices", restricted=True)
_PLANS_OF_SHOP: Final = Resource(FreeInstallments, area="store", key="freeinstallments")

OPERATIONS = [
    _SERVICES.listing("paymentservices", list_services, takes=ShopParams),
    _PLANS_OF_SHOP.listing("payment/freeinstallments", list_free_installments, takes=ShopParams),
]

FRONT_OPERATIONS = [
    _PLANS_OF_SHOP.giving(PaymentOption).listing(
        "paymentoptions", list_options, takes=ShopParams, key="paymentoptions"
    ),
]
