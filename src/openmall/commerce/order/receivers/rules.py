"""Receivers of parcels: read, changed until a parcel is sent, with a history."""

from collections.abc import Sequence
from typing import Any, Final

import msgspec
from babel import Locale
from msgspec import UNSET
from msgspec.structs import asdict, replace

from openmall.commerce.customer.redaction import redacted
from openmall.commerce.order.history import store as history_store
from openmall.commerce.order.orders import store as order_store
from openmall.commerce.order.orders.shape import Receiver
from openmall.commerce.order.orders.store import OrderAggregate, Parcel
from openmall.commerce.order.orders.takes import OrderPath
from openmall.commerce.order.receivers.events import ReceiverChanged
from openmall.commerce.order.receivers.refusals import PARCEL_SENT, SEVERAL_PARCELS, UNKNOWN_COUNTRY
from openmall.commerce.order.receivers.shape import (
    Before,
    Changed,
    ParcelReceiverChange,
    ReceiverBulkChange,
    ReceiversQuery,
    WishedHours,
)
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
    if after == before:
        raise NotModified()
    await history_store.remember(call, params.order_id, KIND, before)
    await order_store.change_parcel(call, params.order_id, replace(parcel, receiver=after))
    call.journal(
        f"receiver of {parcel.shipping_code}",
        redacted(differences(before, after), plain=_PLAIN),
    )
    call.publish(ReceiverChanged.of(aggregate.order))
    return _answer(after)


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
        fields |= _country(call, fields["country_code"])
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


def _country(call: Call, code: str) -> dict[str, str]:
    """Return a country's names: in the shop's language, and in English."""
    # read when it is needed first: it takes 4 MB
    english = Locale("en").territories
    if code not in english:
        raise Invalid(UNKNOWN_COUNTRY, parameter="country_code", country=code)
    own = Locale.parse(call.mall.shops[call.shop_no].language).territories
    return {"country_name": own[code], "country_name_en": english[code]}


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
