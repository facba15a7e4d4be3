"""Orders are placed, found, read and moved on."""

from typing import Any

import pytest
from msgspec.structs import replace

from openmall.commerce.order.orders.shape import Buyer
from openmall.commerce.product.stock.rules import OutOfStock, available
from openmall.contract.errors import Invalid
from tests.commerce.order.order_setup import BUYER, order, paid, pay, states, wanted
from tests.commerce.product.stock_setup import as_call, ledger, quantity, sold_out, stocked
from tests.world import World


def left(world: World, code: str) -> int | None:
    return as_call(world, lambda call: available(call, code))


def test_an_order_is_answered_as_it_was_placed(world: World) -> None:
    _, code = stocked(world, 5)

    number = order(world, wanted(code, 2), wishes={"shipping_fee": "2500", "points": "500"})

    found = world.get(f"orders/{number}", embed="items,receivers,buyer")["order"]
    assert number == "20261121-0000001"
    assert found["initial_order_amount"] == {
        "order_price_amount": "22000.00",
        "shipping_fee": "2500.00",
        "points_spent_amount": "500.00",
        "credits_spent_amount": "0.00",
        "coupon_discount_price": "0.00",
        "coupon_shipping_fee_amount": "0.00",
        "membership_discount_amount": "0.00",
        "shipping_fee_discount_amount": "0.00",
        "set_product_discount_amount": "0.00",
        "app_discount_amount": "0.00",
        "point_incentive_amount": "0.00",
        "total_amount_due": "24000.00",
        "payment_amount": "0.00",
        "market_other_discount_amount": "0.00",
        "tax": "2000.00",
    }
    assert (found["paid"], found["canceled"], found["shipping_status"]) == ("F", "F", "F")
    assert (found["member_id"], found["order_place_id"]) == ("hana", "platform")
    [item] = found["items"]
    assert item["order_item_code"] == f"{number}-01"
    assert (item["product_price"], item["quantity"]) == ("11000.00", 2)
    assert (item["order_status"], item["status_code"]) == ("N00", "N1")
    assert item["status_text"] == "입금 대기"
    assert found["receivers"][0]["shipping_code"] == f"D-{number}-00"
    assert found["buyer"]["email"] == "hana@example.com"


def test_what_awaits_payment_is_put_by_and_what_is_paid_is_sold(world: World) -> None:
    product, code = stocked(world, 5)

    number = order(world, wanted(code, 3))
    assert (left(world, code), quantity(world, product, code)) == (2, 5)
    with pytest.raises(OutOfStock):
        order(world, wanted(code, 3))

    assert pay(world, number).status_code == 200
    assert (left(world, code), quantity(world, product, code)) == (2, 2)
    assert ledger(world)[-1] == (code, 2, 5, 2, "sale", f"{number}-01")
    found = world.get(f"orders/{number}")["order"]
    assert (found["paid"], found["payment_amount"]) == ("T", "33000.00")
    assert found["actual_order_amount"]["total_amount_due"] == "0.00"
    assert states(world, number) == ["N10"]


def test_stock_that_counts_at_the_order_is_sold_when_it_is_placed(world: World) -> None:
    product, code = stocked(world, 3, inventory_control_type="A")

    number = order(world, wanted(code, 3))

    assert quantity(world, product, code) == 0
    assert sold_out(world, product) == ["T", "T"]
    assert ledger(world)[-1] == (code, 2, 3, 0, "sale", number)
    assert pay(world, number).status_code == 200
    assert quantity(world, product, code) == 0


def test_an_order_that_cannot_be_had_whole_is_not_placed(world: World) -> None:
    _, one = stocked(world, 5)
    _, other = stocked(world, 1)

    with pytest.raises(OutOfStock):
        order(world, wanted(one, 2), wanted(other, 2))

    assert (left(world, one), left(world, other)) == (5, 1)
    assert world.get("orders/count") == {"count": 0}
    with pytest.raises(Invalid, match="no such variant"):
        order(world, wanted("P0000ZZZ000A"))


