"""Items are added, described further and taken apart; what is to be paid is changed before."""

from decimal import Decimal
from typing import Any

import pytest

from tests.commerce.order.claim_setup import claim, sent
from tests.commerce.order.order_detail_setup import log, refused, ship, told
from tests.commerce.order.order_setup import order, paid, pay, states, wanted
from tests.commerce.product.stock_setup import ledger, quantity, stocked
from tests.every_operation.prerequisites.details import benefit, coupon
from tests.world import World

OVER = {"start_date": "2026-01-01", "end_date": "2026-10-31"}
AGAIN = {"additional_option_name": "Name", "additional_option_value": "Sora"}


def add(world: World, number: str, code: str, **more: Any) -> Any:
    body = {"requests": [{"variant_code": code, **more}]}
    return world.call("POST", f"orders/{number}/items", json=body)


def money(world: World, number: str) -> tuple[str, str, str, str]:
    found = world.get(f"orders/{number}")["order"]
    amount = found["actual_order_amount"]
    due, paid_ = amount["total_amount_due"], amount["payment_amount"]
    assert paid_ == found["payment_amount"]
    return found["paid"], amount["order_price_amount"], due, paid_


def test_what_is_added_to_a_paid_order_is_still_to_be_paid(world: World) -> None:
    product, code = stocked(world, 5)
    number = paid(world, wanted(code, 2), wishes={"points": "2000", "shipping_fee": "2500"})
    assert money(world, number) == ("T", "22000.00", "0.00", "22500.00")

    answer = add(world, number, code)

    assert answer.status_code == 201
    [item] = answer.json()["items"]
    assert (item["order_item_code"], item["order_status"]) == (f"{number}-02", "N00")
    assert (item["payment_amount"], item["shipping_code"]) == ("11000.00", f"D-{number}-00")
    assert money(world, number) == ("M", "33000.00", "11000.00", "22500.00")
    assert world.get("orders/count", payment_status="M") == {"count": 1}
    timeline = world.get(f"orders/{number}/paymenttimeline")["paymenttimeline"]
    assert [(e["payment_settle_type"], e["order_amount"], e["paid_amount"]) for e in timeline] == [
        ("O", "22500.00", "22500.00"),
        ("R", "11000.00", "0.00"),
    ]
    [(_, event)] = told(world, 90031)
    assert (event["order_id"], event["paid"]) == (number, "M")

    assert pay(world, number).status_code == 200

    assert money(world, number) == ("T", "33000.00", "0.00", "33500.00")
    assert states(world, number) == ["N10", "N10"]
    assert quantity(world, product, code) == 2
    assert ledger(world)[-1] == (code, 3, 3, 2, "sale", f"{number}-02")
    timeline = world.get(f"orders/{number}/paymenttimeline")["paymenttimeline"]
    assert [each["paid_amount"] for each in timeline] == ["22500.00", "11000.00"]
    first = world.get(f"orders/{number}")["order"]["initial_order_amount"]
    assert (first["payment_amount"], first["order_price_amount"]) == ("22500.00", "22000.00")

    assert pay(world, number, "unpaid").status_code == 200
    assert money(world, number) == ("F", "33000.00", "33500.00", "0.00")


@pytest.mark.parametrize(
    ("changed", "awaited"),
    [
        ("terms", ["22500.00", "11000.00"]),
        ("claim", ["22000.00", "0.00"]),
        ("items", ["22000.00", "22000.00"]),
    ],
)
def test_payments_that_are_awaited_again_add_up_to_what_is_due(
    world: World, changed: str, awaited: list[str]
) -> None:
    _, code = stocked(world, 5)
    number = paid(world, wanted(code, 2))
    add(world, number, code)
    pay(world, number)
    pay(world, number, "unpaid")

    if changed == "terms":
        terms(world, number, change_payment_amount="T", admin_additional_amount="500.00")
    elif changed == "claim":
        claim(world, number, "cancellation", "canceled", (1, 1))
    else:
        add(world, number, code)
    pay(world, number)

    timeline = world.get(f"orders/{number}/paymenttimeline")["paymenttimeline"]
    assert [each["paid_amount"] for each in timeline] == awaited
    assert money(world, number)[3] == str(sum(Decimal(each) for each in awaited))


