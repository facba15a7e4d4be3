"""Carriers of a shop. One is the default; the first becomes it automatically."""

from collections.abc import Sequence
from typing import Any, Final, cast

import msgspec
from msgspec import UNSET, UnsetType
from sqlalchemy import bindparam, delete, insert, select, update

from openmall.commerce.shipping import carrier_fees, tracking_addresses
from openmall.commerce.shipping.builtin_carriers import CARRIERS, OWN, require_code
from openmall.commerce.shipping.carrier_fees import OwnFees, changed_fees, own_fees
from openmall.commerce.shipping.carrier_shape import (
    Carrier,
    CarrierChange,
    CarrierDetails,
    CarrierDraft,
    CarrierPath,
    CarrierRemoval,
    Link,
)
from openmall.commerce.shipping.carrier_terms import express_sender, fees
from openmall.commerce.shipping.events import CarrierAdded, CarrierDeleted, CarrierUpdated
from openmall.commerce.shipping.refusals import (
    CARRIER_IS_DEFAULT,
    CARRIER_WITHOUT_NAME,
    DEFAULT_CARRIER_NEEDED,
)
from openmall.commerce.shipping.setting import Shipping
from openmall.commerce.store.profile import StoreProfile
from openmall.contract.call import Call
from openmall.contract.change import (
    differences,
    differences_from_nothing,
    merged,
    patched,
    sent_fields,
)
from openmall.contract.crud.settings import preload
from openmall.contract.errors import Invalid, NotFound, NotModified
from openmall.contract.json_values import Encodable
from openmall.contract.params import Flag, ShopParams
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST, NO_SUCH
from openmall.contract.resource import Resource
from openmall.database import sequences
from openmall.database.policies import WITH_MALL, no_personal_data
from openmall.database.schema import flag, number, shop_table, text
from openmall.database.session import Row
from openmall.database.statements import Statement
from openmall.database.undo_policies import REVERTED

CARRIER: Final = shop_table(
    "carrier",
    number("shop_no"),
    number("carrier_id"),
    flag("default_shipping_carrier"),
    text("details"),
    backup=WITH_MALL,
    undo=REVERTED,
    personal_data=no_personal_data("what a shop offers, and how"),
    key=("shop_no", "carrier_id"),
    wide=True,
)


_C: Final = CARRIER.c
_SHOP: Final = (_C.mall_id == bindparam("mall_id"), _C.shop_no == bindparam("shop_no"))
_ONE: Final = (*_SHOP, _C.carrier_id == bindparam("carrier_id"))
_ALL: Final = select(_C.details, _C.default_shipping_carrier).where(*_SHOP).order_by(_C.carrier_id)
_LIST: Final = Statement(_ALL)
_LOCKED: Final = Statement(_ALL.with_for_update())
_GET: Final = Statement(select(_C.details, _C.default_shipping_carrier).where(*_ONE))
_DEFAULT: Final = Statement(
    select(_C.details, _C.default_shipping_carrier).where(
        *_SHOP, _C.default_shipping_carrier == "T"
    )
)
_ADD: Final = Statement(insert(CARRIER).values({c.name: bindparam(c.name) for c in CARRIER.c}))
_SET_DEFAULT: Final = Statement(
    update(CARRIER).where(*_ONE).values(default_shipping_carrier=bindparam("default"))
)
_CHANGE: Final = Statement(update(CARRIER).where(*_ONE).values(details=bindparam("details")))
_REMOVE: Final = Statement(delete(CARRIER).where(*_ONE))


async def of_shop(call: Call) -> list[Carrier]:
    """Return the carriers of the call's shop, in the order of creation, without their terms."""
    return [_from_row(row) for row in await call.db.all(_LIST, shop_no=call.shop_no)]


