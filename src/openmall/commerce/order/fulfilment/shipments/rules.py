"""Shipments of items: together or in several parcels, with tracking numbers."""

import re
from collections.abc import Sequence
from typing import Final

from msgspec import UNSET, UnsetType
from msgspec.structs import asdict, replace

from openmall.commerce.order.fulfilment.shipments.events import TrackingChanged
from openmall.commerce.order.fulfilment.shipments.refusals import (
    ITEM_NOT_SENDABLE,
    NOTHING_IN_SHIPMENT_TO_SEND,
    NOTHING_TO_SEND,
)
from openmall.commerce.order.fulfilment.shipments.shape import (
    Fulfilled,
    Fulfillment,
    ParcelItem,
    Sent,
    Shipment,
    ShipmentBulkChange,
    ShipmentBulkDraft,
    ShipmentPath,
    ShipmentState,
)
from openmall.commerce.order.order_saving import save_order
from openmall.commerce.order.orders import announcements as order_announcements
from openmall.commerce.order.orders import store as order_store
from openmall.commerce.order.orders import transitions
from openmall.commerce.order.orders.store import OrderAggregate, OrderLine, Parcel
from openmall.commerce.order.orders.takes import OrderPath
from openmall.commerce.order.states import Status, Transition
from openmall.commerce.shipping import carriers, parcel_carriers
from openmall.commerce.shipping.builtin_carriers import require_code
from openmall.commerce.shipping.parcel_carriers import ParcelCarrier
from openmall.contract.call import Call
from openmall.contract.errors import Invalid, NotFound, NotModified
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST, MISSING

_DEEDS: Final[dict[ShipmentState, Transition]] = {
    "standby": "standby",
    "shipping": "ship",
    "shipped": "deliver",
}
_STATES: Final[dict[Status, ShipmentState]] = {
    "N21": "standby",
    "N30": "shipping",
    "N40": "shipped",
    "N50": "shipped",
}
_EVENT_CODES: Final[dict[ShipmentState, str]] = {
    "standby": "standby_order",
    "shipping": "shipping_order",
    "shipped": "delivered_order",
}
_SENDABLE: Final = frozenset(("N10", "N20", "N21"))
_CODE: Final = re.compile(r"D-(\d{8}-\d{7,})-\d{2,}")


async def listing(call: Call, params: OrderPath) -> Sequence[Shipment]:
    """Retrieve a list of an order's shipments."""
    await order_store.get(call, params.order_id)
    lines = (await order_store.lines_of(call, [params.order_id]))[params.order_id]
    parcels = (await order_store.parcels_of(call, [params.order_id]))[params.order_id]
    return [
        Shipment(
            shop_no=call.shop_no,
            shipping_code=parcel.shipping_code,
            order_id=params.order_id,
            tracking_no=parcel.tracking_no,
            tracking_no_updated_date=order_store.tracked(parcel),
            shipping_company_code=parcel.shipping_company_code,
            items=[
                ParcelItem(
                    order_item_code=line.item.order_item_code,
                    status=_STATES.get(line.item.order_status),
                )
                for line in _in_parcel(lines, parcel.shipping_code)
            ],
        )
        for parcel in parcels
        if parcel.tracking_no
    ]


async def create(call: Call, draft: ShipmentBulkDraft) -> Sent:
    """Create a shipment of items of an order.

    The code of the carrier has four digits. One that is neither built in nor of the shop is
    accepted, and shown as another carrier, without a link to the parcel.
    """
    require_code(draft.shipping_company_code, parameter="shipping_company_code")
    order_id = _order_of(draft.order_id, draft.shipping_code)
    aggregate = await order_store.lock(call, order_id)
    before = aggregate.order
    lines = _meant(aggregate, draft)
    parcel = await _parcel_for(call, aggregate, lines)
    transitions.move(call, lines, _DEEDS[draft.status])
    code = draft.shipping_company_code
    carrier = await _carrier(call, code, draft.carrier_id, parcel)
    after = replace(
        parcel,
        tracking_no=draft.tracking_no,
        shipping_company_code=code,
        carrier_id=carrier.carrier_id,
        tracking_no_updated_date=int(call.clock.now()),
    )
    await order_store.change_parcel(call, order_id, after)
    for line in lines:
        line.item = replace(line.item, shipping_code=after.shipping_code)
        _name_carrier(line, code, carrier)
    aggregate.order = transitions.with_summary(aggregate, int(call.clock.now()))
    await save_order(call, before, aggregate, lines, None)
    order_announcements.announce_shipping(call, aggregate, _EVENT_CODES[draft.status])
    return _sent(call, order_id, after, lines)


