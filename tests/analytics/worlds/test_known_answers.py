"""What is known of a world is what every report, every figure and every check says of it."""

from collections import Counter
from collections.abc import Iterator
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import msgspec
import pytest

from openmall.analytics.reports.registry import REPORTS
from openmall.analytics.sessionising.sessioniser import Sessioniser
from openmall.commerce.order.reporting.verification import rules as order_verification_rules
from openmall.commerce.product.stock import verification as stock_verification
from openmall.contract.moments import Clock, Clocks, moment
from openmall.database.session import Database
from openmall.demo.simulated_history import world_writer
from openmall.demo.simulated_history.history import Order
from openmall.demo.simulated_history.known_answers import KnownAnswers, known_answers
from openmall.demo.simulated_history.world_writer import Options, Written
from tests.analytics.reports.test_wire import HOST
from tests.analytics.worlds.generated_worlds import make
from tests.coverage_scope import the_application_alone
from tests.random_cases import cases
from tests.world import NOVEMBER_2026, Stage, World

SHORT = Options(seed=8, until=date(2026, 11, 20), days=16, daily=cases(50, usual=20))
FEW_DAYS = Options(seed=7, until=date(2026, 11, 20), days=5, daily=20)
"""Enough for what does not depend on how much happened."""
SHOPS = [1, 2, 3]


class Past:
    """A mall with a past."""

    def __init__(self, stage: Stage, mall_id: str, options: Options = SHORT) -> None:
        self.written: Written = make(stage, mall_id, options, shops=len(SHOPS))
        self.known: KnownAnswers = known_answers(mall_id, SHOPS, options, self.written.history)
        self.world = World(stage, mall_id)


@pytest.fixture(scope="module")
def past(stage: Stage) -> Iterator[Past]:
    """A mall that tests only look at."""
    stage.clock.at = NOVEMBER_2026
    stage.forget_counts()
    with the_application_alone():
        yield Past(stage, "past")


def paid(past: Past, shop_no: int) -> dict[date, list[Order]]:
    """Return the orders of a shop by the day they were paid."""
    found: dict[date, list[Order]] = {}
    for each in past.written.history.orders:
        if each.paid_at is not None and each.person.shop_no == shop_no:
            found.setdefault(moment(each.paid_at).date(), []).append(each)
    return found


def total(sales: list[Order]) -> str:
    return str(Decimal(sum(each.amount for each in sales)) / 100 + Decimal("0.00"))


def compare(past: Past) -> Counter[str]:
    """Ask every report what the file asks, and return how many rows it said."""
    world = past.world
    rows: Counter[str] = Counter()
    for each in past.known.answers:
        answer = world.stage.client.get(
            f"{HOST}/{each.path}",
            params={"mall_id": world.mall_id, **each.params},
            headers=world.full.headers,
        )
        assert answer.status_code == 200, answer.text
        key = REPORTS[each.path].key
        assert answer.json() == {key: each.rows}, (each.path, each.params)
        rows[each.path] += len(each.rows)
    return rows


def test_every_report_says_what_the_file_says(past: Past) -> None:
    rows = compare(past)
    # nothing equals nothing as well
    assert rows.keys() == REPORTS.keys()
    assert min(rows.values()) >= 4 * len(SHOPS), rows
    assert min(past.written.counts.values()) > 0, past.written.counts


def test_sales_are_the_same_in_the_reports_of_sales(past: Past) -> None:
    days = {"start_date": str(SHORT.since), "end_date": str(SHORT.until)}
    told = {
        (each["shop_no"], each["date"]): (each["sales_count"], each["payment_amount"])
        for each in past.world.get("financials/dailysales", **days)["dailysales"]
        if each["sales_count"]
    }
    assert told == {
        (shop_no, str(day)): (len(some), total(some))
        for shop_no in SHOPS
        for day, some in paid(past, shop_no).items()
    }


def test_the_dashboard_shows_the_last_days(past: Past) -> None:
    # given a world that ended yesterday
    [shown] = past.world.get("dashboard")["dashboard"]
    by_day = paid(past, 1)
    week = [date(2026, 11, 21) - timedelta(days=ago) for ago in range(6, -1, -1)]
    assert [(each["date"], each["paid_price"]) for each in shown["daily_sales_stats"]] == [
        (str(day), total(by_day.get(day, []))) for day in week
    ]


def test_what_members_did_not_buy_lies_in_their_carts(past: Past) -> None:
    # given members, and what they put into carts after what they ordered last
    lying: dict[str, Counter[str]] = {}
    for each in past.written.history.deeds:
        if each.person.member and each.person.shop_no == 1:
            cart = lying.setdefault(each.person.member_id, Counter())
            if each.kind == "order":
                cart.clear()
            elif each.addition is not None:
                cart[each.addition.offer.code] += 1
    some = sorted(lying.items())[:40]
    assert {bool(cart) for _, cart in some} == {True, False}
    for member_id, cart in some:
        found = past.world.get("carts", member_id=member_id, limit=100)["carts"]
        assert {each["variant_code"]: each["quantity"] for each in found} == dict(cart)


def test_the_mall_agrees_with_its_own_records(past: Past) -> None:
    stage = past.world.stage
    database, clock, malls = stage.app.database, Clocks(stage.clock), ["past"]

    async def look() -> tuple[order_verification_rules.Report, stock_verification.Report]:
        return (
            await order_verification_rules.verify(
                database, clock, malls, progress=lambda share: None
            ),
            await stock_verification.verify(database, clock, malls, progress=lambda share: None),
        )

    of_orders, of_stock = stage.run(look)
    assert (of_orders.differences, of_stock.differences) == ([], [])
    assert of_orders.orders == past.written.counts["orders"]


@pytest.mark.one_store
def test_the_same_options_make_the_same_world(stage: Stage) -> None:
    stage.clock.at = NOVEMBER_2026
    once, again = Past(stage, "past-once", FEW_DAYS), Past(stage, "past-again", FEW_DAYS)
    assert once.written.counts["orders"] > 0
    assert again.written.counts == once.written.counts
    assert msgspec.structs.replace(again.known, mall_id="past-once") == once.known
    other = Past(stage, "past-other", msgspec.structs.replace(FEW_DAYS, seed=8))
    assert other.known.answers != once.known.answers


@pytest.mark.one_store
def test_a_server_may_make_the_facts_of_a_day(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    # given somebody who is quicker at each day that is written, and does what is due today
    stage.clock.at = NOVEMBER_2026

    def of_a_server(database: Database, clock: Clock, **options: Any) -> Sessioniser:
        return Sessioniser(database, stage.clock, **{**options, "lateness": 120.0})

    monkeypatch.setattr(world_writer, "Sessioniser", of_a_server)
    # then the visits are those that were meant
    assert compare(Past(stage, "past-served", FEW_DAYS))["visitors/view"] > FEW_DAYS.days