async def list_carriers(call: Call, params: ShopParams) -> Sequence[Carrier]:
    """Retrieve a list of shipping carriers, in the order of creation."""
    found = await of_shop(call)
    if not found:
        return []
    await preload(call, Shipping, StoreProfile)
    sender = await express_sender(call)
    return [
        msgspec.structs.replace(await _with_fees(call, each), express_exception_setting=sender)
        for each in found
    ]


async def _with_fees(call: Call, carrier: Carrier) -> Carrier:
    """Return a carrier with the fees that are charged while it takes the parcels."""
    return msgspec.structs.replace(
        carrier,
        shipping_fee_setting="F" if carrier.own_fees is UNSET else "T",
        shipping_fee_setting_detail=await fees(call, carrier.own_fees),
        own_fees=UNSET,
    )


async def retrieve(call: Call, params: CarrierPath) -> Carrier:
    """Retrieve a shipping carrier."""
    row = await call.db.one(_GET, shop_no=call.shop_no, carrier_id=params.carrier_id)
    if row is None:
        raise _missing()
    await preload(call, Shipping, StoreProfile)
    return msgspec.structs.replace(
        await _with_fees(call, _from_row(row)), express_exception_setting=await express_sender(call)
    )


async def delivering(call: Call, carrier_id: int = 0) -> Carrier | None:
    """Return the carrier that takes the parcels of the call's shop: a named one, else the default.

    None: the shop has no carriers. Raises Invalid (422) for a number that is none of the shop's.
    """
    if carrier_id:
        row = await call.db.one(_GET, shop_no=call.shop_no, carrier_id=carrier_id)
        if row is None:
            raise Invalid(NO_SUCH, parameter="carrier_id", resource=Phrase("carrier"))
    else:
        row = await call.db.one(_DEFAULT, shop_no=call.shop_no)
    return None if row is None else _from_row(row)


async def create(call: Call, draft: CarrierDraft) -> Carrier:
    """Create a shipping carrier; the first of a shop is its default."""
    code = draft.shipping_carrier_code
    require_code(code, parameter="shipping_carrier_code")
    _require_address(draft.track_shipment_url)
    own = own_fees(draft.shipping_fee_setting, draft.shipping_fee_setting_detail)
    # allocating a number waits for other calls, so that two first ones cannot both be the default
    carrier_id = await sequences.allocate(call.db, CARRIER.name)
    there = await _locked(call)
    new = Carrier(shop_no=call.shop_no, carrier_id=carrier_id, shipping_carrier_code=code)
    known = CARRIERS.get(code)
    if known is not None:
        new = msgspec.structs.replace(
            new,
            shipping_carrier=known.name,
            track_shipment_url=known.track,
            homepage_url=known.homepage,
        )
    elif code != OWN:
        # shipments take any code as well; the shop may set name and address
        new = msgspec.structs.replace(new, shipping_carrier=code)
    carrier = merged(new, _apart_from_fees(draft))
    if own is not None:
        carrier = msgspec.structs.replace(carrier, own_fees=own)
    if not carrier.shipping_carrier:
        raise Invalid(CARRIER_WITHOUT_NAME, parameter="shipping_carrier")
    carrier = msgspec.structs.replace(carrier, default_shipping_carrier="F" if there else "T")
    details = msgspec.json.encode(carrier).decode()
    await call.db.run(
        _ADD,
        shop_no=call.shop_no,
        carrier_id=carrier_id,
        default_shipping_carrier=carrier.default_shipping_carrier,
        details=details,
    )
    await _publish_added(call, carrier)
    call.journal(f"carrier {carrier_id}", differences_from_nothing(carrier))
    return _linked(call, await _with_fees(call, carrier))


async def change(call: Call, params: CarrierChange) -> Carrier:
    """Update a shipping carrier: make it the default, or no longer. Identical content is 409."""
    there = await _locked(call)
    before = _found(there, params.carrier_id)
    after = patched(before, params)
    for other in there:
        if other.default_shipping_carrier == "T":
            await _set_default(call, other, "F")
    default = after if after.default_shipping_carrier == "T" else _heir(there, after)
    await _set_default(call, default, "T")
    call.publish(CarrierUpdated(**_event_fields(call, after)))
    call.journal(f"carrier {after.carrier_id}", differences(before, after))
    return _linked(call, after)


