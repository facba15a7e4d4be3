"""Items are cancelled: before and after payment, in part, on request, once."""

from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from typing import Any

import pytest

from tests.commerce.order.claim_setup import (
    NEWEST,
    check_books,
    claim,
    events,
    lines,
    paid_back,
    refund,
    settings,
)
from tests.commerce.order.order_setup import order, paid, pay, states, wanted
from tests.commerce.order.test_orders import left
from tests.commerce.product.stock_setup import ledger, quantity, stocked
from tests.world import World


def test_a_paid_order_is_cancelled_and_refunded_at_once(world: World) -> None:
    product, code = stocked(world, 5)
    number = paid(world, wanted(code, 2), wishes={"shipping_fee": "2500", "points": "500"})

    made = claim(world, number, "cancellation", "canceled", (1, 2), claim_reason_type="A")

    claim_code = "C20261121-0000001"
    assert made == {
        "shop_no": 1,
        "order_id": number,
        "status": "canceled",
        "claim_code": claim_code,
        "items": [{"order_item_code": f"{number}-01", "quantity": 2}],
    }
    assert states(world, number) == ["C40"]
    assert quantity(world, product, code) == 5
    assert ledger(world)[-1] == (code, 3, 3, 5, "return", number)
    assert paid_back(world, number) == [("O", "24000.00", ""), ("P", "-24000.00", claim_code)]
    found = world.get(f"orders/{number}", embed="cancellation,items")["order"]
    assert (found["canceled"], found["payment_amount"]) == ("T", "0.00")
    assert found["cancel_date"] == "2026-11-21T09:00:00+09:00"
    assert found["actual_order_amount"] == {
        **dict.fromkeys(found["actual_order_amount"], "0.00"),
    }
    [item] = found["items"]
    assert item["claim_code"] == claim_code
    assert (item["order_status_before_cs"], item["claim_quantity"]) == ("N10", 2)
    assert item["refund_date"] == item["cancel_date"] == "2026-11-21T09:00:00+09:00"
    back = refund(world, claim_code)
    assert (back["status"], back["refund_amount"]) == ("T", "24000.00")
    assert (back["product_price"], back["shipping_fee"]) == ("22000.00", "2500.00")
    assert (back["points_spent_amount"], back["refund_point"]) == ("-500.00", "500.00")
    assert back["refund_methods"] == ["Cash refund"]
    [shown] = found["cancellation"]
    assert shown == world.get(f"cancellation/{claim_code}")["cancellation"]
    assert shown["point_used"] == "-500.00"
    assert shown["refund_amounts"] == [{"payment_method": "cash", "amount": "24000.00"}]
    check_books(world, number)


def test_a_part_of_an_item_becomes_an_item_of_its_own(world: World) -> None:
    _, code = stocked(world, 9)
    number = paid(
        world,
        wanted(code, 3, coupon_discount=Decimal(1000)),
        wishes={"membership_discount": "1000", "points": "100", "credits": "10"},
    )
    before = lines(world, number)

    claim(world, number, "cancellation", "canceled", (1, 1))

    after = lines(world, number)
    assert [line.item.quantity for line in after] == [2, 1]
    assert [line.item.order_status for line in after] == ["N10", "C40"]
    assert after[1].item.original_item_no == [1]
    for name in ("coupon_discount_price", "payment_amount"):
        assert sum(getattr(line.item, name) for line in after) == getattr(before[0].item, name)
    for name in ("discount", "points", "credits"):
        assert sum(getattr(line.share, name) for line in after) == getattr(before[0].share, name)
    check_books(world, number)


def test_an_order_never_paid_is_canceled_without_a_refund(world: World) -> None:
    _, code = stocked(world, 5)
    number = order(world, wanted(code, 3))
    assert left(world, code) == 2

    claim(world, number, "cancellation", "canceled", (1, 1))

    assert states(world, number) == ["N00", "C49"]
    assert left(world, code) == 3
    found = world.get(f"orders/{number}")["order"]
    assert found["actual_order_amount"]["total_amount_due"] == "22000.00"
    claim(world, number, "cancellation", "canceled")
    assert states(world, number) == ["C49", "C49"]
    assert left(world, code) == 5
    assert paid_back(world, number) == [("O", "0.00", "")]
    assert world.get("refunds", start_date="2026-11-21", end_date="2026-11-21") == {"refunds": []}
    assert pay(world, number).status_code == 409


def test_what_is_left_of_an_order_partly_canceled_is_paid(world: World) -> None:
    product, code = stocked(world, 5)
    number = order(world, wanted(code, 3))
    claim(world, number, "cancellation", "canceled", (1, 1))

    assert pay(world, number).status_code == 200

    assert quantity(world, product, code) == 3
    assert paid_back(world, number) == [("O", "22000.00", "")]
    check_books(world, number)


def test_a_buyer_gives_up_an_order_that_awaits_payment(world: World) -> None:
    _, code = stocked(world, 5)
    number = order(world, wanted(code))

    world.post("cancellationrequests", order_id=number, reason_type="A", reason="No longer")

    assert states(world, number) == ["C47"]
    assert left(world, code) == 5


