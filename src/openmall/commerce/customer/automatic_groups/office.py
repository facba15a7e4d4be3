"""The operations of the back office's pages on automatic moves and the deletion of groups.

No API has them: the specification reads the settings of moves, and deletes no group.
"""

from typing import Final, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType

from openmall.commerce.customer.automatic_groups import rules as automatic_group_rules
from openmall.commerce.customer.automatic_groups import schedule
from openmall.commerce.customer.automatic_groups import store as automatic_group_store
from openmall.commerce.customer.automatic_groups.refusals import GENERAL_GROUP_STAYS
from openmall.commerce.customer.customergroups import rules as customergroup_rules
from openmall.commerce.customer.customergroups.shape import GENERAL, CustomerGroups, GroupPath
from openmall.commerce.customer.customergroups_setting import CustomergroupsSetting, Weekday
from openmall.commerce.customer.customers import store as customer_store
from openmall.commerce.customer.customers.events import CustomerMoved
from openmall.contract.call import Call
from openmall.contract.change import Changes, differences, patched
from openmall.contract.crud.settings import current, write_setting
from openmall.contract.errors import Invalid, NotFound, NotModified
from openmall.contract.moments import moment
from openmall.contract.params import EntityNo, Flag, ShopParams
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST, IDENTICAL, NO_SUCH
from openmall.contract.resource import Resource

MOST_AT_ONCE: Final = 1_000
"""Customers that one call moves out of a group that is being deleted."""
MOST_EXAMINED: Final = 10_000
"""Customers that a preview looks at."""
MOST_SHOWN: Final = 100


class SettingChange(ShopParams, frozen=True, kw_only=True):
    """Whether, when and by what customers are moved between groups."""

    use_auto_update: Flag | UnsetType = UNSET
    customer_tier_criteria: (
        Literal[
            "purchase_amount",
            "purchase_count",
            "purchase_amount_and_count",
            "purchase_amount_or_count",
        ]
        | UnsetType
    ) = UNSET
    standard_purchase_amount: (
        Literal["total_order_amount", "total_paid_amount", "credit_price"] | UnsetType
    ) = UNSET
    standard_purchase_count: Literal["order_count", "product_count"] | UnsetType = UNSET
    auto_update_criteria: Literal["delivery_complete", "payment_complete"] | UnsetType = UNSET
    deduct_cancellation_refund: Flag | UnsetType = UNSET
    interval_auto_update: Literal["1d", "3d", "1w", "1m", "3m", "6m", "12m"] | UnsetType = UNSET
    total_period: Literal["now", "1m", "3m", "6m", "12m", "24m", "36m"] | UnsetType = UNSET
    interval_week: Weekday | None | UnsetType = UNSET
    interval_month: Literal[1, 5] | None | UnsetType = UNSET


class GroupCount(Struct, frozen=True, kw_only=True):
    """How many customers would be moved from one group to another."""

    group_no: int
    new_group_no: int
    customers: int


class MovePreview(Struct, frozen=True, kw_only=True):
    """Who would be moved now."""

    shop_no: int
    examined: int
    is_whole: bool
    """Every customer was looked at, not only the first `MOST_EXAMINED`."""
    counts: list[GroupCount]
    moves: list[automatic_group_rules.Move]
    """The first `MOST_SHOWN` of them, by their ids."""


class PreviewQuery(SettingChange, frozen=True, kw_only=True):
    """Settings to try; those that are not sent are the shop's."""


class GroupDeletion(GroupPath, frozen=True, kw_only=True):
    """The group to delete, and the one that its customers are moved to."""

    new_group_no: EntityNo


class DeletedGroup(Struct, frozen=True, kw_only=True):
    """What became of a group that was to be deleted."""

    shop_no: int
    group_no: int
    moved: int
    """Customers that this call moved."""
    deleted: Flag
    """F: it still has customers; repeat the call."""


async def change_setting(call: Call, change: SettingChange) -> CustomergroupsSetting:
    """Update whether, when and by what customers are moved, and set the next time.

    Raises NotModified (409).
    """
    before = await current(call, CustomergroupsSetting, to_change=True)
    after = patched(before, change)
    if after == before:
        raise NotModified(IDENTICAL)
    at = None
    if after.use_auto_update == "T":
        at = schedule.written(schedule.next_time(after, moment(call.clock.now())))
    after = msgspec.structs.replace(
        after, auto_update=after.use_auto_update, auto_update_set_date=at
    )
    await write_setting(call.db, call.seal, after)
    call.journal("settings of customer groups", differences(before, after))
    return after


