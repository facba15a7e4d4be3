"""Claims about an order to which an item was added that still awaits its payment."""

from tests.commerce.order.claim_setup import check_books, claim, paid_back
from tests.commerce.order.order_setup import paid, pay, states, wanted
from tests.commerce.product.stock_setup import quantity, stocked
from tests.world import World

CODE = "C20261121-0000001"


def added(world: World, code: str) -> str:
    """Return a paid order with a second item that awaits its payment."""
    number = paid(world, wanted(code), wishes={"shipping_fee": "2500"})
    world.post(f"orders/{number}/items", variant_code=code)
    return number


def test_what_was_paid_is_given_back_and_what_was_added_is_still_awaited(world: World) -> None:
    product, code = stocked(world, 5)
    number = added(world, code)

    claim(world, number, "cancellation", "canceled", (1, 1), recover_inventory="T")

    assert states(world, number) == ["C40", "N00"]
    assert paid_back(world, number) == [
        ("O", "13500.00", ""),
        ("R", "0.00", ""),
        ("P", "-11000.00", CODE),
    ]
    order = world.get(f"orders/{number}")["order"]
    assert (order["paid"], order["payment_amount"]) == ("M", "2500.00")
    assert order["actual_order_amount"]["total_amount_due"] == "11000.00"
    assert quantity(world, product, code) == 5
    pay(world, number)
    assert states(world, number) == ["C40", "N10"]
    assert world.get(f"orders/{number}")["order"]["payment_amount"] == "13500.00"
    check_books(world, number)


def test_what_was_added_is_canceled_and_the_order_is_paid(world: World) -> None:
    product, code = stocked(world, 5)
    number = added(world, code)

    claim(world, number, "shortagecancellation", "canceled", (2, 1))

    assert states(world, number) == ["N10", "C49"]
    assert [row[1] for row in paid_back(world, number)] == ["13500.00", "0.00"]
    order = world.get(f"orders/{number}")["order"]
    assert (order["paid"], order["payment_amount"]) == ("T", "13500.00")
    assert order["actual_order_amount"]["total_amount_due"] == "0.00"
    assert quantity(world, product, code) == 4
    check_books(world, number)


def test_what_was_paid_and_what_was_not_are_canceled_apart(world: World) -> None:
    _, code = stocked(world, 5)
    number = added(world, code)

    answer = world.call(
        "POST", f"orders/{number}/cancellation", json={"request": {"status": "canceled"}}
    )

    assert answer.status_code == 422
    assert answer.json()["error"]["more_info"]["reason"] == "unpaid_items_apart"
    assert states(world, number) == ["N10", "N00"]
    claim(world, number, "cancellation", "canceled", (1, 1))
    claim(world, number, "cancellation", "canceled", (2, 1))
    assert states(world, number) == ["C40", "C49"]
    check_books(world, number)


def test_the_fee_goes_back_while_more_is_awaited(world: World) -> None:
    _, code = stocked(world, 5)
    number = added(world, code)

    made = world.post(f"orders/{number}/shippingfeecancellation")["shippingfeecancellation"]

    assert paid_back(world, number) == [
        ("O", "13500.00", ""),
        ("R", "0.00", ""),
        ("P", "-2500.00", made["claim_code"]),
    ]
    order = world.get(f"orders/{number}")["order"]
    assert (order["paid"], order["payment_amount"]) == ("M", "11000.00")
    assert order["actual_order_amount"]["total_amount_due"] == "11000.00"
    pay(world, number)
    check_books(world, number)
