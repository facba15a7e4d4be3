"""Items come back: on request or not, with fees, in part, and what is refunded for them."""

from decimal import Decimal
from typing import Any

from openmall.commerce.order.claims import return_fees
from openmall.commerce.order.claims.shape import ReturnFee
from openmall.commerce.order.orders.item_shape import Item
from openmall.commerce.order.orders.shape import Order, ShippingFee
from tests.commerce.customer.customer_setup import join
from tests.commerce.order.claim_setup import (
    check_books,
    claim,
    events,
    paid_back,
    refund,
    sent,
    settings,
)
from tests.commerce.order.order_setup import paid, states, wanted
from tests.commerce.product.stock_setup import quantity, stocked
from tests.world import World

PICKUP = {
    "name": "Min Kim",
    "cellphone": "010-1111-1111",
    "zipcode": "04524",
    "address1": "1 Sejong-daero",
    "address2": "Room 3",
}


def test_a_return_goes_its_way_and_the_buyer_bears_the_fee(world: World) -> None:
    product, code = stocked(world, 5)
    settings(world, return_shipping_fee="3000.00")
    number = paid(world, wanted(code, 2), wishes={"shipping_fee": "2500"})
    sent(world, number, "shipped")

    made = claim(world, number, "return", "accepted", (1, 1), claim_reason_type="A")
    code_ = made["claim_code"]
    assert made["pickup_completed"] == "F"
    assert states(world, number) == ["N40", "R10"]
    path = f"orders/{number}/return/{code_}"
    changed = world.put(path, pickup_completed="T", return_invoice_no="77")["return"]
    assert (changed["status"], changed["pickup_completed"]) == ("accepted", "T")
    assert changed["items"] == [{"order_item_code": f"{number}-02"}]
    assert states(world, number) == ["N40", "R13"]
    world.put(path, status="processing")
    assert states(world, number) == ["N40", "R31"]
    assert quantity(world, product, code) == 3
    check_books(world, number)
    world.put(path, status="returned")

    assert states(world, number) == ["N40", "R40"]
    assert quantity(world, product, code) == 4
    assert paid_back(world, number)[1:] == [("P", "-8000.00", code_)]
    found = world.get(f"return/{code_}")["return"]
    assert (found["return_shipping_fee"], found["return_ship_type"]) == ("-3000.00", "Charge")
    assert (found["return_invoice_no"], found["pickup_request_state"]) == ("77", "T")
    codes = [item["order_item_code"] for item in found["items"]]
    assert found["return_shipping_fee_detail"] == [
        {"group_no": 1, "return_shipping_fee": "-3000.00", "items": codes}
    ]
    assert found["return_regional_surcharge"] == "0.00"
    assert found["return_regional_surcharge_detail"] == []
    [embedded] = world.get(f"orders/{number}", embed="return")["order"]["return"]
    assert embedded == found
    [item] = found["items"]
    assert item["return_confirmed_date"] == "2026-11-21T09:00:00+09:00"
    order = world.get(f"orders/{number}")["order"]
    assert order["additional_shipping_fee"] == "3000.00"
    assert order["return_confirmed_date"] == "2026-11-21T09:00:00+09:00"
    check_books(world, number)
    again = world.call("PUT", path, json={"request": {"status": "returned"}})
    assert again.status_code == 409


def test_for_what_the_shop_is_to_blame_it_bears_all_of_sending(world: World) -> None:
    _, code = stocked(world, 5)
    settings(world, return_shipping_fee="3000.00")
    number = paid(world, wanted(code, 2), wishes={"shipping_fee": "2500"})
    sent(world, number)

    code_ = claim(world, number, "return", "returned", claim_reason_type="F")["claim_code"]

    assert paid_back(world, number)[1:] == [("P", "-24500.00", code_)]
    assert refund(world, code_)["refund_shipping_fee"] == "2500.00"
    told = [event for event in events(world) if event[0] in (90027, 90029)]
    assert [(number_, event["event_code"]) for number_, event in told] == [
        (90027, "return_order"),
        (90029, "refund_order"),
    ]
    assert told[0][1]["claim_reason_type_text"] == "differs from listing"
    check_books(world, number)


def test_a_change_of_mind_gives_no_fee_of_sending_back(world: World) -> None:
    _, code = stocked(world, 5)
    number = paid(world, wanted(code, 2), wishes={"shipping_fee": "2500"})
    sent(world, number)

    code_ = claim(world, number, "return", "returned", claim_reason_type="A")["claim_code"]

    assert paid_back(world, number)[1:] == [("P", "-22000.00", code_)]
    assert world.get(f"orders/{number}")["order"]["payment_amount"] == "2500.00"
    check_books(world, number)