async def remove(call: Call, params: CarrierRemoval) -> Carrier:
    """Delete a shipping carrier. Invalid (422) for the default, unless that is asked for."""
    there = await _locked(call)
    gone = _found(there, params.carrier_id)
    if gone.default_shipping_carrier == "T":
        if params.delete_default_carrier == "F":
            raise Invalid(CARRIER_IS_DEFAULT, parameter="delete_default_carrier")
        if len(there) > 1:
            await _set_default(call, _heir(there, gone), "T")
    await call.db.run(_REMOVE, shop_no=call.shop_no, carrier_id=gone.carrier_id)
    call.publish(CarrierDeleted(**_which(call, gone)))
    call.journal(f"carrier {gone.carrier_id}", {"shipping_carrier": (gone.shipping_carrier, None)})
    return gone


async def change_details(call: Call, params: CarrierDetails) -> Carrier:
    """Update name, tracking address, contact and fees. Identical content is 409."""
    _require_address(params.track_shipment_url)
    before = _found(await _locked(call), params.carrier_id)
    after = merged(before, _apart_from_fees(params))
    used = params.shipping_fee_setting
    if used is not UNSET:
        own = changed_fees(before.own_fees, used, params.shipping_fee_setting_detail)
        after = msgspec.structs.replace(after, own_fees=own)
    if after == before:
        raise NotModified()
    if not after.shipping_carrier:
        raise Invalid(CARRIER_WITHOUT_NAME, parameter="shipping_carrier")
    await call.db.run(
        _CHANGE,
        shop_no=call.shop_no,
        carrier_id=after.carrier_id,
        details=msgspec.json.encode(after).decode(),
    )
    call.publish(CarrierUpdated(**_event_fields(call, after)))
    changes = differences(before, after)
    if "own_fees" in changes:
        # fees that a carrier does not have are none in the activity log
        changes["own_fees"] = (_plain(before.own_fees), _plain(after.own_fees))
    call.journal(f"carrier {after.carrier_id}", changes)
    return after


def _plain(own: OwnFees | UnsetType) -> Encodable:
    return None if own is UNSET else cast("Encodable", msgspec.to_builtins(own))


def _apart_from_fees(sent: CarrierDraft | CarrierDetails) -> dict[str, Any]:
    """Return the sent fields that are stored by their own names."""
    fees_of_it = ("shipping_fee_setting", "shipping_fee_setting_detail")
    return {name: value for name, value in sent_fields(sent).items() if name not in fees_of_it}


def _require_address(address: str | None | UnsetType) -> None:
    if isinstance(address, str):
        tracking_addresses.require_usable(address, parameter="track_shipment_url")


async def announce_added(call: Call, carrier_id: int) -> None:
    """Publish the event of a carrier that is there again; nothing of one that is not."""
    row = await call.db.one(_GET, shop_no=call.shop_no, carrier_id=carrier_id)
    if row is not None:
        await _publish_added(call, _from_row(row))


async def announce_updated(call: Call, carrier_id: int) -> None:
    """Publish how a carrier is now; nothing of one that is gone."""
    row = await call.db.one(_GET, shop_no=call.shop_no, carrier_id=carrier_id)
    if row is not None:
        call.publish(CarrierUpdated(**_event_fields(call, _from_row(row))))


async def _publish_added(call: Call, carrier: Carrier) -> None:
    sender = await express_sender(call)
    call.publish(
        CarrierAdded(
            **_event_fields(call, carrier),
            sender_name=sender.sender_name,
            sender_phone=sender.sender_phone or "",
            sender_cellphone=sender.sender_cellphone,
            sender_zipcode=sender.sender_zipcode or "",
            sender_address1=sender.sender_address1 or "",
            sender_address2=sender.sender_address2 or "",
        )
    )