def test_an_order_that_has_arrived_has_not_once_an_item_is_added(world: World) -> None:
    _, code = stocked(world, 5)
    number = paid(world, wanted(code))
    sent(world, number, "shipped")
    assert world.get(f"orders/{number}")["order"]["shipping_status"] == "T"

    add(world, number, code)

    assert world.get(f"orders/{number}")["order"]["shipping_status"] == "M"


def test_what_is_added_before_payment_is_paid_with_the_rest(world: World) -> None:
    _, code = stocked(world, 5)
    number = order(world, wanted(code))

    add(world, number, code)

    assert money(world, number) == ("F", "22000.00", "22000.00", "0.00")
    pay(world, number)
    assert money(world, number) == ("T", "22000.00", "0.00", "22000.00")
    [entry] = world.get(f"orders/{number}/paymenttimeline")["paymenttimeline"]
    assert (entry["order_amount"], entry["paid_amount"]) == ("22000.00", "22000.00")


def test_what_is_added_to_a_sent_order_travels_by_itself(world: World) -> None:
    _, code = stocked(world, 5)
    number = paid(world, wanted(code))
    ship(world, number)

    [item] = add(world, number, code).json()["items"]

    assert item["shipping_code"] == f"D-{number}-01"
    receivers = world.get(f"orders/{number}/receivers")["receivers"]
    assert [each["shipping_code"] for each in receivers] == [f"D-{number}-00", f"D-{number}-01"]
    assert {each["address1"] for each in receivers} == {"1 Sejong-daero"}


def test_what_cannot_be_had_is_not_added(world: World) -> None:
    _, code = stocked(world, 1)
    number = paid(world, wanted(code))

    answer = add(world, number, code)
    lost = add(world, number, "P0000ZZZ000A")
    bundle = add(world, number, code, was_product_bundle="T", original_bundle_item_no="x-01")

    said = [each.json()["error"]["message"] for each in (answer, lost, bundle)]
    assert said == [
        "There are not enough in stock. (parameter.quantity)",
        "There is no such variant: P0000ZZZ000A. (parameter.variant_code)",
        "The order has no item x-01. (parameter.original_bundle_item_no)",
    ]
    assert money(world, number) == ("T", "11000.00", "0.00", "11000.00")
    assert states(world, number) == ["N10"]


def test_texts_are_added_to_an_item_changed_and_deleted(world: World) -> None:
    number = order(world, wanted(stocked(world, 5)[1]))
    code = f"{number}-01"
    path = f"orders/{number}/items/{code}/options"
    about = {"shop_no": 1, "order_id": number, "order_item_code": code}

    made = world.post(path, product_bundle="F", additional_options=[AGAIN])["item"]

    assert made == {
        **about,
        "product_bundle": "F",
        "additional_options": [AGAIN],
        "bundle_additional_options": None,
    }
    [item] = world.get(f"orders/{number}/items")["items"]
    assert item["additional_option_value"] == "Name=Sora"
    assert item["additional_option_values"] == [
        {"key": "item_option_add", "type": "text", "name": "Name", "value": "Sora"}
    ]
    twice = {"product_bundle": "F", "additional_options": [AGAIN]}
    message = refused(world.call("POST", path, json={"request": twice}), 422)
    assert message == "There is a text Name already. (parameter.additional_options)"
    other = {**AGAIN, "additional_option_value": "Min"}
    assert world.put(path, additional_options=[other])["item"] == {
        **about,
        "additional_options": [other],
    }
    unknown = {"additional_options": [{**other, "additional_option_name": "Size"}]}
    message = refused(world.call("PUT", path, json={"request": unknown}), 422)
    assert message == "The item has no text Size. (parameter.additional_options)"
    assert world.call("DELETE", path).json() == {"item": about}
    [item] = world.get(f"orders/{number}/items")["items"]
    assert (item["additional_option_value"], item["additional_option_values"]) == ("", [])
    assert "Sora" not in log(world)


