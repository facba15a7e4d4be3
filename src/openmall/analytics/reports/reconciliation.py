"""Paid orders against the facts: which have no visit, or are in no report, and why.

Specification: "Meanings of aggregates".
"""

from datetime import date
from itertools import islice
from typing import Final, Literal

from msgspec import Struct

from openmall.analytics.engine.engine import Cell, Engine
from openmall.analytics.reports import store as report_store
from openmall.analytics.reports.figures import as_day
from openmall.analytics.sessionising import store as sessionising_store
from openmall.analytics.sessionising.fact_builder import MARKETS, Placed
from openmall.contract.moments import moment, read
from openmall.contract.money import money
from openmall.database.session import Database

Reason = Literal["marketplace", "waiting", "untold", "unkept", "no browser"]

REASONS: Final[dict[Reason, str]] = {
    "marketplace": "another marketplace's order, which no report reflects",
    "waiting": "in no report yet: what was told last is still waited for",
    "untold": "in no report: the payment was not announced",
    "unkept": "in no report yet: the engine has not confirmed the facts",
    "no browser": "ordered in no visit: by an app or a manager, or imported, or the browser "
    "told of no page in the hour before",
}
"""Why an order has no visit, or is in no report."""
_AT_ONCE: Final = 500


class Unvisited(Struct, frozen=True, kw_only=True):
    """A paid order without a visit."""

    order_id: str
    paid_at: str
    amount: str
    reason: Reason


class Reconciled(Struct, frozen=True, kw_only=True):
    """What the comparison found."""

    paid: int
    """Orders that were paid in these days."""
    with_visit: int
    without_visit: list[Unvisited]
    unknown_sales: list[str]
    """Orders the facts know and the store does not, as paid in these days."""


async def reconcile(
    database: Database, engine: Engine, mall_id: str, *, shop_no: int, first: date, last: date
) -> Reconciled:
    """Compare the orders of a shop that were paid from one day to another with the facts.

    Raises EngineAway, TooLong.
    """
    values: dict[str, Cell] = {
        "mall_id": mall_id,
        "shop_no": shop_no,
        "first_day": as_day(first),
        "last_day": as_day(last),
    }
    sales = await engine.ask(report_store.SALES, values)
    visits = {str(order_id): int(found or 0) for order_id, found in sales}
    without: list[Unvisited] = []
    count = 0
    unknown = set(visits)
    async with database.reading(mall_id) as db:
        until = (await sessionising_store.cursor(db)).until
        since, end = read(first.isoformat()), read(last.isoformat(), end=True) + 1
        orders = iter(await report_store.paid_orders(db, shop_no=shop_no, since=since, until=end))
        while chunk := list(islice(orders, _AT_ONCE)):
            count += len(chunk)
            placed = await sessionising_store.placed(db, [row[0] for row in chunk])
            for order_id, paid_at, amount, place in chunk:
                unknown.discard(order_id)
                if visits.get(order_id, 0):
                    continue
                placed_order = placed.get(order_id, Placed())
                reason: Reason = "no browser"
                if place.startswith(MARKETS):
                    reason = "marketplace"
                elif order_id not in visits and placed_order.sold:
                    reason = "unkept"
                elif order_id not in visits:
                    reason = "untold" if paid_at * 1_000 + 999 <= until else "waiting"
                without.append(
                    Unvisited(
                        order_id=order_id,
                        paid_at=moment(paid_at).isoformat(),
                        amount=str(money(amount)),
                        reason=reason,
                    )
                )
    return Reconciled(
        paid=count,
        with_visit=count - len(without),
        without_visit=without,
        unknown_sales=sorted(unknown),
    )
