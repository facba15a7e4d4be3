"""Orders are cancelled, marked delivered and confirmed automatically, as the orders setting says.

Each order is locked and checked again in a transaction of its own: of several workers one moves it,
the others find nothing left to do.
"""

import logging
from collections.abc import Awaitable, Callable, Collection
from datetime import date, datetime, time
from typing import Final

from msgspec import Struct

from openmall.commerce.order.order_saving import save_order
from openmall.commerce.order.orders import store as order_store
from openmall.commerce.order.orders import transitions
from openmall.commerce.order.orders.events import ShippingChanged
from openmall.commerce.order.orders.store import OrderAggregate, OrderLine
from openmall.commerce.order.scheduled_transitions import expiry, store
from openmall.commerce.order.states import Transition
from openmall.commerce.store.orders_setting import OrdersSetting
from openmall.contract.call import Call, Mall
from openmall.contract.journal import record
from openmall.contract.moments import PLATFORM_ZONE, Clock, Clocks, seconds
from openmall.database.session import Database, Session

log = logging.getLogger("openmall")

SECONDS: Final = 60.0
"""Between two runs of a worker: what is due after days happens at most this much later."""
MOST_AT_ONCE: Final = 50
"""Orders of one run for each reason, so that a worker that is stopped ends soon."""
_AN_HOUR: Final = 3600
_A_DAY: Final = 86_400


class Report(Struct, frozen=True, kw_only=True):
    """Number of orders moved."""

    canceled: int = 0
    delivered: int = 0
    confirmed: int = 0


class Due(Struct, frozen=True, kw_only=True):
    """Latest UTC second at which items entered a state, for a transition to be due."""

    until: int
    not_before: int = 0
    methods: tuple[str, ...] = ()


async def move_due_orders(
    database: Database,
    clocks: Clocks,
    find_mall: Callable[[str], Awaitable[Mall | None]],
    mall_ids: Collection[str] | None = None,
    *,
    most: int = MOST_AT_ONCE,
) -> Report:
    """Apply due transitions to orders of `mall_ids`, or of all malls; failures are logged.

    Shops whose setting moves no orders cost nothing: the others are found by one statement.
    `find_mall`: returns a mall, or None when it is gone. `most`: orders for each reason in each
    shop.
    """
    done = dict.fromkeys(Report.__struct_fields__, 0)
    async with database.reading("") as db:
        settings = await store.settings(db)
    for mall_id, shop_no, setting in settings:
        if not _moves_orders(setting) or (mall_ids is not None and mall_id not in mall_ids):
            continue
        mall = await find_mall(mall_id)
        if mall is None or mall.closed or shop_no not in mall.shops:
            continue
        clock = clocks.of(mall_id)
        async with database.reading(mall_id) as db:
            due = await _work(db, shop_no, setting, int(clock.now()), most)
        for name, order_ids, work in due:
            for order_id in order_ids:
                done[name] += await _done(database, clock, mall, shop_no, order_id, work)
    return Report(**done)


def _moves_orders(setting: OrdersSetting) -> bool:
    """Return whether the setting moves any orders, at any time."""
    return any(since(setting, 0) for since in (unpaid_since, sent_since, arrived_since))


Work = Callable[[Call, OrderAggregate], Awaitable[bool]]


async def _work(
    db: Session, shop_no: int, setting: OrdersSetting, now: int, most: int
) -> list[tuple[str, list[str], Work]]:
    """Return the due work of a shop: counter name, orders, and transition."""
    found: list[tuple[str, list[str], Work]] = []
    for due in unpaid_since(setting, now):
        numbers = await store.unpaid(db, shop_no, methods=due.methods, until=due.until, most=most)
        found.append(("canceled", numbers, _expires(due)))
    for due in sent_since(setting, now):
        numbers = await store.sent(
            db, shop_no, until=due.until, not_before=due.not_before, most=most
        )
        found.append(("delivered", numbers, _moves(due, "deliver")))
    for due in arrived_since(setting, now):
        numbers = await store.arrived(
            db, shop_no, until=due.until, not_before=due.not_before, most=most
        )
        found.append(("confirmed", numbers, _moves(due, "confirm")))
    return found


