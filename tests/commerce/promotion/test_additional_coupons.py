"""Additional coupons of a shop's coupon settings."""

from typing import Any

import pytest

from tests.commerce.promotion.coupon_setup import coupon
from tests.error_bodies import error
from tests.world import World

PARAMETER = "additional_coupon_no.coupon_no"


def put(world: World, *numbers: str, **more: Any) -> Any:
    request = {"additional_coupon_no": [{"coupon_no": each} for each in numbers]}
    return world.call("PUT", "coupons/setting", json={"request": request, **more})


def test_coupons_of_the_shop_are_taken(world: World) -> None:
    numbers = [coupon(world), coupon(world)]

    answer = put(world, *numbers)

    assert answer.status_code == 200
    assert [each["coupon_no"] for each in answer.json()["coupon"]["additional_coupon_no"]] == (
        numbers
    )
    assert put(world).json()["coupon"]["additional_coupon_no"] == []


@pytest.mark.parametrize("more", [{}, {"shop_no": 2}])
def test_what_is_no_coupon_of_the_shop_is_refused(world: World, more: dict[str, int]) -> None:
    number = coupon(world) if more else "1"

    answer = put(world, number, **more)

    said = f"The shop has no coupon {number}. (parameter.{PARAMETER})"
    assert (answer.status_code, answer.json()) == (422, error(422, said, parameter=PARAMETER))


def test_a_deleted_coupon_is_refused(world: World) -> None:
    number = coupon(world)
    world.put(f"coupons/{number}", deleted="D")

    assert put(world, number).status_code == 422


def test_a_coupon_is_named_once(world: World) -> None:
    number = coupon(world)

    answer = put(world, number, number)

    said = f"A coupon is named twice. (parameter.{PARAMETER})"
    assert (answer.status_code, answer.json()) == (422, error(422, said, parameter=PARAMETER))
