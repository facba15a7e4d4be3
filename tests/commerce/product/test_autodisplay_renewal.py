"""Automatic displays: when a rule is renewed, and that of several workers one does it."""

import asyncio
from pathlib import Path

import pytest
from msgspec.structs import replace

from openmall.commerce.category.autodisplay import store as autodisplay_store
from openmall.commerce.category.autodisplay.schedule import has_begun, next_renewal
from openmall.commerce.category.autodisplay.shape import Rule
from openmall.commerce.product.autodisplay import display_contents, renewal
from openmall.contract.call import Call
from openmall.contract.moments import Clocks, moment, read
from openmall.database.session import Session
from tests.commerce.product.autodisplay_setup import category as new_category
from tests.commerce.product.autodisplay_setup import (
    in_section,
    on_main,
    products,
    renew,
    rule,
    wait,
)
from tests.every_operation.operation_calls import rows
from tests.world import NOVEMBER_2026, World, open_stage

HOUR = 3_600
RULE = Rule(
    display_no=1,
    use_main="T",
    category_no=1,
    display_group=2,
    display_count=4,
    use_reservation="F",
    use_hashtag="F",
)


@pytest.mark.parametrize(
    ("hours", "after", "due"),
    [
        ([12, 20], "2026-11-21 11:59:59", "2026-11-21 12:00:00"),
        ([12, 20], "2026-11-21 12:00:00", "2026-11-21 20:00:00"),
        ([12, 20], "2026-11-21 20:00:01", "2026-11-22 12:00:00"),
        ([0], "2026-11-21 00:00:00", "2026-11-22 00:00:00"),
        ([23], "2026-12-31 23:30:00", "2027-01-01 23:00:00"),
        (list(range(24)), "2026-11-21 09:17:03", "2026-11-21 10:00:00"),
    ],
)
def test_a_rule_is_due_at_the_next_hour_of_its_timetable(
    hours: list[int], after: str, due: str
) -> None:
    each_day = replace(RULE, timetable=hours)

    found = next_renewal(each_day, read(f"{after}+09:00"))

    assert found == read(f"{due}+09:00")


def test_a_rule_without_hours_is_never_due_by_itself() -> None:
    assert next_renewal(replace(RULE, timetable=[]), NOVEMBER_2026) is None


def test_a_reserved_rule_is_due_when_it_begins_and_by_its_hours_from_then_on() -> None:
    start = read("2026-11-23 10:30:00+09:00")
    later = replace(RULE, use_reservation="T", start_date=moment(start))

    assert [has_begun(later, at) for at in (start - 1, start)] == [False, True]
    assert next_renewal(later, NOVEMBER_2026) == start
    assert next_renewal(later, start) == read("2026-11-24 00:00:00+09:00")


def test_a_worker_renews_a_rule_at_its_hours_and_only_then(world: World) -> None:
    [old] = products(world, {})
    rule(world, timetable=[12])
    [new] = products(world, {})

    wait(world, until=read("2026-11-21 11:59:59+09:00"))
    before = (renew(world), on_main(world))
    wait(world, until=read("2026-11-21 12:00:00+09:00"))
    at_noon = (renew(world), on_main(world))
    [newest] = products(world, {})
    again = (renew(world), on_main(world))

    assert before == (0, [old])
    assert at_noon == (1, [new, old])
    assert again == (0, [new, old]), f"{newest} comes tomorrow"


def test_an_hour_that_was_missed_is_made_up_for_once(world: World) -> None:
    [old] = products(world, {})
    rule(world, timetable=[0, 6, 12, 18])
    [new] = products(world, {})

    wait(world, until=NOVEMBER_2026 + 3 * 24 * HOUR)

    assert (renew(world), on_main(world)) == (1, [new, old])
    assert renew(world) == 0


def test_a_reserved_rule_shows_nothing_before_it_begins(world: World) -> None:
    [number] = products(world, {})
    start = moment(NOVEMBER_2026 + 2 * HOUR).isoformat()
    rule(world, use_reservation="T", start_date=start, timetable=[])

    waiting = (renew(world), on_main(world))
    world.put("autodisplay/1", display_count=2)
    still = on_main(world)
    wait(world, until=NOVEMBER_2026 + 2 * HOUR)

    assert (waiting, still) == ((0, []), [])
    assert (renew(world), on_main(world)) == (1, [number])
    wait(world, until=NOVEMBER_2026 + 48 * HOUR)
    assert renew(world) == 0


