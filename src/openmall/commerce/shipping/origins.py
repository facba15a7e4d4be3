"""Shipping origins: the places a mall sends its parcels from. One of them is the default."""

from collections.abc import Sequence
from typing import Annotated, Final

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType
from sqlalchemy import Index, bindparam, delete, insert, select, update

from openmall.commerce.collection.manufacturers import PHONE
from openmall.commerce.shipping.refusals import DEFAULT_ORIGIN_NEEDED, ORIGIN_IS_DEFAULT
from openmall.contract import patterns
from openmall.contract.call import Call
from openmall.contract.change import (
    differences,
    differences_from_nothing,
    merged,
    patched,
    sent_fields,
)
from openmall.contract.codes import letters
from openmall.contract.errors import Invalid, NotFound
from openmall.contract.params import Country, Flag, Limit100, Offset8000, Params
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST
from openmall.contract.resource import Resource
from openmall.database import sequences
from openmall.database.policies import WITH_MALL, no_personal_data
from openmall.database.schema import flag, number, shop_table, text
from openmall.database.session import Row
from openmall.database.statements import Statement
from openmall.database.undo_policies import UPDATED_OR_DELETED
from openmall.database.values import BoundValue

Code = Annotated[str, Meta(min_length=8, max_length=8, pattern=patterns.CAPITALS_AND_DIGITS)]
Name = Annotated[str, Meta(min_length=1, max_length=50)]
Address = Annotated[str, Meta(max_length=255)]
Zip = Annotated[str, Meta(min_length=2, max_length=14)]
ZIP_OR_NONE: Final = patterns.pattern(r"^([^\n]{2,14})?\Z", "2 to 14 letters, or nothing")
ZipOrNone = Annotated[str, Meta(max_length=14, pattern=ZIP_OR_NONE)]
Phone = Annotated[str, Meta(max_length=20, pattern=PHONE)]

SHIPPING_ORIGIN: Final = shop_table(
    "shipping_origin",
    text("origin_code"),
    number("number"),
    text("origin_name"),
    flag("default"),
    text("contact"),
    text("secondary_contact"),
    text("zipcode"),
    text("country_code"),
    text("address1"),
    text("address2"),
    backup=WITH_MALL,
    undo=UPDATED_OR_DELETED,
    personal_data=no_personal_data("partners of the shop, not its customers"),
    key=("origin_code",),
)
Index("ix_shipping_origin_number", SHIPPING_ORIGIN.c.mall_id, SHIPPING_ORIGIN.c.number)


class ShippingOrigin(Struct, frozen=True, kw_only=True):
    """A place parcels are sent from."""

    origin_code: str
    origin_name: str
    default: Flag = "F"
    contact: str = ""
    secondary_contact: str = ""
    zipcode: str = ""
    country_code: str
    address1: str
    address2: str
    variants: list[str] | None = None
    """Codes of the variants that are sent from here only: so far every place sends everything."""


class OriginQuery(Params, frozen=True, kw_only=True):
    offset: Offset8000 = 0
    limit: Limit100 = 10


class OriginPath(Params, frozen=True, kw_only=True):
    origin_code: Code


class OriginDraft(Params, frozen=True, kw_only=True):
    origin_name: Name
    address1: Address
    address2: Address
    country_code: Country
    default: Flag | UnsetType = UNSET
    zipcode: Zip | UnsetType = UNSET
    contact: Phone | UnsetType = UNSET
    secondary_contact: Phone | UnsetType = UNSET


class OriginChange(OriginPath, frozen=True, kw_only=True):
    origin_name: Name | UnsetType = UNSET
    country_code: Country | UnsetType = UNSET
    default: Flag | UnsetType = UNSET
    contact: Phone | UnsetType = UNSET
    secondary_contact: Phone | UnsetType = UNSET
    zipcode: ZipOrNone | UnsetType = UNSET
    address1: Address | UnsetType = UNSET
    address2: Address | UnsetType = UNSET


_O: Final = SHIPPING_ORIGIN.c
_COLUMNS: Final = [c for c in SHIPPING_ORIGIN.c if c.name not in ("mall_id", "number")]
_MALL: Final = _O.mall_id == bindparam("mall_id")
_ONE: Final = (_MALL, _O.origin_code == bindparam("origin_code"))
_ALL: Final = select(*_COLUMNS).where(_MALL).order_by(_O.number)
_PAGE: Final = Statement(_ALL.limit(bindparam("limit")).offset(bindparam("offset")))
_LOCKED: Final = Statement(_ALL.with_for_update())
_GET: Final = Statement(select(*_COLUMNS).where(*_ONE))
_ADD: Final = Statement(
    insert(SHIPPING_ORIGIN).values({c.name: bindparam(c.name) for c in SHIPPING_ORIGIN.c})
)
_SET: Final = Statement(
    update(SHIPPING_ORIGIN)
    .where(*_ONE)
    .values({c.name: bindparam(c.name) for c in _COLUMNS if c.name != "origin_code"})
)
_SET_DEFAULT: Final = Statement(
    update(SHIPPING_ORIGIN).where(*_ONE).values(default=bindparam("default"))
)
_REMOVE: Final = Statement(delete(SHIPPING_ORIGIN).where(*_ONE))


