"""Paid orders without a visit are listed with the reason, each of those there are."""

from collections.abc import Sequence
from datetime import date
from typing import Any

import msgspec
from sqlalchemy import bindparam, delete, insert, select, update

from openmall.analytics.collecting.tables import COLLECTED
from openmall.analytics.engine import fact_shipment
from openmall.analytics.reports.reconciliation import REASONS, Reconciled, Unvisited, reconcile
from openmall.analytics.sessionising.sessioniser import EVERYTHING, Sessioniser
from openmall.commerce.order.orders.events import OrderPlaced
from openmall.commerce.order.orders.tables import ORDER
from openmall.contract.journal.tables import EVENT
from openmall.database import sequences
from openmall.database.session import Row, Session
from openmall.database.statements import Statement
from tests.analytics.reports.test_wire import ask
from tests.analytics.sessionising.event_reporting import seen
from tests.commerce.order import order_setup
from tests.world import World

TODAY = date(2026, 11, 21)
BROWSER = 77

_MALL = bindparam("mall_id")
_COLLECT = Statement(insert(COLLECTED).values({c.name: bindparam(c.name) for c in COLLECTED.c}))
_ANNOUNCE = Statement(insert(EVENT).values({c.name: bindparam(c.name) for c in EVENT.c}))
_LAST = Statement(select(EVENT.c.sequence).where(EVENT.c.mall_id == _MALL))
_ELSEWHERE = Statement(
    update(ORDER)
    .where(ORDER.c.mall_id == _MALL, ORDER.c.order_id == bindparam("order_id"))
    .values(order_place_id="market_a")
)


def _forgets() -> Statement:
    """Return what no program may do: it is made here, and is gone with the test."""
    return Statement(
        delete(EVENT).where(EVENT.c.mall_id == _MALL, EVENT.c.sequence > bindparam("after"))
    )


def _run(world: World, statement: Statement, **values: Any) -> None:
    async def run(db: Session) -> None:
        await db.run(statement, **values)

    world.in_transaction(run)


def _last(world: World) -> int:
    async def read(db: Session) -> Sequence[Row]:
        return await db.all(_LAST)

    return max((row[0] for row in world.in_transaction(read)), default=0)


def _see(world: World, sequence: int) -> None:
    at = int(world.stage.clock.at * 1_000)
    page = seen(at, browser=BROWSER, ad="kite")
    content = msgspec.json.encode([page]).decode()
    times = dict.fromkeys(("received_at", "last_at", "next_at"), at)
    _run(world, _COLLECT, sequence=sequence, events=1, content=content, **times)


async def _announce(db: Session, world: World, order_id: str) -> None:
    """Tell of an order from the browser, as the checkout does."""
    resource = {"mall_id": db.mall_id, "event_shop_no": "1", "order_id": order_id}
    await db.run(
        _ANNOUNCE,
        sequence=await sequences.allocate(db, "event"),
        event_no=OrderPlaced.event_no,
        resource=msgspec.json.encode(resource).decode(),
        created_at=int(world.stage.clock.at),
        browser=BROWSER,
        traceparent=None,
        changed_fields=None,
        request_id=None,
    )


def _sessionise(world: World, *, ship: bool = True) -> None:
    app = world.stage.app

    async def work() -> None:
        sessions = Sessioniser(app.database, world.stage.clock, lateness=EVERYTHING)
        await sessions.finish(world.mall_id)
        if ship:
            await fact_shipment.ship(app.database, world.stage.engine, world.mall_id)

    world.stage.run(work)


def _paid(world: World) -> str:
    world.stage.clock.pass_(60)
    return order_setup.paid(world, order_setup.wanted("P000000A000A"))


def _found(world: World) -> Reconciled:
    async def work() -> Reconciled:
        database, engine = world.stage.app.database, world.stage.engine
        return await reconcile(database, engine, world.mall_id, shop_no=1, first=TODAY, last=TODAY)

    return world.stage.run(work)


def test_each_order_without_a_visit_has_its_reason(world: World) -> None:
    # given an order of a visit, one of an app, one nobody told of, another marketplace's
    world.product()
    _see(world, 1)
    visited = order_setup.order(world, order_setup.wanted("P000000A000A"))
    world.in_transaction(lambda db: _announce(db, world, visited))
    order_setup.pay(world, visited)
    by_app = _paid(world)
    before = _last(world)
    untold = _paid(world)
    _run(world, _forgets(), after=before)
    elsewhere = _paid(world)
    _run(world, _ELSEWHERE, order_id=elsewhere)
    world.stage.clock.pass_(60)
    _sessionise(world)
    # and one whose facts wait for the engine, and one that is not done yet
    unkept = _paid(world)
    world.stage.clock.pass_(60)
    _sessionise(world, ship=False)
    waiting = _paid(world)

    # when they are compared
    found = _found(world)

    # then all but the first are listed, and why
    assert (found.paid, found.with_visit, found.unknown_sales) == (6, 1, [])
    assert [(each.order_id, each.reason) for each in found.without_visit] == [
        (by_app, "no browser"),
        (untold, "untold"),
        (elsewhere, "marketplace"),
        (unkept, "unkept"),
        (waiting, "waiting"),
    ]
    assert {each.reason for each in found.without_visit} == REASONS.keys()
    assert found.without_visit[0] == Unvisited(
        order_id=by_app,
        paid_at="2026-11-21T09:01:00+09:00",
        amount="11000.00",
        reason="no browser",
    )
    # and the report has the sale of the visit, with its ad
    days = {"start_date": "2026-11-21", "end_date": "2026-11-21"}
    sales = ask(world, "sales/orderdetails", order_id=visited, **days).json()["orderdetails"]
    assert [(row["order_id"], row["ad"]) for row in sales] == [(visited, "kite")]
