"""Campaigns reward customers who bring their data up to date, once."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.commerce.promotion.coupon_setup import coupon, issues
from tests.storefront.shopper_client import PASSWORD, Shopper
from tests.storefront.test_joining_brings import MONTH, back, points
from tests.world import World

ADDRESS = {"zipcode": "04524", "address1": "1 Sejong-daero"}


def campaign(world: World, **values: Any) -> int:
    """Create a campaign that gives 500 points for an address, and return its number."""
    draft = {"type": "E", "name": "New address?", "items": ["zipcode", "address"]}
    reward = {"use_point": "T", "point_amount": "500.00"}
    event = world.post("customerevents", **{**draft, **reward, **values})["customerevent"]
    number: int = event["no"]
    return number


def member(world: World, member_id: str = "hana") -> Shopper:
    shopper = Shopper(world)
    shopper.sign_up(member_id)
    return shopper


def offered(shopper: Shopper) -> list[int]:
    return [each["no"] for each in shopper.get("customers/me/customerevents")]


def test_one_item_is_enough_and_is_rewarded_once(world: World) -> None:
    number, shopper = campaign(world), member(world)
    assert offered(shopper) == [number]

    shopper.send("PUT", "customers/me", zipcode="04524")
    shopper.send("PUT", "customers/me", zipcode="04525", address1="1 Road")

    assert points(shopper) == "500.00"
    assert offered(shopper) == []


def test_all_items_may_come_one_after_the_other(world: World) -> None:
    campaign(world, reward_condition="A", items=["zipcode", "password", "email"])
    shopper = member(world)

    shopper.send("PUT", "customers/me", zipcode="04524", name="Hana Lee")
    [own] = shopper.get("customers/me/customerevents")
    assert (own["missing_items"], points(shopper)) == (["password", "email"], "0.00")
    shopper.send("PUT", "customers/me", email="other@example.com")
    assert points(shopper) == "0.00"
    shopper.send("PUT", "customers/me", current_password=PASSWORD, password="another good password")

    assert points(shopper) == "500.00"


def test_what_is_not_asked_for_is_not_rewarded(world: World) -> None:
    campaign(world)
    shopper = member(world)

    shopper.send("PUT", "customers/me", name="Hana Lee", news_mail="T")
    assert shopper.refused("PUT", "customers/me", name="Hana Lee")[0] == 409

    assert points(shopper) == "0.00"


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        ("P", {"current_password": PASSWORD, "password": "another good password"}),
        ("L", {"lifetime_member": "T"}),
    ],
)
def test_a_new_password_and_lifetime_membership_are_rewarded(
    world: World, kind: str, change: dict[str, str]
) -> None:
    campaign(world, type=kind, items=[])
    shopper = member(world)
    shopper.send("PUT", "customers/me", **ADDRESS)
    assert points(shopper) == "0.00"

    shopper.send("PUT", "customers/me", **change)

    assert points(shopper) == "500.00"


def test_the_coupon_is_issued_by_the_coupons_own_rules(world: World) -> None:
    number = coupon(world, issue_max_count=1)
    campaign(world, use_point="F", use_coupon="T", coupon_no=number)
    first, second = member(world), member(world, "minjun")

    for shopper in (first, second):
        shopper.send("PUT", "customers/me", **ADDRESS)

    assert [each["member_id"] for each in issues(world, number)] == ["hana"]


def test_without_automatic_rewards_nothing_is_given(world: World) -> None:
    campaign(world, auto_reward="F")
    shopper = member(world)

    shopper.send("PUT", "customers/me", **ADDRESS)

    assert (points(shopper), offered(shopper)) == ("0.00", [])


@pytest.mark.parametrize(
    "period",
    [{"start_date": "2026-11-22"}, {"end_date": "2026-11-20"}],
)
def test_outside_its_period_nobody_takes_part(world: World, period: dict[str, str]) -> None:
    campaign(world, **period)
    shopper = member(world)
    assert offered(shopper) == []

    shopper.send("PUT", "customers/me", **ADDRESS)

    assert points(shopper) == "0.00"


def test_the_first_and_the_last_day_count(world: World) -> None:
    campaign(world, start_date="2026-11-21", end_date="2026-11-21")
    shopper = member(world)

    shopper.send("PUT", "customers/me", **ADDRESS)

    assert points(shopper) == "500.00"
    assert world.get("customerevents")["customerevents"][0]["status"] == "P"


@pytest.mark.parametrize(
    ("period", "expected"), [("1", "1000.00"), ("3", "500.00"), ("-1", "500.00")]
)
def test_who_took_part_lately_does_not_again(world: World, period: str, expected: str) -> None:
    restricted = {"agree_restriction": "T", "agree_restriction_period": period}
    campaign(world, **restricted)
    shopper = member(world)
    shopper.send("PUT", "customers/me", **ADDRESS)

    world.stage.clock.pass_(2 * MONTH)
    back(world, shopper)
    campaign(world, **restricted)
    shopper.send("PUT", "customers/me", zipcode="11111")

    assert points(shopper) == expected


@pytest.mark.both_stores
def test_at_once_it_is_rewarded_once(world: World) -> None:
    campaign(world)
    shopper = member(world)

    def change(number: int) -> int:
        answer = world.request(
            "PUT",
            "/api/v2/customers/me",
            auth=world.full.basic,
            headers={"X-Openmall-Session": shopper.session},
            json={"request": {"zipcode": f"0452{number}"}},
        )
        return answer.status_code

    with ThreadPoolExecutor(6) as pool:
        assert set(pool.map(change, range(6))) == {200}

    assert points(shopper) == "500.00"


def test_a_stopped_campaign_stays_listed_and_a_deleted_one_does_not(world: World) -> None:
    first, second = campaign(world), campaign(world)
    shopper = member(world)

    world.put("customerevents", no=first, status="S")
    world.put("customerevents", no=second, status="D")

    listed = world.get("customerevents")["customerevents"]
    assert [(each["no"], each["status"]) for each in listed] == [(first, "S")]
    assert offered(shopper) == []
    for number, status, expected in ((first, "S", 409), (second, "D", 404), (99, "S", 404)):
        body = {"request": {"no": number, "status": status}}
        assert world.call("PUT", "customerevents", json=body).status_code == expected


def test_campaigns_are_found_by_name_and_dates(world: World) -> None:
    spring = campaign(world, name="Spring", start_date="2026-12-01", end_date="2026-12-31")
    summer = campaign(world, name="Summer")

    def found(**filters: Any) -> list[int]:
        return [each["no"] for each in world.get("customerevents", **filters)["customerevents"]]

    december = {"start_date": "2026-12-01", "end_date": "2026-12-31"}
    assert found() == [summer, spring]
    assert found(name="prin") == [spring]
    assert found(**december) == []
    assert found(search_date="start_date", **december) == [spring]
    assert found(search_date="end_date", start_date="2027-01-01", end_date="2027-01-31") == []


@pytest.mark.parametrize(
    ("wrong", "parameter"),
    [
        ({"items": []}, "items"),
        ({"start_date": "2026-12-02", "end_date": "2026-12-01"}, "end_date"),
        ({"point_amount": "0"}, "point_amount"),
        ({"use_coupon": "T", "coupon_no": "6000000000000000001"}, "coupon_no"),
    ],
)
def test_a_campaign_that_cannot_work_is_refused(
    world: World, wrong: dict[str, Any], parameter: str
) -> None:
    draft = {"type": "E", "name": "x", "items": ["email"], "use_point": "T", "point_amount": "1"}

    answer = world.call("POST", "customerevents", json={"request": {**draft, **wrong}})

    assert answer.status_code == 422
    assert answer.json()["error"]["more_info"]["parameter"] == parameter
    assert world.get("customerevents")["customerevents"] == []
