"""Orders are called off, delivered and confirmed by themselves, as the orders setting says.

Each order is moved on in a transaction of its own that locks it and looks again: of several
workers one does, the others find nothing left to do.
"""

import logging
from collections.abc import Awaitable, Callable, Iterable
from datetime import date, datetime, time
from typing import Final

from msgspec import Struct

from openmall.areas.order.claims import asking, moving_on
from openmall.areas.order.claims import store as claims
from openmall.areas.order.claims.kinds import CANCELLATION
from openmall.areas.order.claims.shape import Claim
from openmall.areas.order.orders import moving
from openmall.areas.order.orders import store as orders
from openmall.areas.order.orders.events import CancellationChanged, ShippingChanged
from openmall.areas.order.orders.rules import keep
from openmall.areas.order.orders.store import Line, Whole
from openmall.areas.order.states import Deed
from openmall.areas.order.tidying import store
from openmall.areas.store.orders_setting import OrdersSetting
from openmall.contract.call import Call, Mall
from openmall.contract.moments import PLATFORM_ZONE, Clock, Clocks, seconds
from openmall.database.session import Database
from openmall.journal import record
from openmall.standard.settings import current

log = logging.getLogger("openmall")

SECONDS: Final = 60.0
"""Between two looks of a worker: what happens after days happens at most so much later."""
MOST_AT_ONCE: Final = 50
"""Orders of one look for each reason, so that a worker which is told to stop does so soon."""
_AN_HOUR: Final = 3600
_A_DAY: Final = 86_400


class Report(Struct, frozen=True, kw_only=True):
    """How many orders were moved on."""

    called_off: int = 0
    delivered: int = 0
    confirmed: int = 0


class Due(Struct, frozen=True, kw_only=True):
    """Since when items of a shop's orders must have been in a state, in UTC seconds."""

    until: int
    not_before: int = 0
    methods: tuple[str, ...] = ()


async def tidy(
    database: Database,
    clocks: Clocks,
    malls: Iterable[Mall],
    *,
    most: int = MOST_AT_ONCE,
) -> Report:
    """Move on every order of malls whose time has come; what cannot be is logged.

    `most`: orders for each reason in each shop.
    """
    done = dict.fromkeys(Report.__struct_fields__, 0)
    for mall in malls:
        clock = clocks.of(mall.mall_id)
        for shop_no in mall.shops:
            call = _call(clock, mall, shop_no)
            for name, order_ids, work in await _work(call, database, most):
                for order_id in order_ids:
                    done[name] += await _done(database, clock, mall, shop_no, order_id, work)
    return Report(**done)


Work = Callable[[Call, Whole], Awaitable[bool]]


async def _work(call: Call, database: Database, most: int) -> list[tuple[str, list[str], Work]]:
    """Return what there is to be done in a shop: as what it counts, with which orders, and how."""
    shop_no, now = call.shop_no, int(call.clock.now())
    found: list[tuple[str, list[str], Work]] = []
    async with database.reading(call.mall.mall_id) as call.db:
        setting = await current(call, OrdersSetting)
        for due in unpaid_since(setting, now):
            numbers = await store.unpaid(
                call.db, shop_no, methods=due.methods, until=due.until, most=most
            )
            found.append(("called_off", numbers, _runs_out(due)))
        for due in sent_since(setting, now):
            numbers = await store.sent(
                call.db, shop_no, until=due.until, not_before=due.not_before, most=most
            )
            found.append(("delivered", numbers, _moves(due, "deliver")))
        for due in arrived_since(setting, now):
            numbers = await store.arrived(
                call.db, shop_no, until=due.until, not_before=due.not_before, most=most
            )
            found.append(("confirmed", numbers, _moves(due, "confirm")))
    return found


def unpaid_since(setting: OrdersSetting, now: int) -> list[Due]:
    """Return since when orders have to await payment to be called off, by how they are paid."""
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
    """Return since when items have to be on their way to be taken for delivered."""
    days = setting.delivery_completion_after_days
    if setting.auto_delivery_completion != "T" or not days:
        return []
    day = setting.shipped_auto_check_start_day
    begun = setting.use_shipped_auto_check_start_day == "T"
    return [Due(until=now - days * _A_DAY, not_before=_start(day) if begun else 0)]


def arrived_since(setting: OrdersSetting, now: int) -> list[Due]:
    """Return since when items have to be delivered for their purchase to be confirmed."""
    days = setting.purchase_confirmation_auto_check_day
    if setting.use_purchase_confirmation_auto_check != "T" or not days:
        return []
    day = setting.purchase_confirmation_auto_check_set_date
    return [Due(until=now - days * _A_DAY, not_before=_start(day))]


def _start(day: date | None) -> int:
    return 0 if day is None else seconds(datetime.combine(day, time(), PLATFORM_ZONE))


def _call(clock: Clock, mall: Mall, shop_no: int) -> Call:
    call = Call(clock)
    call.mall = mall
    call.shop_no = shop_no
    return call


async def _done(
    database: Database, clock: Clock, mall: Mall, shop_no: int, order_id: str, work: Work
) -> bool:
    """Do what there is to do with an order, if it still is; say whether it was."""
    call = _call(clock, mall, shop_no)
    try:
        async with database.writing(mall.mall_id) as call.db:
            done = await work(call, await orders.whole(call, order_id))
            await record.events(call)
    except Exception as error:
        log.error(
            "order not tidied",
            extra={"mall_id": mall.mall_id, "order_id": order_id, "reason": str(error)},
        )
        return False
    return done


def _runs_out(due: Due) -> Work:
    async def run_out(call: Call, whole: Whole) -> bool:
        """Call an order off that nobody has paid in time."""
        lines = [
            line
            for line in whole.lines
            if line.item.order_status == "N00" and _at(line.item.ordered_date) <= due.until
        ]
        if not lines:
            return False
        before = whole.order
        claim = Claim(
            claim_code=await claims.new_code(call, CANCELLATION.letter),
            shop_no=call.shop_no,
            order_id=before.order_id,
            item_nos=[line.item.item_no for line in lines],
            claim_reason="Nobody paid in time.",
        )
        asking.begin(claim, lines)
        claim, _ = await moving_on.to_step(
            call, CANCELLATION, whole, claim, lines, CANCELLATION.last, who="time"
        )
        await claims.add(call, claim)
        await moving_on.keep_claimed(call, before, whole, lines)
        call.announce(CancellationChanged.of(whole, "cancel_order"))
        return True

    return run_out


_EVENT_CODES: Final[dict[Deed, str]] = {"deliver": "delivered_order", "confirm": "confirm_order"}


def _moves(due: Due, deed: Deed) -> Work:
    async def move_on(call: Call, whole: Whole) -> bool:
        """Let items be delivered, or their purchase be confirmed, by the time."""
        lines = [line for line in whole.lines if _is_due(line, due, deed)]
        if not lines:
            return False
        before = whole.order
        moving.move(call, lines, deed, who="time")
        whole.order = moving.summed_up(whole, int(call.clock.now()))
        await keep(call, before, whole, lines, ShippingChanged.of(whole, _EVENT_CODES[deed]))
        return True

    return move_on


def _is_due(line: Line, due: Due, deed: Deed) -> bool:
    item = line.item
    status, since = "N30", item.shipped_date
    if deed == "confirm":
        status, since = "N40", item.delivered_date
    if item.order_status != status or since is None:
        return False
    return due.not_before <= _at(since) <= due.until


def _at(moment_: datetime | None) -> int:
    assert moment_ is not None
    return seconds(moment_)