def test_a_request_is_refused_and_the_item_goes_on(world: World) -> None:
    _, code = stocked(world, 5)
    number = paid(world, wanted(code, 2))
    world.put(f"orders/{number}", process_status="prepare")
    item = f"{number}-01"

    asked = world.post(
        "cancellationrequests",
        order_id=number,
        reason_type="A",
        reason="Too late",
        items=[{"order_item_code": item, "quantity": 2}],
    )

    assert asked["cancellationrequests"] == [
        {"shop_no": 1, "order_id": number, "items": [{"order_item_code": item, "quantity": 2}]}
    ]
    assert states(world, number) == ["C00"]
    world.put(
        "cancellationrequests",
        order_id=number,
        order_item_code=[item],
        undone="T",
        reason="It is on its way",
    )
    [found] = world.get(f"orders/{number}/items")["items"]
    assert (found["order_status"], found["request_undone"]) == ("N20", "Cancellation")
    assert (found["claim_code"], found["order_status_before_cs"]) == ("", None)
    shown = world.get("cancellation/C20261121-0000001")["cancellation"]
    assert (shown["undone"], shown["undone_reason"]) == ("T", "It is on its way")
    check_books(world, number)


def test_what_was_asked_for_is_accepted_under_its_own_code(world: World) -> None:
    _, code = stocked(world, 5)
    number = paid(world, wanted(code, 2))
    world.post("cancellationrequests", order_id=number, reason_type="A", reason="No")

    made = claim(world, number, "cancellation", "canceled")

    assert made["claim_code"] == "C20261121-0000001"
    assert states(world, number) == ["C40"]
    shown = world.get("cancellation/C20261121-0000001")["cancellation"]
    assert (shown["claim_reason"], shown["claim_reason_type"]) == ("No", "A")


def test_a_part_of_what_was_asked_for_is_accepted(world: World) -> None:
    _, code = stocked(world, 5)
    number = paid(world, wanted(code, 3))
    world.post("cancellationrequests", order_id=number, reason_type="A", reason="No")

    made = claim(world, number, "cancellation", "canceled", (1, 1))

    assert made["claim_code"] == "C20261121-0000002"
    asked, done = (line.item for line in lines(world, number))
    assert (asked.order_status, asked.quantity, asked.claim_quantity) == ("C00", 2, 2)
    assert (done.order_status, done.quantity, done.claim_quantity) == ("C40", 1, 1)
    assert (asked.claim_code, done.claim_code) == ("C20261121-0000001", "C20261121-0000002")
    assert done.order_status_before_cs == "N10"
    check_books(world, number)


def test_requests_are_accepted_by_themselves_where_the_shop_says_so(world: World) -> None:
    _, code = stocked(world, 5)
    number = paid(world, wanted(code))
    settings(world, claim_request_auto_accept="T", refund_bank_account_required="T")
    asked: dict[str, Any] = {"order_id": number, "reason_type": "A", "reason": "No"}

    refused = world.call("POST", "cancellationrequests", json={"requests": [asked]})
    world.post("cancellationrequests", **asked, refund_bank_account_no="1-2-3")

    assert refused.json()["error"]["more_info"]["parameter"] == "refund_bank_account_no"
    assert states(world, number) == ["C10"]
    settings(world, claim_request="F")
    answer = world.call("POST", "cancellationrequests", json={"requests": [asked]})
    assert answer.status_code == 422


def test_refunds_that_are_made_separately_wait_for_somebody(world: World) -> None:
    _, code = stocked(world, 5)
    settings(world, refund_processing_setting="D")
    number = paid(world, wanted(code, 2))

    made = claim(world, number, "cancellation", "canceled", (1, 1))

    claim_code = made["claim_code"]
    assert states(world, number) == ["N10", "C41"]
    assert refund(world, claim_code)["status"] == "F"
    assert paid_back(world, number) == [("O", "22000.00", "")]
    check_books(world, number)
    done = world.put(f"orders/{number}/refunds/{claim_code}", status="complete", reason="Paid")
    assert done == {
        "refund": {
            "shop_no": 1,
            "refund_code": claim_code,
            "status": "complete",
            "reason": "Paid",
        }
    }
    assert states(world, number) == ["N10", "C40"]
    assert paid_back(world, number)[1] == ("P", "-11000.00", claim_code)
    check_books(world, number)
    again = world.call(
        "PUT", f"orders/{number}/refunds/{claim_code}", json={"request": {"status": "complete"}}
    )
    assert again.status_code == 409