def test_nothing_more_is_written_on_what_was_sent(world: World) -> None:
    number = paid(world, wanted(stocked(world, 5)[1]))
    ship(world, number)

    body = {"request": {"product_bundle": "F", "additional_options": [AGAIN]}}
    answer = world.call("POST", f"orders/{number}/items/{number}-01/options", json=body)

    assert refused(answer, 422) == "The item has been sent. (parameter.order_item_code)"


def terms(world: World, number: str, **request: Any) -> Any:
    plain = {"change_payment_amount": "F", "change_payment_method": "F"}
    return world.call("PUT", f"orders/{number}/payments", json={"request": {**plain, **request}})


def test_what_is_to_be_paid_is_changed_before_it_is(world: World) -> None:
    _, code = stocked(world, 5)
    number = order(world, wanted(code), methods=["card", "point"], gateway="test")

    answer = terms(
        world,
        number,
        change_payment_amount="T",
        change_payment_method="T",
        payment_method="cash",
        admin_additional_amount="1000.00",
        commission=500,
        change_payment_amount_reason="Wrapped as a present",
    )

    assert answer.json() == {
        "payment": {
            "shop_no": 1,
            "order_id": number,
            "change_payment_amount": "T",
            "change_payment_method": "T",
            "payment_method": "cash",
            "payment_gateway_failure_message": None,
            "admin_additional_amount": "1000.00",
            "commission": "500.00",
            "initial_estimated_payment_amount": "11000.00",
            "change_payment_amount_reason": "Wrapped as a present",
        }
    }
    assert money(world, number) == ("F", "11000.00", "12500.00", "0.00")
    found = world.get(f"orders/{number}")["order"]
    assert (found["payment_method"], found["payment_gateway_names"]) == (["cash", "point"], None)
    assert found["payment_method_name"] == ["Bank deposit", "Points"]
    less = terms(world, number, change_payment_amount="T", admin_additional_amount="0")
    assert less.json()["payment"]["initial_estimated_payment_amount"] == "11000.00"
    pay(world, number)
    assert money(world, number) == ("T", "11000.00", "0.00", "11500.00")
    [entry] = world.get(f"orders/{number}/paymenttimeline")["paymenttimeline"]
    assert (entry["additional_payment_amount"], entry["paid_amount"]) == ("500.00", "11500.00")
    assert entry["payment_methods"] == ["cash", "point"]
    late = terms(world, number, change_payment_amount="T", commission=0)
    assert refused(late, 422) == "The order does not await payment. (parameter.order_id)"


def test_a_change_of_terms_says_what_it_changes(world: World) -> None:
    number = order(world, wanted(stocked(world, 5)[1]))

    assert terms(world, number).status_code == 409
    assert terms(world, number, commission=5).status_code == 409
    much = terms(world, number, change_payment_amount="T")
    assert refused(much, 422) == (
        "The additional amount or the commission is required. (parameter.admin_additional_amount)"
    )
    how = terms(world, number, change_payment_method="T")
    assert refused(how, 422) == "The payment method is required. (parameter.payment_method)"
    assert money(world, number) == ("F", "11000.00", "11000.00", "0.00")


