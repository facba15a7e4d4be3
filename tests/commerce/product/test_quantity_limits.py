"""Limits of quantities that permit no quantity are refused, wherever a product is written."""

from pathlib import Path
from typing import Any

import pytest

from tests.transfer.imports.import_commands import csv_file, fill, tally
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


def test_a_row_of_a_file_that_contradicts_stored_limits_is_refused(
    world: World, tmp_path: Path
) -> None:
    head = "custom_product_code,product_name,supply_price,price"
    fill(world, csv_file(tmp_path, f"{head},minimum_quantity", "A,Apron,1,1000,3"))

    summary = fill(
        world,
        csv_file(
            tmp_path,
            f"{head},maximum_quantity",
            "A,Apron,1,1000,2",
            "B,Bowl,1,1000,2",
            name="b.csv",
        ),
    )

    assert tally(summary) == (1, 0, 0, 1)
    [fault] = summary["first_errors"]
    assert (fault["line"], fault["field"]) == (2, "maximum_quantity")
