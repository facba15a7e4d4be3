"""What is due in a sandbox is done after its clock was moved on; managers are signed out."""

from openmall.contract.moments import read
from tests.access.oauth.authorization_requests import Browser, error, exchange, give_code, manager
from tests.access.sandbox.sandbox_calls import A_DAY, catch_up, forward, later
from tests.commerce.customer.customer_setup import join
from tests.commerce.mileage import balance_setup
from tests.commerce.mileage.test_autoexpiration import RULE
from tests.commerce.order.claim_setup import sent, settings
from tests.commerce.order.order_setup import order, paid, states, wanted
from tests.commerce.order.test_earning import has, shop, terms
from tests.commerce.product.autodisplay_setup import on_main, products, rule
from tests.commerce.promotion.coupon_setup import coupon, issues
from tests.commerce.promotion.test_scheduled_issues import RECURRING
from tests.world import NOVEMBER_2026, World


def test_displays_are_renewed_by_the_malls_hours(world: World, trial: World) -> None:
    new = {}
    for mall in (trial, world):
        products(mall, {})
        rule(mall, timetable=[12])
        new[mall] = products(mall, {})

    forward(trial, int(read("2026-11-21 12:00:00+09:00") - NOVEMBER_2026))
    catch_up(trial)

    assert [on_main(mall)[:1] == new[mall] for mall in (trial, world)] == [True, False]


def test_points_expire_by_the_malls_days(world: World, trial: World) -> None:
    for mall in (trial, world):
        join(mall)
        mall.post("points/autoexpiration", **RULE)
        balance_setup.give(mall, 500)

    forward(trial, 192 * A_DAY)
    catch_up(trial)

    assert (balance_setup.has(trial)[0], balance_setup.has(world)[0]) == (0, 500)
    assert balance_setup.differences(trial) == []


def test_coupons_are_issued_by_the_malls_days(world: World, trial: World) -> None:
    numbers = {}
    for mall in (trial, world):
        join(mall)
        numbers[mall] = coupon(mall, **RECURRING)

    forward(trial, 30 * A_DAY)
    catch_up(trial)

    assert [len(issues(mall, numbers[mall])) for mall in (trial, world)] == [1, 0]


def test_a_long_jump_confirms_and_then_lets_points_be_spent(trial: World) -> None:
    code, _ = shop(trial)
    trial.put("points/setting", point_issuance_standard="P", payment_period=0)
    settings(
        trial,
        use_purchase_confirmation_auto_check="T",
        purchase_confirmation_auto_check_day=7,
        purchase_confirmation_auto_check_set_date="2026-11-01",
    )
    number = paid(trial, wanted(code), earns=terms())
    sent(trial, number, "shipped")
    assert has(trial) == (0, 550, 0, 0)

    forward(trial, 30 * A_DAY)
    catch_up(trial)

    assert (states(trial, number), has(trial)) == (["N50"], (550, 0, 0, 0))


def test_orders_run_out_of_each_mall_by_its_own_clock_in_one_look(
    world: World, trial: World
) -> None:
    numbers = {}
    for mall in (trial, world):
        code, _ = shop(mall)
        settings(mall, auto_cancel="T", auto_cancel_cash_unit="T", auto_cancel_cash_period=3)
        numbers[mall] = order(mall, wanted(code))

    forward(trial, 3 * 3600)
    # the routine that every mall has
    trial.stage.run(trial.stage.app.periodic_tasks.apply_due_transitions)
    assert [states(mall, numbers[mall]) for mall in (trial, world)] == [["C48"], ["N00"]]

    later(world, 3 * 3600)
    trial.stage.run(trial.stage.app.periodic_tasks.apply_due_transitions)
    assert states(world, numbers[world]) == ["C48"]


def test_managers_are_signed_out_and_codes_end(world: World, trial: World) -> None:
    browsers, given = {}, {}
    for mall in (trial, world):
        manager(mall)
        browsers[mall] = Browser(mall)
        browsers[mall].sign_in("/api/v2/oauth/sign-in")
        assert browsers[mall].open("/admin").status_code == 200
        given[mall] = give_code(mall)
    app = trial.full

    forward(trial, 12 * 3600)

    assert [browsers[mall].open("/admin").status_code for mall in (trial, world)] == [303, 200]
    late = exchange(trial, given[trial], app)
    assert error(late) == (400, "invalid_grant")
    assert late.json()["error_description"] == "code time expired"
    assert exchange(world, given[world]).status_code == 200
    # and who signs in now stays for twelve hours of the mall's time
    browsers[trial].sign_in("/api/v2/oauth/sign-in")
    assert browsers[trial].open("/admin").status_code == 200


def test_the_clock_is_ready_when_everything_due_is_done(trial: World) -> None:
    code, _ = shop(trial)
    trial.put("points/setting", point_issuance_standard="P", payment_period=0)
    settings(
        trial,
        use_purchase_confirmation_auto_check="T",
        purchase_confirmation_auto_check_day=7,
        purchase_confirmation_auto_check_set_date="2026-11-01",
    )
    number = paid(trial, wanted(code), earns=terms())
    sent(trial, number, "shipped")

    forward(trial, 30 * A_DAY)
    waited = trial.get("sandbox/clock", wait=1)["clock"]
    assert (waited["ahead"], waited["status"]) == (30 * A_DAY, "advancing")
    assert trial.stage.run(trial.stage.app.periodic_tasks.settle_sandboxes) >= 1

    assert trial.get("sandbox/clock", wait=25)["clock"]["status"] == "ready"
    assert (states(trial, number), has(trial)) == (["N50"], (550, 0, 0, 0))
    forward(trial, 60)
    assert trial.get("sandbox/clock")["clock"]["status"] == "advancing"
    trial.stage.run(trial.stage.app.periodic_tasks.settle_mall, trial.mall_id)
    assert trial.get("sandbox/clock")["clock"]["status"] == "ready"