def test_a_buyer_asks_for_a_return_that_is_collected_or_refused(world: World) -> None:
    _, code = stocked(world, 5)
    number = paid(world, wanted(code), wanted(code))
    sent(world, number)
    items = [{"order_item_code": f"{number}-{at:02d}", "quantity": 1} for at in (1, 2)]

    asked = world.post(
        "returnrequests",
        order_id=number,
        reason_type="K",
        reason="Torn",
        request_pickup="T",
        pickup=PICKUP,
        items=items,
    )

    assert asked["returnrequests"] == [{"shop_no": 1, "order_id": number, "items": items}]
    assert states(world, number) == ["R00", "R00"]
    collected = world.put("collectrequests/1", collect_tracking_no="636945749436")
    assert collected == {
        "collectrequest": {
            "shop_no": 1,
            "request_no": 1,
            "order_id": number,
            "order_item_code": [f"{number}-01", f"{number}-02"],
            "shipping_company_name": "",
            "collect_tracking_no": "636945749436",
        }
    }
    refused = world.put(
        "returnrequests", order_id=number, order_item_code=[f"{number}-02"], undone="T"
    )
    assert refused["returnrequests"] == [
        {
            "shop_no": 1,
            "order_id": number,
            "undone": "T",
            "order_item_code": [f"{number}-02"],
            "additional_payment_gateway_cancel": {"success": [f"{number}-02"], "fail": None},
        }
    ]
    assert states(world, number) == ["R00", "N30"]
    [_, second] = world.get(f"orders/{number}/items")["items"]
    assert second["request_undone"] == "Return"
    assert second["shipped_date"] == "2026-11-21T09:00:00+09:00"
    shown = world.get("return/C20261121-0000001")["return"]
    assert (shown["undone"], shown["claim_reason_type"]) == ("F", "K")
    assert shown["pickup"]["same_address"] == "T"
    taken = claim(world, number, "return", "returned", (1, 1))
    assert taken["claim_code"] == "C20261121-0000001"
    check_books(world, number)


def _returned(world: World, benefit: str) -> Any:
    _, code = stocked(world, 9)
    if benefit != "T":
        settings(world, refund_benefit_setting=benefit)
    number = paid(
        world,
        wanted(code),
        wanted(code, 3),
        wishes={"membership_discount": "4000", "points": "800", "credits": "400"},
    )
    sent(world, number)
    made = claim(world, number, "return", "returned", (1, 1))
    check_books(world, number)
    first = refund(world, made["claim_code"])
    made = claim(world, number, "return", "returned", (2, 3))
    check_books(world, number)
    second = refund(world, made["claim_code"])
    names = ("refund_amount", "member_group_discount_amount", "refund_point", "refund_credit")
    assert world.get(f"orders/{number}")["order"]["payment_amount"] == "0.00"
    return [tuple(each[name] for name in names) for each in (first, second)]


def test_by_total_amount_what_was_taken_off_stays_with_the_rest(world: World) -> None:
    assert _returned(world, "F") == [
        ("11000.00", "0.00", "0.00", "0.00"),
        ("27800.00", "-4000.00", "800.00", "400.00"),
    ]


def test_by_item_each_takes_along_what_it_bore(world: World) -> None:
    assert _returned(world, "T") == [
        ("9700.00", "-1000.00", "200.00", "100.00"),
        ("29100.00", "-3000.00", "600.00", "300.00"),
    ]


def test_worked_out_again_discounts_go_and_points_stay(world: World) -> None:
    assert _returned(world, "U") == [
        ("10000.00", "-1000.00", "0.00", "0.00"),
        ("28800.00", "-3000.00", "800.00", "400.00"),
    ]


