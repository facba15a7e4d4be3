"""Orders are canceled, delivered and confirmed by themselves."""

import asyncio

import pytest

from openmall.commerce.order.scheduled_transitions.rules import Report
from tests.budgets.counting import CountedSqlite
from tests.budgets.stages import counted_stage
from tests.commerce.order.claim_setup import check_books, events, sent, settings
from tests.commerce.order.order_setup import order, paid, states, wanted
from tests.commerce.order.test_orders import left
from tests.commerce.product.stock_setup import stocked
from tests.world import World

_A_DAY = 86_400


def wait(world: World, seconds: int) -> None:
    """Let time pass; the app gets a new token, as its own runs out."""
    world.stage.clock.pass_(seconds)
    world.full = world.install(restricted=True)


def tidy(world: World) -> Report:
    tasks = world.stage.app.periodic_tasks

    async def in_this_mall() -> Report:
        return await tasks._apply_due_transitions(await tasks._clocks(), [world.mall_id])

    return world.stage.run(in_this_mall)


def test_orders_nobody_pays_run_out_by_how_they_were_to_be_paid(world: World) -> None:
    _, code = stocked(world, 9)
    settings(
        world,
        auto_cancel="T",
        auto_cancel_cash_unit="T",
        auto_cancel_cash_period=3,
        auto_cancel_virtual_account_period=2,
    )
    cash = order(world, wanted(code, 2))
    account = order(world, wanted(code), methods=["icash"])
    card = order(world, wanted(code), methods=["card"])
    done = paid(world, wanted(code))

    wait(world, 3 * 3600 - 1)
    assert tidy(world) == Report()
    wait(world, 1)
    assert tidy(world) == Report(canceled=1)

    assert [states(world, number) for number in (cash, account, card, done)] == [
        ["C48"],
        ["N00"],
        ["N00"],
        ["N10"],
    ]
    found = world.get(f"orders/{cash}", embed="cancellation")["order"]
    assert (found["canceled"], found["actual_order_amount"]["total_amount_due"]) == ("T", "0.00")
    assert found["cancellation"][0]["claim_reason"] == "Nobody paid in time."
    number, event = events(world)[-1]
    assert (number, event["event_code"], event["order_id"]) == (90026, "cancel_order", cash)
    assert left(world, code) == 6
    wait(world, 2 * _A_DAY)
    assert tidy(world) == Report(canceled=1)
    assert states(world, account) == ["C48"]


def test_orders_to_pay_at_a_convenience_store_run_out_after_days_of_their_own(
    world: World,
) -> None:
    _, code = stocked(world, 9)
    settings(world, auto_cancel="T", auto_cancel_cvs_period=1)
    number = order(world, wanted(code), methods=["cvs"])

    wait(world, _A_DAY - 1)
    assert tidy(world) == Report()
    wait(world, 1)
    assert tidy(world) == Report(canceled=1)

    assert states(world, number) == ["C48"]


def test_no_order_runs_out_where_the_shop_does_not_say_so(world: World) -> None:
    _, code = stocked(world, 9)
    number = order(world, wanted(code))

    wait(world, 100 * _A_DAY)

    assert tidy(world) == Report()
    assert states(world, number) == ["N00"]


def test_what_is_long_on_its_way_is_delivered_and_confirmed(world: World) -> None:
    _, code = stocked(world, 9)
    number = paid(world, wanted(code))
    sent(world, number)
    settings(
        world,
        auto_delivery_completion="T",
        delivery_completion_after_days=3,
        use_purchase_confirmation_auto_check="T",
        purchase_confirmation_auto_check_day=7,
        purchase_confirmation_auto_check_set_date="2026-11-01",
    )

    wait(world, 3 * _A_DAY)
    assert tidy(world) == Report(delivered=1)
    assert states(world, number) == ["N40"]
    wait(world, 7 * _A_DAY - 1)
    assert tidy(world) == Report()
    wait(world, 1)
    assert tidy(world) == Report(confirmed=1)

    assert states(world, number) == ["N50"]
    [item] = world.get(f"orders/{number}/items")["items"]
    assert item["delivered_date"] == "2026-11-24T09:00:00+09:00"
    assert item["purchaseconfirmation_date"] == "2026-12-01T09:00:00+09:00"
    check_books(world, number)


def test_what_began_before_the_day_that_is_set_is_left_alone(world: World) -> None:
    _, code = stocked(world, 9)
    number = paid(world, wanted(code))
    sent(world, number)
    settings(
        world,
        auto_delivery_completion="T",
        delivery_completion_after_days=1,
        use_shipped_auto_check_start_day="T",
        shipped_auto_check_start_day="2026-11-22",
    )

    wait(world, 5 * _A_DAY)

    assert tidy(world) == Report()
    assert states(world, number) == ["N30"]


@pytest.mark.both_stores
def test_of_several_workers_one_calls_an_order_off(world: World) -> None:
    _, code = stocked(world, 9)
    settings(world, auto_cancel="T", auto_cancel_cash_period=1)
    number = order(world, wanted(code))
    wait(world, _A_DAY)

    async def four() -> list[Report]:
        return await asyncio.gather(
            *(world.stage.app.periodic_tasks.apply_due_transitions() for _ in range(4))
        )

    reports = world.stage.run(four)

    assert sum(report.canceled for report in reports) == 1
    assert [number for number, _ in events(world)].count(90026) == 1
    assert states(world, number) == ["C48"]


def test_shops_that_move_no_orders_cost_no_statement() -> None:
    with counted_stage("sqlite") as stage:
        database = stage.app.database
        assert isinstance(database, CountedSqlite)

        def statements() -> int:
            database.recorder.sent, database.recorder.on = [], True
            stage.run(stage.app.periodic_tasks.apply_due_transitions)
            database.recorder.on = False
            return len(database.recorder.sent)

        first = stage.new_world()
        few = statements()
        for _ in range(3):
            settings(stage.new_world(), auto_cancel_cash_period=3)
        assert statements() == few
        settings(first, auto_cancel="T", auto_cancel_cash_period=3)
        assert statements() > few
