"""Whole numbers that are sent for texts."""

from typing import Any

import pytest

from tests.world import World


def _put(world: World, **sent: Any) -> Any:
    number = world.product()["product_no"]
    return world.call("PUT", f"products/{number}", json={"request": sent})


def test_a_number_is_taken_for_a_text_or_a_code(world: World) -> None:
    answer = _put(world, custom_product_code=12345, model_name=7, display="F")

    assert answer.status_code == 200
    product = world.get("products/1")["product"]
    assert (product["custom_product_code"], product["model_name"]) == ("12345", "7")


def test_a_number_within_an_object_is_taken_for_a_text(world: World) -> None:
    answer = world.call(
        "PUT", "coupons/setting", json={"request": {"additional_coupon_no": [{"coupon_no": 7}]}}
    )

    # the text is looked at: no such number
    assert answer.json()["error"]["more_info"]["parameter"] == "additional_coupon_no.coupon_no"
    assert "got int" not in answer.text


@pytest.mark.parametrize("value", [1.5, True, {"a": 1}])
def test_what_is_no_whole_number_is_refused(world: World, value: Any) -> None:
    answer = _put(world, custom_product_code=value)

    assert answer.status_code == 422
    assert answer.json()["error"]["more_info"]["parameter"] == "custom_product_code"


@pytest.mark.parametrize("name", ["zipcode", "phone"])
def test_a_number_that_may_have_lost_a_zero_is_refused(world: World, name: str) -> None:
    answer = world.call("POST", "suppliers", json={"request": {"supplier_name": "A", name: 4524}})

    assert answer.status_code == 422
    assert answer.json()["error"]["more_info"]["parameter"] == name