def test_money_comes_back_as_points_where_that_is_said(world: World) -> None:
    join(world, "hana")
    _, code = stocked(world, 5)
    number = paid(world, wanted(code), wishes={"points": "1000"}, methods=["card", "point"])

    code_ = claim(
        world, number, "cancellation", "canceled", refund_method_code="M", reason="Sorry"
    )["claim_code"]

    back = refund(world, code_)
    assert (back["refund_amount"], back["refund_point"]) == ("10000.00", "11000.00")
    assert (back["refund_methods"], back["refund_reason"]) == (["Refund to points"], "Sorry")
    [listed] = world.get("refunds", start_date="2026-11-21", end_date="2026-11-21")["refunds"]
    assert listed == {
        "shop_no": 1,
        "member_id": "hana",
        "member_email": "hana@example.com",
        "buyer_email": "hana@example.com",
        "order_date": "2026-11-21T09:00:00+09:00",
        "accepted_refund_date": "2026-11-21T09:00:00+09:00",
        "refund_date": "2026-11-21T09:00:00+09:00",
        "order_id": number,
        "refund_code": code_,
        "order_item_code": [f"{number}-01"],
        "quantity": 1,
        "actual_refund_amount": "10000.00",
        "used_points": "1000.00",
        "used_credits": "0.00",
        "currency": "KRW",
        "payment_methods": ["card", "point"],
        "refund_payment_methods": ["point"],
        "payment_gateway_cancel_statuses": [],
        "payment_gateway_cancel_dates": [],
        "status": "T",
        "refund_methods": ["Refund to points"],
        "refund_bank_name": "",
        "refund_bank_account_no": "",
        "refund_bank_account_holder": "",
        "include_tax": "T",
        "tax": [{"name": "vat", "amount": "1000.00"}],
    }


def test_a_gateway_says_what_became_of_a_refund(world: World) -> None:
    _, code = stocked(world, 5)
    settings(world, refund_processing_setting="D")
    number = paid(world, wanted(code), methods=["card"])
    early = _gateway(world, number, "P")
    code_ = claim(world, number, "cancellation", "canceled")["claim_code"]

    failed = _gateway(world, number, "F")
    assert states(world, number) == ["C43"]
    assert refund(world, code_)["status"] == "M"
    held = world.get("orders", refund_status="M")["orders"]
    made = _gateway(world, number, "P")

    assert [each.status_code for each in (early, failed, made)] == [422, 200, 200]
    assert [each["order_id"] for each in held] == [number]
    assert made.json()["payments"][0]["cancel_request"] == {
        "refund_status": "P",
        "partial_cancel": "F",
        "payment_gateway_name": "gateway_a",
        "payment_method": "card",
        "response_code": None,
        "response_message": None,
    }
    assert states(world, number) == ["C40"]
    assert paid_back(world, number)[1:] == [("P", "-11000.00", code_)]
    [listed] = world.get("refunds", start_date="2026-11-21", end_date="2026-11-21")["refunds"]
    assert listed["payment_gateway_cancel_statuses"] == [
        {"payment_method": "card", "cancel_status": "T"}
    ]
    check_books(world, number)


def _gateway(world: World, number: str, status: str) -> Any:
    said = {
        "refund_status": status,
        "payment_gateway_name": "gateway_a",
        "payment_method": "card",
    }
    body = {"requests": [{"order_id": number, "status": "canceled", "cancel_request": said}]}
    return world.call("PUT", "payments", json=body)


def test_orders_are_found_by_the_days_of_their_claims(world: World) -> None:
    _, code = stocked(world, 9)
    cancelled, returned = paid(world, wanted(code)), paid(world, wanted(code))
    sent(world, returned)
    claim(world, cancelled, "cancellation", "canceled")
    claim(world, returned, "return", "accepted")
    days = {"start_date": "2026-11-21", "end_date": "2026-11-21"}

    def found(date_type: str) -> list[str]:
        some = world.get("orders", date_type=date_type, **days)["orders"]
        return [each["order_id"] for each in some]

    assert found("cancel_complete_date") == [cancelled]
    assert found("cancel_request_date") == []
    assert found("return_accept_date") == [returned]
    assert found("return_complete_date") == []


def test_the_fee_of_a_return_is_shared_out_to_its_shipping_groups() -> None:
    order = Order(
        currency="KRW",
        shipping_fee_detail=[
            ShippingFee(shipping_group_code=1, supplier_code="S0000000"),
            ShippingFee(shipping_group_code=2, supplier_code="S000000A"),
        ],
    )
    items = [
        Item(order_item_code=code, supplier_id=supplier, product_price=Decimal(price))
        for code, supplier, price in (
            ("01", "S000000A", 10_000),
            ("02", "S000000B", 10_000),
            ("03", "S000000A", 10_000),
        )
    ]

    shared = return_fees.by_group(order, items, Decimal(-1000))

    assert shared == [
        ReturnFee(group_no=2, return_shipping_fee=Decimal(-667), items=["01", "03"]),
        ReturnFee(group_no=3, return_shipping_fee=Decimal(-333), items=["02"]),
    ]
    assert return_fees.by_group(order, items, Decimal(0)) == []
