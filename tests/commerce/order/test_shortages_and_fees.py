"""Shortages, fees of sending that are cancelled, and orders that are not worked out anew."""

from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from typing import Any

import pytest

from openmall.commerce.order.orders.shape import RegionalSurcharge, ShippingFee
from tests.commerce.order.claim_setup import check_books, claim, events, paid_back, refund, settings
from tests.commerce.order.order_setup import order, paid, pay, states, wanted
from tests.commerce.product.stock_setup import quantity, stocked
from tests.world import World

FEE = {"shipping_fee": "2500"}
CODE = "C20261121-0000001"


def amounts(world: World, number: str) -> dict[str, str]:
    """Return what of an order's amounts is not zero."""
    now = world.get(f"orders/{number}")["order"]["actual_order_amount"]
    return {name: amount for name, amount in now.items() if amount != "0.00"}


def fees(world: World, number: str) -> Any:
    return world.get(f"orders/{number}/shippingfeecancellation")["shippingfeecancellation"]


def cancel_fee(world: World, number: str, **more: Any) -> Any:
    return world.call("POST", f"orders/{number}/shippingfeecancellation", json={"request": more})


def stop_calculating(world: World, number: str) -> Any:
    return world.call("DELETE", f"orders/{number}/autocalculation")


def test_what_is_missing_is_cancelled_and_refunded_but_not_put_on_the_shelf(world: World) -> None:
    product, code = stocked(world, 5)
    number = paid(world, wanted(code, 3), wishes=FEE)

    made = claim(world, number, "shortagecancellation", "canceled", (1, 2))

    assert made == {
        "shop_no": 1,
        "order_id": number,
        "status": "canceled",
        "claim_code": CODE,
        "items": [{"order_item_code": f"{number}-02", "quantity": 2}],
    }
    assert states(world, number) == ["N10", "C40"]
    assert quantity(world, product, code) == 2
    assert paid_back(world, number) == [("O", "35500.00", ""), ("P", "-22000.00", CODE)]
    [shown] = world.get(f"orders/{number}", embed="cancellation")["order"]["cancellation"]
    assert (shown["claim_code"], shown["claim_reason_type"]) == (CODE, "H")
    assert shown == world.get(f"cancellation/{CODE}")["cancellation"]
    check_books(world, number)


def test_a_shortage_says_its_own_reason_and_may_put_units_back(world: World) -> None:
    product, code = stocked(world, 5)
    number = paid(world, wanted(code, 3))

    claim(
        world,
        number,
        "shortagecancellation",
        "canceling",
        recover_inventory="T",
        claim_reason_type="I",
        reason="Broken in the store room",
    )

    assert states(world, number) == ["C34"]
    assert quantity(world, product, code) == 5
    shown = world.get(f"cancellation/{CODE}")["cancellation"]
    assert (shown["claim_reason_type"], shown["claim_reason"]) == ("I", "Broken in the store room")
    assert refund(world, CODE)["status"] == "F"


def test_a_shortage_of_everything_gives_back_the_fee_as_well(world: World) -> None:
    _, code = stocked(world, 5)
    number = paid(world, wanted(code, 2), wishes=FEE)

    claim(world, number, "shortagecancellation", "canceled")

    assert paid_back(world, number)[1:] == [("P", "-24500.00", CODE)]
    assert amounts(world, number) == {}


def test_a_shortage_of_more_than_was_bought_changes_nothing(world: World) -> None:
    _, code = stocked(world, 5)
    number = paid(world, wanted(code, 3))
    body = {"status": "canceled", "items": [{"order_item_code": f"{number}-01", "quantity": 4}]}

    answer = world.call("POST", f"orders/{number}/shortagecancellation", json={"request": body})

    assert answer.status_code == 422
    assert answer.json()["error"]["message"] == "Only 3 were bought. (parameter.quantity)"
    assert states(world, number) == ["N10"]
    assert stop_calculating(world, number).status_code == 200


def test_after_a_shortage_an_order_is_not_worked_out_anew(world: World) -> None:
    _, code = stocked(world, 9)
    number = paid(world, wanted(code), wanted(code), wanted(code))
    claim(world, number, "shortagecancellation", "canceled", (1, 1))

    answer = stop_calculating(world, number)

    assert answer.status_code == 404