def unpaid_since(setting: OrdersSetting, now: int) -> list[Due]:
    """Return since when unpaid orders have to wait to expire, by payment methods."""
    if setting.auto_cancel != "T":
        return []
    unit = _A_DAY if setting.auto_cancel_cash_unit == "D" else _AN_HOUR
    periods = (
        (("cash",), setting.auto_cancel_cash_period, unit),
        (("icash",), setting.auto_cancel_virtual_account_period, _A_DAY),
        (("cvs",), setting.auto_cancel_cvs_period, _A_DAY),
    )
    return [
        Due(until=now - period * each, methods=methods)
        for methods, period, each in periods
        if period
    ]


def sent_since(setting: OrdersSetting, now: int) -> list[Due]:
    """Return since when items have to be in transit to be marked delivered."""
    days = setting.delivery_completion_after_days
    if setting.auto_delivery_completion != "T" or not days:
        return []
    day = setting.shipped_auto_check_start_day
    begun = setting.use_shipped_auto_check_start_day == "T"
    return [Due(until=now - days * _A_DAY, not_before=_start(day) if begun else 0)]


def arrived_since(setting: OrdersSetting, now: int) -> list[Due]:
    """Return since when items have to be delivered to be confirmed."""
    days = setting.purchase_confirmation_auto_check_day
    if setting.use_purchase_confirmation_auto_check != "T" or not days:
        return []
    day = setting.purchase_confirmation_auto_check_set_date
    return [Due(until=now - days * _A_DAY, not_before=_start(day))]


def _start(day: date | None) -> int:
    return 0 if day is None else seconds(datetime.combine(day, time(), PLATFORM_ZONE))


async def _done(
    database: Database, clock: Clock, mall: Mall, shop_no: int, order_id: str, work: Work
) -> bool:
    """Apply a transition to an order, if it is still due; return whether it was."""
    try:
        async with database.writing(mall.mall_id) as db:
            call = Call(clock, db, mall, shop_no)
            done = await work(call, await order_store.lock(call, order_id))
            await record.write_events(call)
    except Exception as error:
        log.error(
            "order not tidied",
            extra={"mall_id": mall.mall_id, "order_id": order_id, "reason": str(error)},
        )
        return False
    return done


def _expires(due: Due) -> Work:
    async def run_out(call: Call, aggregate: OrderAggregate) -> bool:
        """Cancel an order that was not paid in time."""
        lines = [
            line
            for line in aggregate.lines
            if line.item.order_status == "N00" and _at(line.item.ordered_date) <= due.until
        ]
        if not lines:
            return False
        await expiry.cancel_unpaid(call, aggregate, lines)
        return True

    return run_out


_EVENT_CODES: Final[dict[Transition, str]] = {
    "deliver": "delivered_order",
    "confirm": "confirm_order",
}


def _moves(due: Due, transition: Transition) -> Work:
    async def move_on(call: Call, aggregate: OrderAggregate) -> bool:
        """Mark due items delivered or confirmed."""
        lines = [line for line in aggregate.lines if _is_due(line, due, transition)]
        if not lines:
            return False
        before = aggregate.order
        transitions.move(call, lines, transition, who="time")
        aggregate.order = transitions.with_summary(aggregate, int(call.clock.now()))
        await save_order(
            call, before, aggregate, lines, ShippingChanged.of(aggregate, _EVENT_CODES[transition])
        )
        return True

    return move_on


def _is_due(line: OrderLine, due: Due, transition: Transition) -> bool:
    item = line.item
    status, since = "N30", item.shipped_date
    if transition == "confirm":
        status, since = "N40", item.delivered_date
    if item.order_status != status or since is None:
        return False
    return due.not_before <= _at(since) <= due.until


def _at(moment_: datetime | None) -> int:
    assert moment_ is not None
    return seconds(moment_)
