"""Points are given, earned, spent, given back and taken back, and every change is in the ledger."""

from decimal import Decimal
from typing import Any

import pytest

from openmall.commerce.mileage.entries.account import NotEnough
from openmall.commerce.mileage.points import ledger as point_ledger
from openmall.contract.errors import NotFound
from tests.commerce.customer.customer_setup import do, join
from tests.commerce.customer.test_grouping import events
from tests.commerce.mileage.balance_setup import (
    DAYS,
    ORDER,
    OTHER,
    balance,
    changes,
    differences,
    earn,
    give,
    has,
    spend,
)
from tests.every_operation.operation_calls import rows
from tests.world import World


def test_points_given_by_hand_are_there_to_spend(world: World) -> None:
    join(world, email="haneul@example.com")

    given = world.post(
        "points",
        member_id="haneul",
        amount="500",
        type="increase",
        reason="Welcome",
        order_id=ORDER,
    )

    assert given == {
        "points": {
            "shop_no": 1,
            "member_id": "haneul",
            "order_id": ORDER,
            "amount": "500.00",
            "type": "increase",
            "reason": "Welcome",
        }
    }
    assert world.get("points", **DAYS) == {
        "points": [
            {
                "shop_no": 1,
                "case": "A",
                "member_id": "haneul",
                "email": "haneul@example.com",
                "group_name": "일반 회원",
                "available_points_increase": "500.00",
                "available_points_decrease": None,
                "available_points_total": "500.00",
                "unavailable_points": None,
                "order_date": None,
                "issue_date": "2026-11-21T09:00:00+09:00",
                "available_date": None,
                "admin_id": "owner",
                "admin_name": None,
                "order_id": ORDER,
                "reason": "Welcome",
            }
        ]
    }
    [customer] = world.get("customers", member_id="haneul")["customers"]
    assert (customer["total_points"], customer["available_points"], customer["used_points"]) == (
        "500.00",
        "500.00",
        "0.00",
    )
    assert differences(world) == []


def test_points_are_of_one_shop(world: World) -> None:
    join(world)
    give(world, 500)

    assert world.get("points", shop_no=2, **DAYS) == {"points": []}
    assert (balance(world).points, balance(world, shop_no=2).points) == (50_000, 0)


@pytest.mark.parametrize(
    ("request_", "status", "message"),
    [
        ({"amount": "501"}, 422, "The customer has only 500.00 KRW in points. (parameter.amount)"),
        ({"amount": "0"}, 409, "The content is identical to what is stored, nothing was changed."),
        ({"member_id": "nobody"}, 404, "The customer does not exist. (parameter.member_id)"),
    ],
)
def test_a_refused_change_changes_nothing(
    world: World, request_: dict[str, Any], status: int, message: str
) -> None:
    join(world)
    give(world, 500)
    before = rows(world)

    body = {"member_id": "haneul", "amount": "1", "type": "decrease", **request_}
    answer = world.call("POST", "points", json={"request": body})

    assert answer.status_code == status
    assert answer.json()["error"]["message"] == message
    assert rows(world) == before


def test_what_an_order_brings_waits_for_its_confirmation(world: World) -> None:
    join(world)

    earn(world, 300)
    earn(world, 200, pending="coupon")
    earn(world, 100, OTHER)

    assert has(world) == (0, 600, 0)
    waiting = world.get("points", points_category="unavailable", **DAYS)["points"]
    assert [(each["unavailable_points"], each["order_id"]) for each in waiting] == [
        ("100.00", OTHER),
        ("300.00", ORDER),
    ]
    with pytest.raises(NotEnough):
        spend(world, 1)

    confirmed = do(world, lambda call: point_ledger.confirm(call, "haneul", ORDER))
    again = do(world, lambda call: point_ledger.confirm(call, "haneul", ORDER))

    assert (confirmed, again) == (Decimal("500.00"), Decimal("0.00"))
    assert has(world) == (500, 100, 0)
    assert changes(world) == [("G", "200.00", None, "500.00"), ("B", "300.00", None, "300.00")]
    assert differences(world) == []


def test_spent_points_come_back_as_far_as_they_were_spent(world: World) -> None:
    join(world)
    give(world, 500)
    spend(world, 400)
    assert has(world) == (100, 0, 400)

    do(world, lambda call: point_ledger.return_points(call, "haneul", Decimal(150), ORDER))

    assert has(world) == (250, 0, 250)
    assert do(world, _giving_back(1, OTHER)) == 0
    assert do(world, _giving_back(251, ORDER)) == 250
    assert has(world) == (500, 0, 0)
    assert changes(world) == [
        ("D", "250.00", None, "500.00"),
        ("D", "150.00", None, "250.00"),
        ("C", None, "400.00", "100.00"),
        ("A", "500.00", None, "500.00"),
    ]
    assert differences(world) == []


