"""Subscriptions, for the sweeps."""

from collections.abc import Callable
from typing import Any

from tests.every_operation.prerequisites.customers import SWEPT, swept
from tests.every_operation.prerequisites.kinds import Values
from tests.world import World

_ALL = "subscription/shipments"
_ONE = f"{_ALL}/{{subscription_id}}"
_RULES = "subscription/shipments/setting"
_RULE = f"{_RULES}/{{subscription_no}}"
_PEOPLE = {
    "member_id": SWEPT,
    "buyer_name": "Hana Kim",
    "buyer_zipcode": "04525",
    "buyer_address1": "2 Sejong-daero",
    "buyer_address2": "",
    "buyer_cellphone": "010-0000-0000",
    "buyer_email": "hana@example.com",
    "receiver_name": "Min Kim",
    "receiver_zipcode": "04524",
    "receiver_address1": "1 Sejong-daero",
    "receiver_address2": "Room 3",
    "receiver_phone": "02-1111-1111",
    "receiver_cellphone": "010-1111-1111",
}
_IN_NOVEMBER = {"start_date": "2026-11-01", "end_date": "2026-11-30"}


def _ready(world: World) -> None:
    swept(world)
    world.product()


def _item(world: World) -> Values:
    [product] = world.get("products", limit=1)["products"]
    return {
        "product_no": str(product["product_no"]),
        "product_code": product["product_code"],
        "product_name": "Linen apron",
        "option_id": "000A",
        "quantity": 1,
        "product_price": "11000.00",
    }


def _subscribed(world: World, above: Values | None = None) -> str:
    _ready(world)
    body = {
        **_PEOPLE,
        "expected_delivery_date": "2026-11-30",
        "subscription_shipments_cycle": "1M",
        "items": [_item(world)],
    }
    answer = world.call("POST", _ALL, json={"requests": [body]})
    number: str = answer.json()["shipments"][0]["subscription_id"]
    return number


def _an_item(world: World) -> Values:
    """Name the item of the newest subscription, as older versions do."""
    [newest] = world.get(_ALL, **_IN_NOVEMBER, limit=1)["shipments"]
    code = newest["items"][0]["variants_code"]
    return {"variant_code": code, "option_id": code[-4:], "quantity": 2}


def _rule(world: World, above: Values | None = None) -> int:
    _ready(world)
    rule = world.post("subscription/shipments/setting", **_rule_of(world))["shipment"]
    number: int = rule["subscription_no"]
    return number


def _rule_of(world: World) -> Values:
    [product] = world.get("products", limit=1)["products"]
    return {
        "subscription_shipments_name": "Aprons",
        "product_binding_type": "P",
        "product_list": [product["product_no"]],
        "use_discount": "T",
        "discount_value_unit": "P",
        "discount_values": [{"delivery_cycle": 1, "discount_amount": 20}],
        "subscription_shipments_cycle_type": "T",
        "subscription_shipments_cycle": ["1M", "2M"],
        "use_order_price_condition": "T",
        "order_price_greater_than": "25000.00",
    }


def _rule_there(world: World) -> None:
    _rule(world)


def _there(world: World) -> None:
    _subscribed(world)


CREATORS: dict[str, Callable[[World, Values], Any]] = {_ONE: _subscribed, _RULE: _rule}
EXISTING_FIRST: dict[str, Callable[[World], None]] = {
    f"GET {_ALL}": _there,
    f"GET {_RULES}": _rule_there,
    f"POST {_RULES}": _ready,
    f"POST {_ALL}": _ready,
}
EXTRA_VALUES_FROM_MALL: dict[str, Callable[[World], Values]] = {
    f"POST {_RULES}": _rule_of,
    f"POST {_ALL}": lambda world: {"member_id": SWEPT, "items": [_item(world)]},
    f"PUT {_ONE}/items": _an_item,
}
EXTRA_VALUES: dict[str, Values] = {
    f"GET {_ALL}": _IN_NOVEMBER,
    f"POST {_ALL}": {"expected_delivery_date": "2026-11-30"},
}
UNKNOWN_VALUES: dict[str, Any] = {"subscription_id": "S-20200101-0000001"}