async def fulfil(call: Call, draft: Fulfillment) -> Fulfilled:
    """Create a shipment of items of one of many orders."""
    sent = await create(call, draft)
    express = None if draft.post_express_flag is UNSET else draft.post_express_flag
    if express is not None:
        aggregate = await order_store.lock(call, sent.order_id)
        lines = transitions.select_lines(aggregate, sent.order_item_code)
        for line in lines:
            line.item = replace(line.item, post_express_flag=express)
        await order_store.change_lines(call, aggregate.order, lines)
    return Fulfilled(**asdict(sent), post_express_flag=express)


async def change(call: Call, params: ShipmentBulkChange) -> Sent:
    """Update a shipment: how far it has come, its tracking number, its carrier."""
    return await change_carrier(call, params, UNSET)


async def change_carrier(
    call: Call, params: ShipmentBulkChange, carrier_id: int | UnsetType
) -> Sent:
    """Update a shipment as `change` does; `carrier_id`: the shop's carrier that takes it."""
    order_id = _order_of(params.order_id, params.shipping_code)
    aggregate = await order_store.lock(call, order_id)
    before = aggregate.order
    parcel = _parcel(aggregate, params.shipping_code)
    lines = [
        line
        for line in _in_parcel(aggregate.lines, parcel.shipping_code)
        if line.item.order_status in _STATES or line.item.order_status in _SENDABLE
    ]
    after = parcel
    for name in ("status_additional_info", "tracking_no", "shipping_company_code"):
        value = getattr(params, name)
        if value is not UNSET:
            after = replace(after, **{name: value})
    code, carrier = after.shipping_company_code, None
    if code != parcel.shipping_company_code or carrier_id not in (UNSET, parcel.carrier_id):
        require_code(code, parameter="shipping_company_code")
        carrier = await _carrier(call, code, carrier_id, parcel)
        after = replace(after, carrier_id=carrier.carrier_id)
    retracked = after.tracking_no != parcel.tracking_no or carrier is not None
    if retracked:
        after = replace(after, tracking_no_updated_date=int(call.clock.now()))
    moved: list[OrderLine] = []
    if params.status is not UNSET:
        if not lines:
            raise Invalid(NOTHING_IN_SHIPMENT_TO_SEND, parameter="shipping_code")
        moved = transitions.move(call, lines, _DEEDS[params.status])
    if after == parcel and not moved:
        raise NotModified()
    await order_store.change_parcel(call, order_id, after)
    changed = moved
    if carrier is not None:
        changed = lines
        for line in lines:
            _name_carrier(line, code, carrier)
    aggregate.order = transitions.with_summary(aggregate, int(call.clock.now()))
    await save_order(call, before, aggregate, changed, None)
    if params.status is not UNSET and moved:
        order_announcements.announce_shipping(call, aggregate, _EVENT_CODES[params.status])
    else:
        call.publish(TrackingChanged.of(call.shop_no, order_id, after))
    return _sent(call, order_id, after, lines)


async def delete(call: Call, params: ShipmentPath) -> Sent:
    """Delete a shipment: its items are prepared again, its tracking number is forgotten."""
    aggregate = await order_store.lock(call, params.order_id)
    before = aggregate.order
    parcel = _parcel(aggregate, params.shipping_code)
    if not parcel.tracking_no:
        raise NotFound(DOES_NOT_EXIST, parameter="shipping_code", resource=Phrase("shipment"))
    lines = _in_parcel(aggregate.lines, parcel.shipping_code)
    moved = transitions.move(call, lines, "unship")
    after = replace(
        parcel,
        tracking_no="",
        shipping_company_code="",
        carrier_id=0,
        tracking_no_updated_date=None,
        status_additional_info="",
    )
    await order_store.change_parcel(call, params.order_id, after)
    for line in lines:
        _name_carrier(line, "", ParcelCarrier())
    aggregate.order = transitions.with_summary(aggregate, int(call.clock.now()))
    await save_order(call, before, aggregate, lines, None)
    order_announcements.announce_shipping(call, aggregate, "unship_order")
    return _sent(call, params.order_id, after, moved)