def _giving_back(amount: int, order_id: str) -> Any:
    return lambda call: point_ledger.return_points(call, "haneul", Decimal(amount), order_id)


def test_what_an_order_brought_is_taken_back_as_far_as_it_is_left(world: World) -> None:
    join(world)
    earn(world, 100)
    earn(world, 300, pending="")
    spend(world, 350 - 100, OTHER)

    taken = do(world, lambda call: point_ledger.revoke_points(call, "haneul", Decimal(400), ORDER))

    assert taken == Decimal("150.00")
    assert has(world) == (0, 0, 250)
    assert differences(world) == []


def test_nobody_but_a_customer_spends(world: World) -> None:
    join(world)
    give(world, 500)
    world.call("DELETE", "customers/haneul")

    with pytest.raises(NotFound):
        spend(world, 1)

    assert differences(world) == []


def test_a_change_is_announced_and_logged(world: World) -> None:
    join(world)
    give(world, 500, reason="Welcome")
    spend(world, 200)

    assert events(world, 90148) == [
        {
            "mall_id": world.mall_id,
            "shop_no": "1",
            "member_id": "haneul",
            "mileage_money": amount,
            "avail_mileage": left,
            "issue_datetime": "2026-11-21 09:00:00",
            "case": case,
            "case_text": text,
            "reason": reason,
        }
        for amount, left, case, text, reason in (
            (500, 500, "A", "Changed by the shop", "Welcome"),
            (-200, 300, "C", "Spent on an order", None),
        )
    ]
    days = {"start_date": "2026-11-21", "end_date": "2026-11-21", "type": "points"}
    [line] = world.get("activitylogs", **days)["activitylogs"]
    assert line["content"] == 'points of haneul: available_points "0.00" -> "500.00"'.replace(
        '"', ""
    )


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({}, ["300.00", "200.00", "100.00"]),
        ({"member_id": "haneul"}, ["200.00", "100.00"]),
        ({"email": "minjun@example.com"}, ["300.00"]),
        ({"email": "nobody@example.com"}, []),
        ({"order_id": ORDER}, ["200.00"]),
        ({"group_no": 1}, ["200.00", "100.00"]),
        ({"group_no": 2}, ["300.00"]),
        ({"case": "B"}, ["200.00"]),
        ({"case": "AS"}, []),
        ({"start_date": "2026-11-22"}, ["300.00", "200.00"]),
        ({"start_date": "2026-11-01", "end_date": "2026-11-21"}, ["100.00"]),
        ({"limit": 1, "offset": 1}, ["200.00"]),
    ],
)
def test_changes_are_found(world: World, query: dict[str, Any], found: list[str]) -> None:
    join(world)
    number = world.post("customergroups", group_name="VIP", group_description="")["customergroup"][
        "group_no"
    ]
    assert number == 2
    join(world, "minjun", email="minjun@example.com", group_no=2)
    give(world, 100)
    world.stage.clock.pass_(86_400)
    world.full = world.install(restricted=True)
    earn(world, 200, pending="")
    world.stage.clock.pass_(60)
    give(world, 300, "minjun")

    listed = world.get("points", **{**DAYS, **query})["points"]

    assert [each["available_points_increase"] for each in listed] == found


def test_a_report_adds_up(world: World) -> None:
    join(world)
    give(world, 500)
    spend(world, 120)
    earn(world, 300)
    earn(world, 70, pending="coupon")

    assert world.get("points/report", **DAYS) == {
        "report": {
            "shop_no": 1,
            "available_points_increase": "500.00",
            "available_points_decrease": "120.00",
            "available_points_total": "380.00",
            "unavailable_points": "300.00",
            "unavailable_coupon_points": "70.00",
        }
    }


def test_dates_that_end_before_they_begin_are_refused(world: World) -> None:
    query = {"start_date": "2026-11-22", "end_date": "2026-11-21"}
    for path in ("points", "points/report", "credits", "credits/report"):
        answer = world.call("GET", path, params=query)
        info = answer.json()["error"]["more_info"]
        assert answer.status_code == 422
        assert info == {"parameter": "end_date", "reason": "dates_end_before_begin"}
