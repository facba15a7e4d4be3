"""Customer properties: what a shop asks people for who join, or who change what they said.

Specification: resources of the Customer area are "not shown"; since 2026-03-01.
"""

from collections.abc import Sequence
from typing import Any, Literal, get_args

import msgspec
from msgspec import UNSET, Struct, UnsetType

from openmall.areas.customer.customers.takes import CustomerDraft
from openmall.contract.call import Call
from openmall.contract.change import differences, merged, sent
from openmall.contract.errors import Invalid, NotModified
from openmall.contract.operation import listing, put
from openmall.contract.params import Flag, ShopParams
from openmall.contract.scopes import READ_CUSTOMER, WRITE_CUSTOMER
from openmall.standard.settings import Setting, current, keep

Occasion = Literal["join", "edit"]
Key = Literal[
    "name",
    "name_english",
    "name_phonetic",
    "nick_name",
    "email",
    "phone",
    "cellphone",
    "birthday",
    "wedding_anniversary",
    "gender",
    "zipcode",
    "country_code",
    "state",
    "city",
    "address1",
    "address2",
    "residence",
    "nationality",
    "interest",
    "job",
    "job_class",
    "recommend_id",
]


class Property(Struct, frozen=True, kw_only=True):
    """Something a shop asks for."""

    key: Key
    use: Flag = "F"
    required: Flag = "F"
    """T: nobody joins without it, as long as it is asked for."""


class PropertyChange(Struct, frozen=True, kw_only=True):
    key: Key
    use: Flag | UnsetType = UNSET
    required: Flag | UnsetType = UNSET


_USED = frozenset({"name", "email", "cellphone", "zipcode", "address1", "address2"})
_REQUIRED = frozenset({"name", "email"})


def _usual() -> tuple[Property, ...]:
    return tuple(
        Property(
            key=key,
            use="T" if key in _USED else "F",
            required="T" if key in _REQUIRED else "F",
        )
        for key in get_args(Key)
    )


class CustomersProperties(Setting, frozen=True, kw_only=True):
    """What a shop asks for on either occasion, in the order it asks."""

    join: tuple[Property, ...] = msgspec.field(default_factory=_usual)
    edit: tuple[Property, ...] = msgspec.field(default_factory=_usual)


class PropertyList(Struct, frozen=True, kw_only=True):
    """What is asked for on one occasion."""

    shop_no: int
    type: Occasion
    properties: tuple[Property, ...]


class PropertyQuery(ShopParams, frozen=True, kw_only=True):
    type: Occasion = "join"


class PropertiesChange(ShopParams, frozen=True, kw_only=True):
    """What may be sent; properties that are not named are left alone."""

    type: Occasion
    properties: list[PropertyChange] | UnsetType = UNSET


async def retrieve(call: Call, query: PropertyQuery) -> Sequence[PropertyList]:
    """Retrieve customer properties, a list of one."""
    setting = await current(call, CustomersProperties)
    return [_listed(call, query.type, setting)]


async def change(call: Call, params: PropertiesChange) -> PropertyList:
    """Update customer properties.

    Identical content is NotModified (409).
    """
    before = await current(call, CustomersProperties, to_change=True)
    wanted: dict[str, dict[str, Any]] = {}
    for each in () if params.properties is UNSET else params.properties:
        wanted.setdefault(each.key, {}).update(sent(each))
    asked = tuple(merged(each, wanted.get(each.key, {})) for each in getattr(before, params.type))
    after = merged(before, {params.type: asked})
    if after == before:
        raise NotModified("The content is identical to what is stored, nothing was changed.")
    await keep(call.db, call.seal, after)
    call.journal("customers properties", differences(before, after))
    return _listed(call, params.type, after)


async def answered(call: Call, occasion: Occasion, draft: CustomerDraft) -> CustomerDraft:
    """Return of `draft` what the shop asks for; the rest is not to be kept.

    Raises Invalid (422) that names what is missing.
    """
    asked = getattr(await current(call, CustomersProperties), occasion)
    new = CustomerDraft(member_id=draft.member_id)
    dropped = {each.key: getattr(new, each.key) for each in asked if each.use == "F"}
    for each in asked:
        if each.use == each.required == "T" and not getattr(draft, each.key):
            raise Invalid("A required parameter is missing.", parameter=each.key)
    return msgspec.structs.replace(draft, **dropped)


def _listed(call: Call, occasion: Occasion, setting: CustomersProperties) -> PropertyList:
    return PropertyList(shop_no=call.shop_no, type=occasion, properties=getattr(setting, occasion))


OPERATIONS = [
    listing(
        "customers/properties",
        retrieve,
        takes=PropertyQuery,
        gives=PropertyList,
        key="properties",
        scope=READ_CUSTOMER,
    ),
    put(
        "customers/properties",
        change,
        takes=PropertiesChange,
        gives=PropertyList,
        key="property",
        scope=WRITE_CUSTOMER,
    ),
]