async def _carrier(
    call: Call, code: str, carrier_id: int | UnsetType, parcel: Parcel
) -> ParcelCarrier:
    """Return the carrier that takes a parcel. Raises Invalid (422) for none of the shop's.

    A parcel stays with the shop's carrier that it has, where neither code nor number is another.
    """
    known = await carriers.of_shop(call)
    if carrier_id is not UNSET:
        return parcel_carriers.of_shop(known, code, carrier_id)
    if code == parcel.shipping_company_code and parcel.carrier_id:
        return parcel_carriers.of_parcel(known, code=code, carrier_id=parcel.carrier_id)
    return parcel_carriers.chosen(known, code)


def _name_carrier(line: OrderLine, code: str, carrier: ParcelCarrier) -> None:
    """Write the carrier of a parcel to one of its items, which keeps the name."""
    line.item = replace(
        line.item,
        shipping_company_code=code,
        shipping_company_name=carrier.name,
        shipping_company_id=str(carrier.carrier_id or ""),
    )


def _order_of(order_id: str | UnsetType, shipping_code: str | UnsetType) -> str:
    if isinstance(order_id, str):
        return order_id
    if shipping_code is UNSET:
        raise Invalid(MISSING, parameter="order_id")
    found = _CODE.fullmatch(str(shipping_code))
    if found is None:
        raise NotFound(DOES_NOT_EXIST, parameter="shipping_code", resource=Phrase("shipment"))
    return found[1]


def _parcel(aggregate: OrderAggregate, shipping_code: str) -> Parcel:
    for parcel in aggregate.parcels:
        if parcel.shipping_code == shipping_code:
            return parcel
    raise NotFound(DOES_NOT_EXIST, parameter="shipping_code", resource=Phrase("shipment"))


def _in_parcel(lines: Sequence[OrderLine], shipping_code: str) -> list[OrderLine]:
    return [line for line in lines if line.item.shipping_code == shipping_code]


def _meant(aggregate: OrderAggregate, draft: ShipmentBulkDraft) -> list[OrderLine]:
    """Return the items to send. Raises Invalid (422) for one that cannot be sent."""
    if draft.order_item_code is not UNSET:
        lines = transitions.select_lines(aggregate, draft.order_item_code)
        for line in lines:
            if line.item.order_status not in _SENDABLE:
                raise Invalid(
                    ITEM_NOT_SENDABLE, parameter="order_item_code", status=line.item.order_status
                )
    else:
        lines = [line for line in aggregate.lines if line.item.order_status in _SENDABLE]
    if draft.shipping_code is not UNSET:
        parcel = _parcel(aggregate, draft.shipping_code)
        lines = _in_parcel(lines, parcel.shipping_code)
    if not lines:
        raise Invalid(NOTHING_TO_SEND, parameter="order_id")
    return lines


async def _parcel_for(call: Call, aggregate: OrderAggregate, lines: list[OrderLine]) -> Parcel:
    """Return the parcel of items: the one that contains exactly them, or a new one."""
    codes = {line.item.shipping_code for line in lines}
    parcel = _parcel(aggregate, min(codes))
    if len(codes) == 1 and len(_in_parcel(aggregate.lines, parcel.shipping_code)) == len(lines):
        return parcel
    order_id = aggregate.order.order_id
    code = order_store.shipping_code(order_id, len(aggregate.parcels))
    new_parcel = Parcel(shipping_code=code, receiver=replace(parcel.receiver, shipping_code=code))
    await order_store.add_parcel(call, order_id, new_parcel)
    aggregate.parcels.append(new_parcel)
    return new_parcel


def _sent(call: Call, order_id: str, parcel: Parcel, lines: Sequence[OrderLine]) -> Sent:
    states = {_STATES.get(line.item.order_status) for line in lines}
    return Sent(
        shop_no=call.shop_no,
        shipping_code=parcel.shipping_code,
        order_id=order_id,
        status=states.pop() if len(states) == 1 else None,
        tracking_no=parcel.tracking_no or None,
        shipping_company_code=parcel.shipping_company_code or None,
        order_item_code=[line.item.order_item_code for line in lines],
        carrier_id=parcel.carrier_id,
        status_additional_info=parcel.status_additional_info,
    )
