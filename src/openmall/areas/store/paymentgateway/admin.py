"""The admin API's operations on payment gateways and their methods."""

from typing import Final

from openmall.areas.store.paymentgateway import rules
from openmall.areas.store.paymentgateway.shape import Gateway, GatewayMethod
from openmall.areas.store.paymentgateway.takes import (
    GatewayChange,
    GatewayDraft,
    GatewayPath,
    MethodChange,
    MethodDraft,
    MethodPath,
    MethodsOf,
)
from openmall.contract.operation import delete, listing, post, put
from openmall.contract.scopes import READ_STORE, WRITE_STORE

_METHODS: Final = "paymentgateway/{client_id}/paymentmethods"

OPERATIONS = [
    post(
        "paymentgateway",
        rules.create,
        takes=GatewayDraft,
        gives=Gateway,
        key="paymentgateway",
        scope=WRITE_STORE,
        restricted=True,
    ),
    put(
        "paymentgateway/{client_id}",
        rules.change,
        takes=GatewayChange,
        gives=Gateway,
        key="paymentgateway",
        scope=WRITE_STORE,
        restricted=True,
    ),
    delete(
        "paymentgateway/{client_id}",
        rules.delete,
        takes=GatewayPath,
        gives=Gateway,
        key="paymentgateway",
        scope=WRITE_STORE,
        restricted=True,
        shows=("shop_no", "client_id"),
    ),
    listing(
        _METHODS,
        rules.list_methods,
        takes=MethodsOf,
        gives=GatewayMethod,
        key="paymentmethods",
        scope=READ_STORE,
        restricted=True,
    ),
    post(
        _METHODS,
        rules.create_method,
        takes=MethodDraft,
        gives=GatewayMethod,
        key="paymentmethod",
        scope=WRITE_STORE,
        restricted=True,
    ),
    put(
        f"{_METHODS}/{{payment_method_code}}",
        rules.change_method,
        takes=MethodChange,
        gives=GatewayMethod,
        key="paymentmethod",
        scope=WRITE_STORE,
        restricted=True,
    ),
    delete(
        f"{_METHODS}/{{payment_method_code}}",
        rules.delete_method,
        takes=MethodPath,
        gives=GatewayMethod,
        key="paymentmethod",
        scope=WRITE_STORE,
        restricted=True,
        shows=("client_id", "payment_method_code"),
    ),
]
