"""Subscriptions and stored payment methods of the member who shops, for the sweeps."""

from collections.abc import Callable
from typing import Any, get_args

from openmall.commerce.order.placement.subscription_rules.shape import Cycle
from tests.every_operation.prerequisites.kinds import Values
from tests.every_operation.prerequisites.shopping import member
from tests.storefront.shopper_client import RECEIVER
from tests.world import World

_RULE: Values = {
    "subscription_shipments_name": "Aprons",
    "product_binding_type": "P",
    "use_discount": "F",
    "subscription_shipments_cycle_type": "T",
    "subscription_shipments_cycle": list(get_args(Cycle)),
    "use_order_price_condition": "F",
}
_ALL = "customers/me/subscriptions"
_ONE = f"{_ALL}/{{subscription_id}}"
_METHODS = "customers/me/paymentmethods"


def _offered(world: World) -> str:
    """Let there be a product that is offered as a subscription; return its variant."""
    product_no = world.product()["product_no"]
    rule = {**_RULE, "product_list": [product_no]}
    world.post("subscription/shipments/setting", **rule)
    [variant] = world.get(f"products/{product_no}/variants")["variants"]
    code: str = variant["variant_code"]
    return code


def _requested(world: World, above: Values | None = None) -> str:
    shopper = member(world)
    if world.get("paymentmethods/card/paymentproviders")["paymentproviders"][0]["display"] == "F":
        # an operation called before has hidden it
        world.put("paymentmethods/card/paymentproviders/test", display="T")
    for each in shopper.get(_METHODS):
        if not any(one["method_id"] == each["method_id"] for one in shopper.get(_ALL, limit=100)):
            shopper.send("DELETE", f"{_METHODS}/{each['method_id']}")
    asked = shopper.send("POST", _METHODS, agree_recurring_charges="T")
    number: str = asked["method_id"]
    return number


def _stored(world: World, above: Values | None = None) -> str:
    number = _requested(world)
    member(world).send("POST", f"testgateway/methods/{number}", card="approved")
    member(world).send("POST", f"{_METHODS}/{number}/confirm")
    return number


def _draft(world: World) -> Values:
    shopper = member(world)
    usable = shopper.get(_METHODS)
    return {
        "variants": [{"variants_code": _offered(world), "quantity": 3}],
        "method_id": usable[0]["method_id"] if usable else _stored(world),
        "receiver": RECEIVER,
        "expected_delivery_date": "2026-11-30",
        "subscription_shipments_cycle": "1M",
        "agree_recurring_charges": "T",
    }


def _subscribed(world: World, above: Values | None = None) -> str:
    number: str = member(world).send("POST", _ALL, **_draft(world))["subscription_id"]
    return number


def _item(world: World, above: Values) -> int:
    for each in member(world).get(_ALL, limit=100):
        if each["subscription_id"] == above["subscription_id"]:
            number: int = each["items"][0]["subscription_item_id"]
            return number
    raise AssertionError("the member has no such subscription")


def _subscribed_first(world: World) -> None:
    _subscribed(world)


def fill(world: World, times: int) -> None:
    """Let the member have so many subscriptions."""
    for _ in range(times):
        _subscribed(world)


def _stored_first(world: World) -> None:
    _stored(world)


CREATORS: dict[str, Callable[[World, Values], Any]] = {
    _ONE: _subscribed,
    f"{_ONE}/items/{{subscription_item_id}}": _item,
    f"{_METHODS}/{{method_id}}": _stored,
    "testgateway/methods/{method_id}": _requested,
}
EXISTING_FIRST: dict[str, Callable[[World], None]] = {
    f"GET {_ALL}": _subscribed_first,
    f"GET {_METHODS}": _stored_first,
    f"POST {_ALL}": _stored_first,
}
EXTRA_VALUES: dict[str, Values] = {
    f"POST {_ALL}": {"receiver": RECEIVER, "expected_delivery_date": "2026-11-30"},
}
EXTRA_VALUES_FROM_MALL: dict[str, Callable[[World], Values]] = {f"POST {_ALL}": _draft}
UNKNOWN_VALUES: dict[str, Any] = {"method_id": "nobody"}
