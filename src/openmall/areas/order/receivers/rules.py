"""Who gets a parcel may be changed until it is sent; whoever it was before is remembered."""

from collections.abc import Sequence
from typing import Any, Final

import msgspec
from babel import Locale
from msgspec import UNSET
from msgspec.structs import asdict, replace

from openmall.areas.customer.discretion import discreet
from openmall.areas.order.history import store as history
from openmall.areas.order.orders import store
from openmall.areas.order.orders.shape import Receiver
from openmall.areas.order.orders.store import Parcel, Whole
from openmall.areas.order.orders.takes import OrderPath
from openmall.areas.order.receivers.events import ReceiverChanged
from openmall.areas.order.receivers.shape import (
    Before,
    Changed,
    OneOfReceivers,
    ReceiverOfPath,
    ReceiversQuery,
    WishedHours,
)
from openmall.contract.call import Call
from openmall.contract.change import differences, sent
from openmall.contract.errors import Invalid, NotFound, NotModified
from openmall.contract.moments import moment

KIND: Final = "receiver"
_PLAIN: Final = frozenset(("shipping_code", "country_code"))
"""What the activity log may say of a receiver."""
_WISHES: Final = frozenset(
    ("wished_delivery_date", "wished_delivery_time", "use_fast_delivery_date",
     "use_fast_delivery_time")
)  # fmt: skip
_KEPT: Final = msgspec.json.Decoder(Receiver)


async def listing(call: Call, query: ReceiversQuery) -> Sequence[Receiver]:
    """Retrieve a list of an order's receivers."""
    await store.get(call, query.order_id)
    parcels = (await store.parcels_of(call, [query.order_id]))[query.order_id]
    return [
        parcel.receiver
        for parcel in parcels
        if query.shipping_code is UNSET or parcel.shipping_code in query.shipping_code
    ]


async def past(call: Call, params: OrderPath) -> Sequence[Before]:
    """Retrieve what an order's receivers were before they were changed, the last first."""
    await store.get(call, params.order_id)
    found = []
    for at, user_id, user_name, document in await history.read(call, params.order_id, KIND):
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


async def change(call: Call, params: OneOfReceivers | ReceiverOfPath) -> Changed:
    """Update the receiver of a parcel that is not sent yet."""
    whole = await store.whole(call, params.order_id)
    parcel = _meant(whole, params)
    for line in whole.lines:
        if line.item.shipping_code == parcel.shipping_code and line.item.shipped_date:
            raise Invalid("The parcel has been sent.", parameter="shipping_code")
    before = parcel.receiver
    after = _changed(call, before, params)
    if after == before:
        raise NotModified()
    await history.remember(call, params.order_id, KIND, before)
    await store.change_parcel(call, params.order_id, replace(parcel, receiver=after))
    call.journal(
        f"receiver of {parcel.shipping_code}",
        discreet(differences(before, after), plain=_PLAIN),
    )
    call.announce(ReceiverChanged.of(whole.order))
    return _answer(after)


def _meant(whole: Whole, params: OneOfReceivers | ReceiverOfPath) -> Parcel:
    """Return the parcel that is named, or the only one there is."""
    if params.shipping_code is UNSET:
        if len(whole.parcels) > 1:
            raise Invalid("The order has several parcels.", parameter="shipping_code")
        return whole.parcels[0]
    for parcel in whole.parcels:
        if parcel.shipping_code == params.shipping_code:
            return parcel
    raise NotFound("The parcel does not exist.", parameter="shipping_code")


def _changed(call: Call, before: Receiver, params: OneOfReceivers | ReceiverOfPath) -> Receiver:
    said = {
        name: value
        for name, value in sent(params).items()
        if name in Receiver.__struct_fields__ and name not in {"shop_no", *_WISHES}
    }
    if "country_code" in said:
        said |= _country(call, said["country_code"])
    if params.wished_delivery_date is not UNSET:
        said["wished_delivery_date"] = params.wished_delivery_date.isoformat()
    if params.use_fast_delivery_date == "T":
        said["wished_delivery_date"] = ""
    if params.wished_delivery_time is not UNSET:
        start, _, end = (before.wished_delivery_time or "-").partition("-")
        hours = params.wished_delivery_time
        start = start if hours.start_hour is UNSET else hours.start_hour
        end = end if hours.end_hour is UNSET else hours.end_hour
        said["wished_delivery_time"] = f"{start}-{end}" if start or end else None
    if params.use_fast_delivery_time == "T":
        said["wished_delivery_time"] = None
    return replace(before, **said)


def _country(call: Call, code: str) -> dict[str, str]:
    """Return a country's names: as the shop says it, and in English."""
    # read when it is needed first: it takes 4 MB
    english = Locale("en").territories
    if code not in english:
        raise Invalid(f"There is no country {code}.", parameter="country_code")
    own = Locale.parse(call.mall.shops[call.shop_no].language).territories
    return {"country_name": own[code], "country_name_en": english[code]}


def _described(receiver: Receiver) -> dict[str, Any]:
    """Return a receiver's fields, and its address in the ways in which it is asked for."""
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
