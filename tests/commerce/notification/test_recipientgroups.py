"""Recipient groups hold the customers who meet their conditions."""

from datetime import date
from typing import Any

import pytest

from tests.commerce.customer.customer_setup import join
from tests.world import World

CASES: list[tuple[dict[str, Any], list[str]]] = [
    ({}, ["ann", "ben", "cho"]),
    ({"gender": "F"}, ["ann"]),
    ({"news_mail": "T"}, ["ann", "cho"]),
    ({"news_mail": "D"}, []),
    ({"sms": "T"}, ["ben"]),
    ({"member_class": "c"}, ["cho"]),
    ({"join_path": "M"}, ["ben"]),
    ({"age_min": 30}, ["ben"]),
    ({"age_max": 20}, ["ann"]),
    ({"age_min": 20, "age_max": 20}, ["ann"]),
    ({"date_type": "birthday", "start_date": "2026-12-01", "end_date": "2027-01-31"},
     ["ben"]),
    ({"date_type": "birthday", "start_date": "2026-06-01", "end_date": "2026-06-30"},
     ["ann"]),
    ({"date_type": "wedding"}, ["cho"]),
    ({"date_type": "join", "start_date": "2026-11-22"}, []),
    ({"date_type": "join", "end_date": "2026-11-21"}, ["ann", "ben", "cho"]),
    ({"date_type": "partner"}, []),
    ({"available_points_min": "500"}, ["ann"]),
    ({"available_points_max": "499.99"}, ["ben", "cho"]),
    ({"use_mobile_app": "F"}, ["ann", "ben", "cho"]),
    ({"use_mobile_app": "T"}, []),
    ({"plusapp_member_join": "T"}, []),
    ({"inflow_path": "search"}, []),
    ({"member_type": "vip"}, []),
    ({"member_group_no": 1}, ["ann", "ben", "cho"]),
    ({"solar_calendar": "F", "date_type": "birthday"}, ["ben"]),
]  # fmt: skip


@pytest.fixture
def shop(world: World) -> World:
    """Let three customers join, of whom each is told apart by something."""
    join(
        world, "ann", gender="F", news_mail="T", sms="F", birthday=date(2006, 6, 15),
        join_path="P",
    )  # fmt: skip
    join(
        world, "ben", gender="M", news_mail="F", sms="T", birthday=date(1990, 1, 3),
        join_path="M", solar_calendar="F",
    )  # fmt: skip
    join(
        world, "cho", news_mail="T", sms="F", member_type="c", join_path="P",
        wedding_anniversary=date(2015, 5, 5),
    )  # fmt: skip
    world.post("points", member_id="ann", amount="500.00", type="increase", reason="Gift")
    return world


def test_a_group_counts_the_customers_who_meet_its_conditions(shop: World) -> None:
    found = []
    for conditions, _ in CASES:
        made = shop.post("recipientgroups", group_name="Group", **conditions)["recipientgroup"]
        found.append((conditions, made["group_member_count"]))
        shop.stage.forget_counts()

    assert found == [(conditions, len(members)) for conditions, members in CASES]


def test_a_group_is_counted_anew_when_it_is_retrieved(shop: World) -> None:
    number = shop.post("recipientgroups", group_name="All")["recipientgroup"]["group_no"]
    join(shop, "dan")

    one = shop.get(f"recipientgroups/{number}")["recipientgroup"]
    [listed] = shop.get("recipientgroups")["recipientgroups"]

    assert (one["group_member_count"], listed["group_member_count"]) == (4, 3)


def test_null_takes_a_condition_back(shop: World) -> None:
    made = shop.post("recipientgroups", group_name="Women", gender="F")["recipientgroup"]
    path = f"recipientgroups/{made['group_no']}"

    changed = shop.put(path, group_name="Everybody", gender=None)["recipientgroup"]

    assert (made["gender"], made["group_member_count"]) == ("F", 1)
    assert (changed["gender"], changed["group_member_count"]) == (None, 3)
    assert shop.get(path)["recipientgroup"] == changed


@pytest.mark.parametrize(
    ("conditions", "status", "parameter"),
    [
        ({"age_min": 30, "age_max": 20}, 422, "age_max"),
        ({"start_date": "2026-01-01"}, 422, "date_type"),
        ({"member_group_no": 99}, 404, "member_group_no"),
    ],
)
def test_conditions_that_make_no_sense_are_refused(
    world: World, conditions: dict[str, Any], status: int, parameter: str
) -> None:
    answer = world.call(
        "POST", "recipientgroups", json={"request": {"group_name": "Group", **conditions}}
    )

    assert answer.status_code == status
    assert answer.json()["error"]["more_info"]["parameter"] == parameter
    assert world.get("recipientgroups")["recipientgroups"] == []
