"""What a payment or a refund is made up of: rows that add up to the ledger's amounts."""

from decimal import Decimal
from typing import Any

from tests.commerce.order.claim_setup import claim, sent, settings
from tests.commerce.order.order_setup import order, paid, pay, wanted
from tests.commerce.product.stock_setup import stocked
from tests.world import World

DEDUCTED = {
    "shipping_fee": "2500",
    "shipping_discount": "500",
    "shipping_coupon": "200",
    "membership_discount": "1000",
    "order_coupon": "300",
    "points": "1500",
    "credits": "700",
}


def details(world: World, number: str) -> list[Any]:
    """Return the payments of an order, each of whose rows add up to its amounts."""
    found = []
    for entry in world.get(f"orders/{number}/paymenttimeline")["paymenttimeline"]:
        one = world.get(f"orders/{number}/paymenttimeline/{entry['payment_no']}")["paymenttimeline"]
        assert {name: one[name] for name in entry} == entry
        for name, whole in (
            ("payment_method_detail", "paid_amount"),
            ("order_amount_detail", "order_amount"),
        ):
            rows = one[name]
            assert sum(Decimal(row["amount"]) for row in rows) == Decimal(one[whole])
        found.append(one)
    return found


def rows(one: Any) -> list[tuple[int, str, str | None, str]]:
    names = ("code", "name", "order_item_code", "amount")
    return [tuple(row[name] for name in names) for row in one["order_amount_detail"]]


def test_a_payment_is_told_by_items_fees_and_discounts(world: World) -> None:
    _, code = stocked(world, 9)
    number = paid(
        world,
        wanted(code, 2, coupon_discount=Decimal(1000)),
        wanted(code),
        wishes=DEDUCTED,
        methods=["card", "point"],
    )

    [one] = details(world, number)

    assert one["payment_method_detail"] == [
        {"code": 10200, "name": "card", "amount": one["paid_amount"]}
    ]
    assert one["order_amount_detail"][0] == {
        "code": 1101,
        "name": "Item price",
        "order_item_code": f"{number}-01",
        "supplier_code": "S0000000",
        "unit_price": "11000.00",
        "quantity": 2,
        "amount": "22000.00",
    }
    assert rows(one)[1:] == [
        (1101, "Item price", f"{number}-02", "11000.00"),
        (1102, "Shipping fee", None, "2500.00"),
        (1105, "Customer group discount", None, "-1000.00"),
        (1106, "Coupon discount", None, "-1300.00"),
        (1108, "Shipping fee discount", None, "-500.00"),
        (1109, "Shipping fee coupon", None, "-200.00"),
        (1110, "Points spent", None, "-1500.00"),
        (1111, "Credits spent", None, "-700.00"),
    ]


def test_a_refund_is_told_by_what_was_claimed_and_leaves_the_payment_as_it_was(
    world: World,
) -> None:
    _, code = stocked(world, 9)
    settings(world, return_shipping_fee="3000.00", refund_benefit_setting="F")
    number = paid(world, wanted(code, 2), wishes={"shipping_fee": "2500", "points": "1000"})
    before = details(world, number)[0]["order_amount_detail"]
    sent(world, number, "shipped")

    claim(world, number, "return", "returned", (1, 1), claim_reason_type="A")

    first, back = details(world, number)
    assert rows(back) == [
        (1101, "Item price", f"{number}-02", "-11000.00"),
        (1112, "Return shipping fee", None, "3000.00"),
    ]
    assert back["payment_method_detail"][0]["name"] == "cash"
    assert [row[3] for row in rows(first) if row[0] != 1101] == [
        row["amount"] for row in before if row["code"] != 1101
    ]
    assert [row[3] for row in rows(first)][:2] == ["11000.00", "11000.00"]


def test_what_is_added_to_a_paid_order_is_in_the_payment_of_its_own(world: World) -> None:
    _, code = stocked(world, 9)
    number = paid(world, wanted(code, 2))
    world.stage.clock.pass_(60)

    body = {"requests": [{"variant_code": code}]}
    assert world.call("POST", f"orders/{number}/items", json=body).status_code == 201

    first, more = details(world, number)
    assert rows(first) == [(1101, "Item price", f"{number}-01", "22000.00")]
    assert rows(more) == [(1101, "Item price", f"{number}-02", "11000.00")]
    assert more["payment_method_detail"] == [{"code": 10100, "name": "cash", "amount": "0.00"}]
    assert pay(world, number).status_code == 200
    assert details(world, number)[1]["payment_method_detail"][0]["amount"] == "11000.00"


def test_what_an_unpaid_order_lost_is_not_in_the_amount_due(world: World) -> None:
    _, code = stocked(world, 9)
    number = order(world, wanted(code, 2), wishes={"shipping_fee": "2500"})

    claim(world, number, "cancellation", "canceled", (1, 1))

    [one] = details(world, number)
    assert rows(one) == [
        (1101, "Item price", f"{number}-01", "11000.00"),
        (1102, "Shipping fee", None, "2500.00"),
    ]