def test_a_payment_that_is_taken_back_can_put_units_back(world: World) -> None:
    product, code = stocked(world, 5)
    number = paid(world, wanted(code, 2))

    answer = pay(world, number, "unpaid", recover_inventory="T")

    [said] = answer.json()["payments"]
    assert said == {
        "shop_no": 1,
        "order_id": number,
        "status": "unpaid",
        "cancel_request": {
            "refund_status": "F",
            "partial_cancel": "F",
            "payment_gateway_name": None,
            "payment_method": None,
            "response_code": None,
            "response_message": None,
        },
    }
    assert quantity(world, product, code) == 5
    found = world.get(f"orders/{number}")["order"]
    assert (found["paid"], found["payment_date"]) == ("F", None)
    assert found["actual_order_amount"]["total_amount_due"] == "22000.00"
    assert pay(world, number, "unpaid").status_code == 409


def test_an_order_tells_the_group_that_its_buyer_was_in_when_it_was_placed(world: World) -> None:
    _, code = stocked(world, 5)
    number = order(world, wanted(code), buyer=replace(BUYER, member_group_no=3))
    guest = order(world, wanted(code), buyer=Buyer(name="Min"))

    found = world.get(f"orders/{number}")["order"]

    assert found["customer_group_no_when_ordering"] == 3
    assert world.get(f"orders/{guest}")["order"]["customer_group_no_when_ordering"] == 0
    listed = world.get("orders", order_id=number)["orders"]
    assert "customer_group_no_when_ordering" not in listed[0]


def test_the_ledger_of_an_order_tells_what_was_paid(world: World) -> None:
    _, code = stocked(world, 5)
    number = paid(world, wanted(code), methods=["card", "point"], gateway="test")

    [entry] = world.get(f"orders/{number}/paymenttimeline")["paymenttimeline"]

    assert entry == {
        "shop_no": 1,
        "payment_no": 1,
        "payment_settle_type": "O",
        "payment_methods": ["card", "point"],
        "order_amount": "11000.00",
        "additional_payment_amount": "0.00",
        "paid_amount": "11000.00",
        "payment_datetime": "2026-11-21T09:00:00+09:00",
        "created_datetime": "2026-11-21T09:00:00+09:00",
        "claim_code": None,
    }
    one = world.get(f"orders/{number}/paymenttimeline/1")["paymenttimeline"]
    assert {name: one[name] for name in entry} == entry
    missing = world.call("GET", f"orders/{number}/paymenttimeline/2")
    assert missing.status_code == 404


def test_items_are_prepared_held_and_confirmed(world: World) -> None:
    _, code = stocked(world, 5)
    number = paid(world, wanted(code), wanted(code))
    first = f"{number}-01"

    world.put(f"orders/{number}", process_status="prepare", order_item_code=[first])
    assert states(world, number) == ["N20", "N10"]
    world.put(f"orders/{number}", process_status="hold")
    assert states(world, number) == ["N22", "N22"]
    assert world.get(f"orders/{number}")["order"]["shipping_status"] == "W"
    answer = world.put(f"orders/{number}", process_status="unhold")
    assert answer["order"] == {
        "shop_no": 1,
        "process_status": "unhold",
        "order_item_code": [first, f"{number}-02"],
        "purchase_confirmation": None,
        "collect_points": "F",
        "show_shipping_address": None,
    }

    refused = world.call(
        "PUT", f"orders/{number}", json={"request": {"purchase_confirmation": "T"}}
    )
    assert refused.status_code == 422
    assert states(world, number) == ["N20", "N20"]
    again = world.call("PUT", f"orders/{number}", json={"request": {"process_status": "prepare"}})
    assert again.status_code == 409