def test_a_cancellation_under_way_is_withdrawn_or_ends(world: World) -> None:
    product, code = stocked(world, 5)
    number = paid(world, wanted(code, 2), wanted(code, 1))
    first = claim(world, number, "cancellation", "canceling", (1, 2))["claim_code"]
    assert states(world, number) == ["C34", "N10"]
    assert quantity(world, product, code) == 4

    world.put(
        f"orders/{number}/cancellation/{first}",
        recover_inventory="T",
        add_memo_too="F",
        undone="T",
        undone_reason_type="A",
        expose_order_detail="F",
    )

    assert states(world, number) == ["N10", "N10"]
    assert quantity(world, product, code) == 2
    assert world.call("GET", f"refunds/{first}").status_code == 404
    check_books(world, number)
    second = claim(world, number, "cancellation", "canceling", (1, 2))["claim_code"]
    world.put(f"orders/{number}/refunds/{second}", status="complete")
    assert states(world, number) == ["C35", "N10"]
    assert claim(world, number, "cancellation", "canceled", (1, 2))["claim_code"] == second
    assert states(world, number) == ["C40", "N10"]
    assert [row[0] for row in paid_back(world, number)] == ["O", "P"]
    check_books(world, number)


def test_units_go_back_to_the_shelf_as_is_said_or_set(world: World) -> None:
    product, code = stocked(world, 9)
    number = paid(world, wanted(code), wanted(code), wanted(code), wanted(code))
    assert quantity(world, product, code) == 5

    claim(world, number, "cancellation", "canceled", (1, 1), recover_inventory="F")
    assert quantity(world, product, code) == 5
    settings(world, stock_recover_base="M")
    claim(world, number, "cancellation", "canceled", (2, 1))
    assert quantity(world, product, code) == 5
    claim(world, number, "cancellation", "canceled", (3, 1), recover_inventory="T")
    assert quantity(world, product, code) == 6
    settings(world, stock_recover="F", stock_recover_individual={"cancel_after": "T"})
    claim(world, number, "cancellation", "canceled", (4, 1))
    assert quantity(world, product, code) == 7


def test_what_cannot_be_claimed_is_refused_and_changes_nothing(world: World) -> None:
    _, code = stocked(world, 5)
    number = paid(world, wanted(code, 2))
    item = f"{number}-01"

    def refused(path: str, parameter: str, **more: Any) -> None:
        answer = world.call("POST", path, json={"request": more})
        assert answer.status_code == 422, answer.text
        assert f"(parameter.{parameter})" in answer.text

    path = f"orders/{number}/cancellation"
    three = [{"order_item_code": item, "quantity": 3}]
    refused(path, "quantity", status="canceled", items=three)
    one = {"order_item_code": item, "quantity": 1}
    refused(path, "order_item_code", status="canceled", items=[one, one])
    other = [{"order_item_code": f"{number}-09", "quantity": 1}]
    refused(path, "order_item_code", status="canceled", items=other)
    back = f"orders/{number}/return"
    refused(back, "order_item_code", status="returned", items=[one])
    assert states(world, number) == ["N10"]
    claim(world, number, "cancellation", "canceled")
    refused(path, "order_item_code", status="canceled", items=[one])
    refused(path, "order_id", status="canceled")
    assert states(world, number) == ["C40"]
    missing = world.call("GET", "cancellation/C20200101-0000001")
    assert missing.status_code == 404


def test_each_object_of_a_call_has_its_own_outcome_and_one_event_tells(world: World) -> None:
    _, code = stocked(world, 9)
    one, other = paid(world, wanted(code)), paid(world, wanted(code))
    asked = [
        {"order_id": number, "status": "canceled"} for number in (one, "20200101-0000001", other)
    ]

    answer = world.call("POST", "cancellation", json={"requests": asked})

    assert answer.status_code == 207
    assert [each["status"] for each in answer.json()["cancellation"]] == [201, 404, 201]
    told = [event for event in events(world) if event[0] in (90072, 90073)]
    assert [(number, event["event_code"], event["order_id"]) for number, event in told] == [
        (90072, "cancel_order", f"{one},{other}"),
        (90073, "refund_order", f"{one},{other}"),
    ]


@pytest.mark.both_stores
def test_two_claims_about_an_item_at_once_are_one(world: World) -> None:
    product, code = stocked(world, 5)
    number = paid(world, wanted(code, 2))
    body = {
        "request": {
            "status": "canceled",
            "items": [{"order_item_code": f"{number}-01", "quantity": 2}],
        }
    }

    def cancel(_: int) -> int:
        answer = world.call("POST", f"orders/{number}/cancellation", json=body)
        status: int = answer.status_code
        return status

    with ThreadPoolExecutor(4) as four:
        outcomes = sorted(four.map(cancel, range(4)))

    assert outcomes == [201, 422, 422, 422]
    assert quantity(world, product, code) == 5
    assert [row[0] for row in paid_back(world, number)] == ["O", "P"]
    check_books(world, number)


def test_what_came_with_2026_is_refused_before(world: World) -> None:
    _, code = stocked(world, 5)
    number = paid(world, wanted(code))
    body = {"request": {"status": "accepted"}}
    older = world.speaking("2024-03-01")

    old = older.call("POST", f"orders/{number}/cancellation", json=body)
    new = world.call("POST", f"orders/{number}/cancellation", json=body, headers=NEWEST)

    assert (old.status_code, new.status_code) == (422, 201)
    assert states(world, number) == ["C10"]
