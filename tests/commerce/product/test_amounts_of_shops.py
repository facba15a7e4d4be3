"""Amounts of variants are those of the shop: each in its own currency, none changed by another."""

from typing import Any

import pytest
from sqlalchemy import bindparam, update

from openmall.commerce.product.variants import shop_amounts
from openmall.commerce.product.variants.store import VARIANT
from openmall.database.session import Session
from openmall.database.statements import Statement
from tests.commerce.personal.cart_client import of_two, put, some
from tests.world import World

_ALL_SHOPS = Statement(
    update(VARIANT)
    .where(VARIANT.c.mall_id == bindparam("mall_id"))
    .values(additional_amount=bindparam("amount"))
)


def amounts(world: World, number: int, code: str, name: str = "additional_amount") -> list[str]:
    return [
        world.get(f"products/{number}/variants/{code}", shop_no=shop_no)["variant"][name]
        for shop_no in (1, 2)
    ]


def as_before(world: World, amount: int) -> None:
    """Store an amount for all shops, in hundredths, as before shops had amounts of their own."""

    async def write(db: Session) -> None:
        await db.run(_ALL_SHOPS, amount=amount)

    world.in_transaction(write)


@pytest.mark.parametrize("name", ["additional_amount", "supply_price"])
def test_an_amount_that_is_set_in_a_shop_is_that_shops(world: World, name: str) -> None:
    number, [code, other] = of_two(world)

    world.put(f"products/{number}/variants/{code}", 1, **{name: "2000.00"})
    world.put(f"products/{number}/variants/{code}", 2, **{name: "150.00"})

    assert amounts(world, number, code, name) == ["2000.00", "150.00"]
    assert amounts(world, number, other, name) == ["0.00", "0.00"]


def test_every_shop_keeps_the_amount_that_it_showed(world: World) -> None:
    number, [code, _] = of_two(world)
    as_before(world, 200_000)
    path = f"products/{number}/variants/{code}"
    assert amounts(world, number, code) == ["2000.00", "2000.00"]

    world.put(path, 2, additional_amount="150.00")
    of_second = amounts(world, number, code)
    world.put(path, 1, additional_amount="3000.00")
    of_both = amounts(world, number, code)
    same = world.call("PUT", path, json={"shop_no": 2, "request": {"additional_amount": "150.00"}})
    world.put(path, 2, additional_amount="2000.00")

    assert of_second == ["2000.00", "150.00"]
    assert of_both == ["3000.00", "150.00"]
    assert same.status_code == 409
    assert amounts(world, number, code) == ["3000.00", "2000.00"]


def test_a_shop_charges_its_own_amount(world: World) -> None:
    number, [code, _] = of_two(world)
    for shop_no, price, more in ((1, "10000.00", "2000.00"), (2, "2750.00", "150.00")):
        world.put(f"products/{number}", shop_no, price=price, display="T", selling="T")
        world.put(f"products/{number}/variants/{code}", shop_no, additional_amount=more)
    found: dict[int, Any] = {}
    for shop_no in (1, 2):
        session = put(world, number, some(code, 2), shop_no=shop_no).headers["x-openmall-session"]
        answer = world.request(
            "GET",
            f"/api/v2/carts?shop_no={shop_no}",
            auth=world.full.basic,
            headers={"X-Openmall-Session": session},
        )
        [line] = answer.json()["carts"]
        found[shop_no] = (line["option_price"], line["payment_amount"])

    assert found == {1: ("2000.00", "24000.00"), 2: ("150.00", "5800.00")}


def test_other_options_keep_what_shops_add(world: World) -> None:
    number, [code, _] = of_two(world)
    world.put(f"products/{number}/variants/{code}", 2, additional_amount="150.00")
    values = [{"option_text": each} for each in ("Sand", "Ink", "Rust")]

    world.put(
        f"products/{number}/options", options=[{"option_name": "Colour", "option_value": values}]
    )

    assert amounts(world, number, code) == ["0.00", "150.00"]


def test_a_document_of_amounts_has_no_more_than_shops_set() -> None:
    row = {"additional_amount": 5, "supply_price": 0, "shop_amounts": ""}

    one = shop_amounts.put(row, {"additional_amount": 7}, shop_nos=[2], shops=[1, 2])
    none = shop_amounts.put(one, {"additional_amount": 7}, shop_nos=[2], shops=[1, 2])
    every = shop_amounts.put(one, {"additional_amount": 9}, shop_nos=[1, 2], shops=[1, 2])

    assert one == {**row, "shop_amounts": '{"2":{"additional_amount":7}}'}
    assert none == one
    assert every == {**row, "additional_amount": 9}