def test_a_shortage_may_keep_the_automatic_calculation(world: World) -> None:
    _, code = stocked(world, 9)
    number = paid(world, wanted(code), wanted(code))
    claim(world, number, "shortagecancellation", "canceled", (1, 1), keep_auto_calculation="T")

    answer = stop_calculating(world, number)

    assert answer.json() == {"autocalculation": {"shop_no": 1, "order_id": number}}


def test_discounts_of_an_order_move_to_what_is_left_of_it_while_it_is_calculated(
    world: World,
) -> None:
    _, code = stocked(world, 9)
    settings(world, refund_benefit_setting="F")
    number = paid(world, wanted(code), wanted(code), wishes={"order_coupon": "2000"})

    claim(world, number, "cancellation", "canceled", (1, 1))

    assert paid_back(world, number)[1:] == [("P", "-11000.00", CODE)]
    assert amounts(world, number) == {
        "order_price_amount": "11000.00",
        "coupon_discount_price": "2000.00",
        "payment_amount": "9000.00",
        "tax": "818.00",
    }


def test_without_calculation_an_item_takes_along_what_it_bore(world: World) -> None:
    _, code = stocked(world, 9)
    number = paid(world, wanted(code), wanted(code), wishes={"order_coupon": "2000"})
    stop_calculating(world, number)

    claim(world, number, "cancellation", "canceled", (1, 1))

    assert paid_back(world, number)[1:] == [("P", "-10000.00", CODE)]
    assert amounts(world, number) == {
        "order_price_amount": "11000.00",
        "coupon_discount_price": "1000.00",
        "payment_amount": "10000.00",
        "tax": "909.00",
    }
    check_books(world, number)


def test_without_calculation_the_fee_stays_until_it_is_cancelled(world: World) -> None:
    _, code = stocked(world, 9)
    number = paid(world, wanted(code), wishes=FEE)
    stop_calculating(world, number)
    claim(world, number, "cancellation", "canceled")
    assert amounts(world, number) == {"shipping_fee": "2500.00", "payment_amount": "2500.00"}

    made = cancel_fee(world, number).json()["shippingfeecancellation"]

    assert paid_back(world, number)[2:] == [("P", "-2500.00", made["claim_code"])]
    assert amounts(world, number) == {}
    check_books(world, number)


def test_the_fee_of_a_paid_order_is_given_back_once(world: World) -> None:
    _, code = stocked(world, 9)
    number = paid(
        world,
        wanted(code, 2),
        wishes={"shipping_fee": "6500", "shipping_discount": "1000", "shipping_coupon": "500"},
        shipping=[
            ShippingFee(shipping_group_code=at, supplier_code=who, shipping_fee=Decimal(fee))
            for at, who, fee in ((1, "S0000000", 2500), (2, "S0000001", 3000))
        ],
        surcharges=[
            RegionalSurcharge(
                shipping_group_code=1,
                supplier_code="S0000000",
                regional_surcharge_amount=Decimal(1000),
            )
        ],
    )

    answer = cancel_fee(world, number, reason="Free shipping", claim_reason_type="A")

    assert answer.status_code == 201
    assert answer.json() == {
        "shippingfeecancellation": {"shop_no": 1, "order_id": number, "claim_code": CODE}
    }
    assert fees(world, number) == [
        {
            "shop_no": 1,
            "order_id": number,
            "claim_code": CODE,
            "claim_reason_type": "A",
            "claim_reason": "Free shipping",
            "status": "canceled",
            "default_shipping_fee": "2500.00",
            "supplier_shipping_fee": "3000.00",
            "individual_shipping_fee": "0.00",
            "international_shipping_fee": "0.00",
            "international_shipping_insurance_fee": "0.00",
            "additional_shipping_fee": "0.00",
            "additional_handling_fee": "0.00",
            "regional_surcharge_amount": "1000.00",
            "refund_method": "Cash refund",
            "shipping_discount_amount": "1000.00",
            "coupon_discount_amount": "500.00",
            "refund_amount": "5000.00",
            "point_used": "0.00",
            "credit_used": "0.00",
            "mixed_refund_amount": "0.00",
            "mixed_refund_methods": None,
            "include_tax": "T",
            "tax": [],
        }
    ]
    assert paid_back(world, number) == [("O", "27000.00", ""), ("P", "-5000.00", CODE)]
    assert amounts(world, number) == {
        "order_price_amount": "22000.00",
        "payment_amount": "22000.00",
        "tax": "2000.00",
    }
    assert states(world, number) == ["N10"]
    assert events(world)[-1][0] == 90029
    check_books(world, number)

    again = cancel_fee(world, number)

    assert again.status_code == 422
    assert again.json()["error"]["message"] == (
        "The order is in no state in which a shipping fee is left. (parameter.order_id)"
    )
    assert len(fees(world, number)) == 1


