"""Receivers of parcels: read, changed until a parcel is sent, with a history."""

from collections.abc import Sequence
from typing import Any, Final

import msgspec
from msgspec import UNSET
from msgspec.structs import asdict, replace

from openmall.commerce.customer.redaction import redacted
from openmall.commerce.order.history import store as history_store
from openmall.commerce.order.orders import store as order_store
from openmall.commerce.order.orders.shape import Order, Receiver
from openmall.commerce.order.orders.store import OrderAggregate, Parcel
from openmall.commerce.order.orders.takes import OrderPath
from openmall.commerce.order.receivers import countries
from openmall.commerce.order.receivers.events import ReceiverChanged
from openmall.commerce.order.receivers.refusals import (
    ADDRESS_NOT_FOR_BOOK,
    ORDER_OF_A_GUEST,
    PARCEL_SENT,
    SEVERAL_PARCELS,
)
from openmall.commerce.order.receivers.shape import (
    Before,
    Changed,
    ParcelReceiverChange,
    ReceiverBulkChange,
    ReceiversQuery,
    WishedHours,
)
from openmall.commerce.personal.addresses import rules as address_rules
from openmall.contract.call import Call
from openmall.contract.change import differences, sent_fields
from openmall.contract.errors import Invalid, NotFound, NotModified
from openmall.contract.moments import moment
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST, END_BEFORE_START

KIND: Final = "receiver"
_PLAIN: Final = frozenset(("shipping_code", "country_code"))
"""Fields of a receiver that the activity log may contain."""
_WISHES: Final = frozenset(
    ("wished_delivery_date", "wished_delivery_time", "use_fast_delivery_date",
     "use_fast_delivery_time")
)  # fmt: skip
_BOOKED: Final = ("name", "cellphone", "zipcode", "address1", "address2")
_ADDRESS: Final = (
    "country_code", "zipcode", "address_state", "address_city", "address1", "address2",
)  # fmt: skip
_KEPT: Final = msgspec.json.Decoder(Receiver)


async def listing(call: Call, query: ReceiversQuery) -> Sequence[Receiver]:
    """Retrieve a list of an order's receivers."""
    await order_store.get(call, query.order_id)
    parcels = (await order_store.parcels_of(call, [query.order_id]))[query.order_id]
    return [
        parcel.receiver
        for parcel in parcels
        if query.shipping_code is UNSET or parcel.shipping_code in query.shipping_code
    ]


async def past(call: Call, params: OrderPath) -> Sequence[Before]:
    """Retrieve what an order's receivers were before they were changed, the last first."""
    await order_store.get(call, params.order_id)
    found = []
    for at, user_id, user_name, document in await history_store.read(call, params.order_id, KIND):
        about = _described(_KEPT.decode(document))
        names = set(Before.__struct_fields__)
        found.append(
            Before(
                updated_date=moment(at),
                user_id=user_id,
                user_name=user_name,
                **{name: value for name, value in about.items() if name in names},
            )
        )
    return found


async def change(call: Call, params: ReceiverBulkChange | ParcelReceiverChange) -> Changed:
    """Update the receiver of a parcel that is not sent yet."""
    aggregate = await order_store.lock(call, params.order_id)
    parcel = _meant(aggregate, params)
    for line in aggregate.lines:
        if line.item.shipping_code == parcel.shipping_code and line.item.shipped_date:
            raise Invalid(PARCEL_SENT, parameter="shipping_code")
    before = parcel.receiver
    after = _changed(call, before, params)
    booked = params.change_default_shipping_address == "T" and await _book(
        call, aggregate.order, after
    )
    if after == before:
        if not booked:
            raise NotModified()
        return _answer(after)
    await history_store.remember(call, params.order_id, KIND, before)
    await order_store.change_parcel(call, params.order_id, replace(parcel, receiver=after))
    await _tell_addresses(call, aggregate, replace(parcel, receiver=after))
    call.journal(
        f"receiver of {parcel.shipping_code}",
        redacted(differences(before, after), plain=_PLAIN),
    )
    call.publish(ReceiverChanged.of(aggregate.order))
    return _answer(after)


