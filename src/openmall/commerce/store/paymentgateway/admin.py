"""The admin API's operations on payment gateways and their methods."""

from typing import Final

from openmall.commerce.store.paymentgateway import rules as paymentgateway_rules
from openmall.commerce.store.paymentgateway.shape import Gateway, GatewayMethod
from openmall.commerce.store.paymentgateway.takes import (
    GatewayChange,
    GatewayDraft,
    GatewayPath,
    MethodChange,
    MethodDraft,
    MethodPath,
    PaymentMethodQuery,
)
from openmall.contract.resource import Resource

_METHODS: Final = "paymentgateway/{client_id}/paymentmethods"

_PAYMENTGATEWAY: Final = Resource(Gateway, area="store", key="paymentgateway", restricted=True)
_PAYMENTMETHODS: Final = Resource(
    GatewayMethod, area="store", key="paymentmethod", listed="paymentmethods", restricted=True
)

OPERATIONS = [
    _PAYMENTGATEWAY.post("paymentgateway", paymentgateway_rules.create, takes=GatewayDraft),
    _PAYMENTGATEWAY.put(
        "paymentgateway/{client_id}", paymentgateway_rules.change, takes=GatewayChange
    ),
    _PAYMENTGATEWAY.delete(
        "paymentgateway/{client_id}",
        paymentgateway_rules.delete,
        takes=GatewayPath,
        shows=("shop_no", "client_id"),
    ),
    _PAYMENTMETHODS.listing(_METHODS, paymentgateway_rules.list_methods, takes=PaymentMethodQuery),
    _PAYMENTMETHODS.post(_METHODS, paymentgateway_rules.create_method, takes=MethodDraft),
    _PAYMENTMETHODS.put(
        f"{_METHODS}/{{payment_method_code}}",
        paymentgateway_rules.change_method,
        takes=MethodChange,
    ),
    _PAYMENTMETHODS.delete(
        f"{_METHODS}/{{payment_method_code}}",
        paymentgateway_rules.delete_method,
        takes=MethodPath,
        shows=("client_id", "payment_method_code"),
    ),
]