def test_a_fee_that_was_cancelled_does_not_go_back_with_the_last_item(world: World) -> None:
    _, code = stocked(world, 9)
    number = paid(world, wanted(code), wishes=FEE)
    cancel_fee(world, number)

    claim(world, number, "cancellation", "canceled")

    assert [row[1] for row in paid_back(world, number)] == ["13500.00", "-2500.00", "-11000.00"]
    check_books(world, number)


def test_a_fee_that_went_back_with_the_last_item_is_not_cancelled_again(world: World) -> None:
    _, code = stocked(world, 9)
    number = paid(world, wanted(code), wishes=FEE)
    claim(world, number, "cancellation", "canceled")

    assert cancel_fee(world, number).status_code == 422
    assert fees(world, number) == []


def test_a_fee_waits_for_its_refund_where_refunds_are_made_separately(world: World) -> None:
    settings(world, refund_processing_setting="D")
    _, code = stocked(world, 9)
    number = paid(world, wanted(code), wishes={"shipping_fee": "2500", "points": "1350"})

    cancel_fee(world, number, refund_method_code="G", refund_bank_account_holder="Hana Kim")

    [waiting] = fees(world, number)
    assert (waiting["status"], waiting["refund_method"]) == ("canceling", "Bank transfer refund")
    assert (waiting["refund_amount"], waiting["point_used"]) == ("2250.00", "250.00")
    assert len(paid_back(world, number)) == 1
    assert refund(world, CODE)["refund_bank_account_holder"] == "Hana Kim"

    world.put(f"orders/{number}/refunds/{CODE}", status="complete")

    assert fees(world, number)[0]["status"] == "canceled"
    assert paid_back(world, number)[1:] == [("P", "-2250.00", CODE)]
    assert refund(world, CODE)["refund_point"] == "250.00"
    check_books(world, number)


def test_an_order_that_awaits_payment_costs_less_without_its_fee(world: World) -> None:
    _, code = stocked(world, 9)
    number = order(world, wanted(code), wishes={"shipping_fee": "2500", "points": "1350"})

    cancel_fee(world, number)

    assert amounts(world, number)["total_amount_due"] == "9900.00"
    assert [(each["status"], each["point_used"]) for each in fees(world, number)] == [
        ("canceled", "250.00")
    ]
    pay(world, number)
    assert paid_back(world, number) == [("O", "9900.00", "")]
    check_books(world, number)
    assert cancel_fee(world, number).status_code == 422

    claim(world, number, "cancellation", "canceled")

    assert [row[1] for row in paid_back(world, number)] == ["9900.00", "-9900.00"]


def test_what_was_canceled_has_no_fee_to_be_cancelled(world: World) -> None:
    _, code = stocked(world, 9)
    number = order(world, wanted(code), wishes=FEE)
    claim(world, number, "cancellation", "canceled")

    assert cancel_fee(world, number).status_code == 422


def test_what_was_paid_is_not_taken_back_once_some_of_it_was_given_back(world: World) -> None:
    _, code = stocked(world, 9)
    number = paid(world, wanted(code), wishes=FEE)
    cancel_fee(world, number)

    answer = pay(world, number, "unpaid", recover_inventory="T")

    assert (answer.status_code, answer.json()["error"]["message"]) == (
        422,
        "Something of what was paid is given back. (parameter.status)",
    )
    assert states(world, number) == ["N10"]
    check_books(world, number)


@pytest.mark.both_stores
def test_of_several_calls_at_once_one_gives_the_fee_back(world: World) -> None:
    _, code = stocked(world, 9)
    number = paid(world, wanted(code), wishes=FEE)

    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda _: cancel_fee(world, number).status_code, range(4)))

    assert sorted(answers) == [201, 422, 422, 422]
    assert [row[1] for row in paid_back(world, number)] == ["13500.00", "-2500.00"]
