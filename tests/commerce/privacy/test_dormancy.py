"""Customers who have not signed in for long rest, and wake up when they do."""

from openmall.commerce.customer.customers import credentials
from openmall.commerce.customer.customers import store as customer_store
from openmall.commerce.privacy import dormancy
from openmall.commerce.privacy.dormancy import DormancySetting
from openmall.contract.crud.settings import write_setting
from openmall.contract.moments import Clocks
from tests.commerce.customer.customer_setup import do, join
from tests.commerce.customer.test_grouping import events
from tests.world import World

A_YEAR = 366 * 86_400


def let_rest(world: World) -> int:
    async def work() -> int:
        app = world.stage.app
        return await dormancy.mark_dormant(app.database, Clocks(app.clock), [world.mall_id])

    return world.stage.run(work)


def test_who_was_not_seen_for_a_year_rests_once(world: World) -> None:
    for member_id in ("haneul", "minjun", "seoyeon"):
        join(world, member_id)
    do(world, lambda call: customer_store.note_sign_in(call, "haneul"))
    world.stage.clock.pass_(A_YEAR)
    do(world, lambda call: customer_store.note_sign_in(call, "minjun"))
    join(world, "jiwoo")

    assert (let_rest(world), let_rest(world)) == (2, 0)

    told = [each["member_id"] for each in events(world, 90145)]
    assert told == ["haneul", "seoyeon"]


def test_a_mall_says_how_long(world: World) -> None:
    join(world)
    world.stage.clock.pass_(A_YEAR)
    do(world, lambda call: write_setting(call.db, call.seal, DormancySetting(months=0)))
    assert let_rest(world) == 0

    do(world, lambda call: write_setting(call.db, call.seal, DormancySetting(months=13)))
    assert let_rest(world) == 0
    do(world, lambda call: write_setting(call.db, call.seal, DormancySetting(months=6)))
    assert let_rest(world) == 1


def test_signing_in_wakes_somebody_up(world: World) -> None:
    join(world)
    world.stage.clock.pass_(A_YEAR)
    let_rest(world)
    for _ in range(2):
        do(world, lambda call: credentials.admit(call, "haneul", mobile=False))

    assert [each["member_id"] for each in events(world, 90146)] == ["haneul"]
    world.full = world.install(restricted=True)
    found = world.get("customersprivacy")["customersprivacy"]
    assert [each["account_reactivation_date"] for each in found] == ["2027-11-22T09:00:00+09:00"]
    assert let_rest(world) == 0
