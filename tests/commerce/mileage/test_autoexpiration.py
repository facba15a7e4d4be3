"""Points expire by themselves: the oldest first, at the hours a shop has set, once."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from openmall.commerce.mileage.autoexpiration import expiration
from openmall.commerce.mileage.autoexpiration.expiration import Report
from openmall.commerce.mileage.autoexpiration.months import months_later
from openmall.commerce.mileage.entries import account
from openmall.commerce.mileage.entries.account import NotEnough
from openmall.commerce.mileage.points import ledger as point_ledger
from openmall.contract.moments import Clocks
from tests.commerce.customer.customer_setup import do, join
from tests.commerce.mileage.balance_setup import ORDER, changes, differences, earn, give, has, spend
from tests.world import World

A_DAY = 86_400
RULE: dict[str, Any] = {
    "expiration_date": "2027-06-01",
    "interval_month": 3,
    "target_period_month": 6,
    "standard_point": "10",
}


def expire(world: World) -> Report:
    async def work() -> Report:
        app = world.stage.app
        return await expiration.expire_due(app.database, Clocks(app.clock), [world.mall_id])

    return world.stage.run(work)


def let_pass(world: World, days: int) -> None:
    world.stage.clock.pass_(days * A_DAY)
    world.full = world.install(restricted=True)


def test_a_rule_is_made_once_read_and_deleted(world: World) -> None:
    path = "points/autoexpiration"
    none = world.call("GET", path)
    assert none.status_code == 404
    assert none.json()["error"]["more_info"] == {"reason": "points_do_not_expire"}

    made = world.post(path, **RULE, notification_time_day=[3, 7], send_email="T")

    assert made == {
        "autoexpiration": {
            "shop_no": 1,
            "expiration_date": "2027-06-01",
            "interval_month": 3,
            "target_period_month": 6,
            "group_no": 0,
            "standard_point": "10.00",
            "send_email": "T",
            "send_sms": "F",
            "notification_time_day": [3, 7],
        }
    }
    assert world.get(path) == made
    assert world.call("GET", path, params={"shop_no": 2}).status_code == 404
    assert world.call("POST", path, json={"request": RULE}).status_code == 422
    assert world.call("DELETE", path).json() == {"autoexpiration": {"shop_no": 1}}
    assert world.call("DELETE", path).status_code == 404


def test_30_days_before_is_newer_than_the_rest(world: World) -> None:
    path, before = "points/autoexpiration", {"X-Platform-Api-Version": "2024-03-01"}
    newest = {"X-Platform-Api-Version": "2026-03-01"}
    body = {"request": {**RULE, "notification_time_day": [7, 30]}}

    assert world.call("POST", path, json=body, headers=before).status_code == 422
    assert world.call("POST", path, json=body, headers=newest).status_code == 201

    told = [world.call("GET", path, headers=each).json() for each in (before, newest)]
    assert [each["autoexpiration"]["notification_time_day"] for each in told] == [[7], [7, 30]]


def test_old_points_expire_on_the_day_and_young_ones_stay(world: World) -> None:
    join(world)
    world.post("points/autoexpiration", **RULE)
    give(world, 500)
    spend(world, 100)
    let_pass(world, 30)
    give(world, 70)

    early = expire(world)
    let_pass(world, 162)  # to 2027-06-01
    done = expire(world)
    again = expire(world)

    assert (early, done, again) == (
        Report(customers=0, points="0.00"),
        Report(customers=1, points="400.00"),
        Report(customers=0, points="0.00"),
    )
    assert changes(world)[0] == ("F", None, "400.00", "70.00")
    assert differences(world) == []
    let_pass(world, 92)  # to 2027-09-01
    assert expire(world) == Report(customers=1, points="70.00")
    assert has(world) == (0, 0, 100)


def test_points_that_come_back_are_as_old_as_they_were(world: World) -> None:
    join(world)
    world.post("points/autoexpiration", **RULE)
    give(world, 500)
    let_pass(world, 192)
    spend(world, 500)
    do(world, lambda call: point_ledger.return_points(call, "haneul", Decimal(200), ORDER))

    assert expire(world) == Report(customers=1, points="200.00")
    assert differences(world) == []


@pytest.mark.parametrize(
    ("more", "expired"),
    [({"standard_point": "501"}, "0.00"), ({"group_no": 2}, "0.00"), ({"group_no": 1}, "500.00")],
)
def test_only_those_a_rule_is_about(world: World, more: dict[str, Any], expired: str) -> None:
    join(world)
    world.post("customergroups", group_name="VIP", group_description="")
    world.post("points/autoexpiration", **{**RULE, **more})
    give(world, 500)
    let_pass(world, 192)

    assert expire(world).points == expired


def test_customers_are_gone_through_some_at_a_time(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(expiration, "AT_ONCE", 2)
    world.post("points/autoexpiration", **RULE)
    for at in range(5):
        join(world, f"member{at}")
        give(world, 100, f"member{at}")
    let_pass(world, 192)

    assert expire(world) == Report(customers=5, points="500.00")


def test_in_the_second_in_which_points_expire_they_cannot_be_spent(world: World) -> None:
    def to_spend() -> Decimal:
        return do(world, lambda call: account.to_spend(call, "haneul"))["points"]

    join(world)
    give(world, 100)
    earn(world, 300, pending="", expires_at=int(world.stage.clock.now()) + A_DAY)
    world.stage.clock.pass_(A_DAY - 1)
    assert to_spend() == 400

    world.stage.clock.pass_(1)

    assert to_spend() == 100


def test_points_with_a_time_of_their_own_go_first_and_expire_at_it(world: World) -> None:
    join(world)
    give(world, 100)
    now = int(world.stage.clock.now())
    earn(world, 300, pending="", expires_at=now + A_DAY)
    spend(world, 200)

    world.stage.clock.pass_(A_DAY)

    assert expire(world) == Report(customers=1, points="100.00")
    assert has(world) == (100, 0, 200)
    assert differences(world) == []


def test_what_has_expired_is_not_spent_even_before_a_worker_comes_by(world: World) -> None:
    join(world)
    now = int(world.stage.clock.now())
    earn(world, 300, pending="", expires_at=now + A_DAY)
    world.stage.clock.pass_(A_DAY)

    with pytest.raises(NotEnough):
        spend(world, 1)


@pytest.mark.parametrize(
    ("day", "months", "later"),
    [
        (date(2026, 1, 31), 1, date(2026, 2, 28)),
        (date(2026, 1, 31), 2, date(2026, 3, 31)),
        (date(2026, 11, 30), 3, date(2027, 2, 28)),
        (date(2027, 6, 1), -6, date(2026, 12, 1)),
        (date(2024, 2, 29), 12, date(2025, 2, 28)),
    ],
)
def test_months_differ_in_length(day: date, months: int, later: date) -> None:
    assert months_later(day, months) == later
