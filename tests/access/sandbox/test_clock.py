"""Everything timed of a sandbox goes by its clock, and nothing of any other mall."""

import asyncio
from typing import Any

import msgspec
import pytest
from sqlalchemy import bindparam, select

from openmall.access.sandbox import clock as sandbox_clock
from openmall.analytics.sessionising.sessioniser import Sessioniser
from openmall.analytics.sessionising.tables import FACT_BATCH
from openmall.contract.moments import Clocks
from openmall.database.session import Session
from openmall.database.statements import Statement
from tests.access.sandbox.sandbox_calls import A_DAY, catch_up, forward, later
from tests.analytics.collecting.tracking_browser import batch, collected, tell
from tests.commerce.order.claim_setup import sent, settings
from tests.commerce.order.order_setup import order, paid, states, wanted
from tests.commerce.order.test_earning import has, ripen, shop, terms
from tests.commerce.product.stock_setup import stocked
from tests.commerce.promotion.coupon_setup import coupon, issue
from tests.storefront.shopper_client import Shopper
from tests.world import Installed, World

ADVANCING = {"status": "advancing"}
NINE = "2026-11-21T09:00:00+09:00"
NO_SANDBOX = "The mall is no sandbox. A sandbox is made as one, when it is opened."


_FACTS = Statement(select(FACT_BATCH.c.content).where(FACT_BATCH.c.mall_id == bindparam("mall_id")))


def visits(world: World) -> int:
    """Make the facts whose time has come, and return how many visits are among them."""
    app = world.stage.app
    sessions = Sessioniser(app.database, app.clock, lateness=120.0)
    world.stage.run(sessions.finish, world.mall_id)

    async def read(db: Session) -> int:
        facts = [msgspec.json.decode(row[0]) for row in await db.all(_FACTS)]
        return sum(len(each.get("visit", [])) for each in facts)

    return world.in_transaction(read)


def status(world: World, app: Installed) -> int:
    answer: int = world.call("GET", "products/count", app=app).status_code
    return answer


def test_it_is_moved_by_a_duration_and_to_a_moment(trial: World) -> None:
    assert trial.get("sandbox/clock") == {"clock": {"now": NINE, "ahead": 0, "status": "ready"}}

    moved = trial.post("sandbox/clock", forward=600)
    assert moved == {"clock": {"now": "2026-11-21T09:10:00+09:00", "ahead": 600, **ADVANCING}}
    moved = trial.put("sandbox/clock", to="2026-11-21T10:00:00+09:00")
    assert moved == {"clock": {"now": "2026-11-21T10:00:00+09:00", "ahead": 3600, **ADVANCING}}
    moved = trial.put("sandbox/clock", ahead=3601)
    assert moved == {"clock": {"now": "2026-11-21T10:00:01+09:00", "ahead": 3601, **ADVANCING}}

    # and time goes on from there
    trial.stage.clock.pass_(60)
    assert trial.get("sandbox/clock") == {
        "clock": {"now": "2026-11-21T10:01:01+09:00", "ahead": 3601, **ADVANCING}
    }
    between = {"start_date": "2026-11-21", "end_date": "2026-11-22"}
    lines = trial.get("activitylogs", **between)["activitylogs"]
    assert {each["content"] for each in lines} == {
        "sandbox clock: ahead 0 -> 600",
        "sandbox clock: ahead 600 -> 3600",
        "sandbox clock: ahead 3600 -> 3601",
    }


@pytest.mark.parametrize(
    ("method", "said", "answered", "says"),
    [
        ("PUT", {"to": "2026-11-21T09:59:59+09:00"}, 422, "goes forward only. (parameter.to)"),
        ("PUT", {"ahead": 3599}, 422, "goes forward only. (parameter.ahead)"),
        ("PUT", {"ahead": 3600}, 409, "nothing was changed."),
        ("PUT", {"to": "2026-11-21T10:00:00+09:00"}, 409, "nothing was changed."),
        ("PUT", {}, 409, "nothing was changed."),
        (
            "PUT",
            {"to": "2026-12-01", "ahead": 9999},
            422,
            "or `ahead`. (parameter.ahead)",
        ),
        ("PUT", {"to": "2047-01-01"}, 422, "twenty years ahead at most. (parameter.to)"),
        ("POST", {"forward": 630_720_000}, 422, "ahead at most. (parameter.forward)"),
    ],
)
def test_there_is_no_way_back(
    trial: World, method: str, said: dict[str, Any], answered: int, says: str
) -> None:
    trial.post("sandbox/clock", forward=3600)

    answer = trial.call(method, "sandbox/clock", json={"request": said})

    assert answer.status_code == answered
    assert answer.json()["error"]["message"].endswith(says)
    assert trial.get("sandbox/clock")["clock"]["ahead"] == 3600