def _which(call: Call, carrier: Carrier) -> dict[str, str]:
    return {
        "event_shop_no": str(call.shop_no),
        "sc_id": str(carrier.carrier_id),
        "executor_id": call.identity.user_id,
        "execute_method": call.identity.app.name,
    }


def _event_fields(call: Call, carrier: Carrier) -> dict[str, str]:
    fee = carrier.default_shipping_fee
    return {
        **_which(call, carrier),
        "sc_name": carrier.shipping_carrier,
        "is_basic": carrier.default_shipping_carrier,
        "phone1": carrier.contact,
        "phone2": carrier.secondary_contact,
        "email": carrier.email,
        "shipping_money": "" if fee is None else str(fee),
        "homepage": carrier.homepage_url,
        "trace_url": carrier.track_shipment_url or "",
    }


async def _locked(call: Call) -> list[Carrier]:
    """Lock and return all carriers of the shop, so that only one becomes the default."""
    return [_from_row(row) for row in await call.db.all(_LOCKED, shop_no=call.shop_no)]


async def _set_default(call: Call, carrier: Carrier, default: Flag) -> None:
    which = {"shop_no": call.shop_no, "carrier_id": carrier.carrier_id}
    await call.db.run(_SET_DEFAULT, default=default, **which)


def _heir(there: Sequence[Carrier], but: Carrier) -> Carrier:
    """Return the oldest carrier `but` one. Raises Invalid (422) when there is no other."""
    for each in there:
        if each.carrier_id != but.carrier_id:
            return each
    raise Invalid(DEFAULT_CARRIER_NEEDED, parameter="default_shipping_carrier")


def _found(there: Sequence[Carrier], carrier_id: int) -> Carrier:
    for each in there:
        if each.carrier_id == carrier_id:
            return each
    raise _missing()


def _missing() -> NotFound:
    return NotFound(DOES_NOT_EXIST, parameter="carrier_id", resource=Phrase("carrier"))


def _from_row(row: Row) -> Carrier:
    carrier = msgspec.json.decode(row[0], type=Carrier)
    return msgspec.structs.replace(carrier, default_shipping_carrier=row[1])


def _linked(call: Call, carrier: Carrier) -> Carrier:
    href = f"{call.origin}/api/v2/admin/carriers/{carrier.carrier_id}"
    return msgspec.structs.replace(carrier, links=[Link(rel="self", href=href)])


_ANSWERED: Final = tuple(n for n in Carrier.__struct_fields__ if n != "own_fees")
_SHOWN: Final = tuple(n for n in _ANSWERED if n != "links")

_CARRIERS: Final = Resource(Carrier, area="shipping", key="carrier", listed="carriers")

OPERATIONS = [
    _CARRIERS.listing("carriers", list_carriers, takes=ShopParams, shows=_SHOWN),
    _CARRIERS.get(
        "carriers/{carrier_id}",
        retrieve,
        takes=CarrierPath,
        shows=tuple(n for n in _SHOWN if n != "shipping_type"),
    ),
    _CARRIERS.post(
        "carriers",
        create,
        takes=CarrierDraft,
        refuses=carrier_fees.REFUSED,
        shows=tuple(
            n
            for n in _ANSWERED
            if n not in ("shipping_type", "default_shipping_carrier", "express_exception_setting")
        ),
    ),
    _CARRIERS.put(
        "carriers/{carrier_id}",
        change,
        takes=CarrierChange,
        shows=("shop_no", "carrier_id", "default_shipping_carrier", "links"),
    ),
    _CARRIERS.delete(
        "carriers/{carrier_id}", remove, takes=CarrierRemoval, shows=("shop_no", "carrier_id")
    ),
]
