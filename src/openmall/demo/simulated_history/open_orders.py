"""Leaves an order in every state that a merchant works with: to be paid, sent, decided, refunded.

Each is placed by an app some hours ago and moved on by the rules behind the operations.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final, Literal

from msgspec import Struct

from openmall.commerce.order import order_service
from openmall.commerce.order.claims import rules as claim_rules
from openmall.commerce.order.claims.kinds import CANCELLATION, EXCHANGE, RETURN, Kind
from openmall.commerce.order.claims.requests import RequestDraft, request_handler
from openmall.commerce.order.claims.takes import (
    CancellationDraft,
    CancellationRequest,
    ExchangeDraft,
    ExchangeRequest,
    ReturnDraft,
    ReturnRequest,
)
from openmall.commerce.order.fulfilment.shipments import rules as shipment_rules
from openmall.commerce.order.fulfilment.shipments.shape import ShipmentBulkDraft
from openmall.commerce.order.order_service import Process, Processing
from openmall.commerce.order.orders import store as order_store
from openmall.commerce.order.states import Status
from openmall.commerce.product.stock import rules as stock_rules
from openmall.contract.call import Call
from openmall.contract.journal import record
from openmall.database.session import Session
from openmall.demo.simulated_history.execution import CARRIER, Executor
from openmall.demo.simulated_history.history import Bought, Deed, Order, Person
from openmall.demo.simulated_history.history import Kind as DeedKind
from openmall.demo.simulated_history.products import Shelves

Step = Literal[
    "pay", "prepare", "hold", "standby", "send", "deliver", "confirm",
    "cancel", "request C", "accepted C", "canceling C",
    "return", "request R", "accepted R", "processing R", "exchange", "request E", "accepted E",
]  # fmt: skip
_SENT: Final[tuple[Step, ...]] = ("pay", "send")
_THERE: Final[tuple[Step, ...]] = ("pay", "send", "deliver")
STATES: Final[dict[Status, tuple[Step, ...]]] = {
    "E40": (*_THERE, "exchange"),
    "R40": (*_THERE, "return"),
    "N50": (*_THERE, "confirm"),
    "E10": (*_THERE, "accepted E"),
    "E00": (*_THERE, "request E"),
    "R30": (*_THERE, "processing R"),
    "R10": (*_THERE, "accepted R"),
    "R00": (*_THERE, "request R"),
    "N40": _THERE,
    "N30": _SENT,
    "C40": ("pay", "cancel"),
    "C34": ("pay", "canceling C"),
    "C10": ("pay", "accepted C"),
    "C00": ("pay", "request C"),
    "N22": ("pay", "hold"),
    "N21": ("pay", "standby"),
    "N20": ("pay", "prepare"),
    "N10": ("pay",),
    "N00": (),
}
"""State -> the steps that lead to it, the oldest order first."""
APART: Final = 2 * 3_600
"""Seconds between two orders; the newest was placed as long ago."""
STEP: Final = 600
"""Seconds between two steps of an order."""
_FIRST: Final = 900_001
"""Number of the first buyer, beyond those of any world."""
_EXECUTED: Final[dict[Step, DeedKind]] = {
    "pay": "pay", "send": "send", "deliver": "deliver", "cancel": "cancel", "return": "return",
    "exchange": "exchange",
}  # fmt: skip
_REASON: Final = "I ordered the wrong size."
_REPLACED: Final[frozenset[Step]] = frozenset({"exchange", "accepted E"})
"""Steps that take the replacement of the ordered unit from the stock."""


class OpenOrder(Struct, frozen=True, kw_only=True):
    """An order that is to be left in a state: one unit of a variant."""

    status: Status
    shop_no: int
    bought: Bought


def plan(goods: Shelves) -> list[OpenOrder]:
    """Choose what is ordered in every shop, and take it from what a world may sell.

    An order that is exchanged takes two units: its own, and the replacement. Raises ValueError when
    a shop has not enough to sell.
    """
    chosen = []
    for shop_no, wares in goods.wares.items():
        offers = ((ware, each) for ware in wares for each in ware.offers)
        available = (each for each in offers if goods.stock.get(each[1].code, 0) > 1)
        for status in STATES:
            found = next(available, None)
            if found is None:
                raise ValueError(f"shop {shop_no} has too little to sell")
            ware, offer = found
            goods.stock[offer.code] -= 1 if _REPLACED.isdisjoint(STATES[status]) else 2
            bought = Bought(ware=ware, offer=offer, quantity=1)
            chosen.append(OpenOrder(status=status, shop_no=shop_no, bought=bought))
    return chosen


async def write(db: Session, executor: Executor, orders: Sequence[OpenOrder], now: int) -> None:
    """Place the orders and move each on to its state, at moments before `now`."""
    states = list(STATES)
    for at, each in enumerate(orders):
        placed_at = now - (len(states) - states.index(each.status)) * APART
        person = Person(
            number=_FIRST + at, shop_no=each.shop_no, browser=0, address=0, agent="", device="pc"
        )
        method = "cash" if each.status == "N00" else "card"
        order = Order(person=person, visit=None, at=placed_at, bought=[each.bought], method=method)
        await _do(db, executor, "order", order, placed_at)
        for number, step in enumerate(STATES[each.status], 1):
            moment = placed_at + number * STEP
            await _take(db, executor, step, order, moment)


async def take(
    db: Session, executor: Executor, step: Step, order_id: str, shop_no: int, now: int
) -> None:
    """Let an order of a shop take one step at the moment `now`. Raises the errors of its rule."""
    person = Person(number=0, shop_no=shop_no, browser=0, address=0, agent="", device="pc")
    order = Order(person=person, visit=None, at=now, bought=[], method="card", order_id=order_id)
    await _take(db, executor, step, order, now)


async def _take(db: Session, executor: Executor, step: Step, order: Order, at: int) -> None:
    if step in _EXECUTED:
        await _do(db, executor, _EXECUTED[step], order, at)
    else:
        call = executor.call(db, order.person.shop_no, at)
        await _step(call, step, order.order_id)
        await record.write_events(call)


async def _do(db: Session, executor: Executor, kind: DeedKind, order: Order, at: int) -> None:
    await executor.do(db, Deed(at=at, number=0, kind=kind, person=order.person, order=order))


async def _step(call: Call, step: Step, order_id: str) -> None:
    match step:
        case "prepare" | "hold":
            status: Process = step
            await order_service.process(call, Processing(order_id=order_id, process_status=status))
        case "confirm":
            await order_service.process(
                call, Processing(order_id=order_id, purchase_confirmation="T")
            )
        case "standby":
            parcel = ShipmentBulkDraft(
                order_id=order_id,
                tracking_no=order_id.replace("-", ""),
                shipping_company_code=CARRIER,
                status="standby",
            )
            await shipment_rules.create(call, parcel)
        case "request C" | "request R" | "request E":
            kind, request = _request(step, order_id)
            await request_handler(kind)(call, request)
        case "accepted C":
            await claim_rules.cancel(call, CancellationDraft(order_id=order_id, status="accepted"))
        case "canceling C":
            await claim_rules.cancel(call, CancellationDraft(order_id=order_id, status="canceling"))
        case "accepted R":
            await claim_rules.take_return(call, ReturnDraft(order_id=order_id, status="accepted"))
        case "processing R":
            await claim_rules.take_return(call, ReturnDraft(order_id=order_id, status="processing"))
        case _ if not await _in_stock(call, order_id):
            # what is exchanged takes units from stock at once
            await _step(call, "request E", order_id)
        case _:
            exchange = ExchangeDraft(order_id=order_id, status="accepted", same_product="T")
            await claim_rules.exchange(call, exchange)


async def _in_stock(call: Call, order_id: str) -> bool:
    """Return whether every item of an order could be sent once more."""
    lines = (await order_store.lines_of(call, [order_id]))[order_id]
    units: Counter[str] = Counter()
    for line in lines:
        units[line.item.variant_code] += line.item.quantity
    left = await stock_rules.lock_available(call, units)
    return all(number <= left.get(code, number) for code, number in units.items())


def _request(step: Step, order_id: str) -> tuple[Kind, RequestDraft]:
    if step == "request C":
        return CANCELLATION, CancellationRequest(order_id=order_id, reason=_REASON, reason_type="A")
    if step == "request R":
        return RETURN, ReturnRequest(
            order_id=order_id, reason=_REASON, reason_type="A", request_pickup="F"
        )
    return EXCHANGE, ExchangeRequest(order_id=order_id, reason=_REASON, reason_type="A")
