"""How to make suppliers, their users, carriers and places that parcels are sent from."""

import itertools
from collections.abc import Callable
from typing import Any

from tests.every_operation.prerequisites.kinds import Values
from tests.world import World

FRESH = itertools.count(1)


def supplier(world: World, above: dict[str, Any]) -> str:
    code: str = world.post("suppliers", supplier_name="Kite Farm")["supplier"]["supplier_code"]
    return code


def supplier_user(world: World, above: dict[str, Any]) -> str:
    user_id = f"farm{next(FRESH)}"
    words = {"password": "correct horse", "permission_shop_no": [1]}
    world.post("suppliers/users", user_id=user_id, supplier_code=supplier(world, {}), **words)
    return user_id


def supplier_surcharge(world: World, above: dict[str, Any]) -> int:
    path = f"suppliers/users/{above['supplier_id']}/regionalsurcharges"
    words = {"region_name": "Jeju", "regional_surcharge_amount": "3000.00"}
    made = world.post(path, use_regional_surcharge="T", **words)["regionalsurcharge"]
    number: int = made["regional_surcharge_no"]
    return number


def supplier_surcharges(world: World, above: dict[str, Any]) -> None:
    supplier_surcharge(world, above)


def carrier(world: World, above: dict[str, Any]) -> int:
    """Make carriers and return the last; the default is neither that nor the very first."""
    said = {"shipping_carrier_code": "0006", "contact": "02-000-0000", "email": "a@example.com"}
    made = [world.post("carriers", **said)["carrier"]["carrier_id"] for _ in range(3)]
    world.put(f"carriers/{made[1]}", default_shipping_carrier="T")
    number: int = made[2]
    return number


def carriers(world: World) -> None:
    carrier(world, {})


def origin(world: World, above: dict[str, Any]) -> str:
    """Make two places and return the second: the first of a mall is its default."""
    address = {"address1": "1 Harbour Road", "address2": "Dock 2", "country_code": "KR"}
    made = [
        world.post("shippingorigins", origin_name="Dock", **address)["shippingorigin"]
        for _ in range(2)
    ]
    code: str = made[1]["origin_code"]
    return code


def users(world: World) -> None:
    supplier_user(world, {})


def origins(world: World) -> None:
    origin(world, {})


CREATORS: dict[str, Callable[[World, Values], Any]] = {
    "suppliers/{supplier_code}": supplier,
    "suppliers/users/{user_id}": supplier_user,
    "suppliers/users/{supplier_id}": supplier_user,
    "suppliers/users/{supplier_id}/regionalsurcharges/{regional_surcharge_no}": supplier_surcharge,
    "shipping/suppliers/{supplier_id}": supplier_user,
    "carriers/{carrier_id}": carrier,
    "shippingorigins/{origin_code}": origin,
}


EXISTING_FIRST: dict[str, Callable[[World], None]] = {
    "GET suppliers/users": users,
    "GET carriers": carriers,
    "GET shippingorigins": origins,
}


UNKNOWN_VALUES: dict[str, Any] = {
    "supplier_code": "S00000ZZ",
    "supplier_id": "nobody",
    "user_id": "nobody",
    "origin_code": "W00000ZZ",
}


_FREE: Values = {"shipping_fee_setting_domestic": {"shipping_fee_type": "T"}}


COMPANION_VALUES: dict[str, Callable[[Any], Values]] = {
    "shipping_fee_setting": lambda value: (
        {"shipping_fee_setting_detail": _FREE} if value == "T" else {}
    ),
    "shipping_fee_setting_detail": lambda value: {"shipping_fee_setting": "T"},
    "shipping_start_date": lambda value: {"shipping_end_date": 100},
    "shipping_end_date": lambda value: {"shipping_start_date": 1},
}


SAMPLE_VALUES: dict[str, Any] = {
    "supplier_code": "S0000000",
    "shipping_carrier_code": "0006",
}


REQUIRED_STATE: dict[str, Callable[[World, Values], None]] = {
    "GET suppliers/users/{supplier_id}/regionalsurcharges": supplier_surcharges,
}