async def preview(call: Call, query: PreviewQuery) -> MovePreview:
    """Return who would be moved now by the shop's settings, or by others."""
    stored = await current(call, CustomergroupsSetting)
    setting = _tried(stored, query)
    groups = await customergroup_rules.of_shop(call)
    counts: dict[tuple[int, int], int] = {}
    shown: list[automatic_group_rules.Move] = []
    examined, after = 0, ""
    while examined < MOST_EXAMINED:
        members = await automatic_group_store.members(
            call.db, call.shop_no, after=after, most=automatic_group_rules.AT_ONCE
        )
        examined += len(members)
        for each in await automatic_group_rules.moves_of(call, setting, groups, members):
            way = each.group_no, each.new_group_no
            counts[way] = counts.get(way, 0) + 1
            if len(shown) < MOST_SHOWN:
                shown.append(each)
        if len(members) < automatic_group_rules.AT_ONCE:
            break
        after = members[-1][0]
    return MovePreview(
        shop_no=call.shop_no,
        examined=examined,
        is_whole=examined < MOST_EXAMINED,
        counts=[
            GroupCount(group_no=group_no, new_group_no=new, customers=number)
            for (group_no, new), number in sorted(counts.items())
        ],
        moves=shown,
    )


def _tried(stored: CustomergroupsSetting, query: PreviewQuery) -> CustomergroupsSetting:
    try:
        return patched(stored, query)
    except NotModified:
        return stored


async def delete_group(call: Call, deletion: GroupDeletion) -> DeletedGroup:
    """Move the customers of a group to another one, and delete it once it has none.

    One call moves at most `MOST_AT_ONCE` customers. The number of a deleted group is not given
    again. Raises NotFound (404), and Invalid (422) for the general group or an unknown new one.
    """
    groups = await current(call, CustomerGroups, to_change=True)
    numbers = {each.group_no for each in groups.groups}
    before = next((each for each in groups.groups if each.group_no == deletion.group_no), None)
    if before is None:
        raise NotFound(DOES_NOT_EXIST, parameter="group_no", resource=Phrase("customer group"))
    if deletion.group_no == GENERAL:
        raise Invalid(GENERAL_GROUP_STAYS, parameter="group_no")
    if deletion.new_group_no not in numbers - {deletion.group_no}:
        raise Invalid(NO_SUCH, parameter="new_group_no", resource=Phrase("other group"))
    name = next(
        each.group_name
        for each in await customergroup_rules.of_shop(call)
        if each.group_no == deletion.new_group_no
    )
    members = await automatic_group_store.of_group(
        call.db, call.shop_no, deletion.group_no, most=MOST_AT_ONCE + 1
    )
    for member_id in members[:MOST_AT_ONCE]:
        await customer_store.put_in_group(
            call, member_id, group_no=deletion.new_group_no, fixed_group="F"
        )
        call.publish(
            CustomerMoved(
                event_shop_no=str(call.shop_no),
                member_id=member_id,
                after_member_group_name=name,
            )
        )
    moved = len(members[:MOST_AT_ONCE])
    is_empty = len(members) <= MOST_AT_ONCE
    if is_empty:
        left = tuple(each for each in groups.groups if each.group_no != deletion.group_no)
        highest = max(numbers | {groups.highest_group_no})
        after = msgspec.structs.replace(groups, groups=left, highest_group_no=highest)
        await write_setting(call.db, call.seal, after)
    changes: Changes = {
        "moved": (None, moved),
        "new_group_no": (None, deletion.new_group_no),
    }
    if is_empty:
        changes["group_name"] = (before.group_name, None)
    call.journal(f"customer group {deletion.group_no}", changes)
    return DeletedGroup(
        shop_no=call.shop_no,
        group_no=deletion.group_no,
        moved=moved,
        deleted="T" if is_empty else "F",
    )


_SETTING: Final = Resource(CustomergroupsSetting, area="customer", key="customergroup")

OPERATIONS = [
    _SETTING.put("customergroups/setting", change_setting, takes=SettingChange),
    _SETTING.giving(MovePreview).get("group-moves", preview, takes=PreviewQuery),
    _SETTING.giving(DeletedGroup).delete(
        "customergroups/{group_no}", delete_group, takes=GroupDeletion
    ),
]
