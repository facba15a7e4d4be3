"""An undo of what moved stock, points or credits adds entries of the opposite to the ledger."""

from decimal import Decimal
from typing import Any

from openmall.commerce.mileage.points import ledger as point_ledger
from tests.commerce.customer.customer_setup import do, join
from tests.commerce.mileage.balance_setup import DAYS, changes, give, has, spend
from tests.commerce.product.stock_setup import ledger, quantity, sell, sold_out, stocked
from tests.commerce.undo.undo_calls import decide, differences, newest, undo
from tests.world import World


def set_stock(world: World, number: int, code: str, **values: Any) -> int:
    """Change the stock of a variant; return the number of the write."""
    world.put(f"products/{number}/variants/{code}/inventories", **values)
    write_no: int = newest(world)["write_no"]
    return write_no


def test_stock_becomes_what_it_was_by_an_entry_of_its_ledger(world: World) -> None:
    number, code = stocked(world, 5)
    write_no = set_stock(world, number, code, quantity=8, safety_inventory=2)
    before = world.get(f"writes/{write_no}")["write"]
    assert before["movements"] == [
        {"resource": "stock_change", "object": f"{number},{code}", "amount": "3"}
    ]
    assert before["changes"] == [
        {
            "resource": "variant",
            "object": f"{number},{code}",
            "change": "updated",
            "fields": ["safety_inventory"],
        }
    ]
    assert before["not_undone"] == [{"event_no": 90075, "count": 1}]

    answer = undo(world, write_no)

    assert answer.status_code == 201, answer.text
    done = answer.json()["write"]
    assert (done["reverted"], done["countered"]) == (1, 1)
    assert quantity(world, number, code) == 5
    assert ledger(world)[-1] == (code, 3, 8, 5, "undone", f"write {write_no}")
    event = world.get("webhooks/events", limit=100)["events"][-1]
    assert (event["event_no"], event["resource"]["quantity"]) == (90075, 5)
    assert differences(world) == []


def test_what_was_sold_since_stays_sold(world: World) -> None:
    number, code = stocked(world, 5)
    write_no = set_stock(world, number, code, quantity=8)
    sell(world, code, 2)

    assert undo(world, write_no).status_code == 201

    assert quantity(world, number, code) == 3
    assert differences(world, orders=False) == []


def test_stock_below_nothing_is_a_conflict(world: World) -> None:
    number, code = stocked(world, 1)
    write_no = set_stock(world, number, code, quantity=8)
    sell(world, code, 5)

    refused = undo(world, write_no)

    assert refused.status_code == 409
    [conflict] = refused.json()["error"]["more_info"]["conflicts"]
    assert conflict == {
        "write_no": write_no,
        "resource": "stock_change",
        "object": f"{number},{code}",
        "fields": ["quantity"],
        "now": {"quantity": "3"},
        "then": {"quantity": "-4"},
    }
    assert quantity(world, number, code) == 3
    kept = undo(world, write_no, decisions=decide("stock_change", f"{number},{code}", "keep"))
    assert kept.json()["write"]["countered"] == 0
    assert quantity(world, number, code) == 3


def test_stock_goes_below_nothing_by_decision(world: World) -> None:
    number, code = stocked(world, 1)
    write_no = set_stock(world, number, code, quantity=8)
    sell(world, code, 5)

    answer = undo(world, write_no, decisions=decide("stock_change", f"{number},{code}", "revert"))

    assert answer.json()["write"]["countered"] == 1
    assert (quantity(world, number, code), sold_out(world, number)[0]) == (-4, "T")
    assert differences(world, orders=False) == []


def test_stock_of_a_product_that_is_gone_is_a_conflict(world: World) -> None:
    number, code = stocked(world, 1)
    write_no = set_stock(world, number, code, quantity=8)
    world.call("DELETE", f"products/{number}")

    refused = undo(world, write_no)

    [conflict] = refused.json()["error"]["more_info"]["conflicts"]
    assert (conflict["now"], conflict["then"]) == (None, None)
    decided = undo(world, write_no, decisions=decide("stock_change", f"{number},{code}", "revert"))
    assert decided.status_code == 422
    assert "it is gone" in decided.json()["error"]["message"]


def test_an_undone_undo_of_stock_moves_it_again(world: World) -> None:
    number, code = stocked(world, 5)
    undo(world, set_stock(world, number, code, quantity=8))

    assert undo(world, newest(world)["write_no"]).status_code == 201

    assert quantity(world, number, code) == 8
    assert [entry[2:5] for entry in ledger(world)] == [
        (0, 5, "set"),
        (5, 8, "set"),
        (8, 5, "undone"),
        (5, 8, "undone"),
    ]
    assert differences(world) == []