@pytest.mark.parametrize(
    ("filters", "found"),
    [
        ({"member_id": "hana"}, [2, 1]),
        ({"member_type": "3"}, [3]),
        ({"payment_status": "P"}, [2]),
        ({"payment_status": "T"}, [2]),
        ({"payment_status": "A"}, []),
        ({"payment_status": "F"}, [3, 1]),
        ({"order_status": "N10"}, [2]),
        ({"order_status": "N00,N40"}, [3, 1]),
        ({"payment_method": "card,deposit"}, [3]),
        ({"payment_method": "cash"}, [2, 1]),
        ({"order_id": "20261121-0000003,20261121-0000001"}, [3, 1]),
        ({"buyer_name": "Hana Kim", "limit": "1"}, [2]),
        ({"receiver_name": "Min Kim", "offset": "2"}, [1]),
        ({"receiver_address": "Sejong"}, [3, 2, 1]),
        ({"product_code": "P000000A"}, [3, 2, 1]),
        ({"product_code": "P000000B"}, []),
        ({"order_place_id": "mobile"}, [3]),
        ({"start_date": "2026-11-20", "end_date": "2026-11-21"}, [3, 2, 1]),
        ({"start_date": "2026-11-19", "end_date": "2026-11-20"}, []),
        ({"start_date": "2026-11-20", "end_date": "2026-11-21", "date_type": "pay_date"}, [2]),
        ({"start_date": "2026-11-20", "end_date": "2026-11-21", "date_type": "place_date"}, []),
    ],
)
def test_orders_are_found_by_filters(
    world: World, filters: dict[str, str], found: list[int]
) -> None:
    _, code = stocked(world, 50)
    order(world, wanted(code))
    paid(world, wanted(code))
    guest = type(BUYER)(name="Somebody", email="who@example.com")
    order(world, wanted(code), buyer=guest, methods=["card", "credit"], place="mobile")

    orders = world.get("orders", **filters)["orders"]

    assert [int(each["order_id"][-7:]) for each in orders] == found
    if "limit" not in filters and "offset" not in filters:
        assert world.get("orders/count", **filters) == {"count": len(found)}


@pytest.mark.parametrize(
    ("filters", "parameter"),
    [
        ({"start_date": "2026-11-20"}, "end_date"),
        ({"start_date": "2026-11-20", "end_date": "2026-11-19"}, "end_date"),
        ({"start_date": "2026-01-01", "end_date": "2026-11-19"}, "end_date"),
    ],
)
def test_filters_that_make_no_sense_are_refused(
    world: World, filters: dict[str, str], parameter: str
) -> None:
    answer = world.call("GET", "orders", params=filters)

    assert answer.status_code == 422
    assert parameter in answer.json()["error"]["message"]


def test_an_order_belongs_to_its_shop(world: World) -> None:
    _, code = stocked(world, 5)
    number = order(world, wanted(code))

    assert world.call("GET", f"orders/{number}", params={"shop_no": "2"}).status_code == 404
    assert world.get("orders", shop_no="2")["orders"] == []


def test_many_orders_are_moved_in_one_call_and_each_has_its_outcome(world: World) -> None:
    _, code = stocked(world, 5)
    number = paid(world, wanted(code))
    wishes: list[dict[str, Any]] = [
        {"order_id": number, "process_status": "prepare"},
        {"order_id": "20261121-0000099", "process_status": "prepare"},
    ]

    answer = world.call("PUT", "orders", json={"requests": wishes})

    assert answer.status_code == 207
    good, bad = answer.json()["orders"]
    assert (good["status"], bad["status"]) == (200, 404)
    assert states(world, number) == ["N20"]


def test_a_list_that_was_asked_for_before_shows_what_changed_since(world: World) -> None:
    _, code = stocked(world, 5)
    first, second = order(world, wanted(code)), order(world, wanted(code, 2))

    def listed() -> dict[str, tuple[str, list[tuple[str, int]]]]:
        return {
            each["order_id"]: (
                each["paid"],
                [(item["order_status"], item["quantity"]) for item in each["items"]],
            )
            for each in world.get("orders", embed="items")["orders"]
        }

    before = listed()
    pay(world, second)

    assert before == {first: ("F", [("N00", 1)]), second: ("F", [("N00", 2)])}
    assert listed() == {first: ("F", [("N00", 1)]), second: ("T", [("N10", 2)])}
