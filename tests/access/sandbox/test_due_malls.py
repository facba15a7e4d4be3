"""A sweep asks once which malls have something to do, by the clock of each, and opens no other."""

import logging
from collections.abc import Awaitable, Callable
from typing import Any, Final, NamedTuple

import pytest
from sqlalchemy import BigInteger, Column, String, Table, bindparam, func, insert, select

from openmall.access.malls import due_malls
from openmall.access.oauth.tables import TOKEN
from openmall.access.sandbox import clock as sandbox_clock
from openmall.analytics.collecting.collector import NAMES_KEPT
from openmall.analytics.collecting.tables import BATCH
from openmall.api.pipeline.idempotency import response_expiry
from openmall.api.pipeline.idempotency.store import STORED_RESPONSE
from openmall.app import Application
from openmall.commerce.customer.customers.tables import CUSTOMER, SUBSCRIBER
from openmall.commerce.notification.restock import sending as restock_sending
from openmall.commerce.notification.restock.tables import REQUEST
from openmall.commerce.notification.subscribers import expiry as subscriber_expiry
from openmall.commerce.personal.carts import cart_expiry
from openmall.commerce.personal.carts.tables import CART
from openmall.commerce.privacy import dormancy
from openmall.commerce.privacy.dormancy import DormancySetting
from openmall.commerce.product.stock import reservation_expiry
from openmall.commerce.product.stock_tables import RESERVATION
from openmall.commerce.undo import write_expiry
from openmall.commerce.undo.tables import WRITE
from openmall.contract.crud.settings import write_setting
from openmall.contract.moments import Clocks
from openmall.contract.undo import UndoRetention
from openmall.database.session import Session
from openmall.database.statements import Statement
from openmall.events.messages.tables import MESSAGE
from openmall.events.plans import plan_expiry
from openmall.events.plans.tables import PLAN
from tests.access.sandbox.sandbox_calls import A_DAY, forward
from tests.commerce.customer.customer_setup import do
from tests.world import NOVEMBER_2026, World

A_YEAR: Final = int(12 * 30.4375 * A_DAY)
WRITES: Final = write_expiry.WriteSweep(UndoRetention(days=1, megabytes=1))


class Sweep(NamedTuple):
    """A sweep of all malls, and what makes it do something in one."""

    table: Table
    column: str
    value: Callable[[int], int]
    """UTC second at which a row becomes due -> what its column holds."""
    run: Callable[[Application, Clocks], Awaitable[object]]


def _at(second: int) -> int:
    return second


SWEEPS: Final = {
    "carts": Sweep(
        CART, "until", _at, lambda app, at: cart_expiry.remove_expired(app.database, at)
    ),
    "reservations": Sweep(
        RESERVATION,
        "until",
        _at,
        lambda app, at: reservation_expiry.remove_expired(app.database, at, app.directory.mall),
    ),
    "tokens": Sweep(
        TOKEN,
        "refresh_expires_at",
        lambda due: due - 1,
        lambda app, _: app.periodic_tasks.delete_expired_tokens(),
    ),
    "restock notices": Sweep(
        REQUEST,
        "expires_at",
        _at,
        lambda app, at: restock_sending.delete_expired(app.database, at),
    ),
    "subscribers": Sweep(
        SUBSCRIBER,
        "expires_at",
        _at,
        lambda app, at: subscriber_expiry.delete_expired(app.database, at),
    ),
    "visitors": Sweep(
        BATCH,
        "received_at",
        lambda due: due * 1_000 - NAMES_KEPT - 1,
        lambda app, _: app.periodic_tasks.delete_expired_visitors(),
    ),
    "messages": Sweep(
        MESSAGE,
        "created_at",
        lambda due: due - 30 * A_DAY - 1,
        lambda app, _: app.periodic_tasks.sweep_messages(),
    ),
    "plans": Sweep(
        PLAN, "expires_at", _at, lambda app, at: plan_expiry.remove_expired(app.database, at)
    ),
    "stored responses": Sweep(
        STORED_RESPONSE,
        "until",
        _at,
        lambda app, at: response_expiry.remove_expired(app.database, at),
    ),
    "recorded writes": Sweep(
        WRITE, "expires_at", _at, lambda app, at: WRITES.remove_expired(app.database, at)
    ),
}


def add(world: World, table: Table, **values: Any) -> None:
    """Add a row to a mall; what is not said is empty."""
    statement = Statement(insert(table).values({c.name: bindparam(c.name) for c in table.c}))
    row = {c.name: _empty(c) for c in table.c if c.name != "mall_id"} | values
    world.in_transaction(lambda db: db.run(statement, **row))


def _empty(column: Column[Any]) -> object:
    if column.nullable:
        return None
    if isinstance(column.type, BigInteger):
        return 0
    return "F" if isinstance(column.type, String) and column.type.length == 1 else ""


def left(world: World, table: Table, *conditions: Any) -> int:
    """Return how many rows of a mall there are."""
    here = table.c.mall_id == bindparam("mall_id")
    statement = Statement(select(func.count()).select_from(table).where(here, *conditions))

    async def count(db: Session) -> int:
        row = await db.one(statement)
        assert row is not None
        return int(row[0])

    return world.in_transaction(count)