@pytest.mark.parametrize("method", ["GET", "PUT", "POST"])
def test_other_malls_have_no_such_clock(world: World, method: str) -> None:
    said = {"PUT": {"ahead": 60}, "POST": {"forward": 60}}
    request = {"json": {"request": said[method]}} if method in said else {}

    answer = world.call(method, "sandbox/clock", **request)

    assert (answer.status_code, answer.json()["error"]["message"]) == (403, NO_SANDBOX)
    assert status(world, world.full) == 200


def test_a_token_expires_when_the_clock_moves_past_it(world: World, trial: World) -> None:
    early = trial.full
    trial.post("sandbox/clock", forward=7199)
    assert (status(trial, early), status(world, world.full)) == (200, 200)

    trial.post("sandbox/clock", forward=1)

    assert (status(trial, early), status(world, world.full)) == (401, 200)
    # and new ones last from now on
    late = trial.install()
    assert status(trial, late) == 200
    assert late.token.expires_at == "2026-11-21T13:00:00.000"


def test_a_refresh_token_expires_by_it_too(world: World, trial: World) -> None:
    def refreshed(mall: World, app: Installed) -> int:
        form = {"grant_type": "refresh_token", "refresh_token": app.token.refresh_token}
        auth = (app.credentials.client_id, app.credentials.client_secret)
        answer = mall.request("POST", "/api/v2/oauth/token", data=form, auth=auth)
        return answer.status_code

    here, there = trial.install(), world.install()
    forward(trial, 14 * A_DAY)
    assert (refreshed(trial, here), refreshed(world, there)) == (400, 200)
    assert refreshed(trial, trial.full) == 200


def test_a_version_ends_by_it(trial: World) -> None:
    forward(trial, 5 * 365 * A_DAY)
    answer = trial.call("GET", "products/count", headers={"X-Platform-Api-Version": "2024-03-01"})
    assert answer.headers["X-Platform-Api-Version"] == "2026-03-01"


def test_orders_run_out_arrive_and_are_confirmed(world: World, trial: World) -> None:
    placed = {}
    for mall in (trial, world):
        _, code = stocked(mall, 9)
        settings(
            mall,
            auto_cancel="T",
            auto_cancel_cash_unit="T",
            auto_cancel_cash_period=3,
            use_purchase_confirmation_auto_check="T",
            purchase_confirmation_auto_check_day=7,
            purchase_confirmation_auto_check_set_date="2026-11-01",
        )
        unpaid, here = order(mall, wanted(code)), paid(mall, wanted(code))
        sent(mall, here, "shipped")
        placed[mall] = (unpaid, here)

    forward(trial, 7 * A_DAY)
    catch_up(trial)
    trial.stage.run(trial.stage.app.periodic_tasks.apply_due_transitions)

    found = {mall: [states(mall, each) for each in placed[mall]] for mall in placed}
    assert found == {trial: [["C48"], ["N50"]], world: [["N00"], ["N40"]]}
    [item] = trial.get(f"orders/{placed[trial][1]}/items")["items"]
    assert item["purchaseconfirmation_date"] == "2026-11-28T09:00:00+09:00"
    # in the other mall it comes in its own time
    later(world, 7 * A_DAY)
    trial.stage.run(trial.stage.app.periodic_tasks.apply_due_transitions)
    assert [states(world, each) for each in placed[world]] == [["C48"], ["N50"]]