def test_a_sold_out_product_is_in_stock_again(world: World) -> None:
    number, code = stocked(world, 5)
    write_no = set_stock(world, number, code, quantity=0)
    assert sold_out(world, number) == ["T", "T"]

    assert undo(world, write_no).status_code == 201

    assert sold_out(world, number) == ["F", "F"]


def test_a_changed_rule_of_stock_decides_again_whether_it_is_sold_out(world: World) -> None:
    number, code = stocked(world, 0, use_inventory="F")
    write_no = set_stock(world, number, code, use_inventory="T")
    assert sold_out(world, number)[0] == "T"

    assert undo(world, write_no).status_code == 201

    assert sold_out(world, number)[0] == "F"


def test_given_points_are_taken_back_with_a_reason(world: World) -> None:
    join(world)
    give(world, 300)
    give(world, 500)
    write = newest(world)
    assert (write["operation"], write["state"]) == ("POST points", "open")
    movements = world.get(f"writes/{write['write_no']}")["write"]["movements"]
    assert movements == [
        {"resource": "mileage_entry", "object": "haneul,1,points", "amount": "500.00"}
    ]

    answer = undo(world, write["write_no"])

    assert answer.status_code == 201, answer.text
    assert answer.json()["write"]["countered"] == 1
    assert has(world)[0] == 300
    newest_entry = world.get("points", **DAYS)["points"][0]
    assert newest_entry["reason"] == f"Undo of write {write['write_no']}"
    assert newest_entry["available_points_decrease"] == "500.00"
    event = world.get("webhooks/events", limit=100)["events"][-1]
    assert (event["event_no"], event["resource"]["mileage_money"]) == (90148, -500)
    assert differences(world) == []


def test_deducted_points_come_back_to_the_lots_they_were_of(world: World) -> None:
    join(world)
    give(world, 300)
    world.post("points", member_id="haneul", amount="200", type="decrease")
    write_no = newest(world)["write_no"]

    assert undo(world, write_no).status_code == 201
    assert undo(world, newest(world)["write_no"]).status_code == 201
    assert has(world)[0] == 100
    assert undo(world, newest(world)["write_no"]).status_code == 201

    assert has(world)[0] == 300
    assert [change[1:3] for change in changes(world)] == [
        ("200.00", None),
        (None, "200.00"),
        ("200.00", None),
        (None, "200.00"),
        ("300.00", None),
    ]
    assert differences(world) == []


def test_spent_points_are_made_up_for_by_others(world: World) -> None:
    join(world)
    give(world, 500)
    write_no = newest(world)["write_no"]
    spend(world, 400)
    give(world, 700)

    assert undo(world, write_no).status_code == 201

    assert has(world) == (300, 0, 400)
    assert differences(world) == []


def test_spent_points_are_a_conflict_that_only_keeping_solves(world: World) -> None:
    join(world)
    give(world, 500)
    write_no = newest(world)["write_no"]
    spend(world, 400)

    refused = undo(world, write_no)

    assert refused.status_code == 409
    [conflict] = refused.json()["error"]["more_info"]["conflicts"]
    assert conflict == {
        "write_no": write_no,
        "resource": "mileage_entry",
        "object": "haneul,1,points",
        "fields": ["points"],
        "now": {"points": "100.00"},
        "then": {"points": "-400.00"},
    }
    named = "haneul,1,points"
    assert (
        undo(world, write_no, decisions=decide("mileage_entry", named, "revert")).status_code == 422
    )
    kept = undo(world, write_no, decisions=decide("mileage_entry", named, "keep"))
    assert kept.status_code == 201
    assert has(world)[0] == 100
    assert differences(world) == []


def test_points_of_who_has_left_are_a_conflict(world: World) -> None:
    join(world)
    give(world, 500)
    write_no = newest(world)["write_no"]
    assert world.call("DELETE", "customers/haneul").is_success

    refused = undo(world, write_no)

    assert refused.status_code == 409
    [conflict] = refused.json()["error"]["more_info"]["conflicts"]
    assert (conflict["now"], conflict["then"]) == (None, None)


def test_points_that_expired_by_the_way_stay_expired(world: World) -> None:
    join(world)
    soon = int(world.stage.clock.now()) + 60
    do(
        world,
        lambda call: point_ledger.earn(
            call, "haneul", Decimal(70), "20261121-0000001", pending="", expires_at=soon
        ),
    )
    world.stage.clock.pass_(120)
    give(world, 500)
    write_no = newest(world)["write_no"]
    assert has(world)[0] == 500

    assert undo(world, write_no).status_code == 201

    assert has(world)[0] == 0
    assert differences(world) == []