async def _book(call: Call, order: Order, receiver: Receiver) -> bool:
    """Make an address the default one of its order's member; return whether it was not."""
    name = "change_default_shipping_address"
    if not order.member_id:
        raise Invalid(ORDER_OF_A_GUEST, parameter=name)
    if receiver.country_code not in ("", call.mall.country):
        raise Invalid(ADDRESS_NOT_FOR_BOOK, parameter=name)
    own = {key: getattr(receiver, key) for key in _BOOKED}
    try:
        return await address_rules.replace_default(call, order.member_id, own)
    except msgspec.ValidationError:
        raise Invalid(ADDRESS_NOT_FOR_BOOK, parameter=name) from None


def _address_of(receiver: Receiver) -> tuple[str, ...]:
    return tuple(getattr(receiver, name) for name in _ADDRESS)


async def _tell_addresses(call: Call, aggregate: OrderAggregate, changed: Parcel) -> None:
    """Note with an order whether its parcels go to different addresses."""
    parcels = [
        changed if each.shipping_code == changed.shipping_code else each
        for each in aggregate.parcels
    ]
    several = len({_address_of(each.receiver) for each in parcels}) > 1
    after = replace(aggregate.order, multiple_addresses="T" if several else "F")
    await order_store.change(call, aggregate.order, after)


def _meant(aggregate: OrderAggregate, params: ReceiverBulkChange | ParcelReceiverChange) -> Parcel:
    """Return the named parcel, or the only one of the order."""
    if params.shipping_code is UNSET:
        if len(aggregate.parcels) > 1:
            raise Invalid(SEVERAL_PARCELS, parameter="shipping_code")
        return aggregate.parcels[0]
    for parcel in aggregate.parcels:
        if parcel.shipping_code == params.shipping_code:
            return parcel
    raise NotFound(DOES_NOT_EXIST, parameter="shipping_code", resource=Phrase("parcel"))


def _changed(
    call: Call, before: Receiver, params: ReceiverBulkChange | ParcelReceiverChange
) -> Receiver:
    fields = {
        name: value
        for name, value in sent_fields(params).items()
        if name in Receiver.__struct_fields__ and name not in {"shop_no", *_WISHES}
    }
    if "country_code" in fields:
        fields |= countries.names_of(call, fields["country_code"], parameter="country_code")
    if params.wished_delivery_date is not UNSET:
        fields["wished_delivery_date"] = params.wished_delivery_date.isoformat()
    if params.use_fast_delivery_date == "T":
        fields["wished_delivery_date"] = ""
    if params.wished_delivery_time is not UNSET:
        start, _, end = (before.wished_delivery_time or "-").partition("-")
        hours = params.wished_delivery_time
        start = start if hours.start_hour is UNSET else hours.start_hour
        end = end if hours.end_hour is UNSET else hours.end_hour
        if start.isdecimal() and end.isdecimal() and int(start[:4]) > int(end[:4]):
            raise Invalid(END_BEFORE_START, parameter="wished_delivery_time.end_hour")
        fields["wished_delivery_time"] = f"{start}-{end}" if start or end else None
    if params.use_fast_delivery_time == "T":
        fields["wished_delivery_time"] = None
    return replace(before, **fields)


def _described(receiver: Receiver) -> dict[str, Any]:
    """Return a receiver's fields, with its address in every requested form."""
    split = receiver.address_state or receiver.address_city
    return {
        **asdict(receiver),
        "address_street": receiver.address1 if split else "",
        "address_full": f"{receiver.address1} {receiver.address2}".strip(),
    }


def _answer(receiver: Receiver) -> Changed:
    values = _described(receiver)
    start, _, end = (receiver.wished_delivery_time or "").partition("-")
    at = WishedHours(start_hour=start, end_hour=end) if receiver.wished_delivery_time else None
    return Changed(
        **{
            **values,
            "use_fast_delivery_date": "F" if receiver.wished_delivery_date else "T",
            "wished_delivery_time": at,
            "use_fast_delivery_time": "F" if at else "T",
        }
    )