def sweep(world: World, run: Callable[[Application, Clocks], Awaitable[object]]) -> None:
    """Do what a worker does."""

    async def work() -> None:
        app = world.stage.app
        await run(app, await sandbox_clock.every(app.database, app.clock))

    world.stage.run(work)


@pytest.fixture
def opened(world: World, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the malls of all sessions of the application, which are added to it."""
    malls: list[str] = []
    database = world.stage.app.database

    def followed(method: Callable[..., Any]) -> Callable[..., Any]:
        def open_(mall_id: str, **options: Any) -> Any:
            malls.append(mall_id)
            return method(mall_id, **options)

        return open_

    for name in ("reading", "writing"):
        monkeypatch.setattr(database, name, followed(getattr(database, name)))
    return malls


@pytest.mark.parametrize("name", SWEEPS)
def test_only_malls_with_due_rows_are_opened_each_by_its_own_clock(
    name: str, world: World, trial: World, opened: list[str]
) -> None:
    # given a mall whose row is due, one whose row is due in two days, and a sandbox that is ahead
    table, column, value, run = SWEEPS[name]
    due, later = world.stage.new_world(), world
    add(due, table, **{column: value(NOVEMBER_2026)})
    for each in (trial, later):
        add(each, table, **{column: value(NOVEMBER_2026 + 2 * A_DAY)})
    forward(trial, 3 * A_DAY)
    before = {each: left(each, table) for each in (due, trial, later)}
    opened.clear()

    sweep(world, run)

    assert later.mall_id not in opened
    assert {due.mall_id, trial.mall_id} <= set(opened)
    after = {each: left(each, table) for each in (due, trial, later)}
    assert after == {due: before[due] - 1, trial: before[trial] - 1, later: before[later]}
    # every session of another mall is one in which there was something to do, of another test
    opened.clear()
    sweep(world, run)
    assert not {due.mall_id, trial.mall_id, later.mall_id} & set(opened)


def test_customers_rest_after_the_months_of_their_mall_by_its_clock(
    world: World, trial: World, opened: list[str]
) -> None:
    stage = world.stage
    due, sooner, never, nobody = (stage.new_world() for _ in range(4))
    for each, months in ((sooner, 6), (never, 0)):
        do(
            each,
            lambda call, months=months: write_setting(
                call.db, call.seal, DormancySetting(months=months)
            ),
        )
    half_a_year = NOVEMBER_2026 - A_YEAR // 2
    add(due, CUSTOMER, member_id="haneul", created_at=NOVEMBER_2026 - A_YEAR)
    add(due, CUSTOMER, member_id="minjun", last_login_at=NOVEMBER_2026 - A_YEAR)
    add(due, CUSTOMER, member_id="jiwoo", last_login_at=half_a_year)
    add(sooner, CUSTOMER, member_id="haneul", last_login_at=half_a_year)
    add(never, CUSTOMER, member_id="haneul", last_login_at=1)
    add(trial, CUSTOMER, member_id="haneul", last_login_at=half_a_year)
    add(world, CUSTOMER, member_id="haneul", last_login_at=half_a_year)
    forward(trial, A_YEAR // 2)
    opened.clear()

    sweep(world, lambda app, clocks: dormancy.mark_dormant(app.database, clocks))

    assert not {world.mall_id, never.mall_id, nobody.mall_id} & set(opened)
    resting = CUSTOMER.c.dormant_since.is_not(None)
    found = [left(each, CUSTOMER, resting) for each in (due, sooner, never, trial, world)]
    assert found == [2, 1, 0, 1, 0]


def test_recorded_writes_beyond_the_bytes_of_a_mall_are_found(
    world: World, opened: list[str]
) -> None:
    much, little = world.stage.new_world(), world
    for number, size in ((1, 700_000), (2, 400_000)):
        add(much, WRITE, write_no=number, size=size, expires_at=NOVEMBER_2026 + A_DAY)
    add(little, WRITE, write_no=1, size=900_000, expires_at=NOVEMBER_2026 + A_DAY)
    opened.clear()

    sweep(world, lambda app, clocks: WRITES.remove_expired(app.database, clocks))

    assert little.mall_id not in opened
    assert (left(much, WRITE), left(little, WRITE)) == (1, 1)


def test_a_mall_that_fails_keeps_no_other_from_its_turn(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    visited = []

    async def work(mall_id: str) -> int:
        visited.append(mall_id)
        if mall_id == "second":
            raise RuntimeError(mall_id)
        return 1

    with caplog.at_level(logging.ERROR, logger="openmall"):
        done = world.stage.run(due_malls.visit_found, ["first", "second", "third"], work)

    assert (done, visited) == (2, ["first", "second", "third"])
    [line] = [each for each in caplog.records if each.msg == "sweep failed in a mall"]
    assert (vars(line)["mall_id"], vars(line)["reason"]) == ("second", "RuntimeError")
