"""The creation of a coupon that is issued at set times is undone, until customers have it."""

import pytest

from openmall.contract.undo import UndoRetention
from tests.commerce.promotion.coupon_setup import coupon, members
from tests.commerce.promotion.test_scheduled_issues import RECURRING, holders, move_to, run
from tests.commerce.undo.undo_calls import newest, undo
from tests.world import World


@pytest.mark.parametrize("day", ["2026-11-22T09:00:00", "2026-12-01T10:00:00"])
def test_its_times_go_with_it(world: World, recorded: UndoRetention, day: str) -> None:
    recorded.days = 60
    number = coupon(world, **RECURRING)
    made = newest(world)
    move_to(world, day)
    # nobody is there to get it, and the next time is written
    run(world)

    answer = undo(world, made["write_no"])
    members(world, "late")
    move_to(world, "2027-01-01T10:00:00")

    assert answer.status_code == 201, answer.text
    assert (world.get("coupons/count")["count"], run(world)) == (0, 0)
    assert world.call("GET", f"coupons/{number}/issues").status_code == 404


def test_a_coupon_that_is_deleted_and_given_back_goes_on_with_its_times(
    world: World, recorded: UndoRetention
) -> None:
    recorded.days = 60
    members(world, "a")
    number = coupon(world, **RECURRING)
    world.call("PUT", f"coupons/{number}", json={"request": {"deleted": "D"}})
    deleted = newest(world)
    move_to(world, "2026-12-01T10:00:00")
    first = run(world)

    assert undo(world, deleted["write_no"]).status_code == 201
    again = run(world)
    move_to(world, "2027-01-01T10:00:00")

    assert (first, again, run(world), holders(world, number)) == (0, 0, 1, ["a"])
