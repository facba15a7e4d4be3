"""What an undo keeps to with rows of orders: state transitions, history, points, and events.

An item comes back from a state only where a transition leads there and no parcel is sent by it.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Final

import msgspec

from openmall.commerce.order import buyer
from openmall.commerce.order.fulfilment.shipments.events import TrackingChanged
from openmall.commerce.order.history import store as history_store
from openmall.commerce.order.memos import (
    MEMO,
    MemoAdded,
    MemoChanged,
    MemoDeleted,
    announce,
)
from openmall.commerce.order.order_saving import save_order
from openmall.commerce.order.orders import store as order_store
from openmall.commerce.order.orders import transitions
from openmall.commerce.order.orders.events import ManyShipped, ShippingChanged
from openmall.commerce.order.orders.shape import Buyer, Receiver
from openmall.commerce.order.orders.store import OrderAggregate
from openmall.commerce.order.orders.tables import ITEM, ORDER, PARCEL
from openmall.commerce.order.receivers import rules as receiver_rules
from openmall.commerce.order.receivers.events import ReceiverChanged
from openmall.commerce.undo import row_store
from openmall.commerce.undo.refusals import ROW_IS_IN_USE, STATE_DOES_NOT_COME_BACK
from openmall.commerce.undo.sealed_writes import RevertedRow
from openmall.contract.call import Call
from openmall.contract.errors import NotModified
from openmall.contract.refusal import Phrase
from openmall.database.capture import RowChange

EVENTS: Final = frozenset(
    {
        kind.event_no
        for kind in (
            ShippingChanged,
            ManyShipped,
            ReceiverChanged,
            TrackingChanged,
            MemoAdded,
            MemoChanged,
            MemoDeleted,
        )
    }
)
"""Events about orders in answer to which an undo publishes how they are then."""
_PREPARED: Final = frozenset(("N10", "N20", "N21", "N22"))
_ON_THE_WAY: Final = frozenset(("N30", "N40", "N50"))
_CODES: Final = {
    "N10": "prepare_product",
    "N20": "prepare_order",
    "N21": "standby_order",
    "N22": "hold_order",
}
_OTHER_CODE: Final = "undo_order"
"""Of states with whose usual code the buyer would get the message of it a second time."""
_TEXTS: Final = frozenset(
    {
        "detail.additional_option_value",
        "detail.additional_option_values",
        "detail.product_bundle_list",
    }
)
_TRACKED: Final = frozenset({"tracking_no", "shipping_company_code"})


def comes_back(start: str, end: str) -> bool:
    """Return whether an item that went from state `start` to `end` can come back."""
    both = {start, end}
    # the deletion of a shipment is made good by saying again that it was sent
    return both <= _PREPARED or both <= _ON_THE_WAY or (start, end) == ("N30", "N20")


def obstacles(changes: Iterable[RowChange]) -> set[str]:
    """Return why changed states of items prevent an undo."""
    found = set()
    for each in changes:
        if each.table != ITEM.name or each.before is None or each.after is None:
            continue
        start, end = each.before["order_status"], each.after["order_status"]
        if start != end and not comes_back(start, end):
            sent = start in _PREPARED and end in _ON_THE_WAY
            found.add("it sent a parcel" if sent else "it changed orders")
    return found


async def lock(call: Call, rows: Iterable[RevertedRow]) -> None:
    """Lock the orders of rows, before customers: the order in which all writers lock."""
    numbers = {
        row.key["order_id"]
        for row in rows
        if row.table != "migrated_order" and "order_id" in row.key
    }
    for order_id in sorted(numbers):
        await row_store.read_row(call.db, ORDER.name, {"order_id": order_id})


class RevertedOrders:
    """Reverted rows of orders, and what follows from them."""

    def __init__(self, call: Call) -> None:
        self._call = call
        self._moved: dict[str, dict[int, Any]] = {}
        """Order -> item -> the state that it comes back from."""
        self._parcels: dict[tuple[str, str], set[str]] = {}
        """Order and parcel -> what is reverted of it."""
        self._memos: dict[tuple[str, int], type[MemoChanged]] = {}

    async def prepare(self, row: RevertedRow, current: dict[str, Any] | None) -> None:
        """Check that a row may become what it was, and keep what it is in the order's history.

        Raises NotModified (409) for an item or parcel that has been sent since, and for a state
        from which no transition leads back.
        """
        if row.table == MEMO.name:
            kind = MemoDeleted if row.before is None else MemoChanged
            place = row.key["order_id"], row.key["memo_no"]
            self._memos[place] = MemoAdded if current is None else kind
        if current is None or row.before is None:
            return
        if row.table == ITEM.name:
            self._prepare_item(row, current)
        elif row.table == PARCEL.name:
            await self._prepare_parcel(row, current)
        elif row.table == ORDER.name and "buyer" in row.before:
            before = msgspec.json.decode(current["buyer"], type=Buyer)
            await history_store.remember(self._call, row.key["order_id"], buyer.KIND, before)

    def _prepare_item(self, row: RevertedRow, current: dict[str, Any]) -> None:
        before = row.before or {}
        if current["shipped_date"] is not None and _TEXTS & before.keys():
            raise _refused(row, Phrase("the item has been sent"))
        status = before.get("order_status", current["order_status"])
        if status == current["order_status"]:
            return
        if not comes_back(status, current["order_status"]):
            raise NotModified(
                STATE_DOES_NOT_COME_BACK,
                parameter="decisions",
                table=row.table,
                named=_named(row),
                now=current["order_status"],
                then=status,
            )
        items = self._moved.setdefault(row.key["order_id"], {})
        items.setdefault(row.key["item_no"], current["order_status"])

    async def _prepare_parcel(self, row: RevertedRow, current: dict[str, Any]) -> None:
        order_id, code = row.key["order_id"], row.key["shipping_code"]
        names = set(row.before or ())
        if "receiver" in names:
            lines = (await order_store.lines_of(self._call, [order_id]))[order_id]
            if any(
                line.item.shipping_code == code and line.item.shipped_date is not None
                for line in lines
            ):
                raise _refused(row, Phrase("the parcel has been sent"))
            before = msgspec.json.decode(current["receiver"], type=Receiver)
            await history_store.remember(self._call, order_id, receiver_rules.KIND, before)
        self._parcels.setdefault((order_id, code), set()).update(names)

    async def settle(self) -> None:
        """Record the states that items came back to, and publish how orders are now."""
        places = {*self._moved, *(order_id for order_id, _ in (*self._parcels, *self._memos))}
        for order_id in sorted(places):
            stored = await row_store.read_row(self._call.db, ORDER.name, {"order_id": order_id})
            assert stored is not None
            with self._call.in_shop(stored["shop_no"]):
                aggregate = await order_store.lock(self._call, order_id)
                await self._record_states(aggregate)
                self._announce_parcels(aggregate)
                memos = [kind for (order, _), kind in self._memos.items() if order == order_id]
                self._announce_memos(aggregate, memos)

    async def _record_states(self, aggregate: OrderAggregate) -> None:
        states = self._moved.get(aggregate.order.order_id, {})
        moved = [line for line in aggregate.lines if line.item.item_no in states]
        if not moved:
            return
        for line in moved:
            line.was = line.recorded = states[line.item.item_no]
        before = aggregate.order
        aggregate.order = transitions.with_summary(aggregate, int(self._call.clock.now()))
        await save_order(self._call, before, aggregate, moved, None)
        for status in sorted({line.item.order_status for line in moved}):
            self._call.publish(ShippingChanged.of(aggregate, _CODES.get(status, _OTHER_CODE)))

    def _announce_parcels(self, aggregate: OrderAggregate) -> None:
        order = aggregate.order
        for parcel in aggregate.parcels:
            names = self._parcels.get((order.order_id, parcel.shipping_code), set())
            if "receiver" in names:
                self._call.publish(ReceiverChanged.of(order))
            if names & _TRACKED and order.order_id not in self._moved:
                self._call.publish(TrackingChanged.of(order.shop_no, order.order_id, parcel))

    def _announce_memos(
        self, aggregate: OrderAggregate, kinds: Sequence[type[MemoChanged]]
    ) -> None:
        items = [line.item for line in aggregate.lines]
        for kind in kinds:
            announce(self._call, aggregate.order, items, kind)


def _refused(row: RevertedRow, why: Phrase) -> NotModified:
    return NotModified(
        ROW_IS_IN_USE, parameter="decisions", table=row.table, named=_named(row), why=why
    )


def _named(row: RevertedRow) -> str:
    return ",".join(map(str, row.key.values()))
