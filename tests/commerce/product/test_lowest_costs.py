"""No variant costs less than nothing, whichever write would make it so."""

from typing import Any

from sqlalchemy import bindparam, update

from openmall.commerce.product.variants.store import VARIANT
from openmall.contract.call import Call
from openmall.database.statements import Statement
from tests.commerce.personal.cart_client import put, some
from tests.commerce.product.stock_setup import as_call
from tests.world import World

SURCHARGE = Statement(
    update(VARIANT)
    .where(VARIANT.c.mall_id == bindparam("mall_id"), VARIANT.c.variant_code == bindparam("code"))
    .values(additional_amount=bindparam("amount"))
)


def _product(world: World, price: int = 10_000) -> tuple[int, str]:
    """Make a product of two sizes; return its number and the code of the second."""
    options = [{"name": "Size", "value": "S,M"}]
    made = world.product(price=price, has_option="T", options=options, custom_product_code="A-1")
    number = made["product_no"]
    return number, world.get(f"products/{number}/variants")["variants"][1]["variant_code"]


def _refused(world: World, parameter: str, path: str, shop_no: int = 1, **request: Any) -> bool:
    body = {"shop_no": shop_no, "request": request}
    answer = world.call("PUT", path, json=body)
    return (answer.status_code, f"(parameter.{parameter})" in answer.text) == (422, True)


def test_a_surcharge_takes_at_most_the_price(world: World) -> None:
    number, code = _product(world)
    variant, product = f"products/{number}/variants/{code}", f"products/{number}"

    assert _refused(world, "additional_amount", variant, additional_amount="-10001")
    world.put(variant, additional_amount="-10000")

    assert _refused(world, "price", product, price="9999")
    assert _refused(world, "price_excluding_tax", product, price_excluding_tax="8000")
    assert world.get(product)["product"]["price"] == "10000.00"
    world.put(product, price="10001")
    rows = [{"product_no": number, "price": "9999"}, {"product_no": number, "price": "10500"}]
    answer = world.call("PUT", "prices", json={"requests": rows})
    assert [each["status"] for each in answer.json()["prices"]] == [422, 200]
    assert world.get(product)["product"]["price"] == "10500.00"
    world.put(product, price="10000")


def test_each_shop_has_bounds_of_its_own(world: World) -> None:
    world = world.stage.new_world(currencies=("KRW", "USD"))
    number, code = _product(world)
    variant, product = f"products/{number}/variants/{code}", f"products/{number}"
    world.put(product, 2, price="20")
    world.put(variant, additional_amount="-10000")

    assert _refused(world, "additional_amount", variant, 2, additional_amount="-21")
    world.put(variant, 2, additional_amount="-15")

    assert _refused(world, "price", product, 2, price="14.99")
    world.put(product, 2, price="15")


def test_a_variant_that_was_stored_below_nothing_is_not_for_sale(world: World) -> None:
    number, code = _product(world)

    async def work(call: Call) -> None:
        await call.db.run(SURCHARGE, code=code, amount=-1_100_000)

    as_call(world, work)
    shown = world.get(f"products/{number}/variants")["variants"]
    assert [each["sold_out"] for each in shown] == ["F", "T"]
    assert put(world, number, some(code, 1)).status_code == 422
    item = {"product_no": number, "variant_code": code, "quantity": 1, "product_price": "1000"}
    body = {"items": [item], "zipcode": "04524", "address_full": "1 Sejong-daero"}
    calculated = world.call("POST", "orders/calculation", json={"request": body})
    assert calculated.status_code == 422
    # what is below nothing already is raised step by step
    world.put(f"products/{number}/variants/{code}", additional_amount="-10500")
    world.put(f"products/{number}", price="10600")
    assert put(world, number, some(code, 1)).status_code == 201
