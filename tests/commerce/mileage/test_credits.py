"""Credits are added and spent, and every change is in the ledger."""

from decimal import Decimal
from typing import Any

import pytest

from openmall.commerce.mileage.credits import ledger as credit_ledger
from openmall.commerce.mileage.entries.account import NotEnough
from openmall.contract.call import Call
from tests.commerce.customer.customer_setup import do, join
from tests.commerce.mileage.balance_setup import DAYS, ORDER, differences
from tests.world import World


@pytest.fixture
def saved(world: World) -> World:
    """A mall with a customer who was given 1000, spent 300, got 100 back, and was paid out 50."""

    async def work(call: Call) -> None:
        await credit_ledger.add(
            call, "haneul", Decimal(1000), case="G", reason="Top-up", admin_id="kim"
        )
        await credit_ledger.spend(call, "haneul", Decimal(300), ORDER)
        await credit_ledger.return_credits(call, "haneul", Decimal(100), ORDER)
        await credit_ledger.deduct(call, "haneul", Decimal(50), case="E", reason="Paid out")

    join(world)
    do(world, work)
    return world


def test_credits_are_listed_the_newest_first(saved: World) -> None:
    listed = saved.get("credits", **DAYS)["credits"]

    assert listed[-1] == {
        "shop_no": 1,
        "issue_date": "2026-11-21T09:00:00+09:00",
        "member_id": "haneul",
        "group_name": "일반 회원",
        "increase_amount": "1000.00",
        "decrease_amount": "",
        "balance": "1000.00",
        "admin_id": "kim",
        "admin_name": "",
        "reason": "Top-up",
        "case": "G",
        "order_id": "",
    }
    assert [
        (each["case"], each["increase_amount"], each["decrease_amount"], each["balance"])
        for each in listed
    ] == [
        ("E", "", "50.00", "750.00"),
        ("A", "100.00", "", "800.00"),
        ("C", "", "300.00", "700.00"),
        ("G", "1000.00", "", "1000.00"),
    ]
    [customer] = saved.get("customers", member_id="haneul")["customers"]
    assert customer["available_credits"] == "750.00"
    assert differences(saved) == []


@pytest.mark.parametrize(
    ("query", "cases"),
    [
        ({"type": "I"}, "AG"),
        ({"type": "D"}, "EC"),
        ({"case": "C"}, "C"),
        ({"admin_id": "kim"}, "G"),
        ({"order_id": ORDER}, "AC"),
        ({"search_field": "id", "keyword": "haneul"}, "EACG"),
        ({"keyword": "nobody"}, ""),
        ({"search_field": "reason", "keyword": "Paid"}, "E"),
        ({"limit": 2, "offset": 1}, "AC"),
    ],
)
def test_credits_are_found(saved: World, query: dict[str, Any], cases: str) -> None:
    found = saved.get("credits", **DAYS, **query)["credits"]

    assert "".join(each["case"] for each in found) == cases


def test_a_report_adds_up(saved: World) -> None:
    assert saved.get("credits/report", **DAYS) == {
        "report": {
            "shop_no": 1,
            "increase_amount": "1100.00",
            "decrease_amount": "350.00",
            "credits_total": "750.00",
        }
    }


def test_nobody_spends_more_than_there_is(saved: World) -> None:
    with pytest.raises(NotEnough):
        do(saved, lambda call: credit_ledger.spend(call, "haneul", Decimal(751), ORDER))
