"""The operations of the back office's pages on groups and blocked customers. No API has them."""

from typing import Annotated, Final

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from openmall.commerce.customer.customergroups import rules as customergroup_rules
from openmall.commerce.customer.customergroups.refusals import CUSTOMER_GROUP_EXISTS
from openmall.commerce.customer.customergroups.shape import (
    AutoChange,
    Benefits,
    CustomerGroups,
    Description,
    Group,
    GroupBenefit,
    GroupName,
)
from openmall.commerce.customer.customers import rules as customer_rules
from openmall.commerce.customer.customers.shape import Blacklist
from openmall.commerce.customer.customers.takes import CustomerPath
from openmall.contract.call import Call
from openmall.contract.change import differences, patched
from openmall.contract.crud.settings import current, write_setting
from openmall.contract.errors import Invalid, NotFound, NotModified
from openmall.contract.params import EntityNo, Flag, ShopParams
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST, IDENTICAL
from openmall.contract.resource import Resource


class GroupNumber(ShopParams, frozen=True, kw_only=True):
    group_no: EntityNo


class GroupChange(GroupNumber, frozen=True, kw_only=True):
    group_name: GroupName | UnsetType = UNSET
    group_description: Description | UnsetType = UNSET
    buy_benefits: Benefits | UnsetType = UNSET
    ship_benefits: Flag | UnsetType = UNSET
    discount_information: GroupBenefit | UnsetType = UNSET
    points_information: GroupBenefit | UnsetType = UNSET
    auto_change_information: AutoChange | UnsetType = UNSET


class Blocking(CustomerPath, frozen=True, kw_only=True):
    blacklist_type: Blacklist


class Blocked(Struct, frozen=True, kw_only=True):
    """What a customer is kept from."""

    member_id: Annotated[str, Meta(max_length=20)]
    blacklist_type: Blacklist


async def retrieve_group(call: Call, path: GroupNumber) -> Group:
    """Retrieve a customer group with all its fields. Raises NotFound (404)."""
    found = await customergroup_rules.find(call, path.group_no)
    if found is None:
        raise NotFound(DOES_NOT_EXIST, parameter="group_no", resource=Phrase("customer group"))
    return found


async def change_group(call: Call, change: GroupChange) -> Group:
    """Update a customer group; benefits hold for phones and computers alike.

    Raises NotFound (404), NotModified (409), Invalid (422) for a name that another group has.
    """
    groups = await current(call, CustomerGroups, to_change=True)
    before = next((each for each in groups.groups if each.group_no == change.group_no), None)
    if before is None:
        raise NotFound(DOES_NOT_EXIST, parameter="group_no", resource=Phrase("customer group"))
    names = [
        each.group_name
        for each in await customergroup_rules.of_shop(call)
        if each.group_no != change.group_no
    ]
    if change.group_name is not UNSET and change.group_name in names:
        raise Invalid(CUSTOMER_GROUP_EXISTS, parameter="group_name")
    after = patched(before, change)
    for name in ("discount_information", "points_information"):
        if getattr(change, name) is not UNSET:
            after = msgspec.structs.replace(after, **{f"mobile_{name}": getattr(after, name)})
    if after == before:
        raise NotModified(IDENTICAL)
    changed = tuple(after if each is before else each for each in groups.groups)
    await write_setting(call.db, call.seal, msgspec.structs.replace(groups, groups=changed))
    call.journal(f"customer group {change.group_no}", differences(before, after))
    return after


async def block(call: Call, blocking: Blocking) -> Blocked:
    """Set what a customer is kept from. Raises NotFound (404), NotModified (409)."""
    customer = await customer_rules.block(call, blocking.member_id, blocking.blacklist_type)
    return Blocked(member_id=customer.member_id, blacklist_type=customer.blacklist_type)


_GROUPS: Final = Resource(Group, area="customer", key="customergroup")
_GROUP: Final = "customergroups/{group_no}"

OPERATIONS = [
    _GROUPS.get(_GROUP, retrieve_group, takes=GroupNumber),
    _GROUPS.put(_GROUP, change_group, takes=GroupChange),
    _GROUPS.giving(Blocked).put("customers/{member_id}/blacklist", block, takes=Blocking),
]
