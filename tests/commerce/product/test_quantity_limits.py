"""Limits of quantities that permit no quantity are refused, wherever a product is written."""

from typing import Any

import pytest

from tests.world import World


def _refused(world: World, method: str, path: str, **fields: Any) -> tuple[str, str, Any]:
    answer = world.call(method, path, json={"request": fields})
    assert answer.status_code == 422, answer.text
    more = answer.json()["error"]["more_info"]
    return more["parameter"], more["reason"], more["values"]


@pytest.mark.parametrize(
    ("limits", "named", "least", "most"),
    [
        ({"minimum_quantity": 5, "maximum_quantity": 3}, "maximum_quantity", 5, 3),
        ({"minimum_quantity": 5, "maximum_quantity": 4, "order_quantity_limit_type": "P"},
         "maximum_quantity", 5, 4),
        ({"buy_unit": 6, "maximum_quantity": 5}, "maximum_quantity", 6, 5),
        ({"minimum_quantity": 4, "buy_unit": 3, "maximum_quantity": 5, "buy_unit_type": "O"},
         "maximum_quantity", 6, 5),
    ],
)  # fmt: skip
def test_contradicting_limits_are_refused(
    world: World, limits: dict[str, Any], named: str, least: int, most: int
) -> None:
    fields = {"product_name": "Apron", "price": "1000", "supply_price": "500", **limits}
    new = _refused(world, "POST", "products", **fields)
    number = world.product()["product_no"]
    changed = _refused(world, "PUT", f"products/{number}", **limits)

    expected = (named, "no_quantity_permitted", {"least": least, "most": most})
    assert new == changed == expected
    assert world.get("products/count")["count"] == 1
    stored = world.get(f"products/{number}")["product"]
    assert (stored["minimum_quantity"], stored["maximum_quantity"]) == (1, 0)


def test_a_sent_limit_is_compared_with_the_stored_one(world: World) -> None:
    number = world.product(minimum_quantity=3, maximum_quantity=5)["product_no"]

    below = _refused(world, "PUT", f"products/{number}", maximum_quantity=2)
    above = _refused(world, "PUT", f"products/{number}", minimum_quantity=6)
    world.put(f"products/{number}", minimum_quantity=5)

    assert below[0] == "maximum_quantity"
    assert above[0] == "minimum_quantity"