def test_points_ripen(world: World, trial: World) -> None:
    for mall in (trial, world):
        code, _ = shop(mall)
        number = paid(mall, wanted(code, 3), earns=terms())
        sent(mall, number, "shipped")
        assert has(mall) == (0, 1650, 0, 0)

    forward(trial, 20 * A_DAY)
    catch_up(trial)

    assert (has(trial), has(world)) == ((1650, 0, 0, 0), (0, 1650, 0, 0))
    later(world, 20 * A_DAY)
    ripen(world)
    assert has(world) == (1650, 0, 0, 0)


def test_a_coupon_runs_out_and_a_shoppers_session_ends(world: World, trial: World) -> None:
    numbers, shoppers = {}, {}
    for mall in (trial, world):
        shoppers[mall] = Shopper(mall)
        shoppers[mall].sign_up()
        numbers[mall] = coupon(mall)
        assert shoppers[mall].ask("GET", "customers/me").status_code == 200

    forward(trial, 60 * A_DAY)

    asked = {"issued_member_scope": "M", "member_id": "hana"}
    over = issue(trial, numbers[trial], **asked)
    assert (over.status_code, over.json()["error"]["message"]) == (
        422,
        "This coupon has expired. (parameter.coupon_no)",
    )
    assert issue(world, numbers[world], **asked).status_code == 201
    assert [shoppers[mall].ask("GET", "customers/me").status_code for mall in (trial, world)] == [
        401,
        200,
    ]


def test_what_visitors_do_happens_by_it_and_a_visit_ends(world: World, trial: World) -> None:
    for mall in (trial, world):
        tell(mall, batch(batch_id="batch-00001"))
    forward(trial, 2 * 3600)
    for mall in (trial, world):
        tell(mall, batch(batch_id="batch-00002"))

    found = {mall: collected(mall) for mall in (trial, world)}
    assert {mall: (two.at - one.at) // 1000 for mall, (one, two) in found.items()} == {
        trial: 7200,
        world: 0,
    }
    assert {mall: one.browser == two.browser for mall, (one, two) in found.items()} == {
        trial: True,
        world: True,
    }

    # an hour ends a visit; what was told a moment ago waits for what may be told late
    forward(trial, 300)
    assert (visits(trial), visits(world)) == (2, 0)


def test_time_that_was_moved_counts_for_whoever_has_no_call(world: World, trial: World) -> None:
    forward(trial, A_DAY)

    async def read() -> Clocks:
        return await sandbox_clock.every(trial.stage.app.database, trial.stage.clock)

    clocks = trial.stage.run(read)
    now = trial.stage.clock.now()
    assert (clocks.of(trial.mall_id).now(), clocks.of(world.mall_id).now()) == (now + A_DAY, now)
    assert trial.mall_id in clocks.ahead
    assert world.mall_id not in clocks.ahead


@pytest.mark.both_stores
def test_moves_at_once_add_up(trial: World) -> None:
    app = trial.stage.app

    async def move() -> list[int]:
        moves = (
            sandbox_clock.move(app.database, app.counters, app.clock, trial.mall_id, forward=60)
            for _ in range(6)
        )
        return sorted(each.ahead for each in await asyncio.gather(*moves))

    assert trial.stage.run(move) == [60, 120, 180, 240, 300, 360]
    assert trial.get("sandbox/clock")["clock"]["ahead"] == 360


def test_buckets_drain_by_the_machines_time(trial: World) -> None:
    app = trial.install()
    for _ in range(3):
        used = trial.call("GET", "products/count", app=app).headers["X-Api-Call-Limit"]
    trial.call("POST", "sandbox/clock", json={"request": {"forward": 600}}, app=app)
    after = trial.call("GET", "products/count", app=app).headers["X-Api-Call-Limit"]
    assert (used, after) == ("3/40", "5/40")


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("3d", 259_200), ("12h", 43_200), ("90m", 5_400), ("45s", 45), ("1d12h", 129_600)],
)
def test_durations(text: str, seconds: int) -> None:
    assert sandbox_clock.duration(text) == seconds


@pytest.mark.parametrize("text", ["", "3", "d", "-1d", "1h1d", "1.5d", "3 d"])
def test_what_is_no_duration(text: str) -> None:
    with pytest.raises(ValueError, match="no duration"):
        sandbox_clock.duration(text)
