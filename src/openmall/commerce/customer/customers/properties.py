"""Customer properties: the fields a shop asks for on joining and on editing an account.

Specification: resources of the Customer area are "not shown"; since 2026-03-01.
"""

from collections.abc import Collection, Sequence
from typing import Final, Literal, get_args

import msgspec
from msgspec import UNSET, Struct, UnsetType

from openmall.commerce.customer.customers.takes import CustomerDraft
from openmall.contract.call import Call
from openmall.contract.change import differences, merged, sent_fields
from openmall.contract.crud.settings import Setting, current, write_setting
from openmall.contract.errors import Invalid, NotModified
from openmall.contract.params import Flag, ShopParams
from openmall.contract.refusals import IDENTICAL, MISSING
from openmall.contract.resource import Resource
from openmall.database.text_search import trimming
from openmall.database.values import BoundValue

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
    """A field a shop asks for."""

    key: Key
    use: Flag = "F"
    required: Flag = "F"
    """T: required, as long as the field is in use: for joining, and in a change that names it."""


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
    """The fields a shop asks for on each occasion, in order."""

    join: tuple[Property, ...] = msgspec.field(default_factory=_usual)
    edit: tuple[Property, ...] = msgspec.field(default_factory=_usual)


class PropertyList(Struct, frozen=True, kw_only=True):
    """The fields a shop asks for on one occasion."""

    shop_no: int
    type: Occasion
    properties: tuple[Property, ...]


class PropertyQuery(ShopParams, frozen=True, kw_only=True):
    type: Occasion = "join"


class PropertiesChange(ShopParams, frozen=True, kw_only=True):
    """The properties to change; those not named are left alone."""

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
    requested: dict[str, dict[str, BoundValue]] = {}
    for each in () if params.properties is UNSET else params.properties:
        requested.setdefault(each.key, {}).update(sent_fields(each))
    changed = tuple(
        merged(each, requested.get(each.key, {})) for each in getattr(before, params.type)
    )
    after = merged(before, {params.type: changed})
    if after == before:
        raise NotModified(IDENTICAL)
    await write_setting(call.db, call.seal, after)
    call.journal("customers properties", differences(before, after))
    return _listed(call, params.type, after)


async def answered(
    call: Call, occasion: Occasion, draft: CustomerDraft, *, sent: Collection[str] | None = None
) -> CustomerDraft:
    """Return the fields of `draft` that the shop asks for; others are not to be stored.

    `sent`: the fields that a change names; None: all. Raises Invalid (422), naming the field, for
    a missing or blank required field among them: a customer without a field that the shop requires
    since then changes their password, and leaves what a form does not show alone.
    """
    requested = getattr(await current(call, CustomersProperties), occasion)
    new = CustomerDraft(member_id=draft.member_id)
    dropped = {each.key: getattr(new, each.key) for each in requested if each.use == "F"}
    for each in requested:
        is_named = sent is None or each.key in sent
        if is_named and each.use == each.required == "T" and _is_blank(getattr(draft, each.key)):
            raise Invalid(MISSING, parameter=each.key)
    return msgspec.structs.replace(draft, **dropped)


def _is_blank(value: object) -> bool:
    """Return whether a field has no value, or a text of blanks and invisible characters."""
    return not (trimming.name(value) if isinstance(value, str) else value)


def used(setting: CustomersProperties, occasion: Occasion) -> list[Property]:
    """Return the fields that a shop asks for on an occasion, in its order."""
    asked: tuple[Property, ...] = getattr(setting, occasion)
    return [each for each in asked if each.use == "T"]


def _listed(call: Call, occasion: Occasion, setting: CustomersProperties) -> PropertyList:
    return PropertyList(shop_no=call.shop_no, type=occasion, properties=getattr(setting, occasion))


_PROPERTIES: Final = Resource(PropertyList, area="customer", key="property", listed="properties")

OPERATIONS = [
    _PROPERTIES.listing("customers/properties", retrieve, takes=PropertyQuery),
    _PROPERTIES.put("customers/properties", change, takes=PropertiesChange),
]