@pytest.mark.both_stores
def test_several_workers_renew_a_rule_once(world: World) -> None:
    products(world, {}, {})
    rule(world)
    number = new_category(world, 1, 2)
    rule(world, use_main="F", category_no=number)
    wait(world, until=NOVEMBER_2026 + 24 * HOUR)
    app = world.stage.app

    async def workers() -> list[bool]:
        return await asyncio.gather(
            *(
                renewal.renew(app.database, app.clock, world.mall_id, display_no)
                for display_no in (1, 2, 1, 2, 1, 2)
            )
        )

    renewed = world.stage.run(workers)

    assert sum(renewed) == 2
    assert (on_main(world), in_section(world, number)) == ([2, 1], [2, 1])


def test_whoever_comes_second_leaves_a_rule_alone(world: World) -> None:
    rule(world)
    wait(world, until=NOVEMBER_2026 + 24 * HOUR)
    app = world.stage.app

    async def claim_twice() -> list[bool]:
        async with app.database.writing(world.mall_id) as db:
            kept = await autodisplay_store.find(db, 1)
            assert kept is not None
            call = Call(app.clock, db)
            return [
                await autodisplay_store.claim(call, kept),
                await autodisplay_store.claim(call, kept),
            ]

    assert world.stage.run(claim_twice) == [True, False]


def test_a_renewal_that_finds_nothing_new_changes_nothing_but_its_next_hour(world: World) -> None:
    numbers = products(world, {}, {}, {})
    number = new_category(world, *numbers)
    for section in (1, 2, 3):
        rule(world, use_main="F", category_no=number, display_group=section, display_count=2)
    rule(world)
    wait(world, until=NOVEMBER_2026 + 24 * HOUR)
    before = rows(world)

    assert renew(world) == 4

    after = rows(world)
    assert {name for name in after if after[name] != before[name]} == {"autodisplay"}


def test_a_rule_that_cannot_be_renewed_does_not_hold_up_the_others(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    [old] = products(world, {})
    rule(world)
    rule(world, display_group=3)
    [new] = products(world, {})
    wait(world, until=NOVEMBER_2026 + 24 * HOUR)
    choose = display_contents.choose_products

    async def fails(call: Call, rule: Rule) -> list[int] | None:
        if rule.display_group == 2:
            raise RuntimeError("no")
        return await choose(call, rule)

    monkeypatch.setattr(display_contents, "choose_products", fails)
    renew(world)
    monkeypatch.undo()

    assert (on_main(world), on_main(world, 3)) == ([old], [new, old])
    told = [vars(each) for each in caplog.records if each.message == "display not renewed"]
    [line] = [each for each in told if each["mall_id"] == world.mall_id]
    assert (line["display_no"], line["reason"]) == (1, "no")
    assert (renew(world), on_main(world)) == (0, [old])
    world.stage.clock.pass_(renewal.POSTPONED_SECONDS)
    assert (renew(world), on_main(world)) == (1, [new, old])


def test_a_product_that_was_deleted_is_replaced(world: World) -> None:
    old, new = products(world, {}, {})
    rule(world, display_count=1)
    world.call("DELETE", f"products/{new}")
    wait(world, until=NOVEMBER_2026 + 24 * HOUR)

    renew(world)

    assert on_main(world) == [old]


def test_an_application_looks_for_what_is_due_while_it_lives(tmp_path: Path) -> None:
    with open_stage(tmp_path) as stage:
        world = stage.new_world("shop")
        [old] = products(world, {})
        rule(world)
        [new] = products(world, {})
        wait(world, until=NOVEMBER_2026 + 24 * HOUR)
        routines = stage.app.periodic_tasks

        async def live() -> None:
            routines.begin(seconds=0.001)
            await asyncio.sleep(0.5)
            await routines.end()

        stage.run(live)

        assert on_main(world) == [new, old]


def test_all_rules_of_a_mall_are_renewed_on_demand(world: World) -> None:
    [old] = products(world, {})
    rule(world, timetable=[])
    rule(world, display_group=3, use_reservation="T", start_date="2027-01-01")
    [new] = products(world, {})
    app, shares = world.stage.app, list[float]()

    async def on_demand() -> renewal.Report:
        return await renewal.renew_malls(
            app.database, Clocks(app.clock), [world.mall_id], progress=shares.append
        )

    report = world.stage.run(on_demand)

    assert report == renewal.Report(malls=1, rules=2, renewed=1)
    assert (on_main(world), on_main(world, 3), shares) == ([new, old], [], [1.0])
    before = rows(world)
    world.stage.run(on_demand)
    assert rows(world) == before


async def _none(db: Session) -> int:
    return len(await autodisplay_store.of_mall(db))


def test_a_mall_sees_only_its_own_rules(world: World) -> None:
    rule(world)
    other = world.stage.new_world(f"other-{world.mall_id}")

    assert (world.in_transaction(_none), other.in_transaction(_none)) == (1, 0)
    assert other.get("autodisplay") == {"autodisplay": []}
