"""An unpaid order that is paid in another way costs what it costs in that way."""

from decimal import Decimal

import pytest
from sqlalchemy import bindparam, delete

from openmall.commerce.order.quotes import QUOTE
from openmall.database.statements import Statement
from tests.analytics.reports.sale_histories import count_facts
from tests.analytics.reports.test_wire import ask
from tests.commerce.order.checkout_setup import Checkout
from tests.world import World

FEE = Decimal(2500)


@pytest.fixture
def shop(world: World) -> Checkout:
    return Checkout(world)


def _pay_again(shop: Checkout, number: str) -> Decimal:
    """Pay an order by card; return what was paid."""
    again = shop.shopper.send("POST", f"orders/{number}/payments", payment_method="card")
    shop.shopper.carry(shop.shopper.pay(again["payment_id"]))
    order = shop.world.get(f"orders/{number}")["order"]
    assert order["paid"] == "T"
    assert Decimal(order["payment_amount"]) == Decimal(again["amount"])
    shop.check_books()
    return Decimal(again["amount"]) - FEE


def _left(shop: Checkout) -> list[str]:
    found = shop.world.get("customers/hana/coupons", limit=100)["coupons"]
    return [each["issue_no"] for each in found]


def test_a_coupon_for_transfers_is_returned_when_a_card_pays(shop: Checkout) -> None:
    number = shop.coupon(available_payment_method="R")
    placed = shop.order(coupons=[{"issue_no": number}])
    assert Decimal(placed["amount"]) == 8_000 + FEE
    assert _left(shop) == []

    assert _pay_again(shop, placed["order_id"]) == 11_000

    assert _left(shop) == [number]


def test_a_coupon_for_every_method_stays(shop: Checkout) -> None:
    placed = shop.order(coupons=[{"issue_no": shop.coupon()}])

    assert _pay_again(shop, placed["order_id"]) == 8_000

    assert _left(shop) == []


def test_a_groups_discount_for_transfers_ends_when_a_card_pays(shop: Checkout) -> None:
    shop.gold(benefits_paymethod="B")
    placed = shop.order()
    assert Decimal(placed["amount"]) == 9_900 + FEE

    assert _pay_again(shop, placed["order_id"]) == 11_000


def test_a_groups_discount_for_cards_begins_when_a_card_pays(shop: Checkout) -> None:
    shop.gold(benefits_paymethod="C")
    placed = shop.order()
    assert Decimal(placed["amount"]) == 11_000 + FEE

    assert _pay_again(shop, placed["order_id"]) == 9_900


def test_points_are_those_of_the_method_that_pays(shop: Checkout) -> None:
    rates = [
        {"payment_method": method, "points_rate": rate, "points_unit_by_payment": "P"}
        for method, rate in (("cash", "10"), ("card", "1"))
    ]
    shop.world.put(
        f"products/{shop.apron}",
        points_by_product="T",
        points_setting_by_payment="C",
        points_amount=rates,
    )
    placed = shop.order()

    assert _pay_again(shop, placed["order_id"]) == 11_000

    points = shop.world.get("customersprivacy/hana")
    assert points["customersprivacy"]["total_points"] == "20110.00"


def test_every_list_names_the_method_that_an_order_was_paid_by(shop: Checkout) -> None:
    placed = shop.order(use_points="1000.00")
    number = placed["order_id"]
    before = shop.world.get(f"orders/{number}")["order"]
    assert before["payment_method"] == ["cash", "point"]

    _pay_again(shop, number)
    count_facts(shop.world)

    order = shop.world.get(f"orders/{number}")["order"]
    assert order["payment_method"] == ["card", "point"]
    assert order["first_payment_methods"] == ["cash", "point"]
    [entry] = shop.world.get(f"orders/{number}/paymenttimeline")["paymenttimeline"]
    assert entry["payment_methods"] == ["card", "point"]
    period = {"start_date": "2026-11-21", "end_date": "2026-11-21"}
    [row] = ask(shop.world, "sales/paymethods", **period).json()["paymethods"]
    assert row["payment_method"] == "card"

    def listed(path: str, **query: str) -> int:
        shop.world.stage.forget_counts()
        [rows] = shop.world.get(path, **period, **query).values()
        return len(rows)

    for method, number_of_rows in (("card", 1), ("point", 0), ("tcash", 0)):
        assert listed("financials/dailysales", payment_method=method) == number_of_rows
    gateways = order["payment_gateway_names"]
    assert listed("financials/dailysales", payment_gateway_name=gateways[0]) == 1
    assert listed("orders", payment_method="card") == listed("orders", payment_method="mileage")
    assert listed("orders", payment_method="cash") == 0


def test_an_order_that_cannot_be_quoted_again_is_not_paid_in_another_way(shop: Checkout) -> None:
    placed = shop.order(coupons=[{"issue_no": shop.coupon()}])
    forget = Statement(
        delete(QUOTE).where(
            QUOTE.c.mall_id == bindparam("mall_id"), QUOTE.c.order_id == bindparam("order_id")
        )
    )
    shop.world.in_transaction(lambda db: db.run(forget, order_id=placed["order_id"]))

    path = f"orders/{placed['order_id']}/payments"
    assert shop.shopper.refused("POST", path, payment_method="card") == (
        422,
        "The order has discounts that depend on how it is paid. (parameter.payment_method)",
    )
