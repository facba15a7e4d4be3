"""What a checkout asks of the database does not grow with the lines of a cart or an order."""

from collections.abc import Callable
from typing import Any

import pytest

from openmall.database.sqlite import SqliteDatabase
from tests.commerce.order.claim_setup import claim
from tests.commerce.product.stock_setup import stocked
from tests.storefront.shopper_client import RECEIVER, Shopper, offer_test_gateway
from tests.world import World

pytestmark = pytest.mark.one_store
ADDRESS = {"country_code": "KR", "zipcode": "04524"}


def written(world: World, call: Callable[[], Any]) -> tuple[Any, list[str]]:
    """Return what a call returns, and the distinct statements in its transactions, with repeats.

    A statement that is executed for several rows counts once.
    """
    database = world.stage.app.database
    assert isinstance(database, SqliteDatabase)
    seen: list[str] = []

    def see(cursor: Any, sql: str, values: Any) -> bool:
        if not seen or seen[-1] != sql:
            seen.append(sql)
        return True

    database.writer.set_exec_trace(see)
    try:
        return call(), seen
    finally:
        database.writer.set_exec_trace(None)


def purchase(world: World, shopper: Shopper, products: list[int]) -> dict[str, int]:
    """Order a cart of these products and pay it; return the number of statements of each call."""
    for number in products[:-1]:
        shopper.put(number)
    _, cart = written(world, lambda: shopper.put(products[-1]))
    _, estimate = written(
        world,
        lambda: shopper.send("POST", "orders/estimate", payment_method="card", receiver=ADDRESS),
    )
    order, placed = written(world, shopper.order)
    paid = shopper.pay(order["payment_id"])
    [callback] = paid["callbacks"]
    answer, settled = written(
        world, lambda: world.stage.client.post(paid["callback_url"], json=callback)
    )
    assert answer.status_code == 204
    assert shopper.get(f"orders/{order['order_id']}")["paid"] == "T"
    found = {"cart": cart, "estimate": estimate, "order": placed, "callback": settled}
    return {name: len(statements) for name, statements in found.items()}


def test_many_lines_take_as_many_statements_as_two(world: World) -> None:
    offer_test_gateway(world)
    shopper = Shopper(world)
    shopper.sign_up()
    products = [stocked(world, 50)[0] for _ in range(12)]

    few = purchase(world, shopper, products[:2])
    many = purchase(world, shopper, products)

    assert many == few


def test_many_named_variants_take_as_many_statements_as_two(world: World) -> None:
    shopper = Shopper(world)
    shopper.sign_up()
    codes = [stocked(world, 50)[1] for _ in range(10)]

    def order(number: int) -> int:
        variants = [{"variants_code": code, "quantity": 1} for code in codes[:number]]
        _, statements = written(
            world,
            lambda: shopper.send(
                "POST", "orders", variants=variants, receiver=RECEIVER, payment_method="cash"
            ),
        )
        return len(statements)

    assert order(2) == order(10)


def test_a_cancellation_of_many_lines_takes_as_many_statements_as_of_two(world: World) -> None:
    shopper = Shopper(world)
    shopper.sign_up()
    codes = [stocked(world, 50)[1] for _ in range(10)]

    def cancel(number: int) -> int:
        variants = [{"variants_code": code, "quantity": 1} for code in codes[:number]]
        order = shopper.send(
            "POST", "orders", variants=variants, receiver=RECEIVER, payment_method="cash"
        )
        _, statements = written(
            world, lambda: claim(world, order["order_id"], "cancellation", "canceled")
        )
        return len(statements)

    assert cancel(2) == cancel(10)


def test_a_stock_list_takes_as_many_statements_for_many_products_as_for_two(world: World) -> None:
    codes = [stocked(world, 5)[1] for _ in range(12)]

    def update(number: int) -> int:
        rows = [{"variant_code": each, "adjust": 1} for each in codes[:number]]
        answer, statements = written(
            world, lambda: world.call("PUT", "inventories", json={"requests": rows})
        )
        assert answer.status_code == 200
        return len(statements)

    assert update(12) == update(2)