def test_what_an_item_comes_to_is_taken_apart(world: World) -> None:
    _, code = stocked(world, 5)
    number = order(
        world,
        wanted(code, 2, additional_discount=Decimal(1000)),
        wanted(code, coupon_discount=Decimal(1000)),
        wishes={"membership_discount": "3100", "order_coupon": "1000", "points": "500"},
    )
    terms(world, number, change_payment_amount="T", admin_additional_amount="301")

    first, second, lost = f"{number}-01", f"{number}-02", f"{number}-03"
    query = f"{second},{first},{lost}"
    found = world.get("orders/paymentamount", order_item_code=query)["paymentamount"]

    assert [each["order_item_code"] for each in found] == [second, first]
    assert found[1] == {
        "shop_no": 1,
        "order_item_code": first,
        "items": {"product_price": "11000.00", "option_price": "0.00", "quantity": 2},
        "order_price_amount": "22000.00",
        "order_discount_amount": {
            "membership_discount_amount": "2100.00",
            "coupon_discount_price": "677.00",
            "app_discount_amount": "0.00",
        },
        "item_discount_amount": {
            "additional_discount_price": "1000.00",
            "coupon_discount_price": "0.00",
            "app_discount_amount": "0.00",
        },
        "additional_payment_amount": "204.00",
        "payment_amount": "18427.00",
    }
    due = sum(Decimal(each["payment_amount"]) for each in found)
    assert str(due - 500) == money(world, number)[2] == "26701.00"


def test_what_an_order_was_placed_with_is_kept(world: World) -> None:
    _, code = stocked(world, 5)
    number = order(world, wanted(code), benefits=[benefit(900)], coupons=[coupon(7)])

    assert world.get("orders/benefits", order_id=number) == {
        "benefits": [
            {
                "shop_no": 1,
                "order_id": number,
                "order_item_code": f"{number}-01",
                "benefit_no": 900,
                "benefit_title": "bulk order discount",
                "benefit_name": "Three for two",
                "benefit_code": 966,
                "benefit_percent": "10%",
                "benefit_value": "500.00",
                "benefit_app_key": None,
            }
        ]
    }
    assert world.get("orders/coupons", order_id=number) == {
        "coupons": [
            {
                "shop_no": 1,
                "order_id": number,
                "order_item_code": "",
                "coupon_name": "Spring",
                "coupon_code": "7",
                "coupon_percent": "1%",
                "coupon_value": "900.00",
                "coupon_value_final": "110.00",
            }
        ]
    }
    assert world.get("orders/coupons", order_id=number, shop_no=2) == {"coupons": []}


def test_many_orders_are_sent_by_whoever_packs(world: World) -> None:
    _, code = stocked(world, 5)
    number = paid(world, wanted(code))
    parcel = {"tracking_no": "77", "shipping_company_code": "0001", "status": "shipping"}
    requests = [
        {**parcel, "order_id": number, "post_express_flag": "S"},
        {**parcel, "order_id": "20200101-0000001"},
    ]

    answer = world.call("POST", "fulfillments", json={"requests": requests})

    assert answer.status_code == 207
    sent, lost = answer.json()["fulfillments"]
    assert sent == {
        "shop_no": 1,
        "tracking_no": "77",
        "shipping_company_code": "0001",
        "status": 201,
        "order_id": number,
        "shipping_code": f"D-{number}-00",
        "order_item_code": [f"{number}-01"],
        "carrier_id": 0,
        "post_express_flag": "S",
    }
    assert lost["status"] == 404
    [item] = world.get(f"orders/{number}/items")["items"]
    assert (item["order_status"], item["post_express_flag"]) == ("N30", "S")


def test_what_the_shop_does_not_sell_is_not_added(world: World) -> None:
    product, code = stocked(world, 5)
    number = paid(world, wanted(code))
    for path, back in ((f"products/{product}", "T"), (f"products/{product}/variants/{code}", "T")):
        world.put(path, selling="F")
        answer = add(world, number, code)
        assert (answer.status_code, "(parameter.variant_code)" in answer.text) == (422, True)
        world.put(path, selling=back)
    world.put(f"products/{product}", expiration_date=OVER)
    assert add(world, number, code).status_code == 422
    assert (states(world, number), quantity(world, product, code)) == (["N10"], 4)
    world.put(f"products/{product}", expiration_date=None, display="F")
    assert add(world, number, code).status_code == 201
