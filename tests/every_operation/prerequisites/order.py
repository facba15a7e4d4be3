"""Orders and what belongs to them, for the sweeps."""

from collections.abc import Callable
from typing import Any

from tests.commerce.order.order_setup import order, pay, wanted
from tests.every_operation.prerequisites.kinds import Values
from tests.world import World

PARCEL = {"tracking_no": "1111", "shipping_company_code": "0001", "status": "standby"}


_FIELDS = "orderform/properties"
_FIELD: Values = {
    "input_type": "S",
    "is_required": "F",
    "subject": "Wrapping",
    "available_product_type": "A",
    "input_scope": "A",
    "description": "Free of charge",
    "field_length": 20,
    "max_input_length": 30,
    "textarea_rows": 3,
    "width_percentage": 50,
    "option_values": ["Box", "Bag"],
    "display_lines_desktop": 2,
    "display_lines_mobile": 1,
    "category_no": 1,
    "product_no": 1,
}


def ordered(world: World, product_no: int, **more: Any) -> str:
    """Place an order of two units of a product that awaits payment."""
    [variant] = world.get(f"products/{product_no}/variants")["variants"]
    code = variant["variant_code"]
    return order(world, wanted(code), wanted(code), **more)


def _order(world: World, above: Values) -> str:
    return ordered(world, world.product()["product_no"])


def _paid(world: World, above: Values) -> str:
    number = _order(world, above)
    assert pay(world, number).status_code == 200
    return number


def _parcel(world: World, above: Values) -> str:
    pay(world, above["order_id"])
    [made] = world.post(f"orders/{above['order_id']}/shipments", **PARCEL)["shipments"]
    code: str = made["shipping_code"]
    return code


def _checkout_field(world: World, above: Values) -> str:
    answer = world.call("POST", _FIELDS, json={"requests": [_FIELD]})
    assert answer.status_code == 201, answer.text
    number: str = answer.json()["properties"][0]["orderform_property_id"]
    return number


def _one_checkout_field(world: World) -> None:
    _checkout_field(world, {})


def _unpaid(world: World) -> None:
    _order(world, {})


def _sent(world: World) -> None:
    """Send the newest order, so that it has a shipment to list."""
    _parcel(world, {"order_id": newest(world)})


def _one_sent(world: World) -> None:
    _parcel(world, {"order_id": _order(world, {})})


def paid_order(world: World) -> None:
    """Let the mall have an order that is paid."""
    _paid(world, {})


def newest(world: World) -> str:
    """Return the number of the order that was made last."""
    number: str = world.get("orders", limit=1)["orders"][0]["order_id"]
    return number


def _newest_of_any(world: World) -> str:
    """Return the number of the order that was made last, or one that no order has."""
    return newest(world) if world.get("orders/count")["count"] else UNKNOWN_VALUES["order_id"]


def newest_parcel(world: World) -> str:
    """Return the code of a parcel of the order that was made last."""
    code: str = world.get(f"orders/{newest(world)}/shipments")["shipments"][0]["shipping_code"]
    return code


CREATORS: dict[str, Callable[[World, Values], Any]] = {
    f"{_FIELDS}/{{orderform_property_id}}": _checkout_field,
    "orders/{order_id}": _order,
    "orders/{order_id}/paymenttimeline/{payment_no}": lambda world, above: 1,
    "orders/{order_id}/shipments/{shipping_code}": _parcel,
}
OPERATION_CREATORS: dict[tuple[str, str], Callable[[World, Values], Any]] = {
    ("PUT orders/{order_id}", "orders/{order_id}"): _paid,
    ("POST orders/{order_id}/shipments", "orders/{order_id}"): _paid,
    ("GET orders/{order_id}/items/{order_item_code}/history", "orders/{order_id}"): _paid,
}
EXISTING_FIRST: dict[str, Callable[[World], None]] = {
    f"GET {_FIELDS}": _one_checkout_field,
    "GET orders": paid_order,
    "GET orders/changes": paid_order,
    "GET orders/{order_id}/shipments": _sent,
    "PUT orders": paid_order,
    "PUT payments": _unpaid,
    "POST shipments": paid_order,
    "PUT shipments": _one_sent,
    "GET unpaidorders": _unpaid,
}
EXTRA_VALUES: dict[str, Values] = {
    f"POST {_FIELDS}": {**_FIELD, "input_type": "T"},
    "PUT orders": {"process_status": "prepare"},
    "PUT orders/{order_id}": {"process_status": "prepare"},
    "PUT shipments": {"tracking_no": "2222"},
    "PUT payments": {"status": "paid"},
}
EXTRA_VALUES_FROM_MALL: dict[str, Callable[[World], Values]] = {
    "POST shipments": lambda world: {"order_id": newest(world)},
}
DEFAULT_VALUES: dict[str, Values] = {"PUT payments": {"status": "unpaid"}}
SAMPLE_VALUES: dict[str, Any] = {"shipping_company_code": "0001"}
UNKNOWN_VALUES: dict[str, Any] = {
    "order_id": "20200101-0000001",
    "shipping_code": "D-20200101-0000001-00",
}

VALUES_FROM_MALL: dict[str, Callable[[World], Any]] = {
    "order_id": _newest_of_any,
    "shipping_code": newest_parcel,
}
COMPANION_VALUES: dict[str, Callable[[Any], Values]] = {
    "start_date": lambda value: {"end_date": "2026-11-30"},
    "end_date": lambda value: {"start_date": "2026-10-01"},
    "bank_account_id": lambda value: {"change_payment_method": "T", "payment_method": "cash"},
}