async def list_origins(call: Call, query: OriginQuery) -> Sequence[ShippingOrigin]:
    """Retrieve a list of shipping origins, in the order of creation."""
    rows = await call.db.all(_PAGE, limit=query.limit + 1, offset=query.offset)
    call.effects.more = len(rows) > query.limit
    return [_listed(_from_row(row)) for row in rows[: query.limit]]


async def retrieve(call: Call, params: OriginPath) -> ShippingOrigin:
    """Retrieve a shipping origin."""
    row = await call.db.one(_GET, origin_code=params.origin_code)
    if row is None:
        raise _missing()
    return _listed(_from_row(row))


async def create(call: Call, draft: OriginDraft) -> ShippingOrigin:
    """Create a shipping origin; the first of a mall is its default."""
    # allocating a number waits for other calls, so that two first ones cannot both be the default
    number_of_it = await sequences.allocate(call.db, SHIPPING_ORIGIN.name)
    there = await _locked(call)
    code = "W" + letters(number_of_it - 1, 7)
    new = ShippingOrigin(
        origin_code=code,
        origin_name=draft.origin_name,
        country_code=draft.country_code,
        address1=draft.address1,
        address2=draft.address2,
    )
    origin = merged(new, sent_fields(draft))
    if not there:
        origin = msgspec.structs.replace(origin, default="T")
    elif origin.default == "T":
        await _no_longer_default(call, there, but=code)
    await call.db.run(_ADD, number=number_of_it, **_row(origin))
    call.journal(f"shipping origin {code}", differences_from_nothing(origin))
    return origin


async def change(call: Call, params: OriginChange) -> ShippingOrigin:
    """Update a shipping origin. Identical content is NotModified (409).

    Making it the default ends that of another; a default that is to be none leaves it to the
    oldest other place, and stays when there is none.
    """
    there = await _locked(call)
    before = _found(there, params.origin_code)
    after = patched(before, params)
    others = [each for each in there if each.origin_code != before.origin_code]
    if after.default == "T":
        await _no_longer_default(call, others, but=before.origin_code)
    elif before.default == "T":
        if not others:
            raise Invalid(DEFAULT_ORIGIN_NEEDED, parameter="default")
        await call.db.run(_SET_DEFAULT, origin_code=others[0].origin_code, default="T")
    await call.db.run(_SET, **_row(after))
    call.journal(f"shipping origin {after.origin_code}", differences(before, after))
    return after


async def remove(call: Call, params: OriginPath) -> ShippingOrigin:
    """Delete a shipping origin. Invalid (422) for the default while there are others."""
    there = await _locked(call)
    gone = _found(there, params.origin_code)
    if gone.default == "T" and len(there) > 1:
        raise Invalid(ORIGIN_IS_DEFAULT, parameter="origin_code")
    await call.db.run(_REMOVE, origin_code=gone.origin_code)
    call.journal(f"shipping origin {gone.origin_code}", {"origin_name": (gone.origin_name, None)})
    return gone


async def _locked(call: Call) -> list[ShippingOrigin]:
    """Lock and return all origins of the mall, so that only one becomes the default."""
    return [_from_row(row) for row in await call.db.all(_LOCKED)]


async def _no_longer_default(call: Call, there: Sequence[ShippingOrigin], *, but: str) -> None:
    for each in there:
        if each.default == "T" and each.origin_code != but:
            await call.db.run(_SET_DEFAULT, origin_code=each.origin_code, default="F")


def _found(there: Sequence[ShippingOrigin], code: str) -> ShippingOrigin:
    for each in there:
        if each.origin_code == code:
            return each
    raise _missing()


def _missing() -> NotFound:
    return NotFound(DOES_NOT_EXIST, parameter="origin_code", resource=Phrase("shipping origin"))


def _listed(origin: ShippingOrigin) -> ShippingOrigin:
    return msgspec.structs.replace(origin, variants=[])


def _from_row(row: Row) -> ShippingOrigin:
    return ShippingOrigin(**dict(zip([c.name for c in _COLUMNS], row, strict=True)))


def _row(origin: ShippingOrigin) -> dict[str, BoundValue]:
    return {c.name: getattr(origin, c.name) for c in _COLUMNS}


_SHIPPINGORIGINS: Final = Resource(
    ShippingOrigin, area="shipping", key="shippingorigin", listed="shippingorigins"
)

OPERATIONS = [
    _SHIPPINGORIGINS.listing("shippingorigins", list_origins, takes=OriginQuery, links=True),
    _SHIPPINGORIGINS.get("shippingorigins/{origin_code}", retrieve, takes=OriginPath),
    _SHIPPINGORIGINS.post("shippingorigins", create, takes=OriginDraft),
    _SHIPPINGORIGINS.put("shippingorigins/{origin_code}", change, takes=OriginChange),
    _SHIPPINGORIGINS.delete(
        "shippingorigins/{origin_code}", remove, takes=OriginPath, shows=("origin_code",)
    ),
]
