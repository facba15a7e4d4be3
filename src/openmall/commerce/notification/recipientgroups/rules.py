"""The operations on recipient groups."""

from collections.abc import Sequence

import msgspec
from msgspec.structs import asdict, replace

from openmall.commerce.customer.customergroups import rules as customergroup_rules
from openmall.commerce.notification.recipientgroups import search as recipientgroup_search
from openmall.commerce.notification.recipientgroups import store as recipientgroup_store
from openmall.commerce.notification.recipientgroups.refusals import (
    PERIOD_WITHOUT_DATE_TYPE,
    RANGE_REVERSED,
)
from openmall.commerce.notification.recipientgroups.shape import (
    SEGMENT_CONDITIONS,
    Conditions,
    DeletedGroup,
    GroupChange,
    GroupDraft,
    GroupPath,
    GroupQuery,
    RecipientGroup,
)
from openmall.commerce.notification.recipientgroups.store import Group
from openmall.contract.call import Call
from openmall.contract.change import differences, differences_from_nothing, sent_fields
from openmall.contract.errors import Invalid, NotFound, NotModified
from openmall.contract.moments import moment
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import IDENTICAL, NO_SUCH

_PLAIN = ("group_name", "group_description")


async def listing(call: Call, query: GroupQuery) -> Sequence[RecipientGroup]:
    """Retrieve distribution group list.

    `group_member_count` is of the time when the group was last changed or written to.
    """
    groups = await recipientgroup_store.listing(call, limit=query.limit + 1, offset=query.offset)
    call.effects.more = len(groups) > query.limit
    return [_shown(each) for each in groups[: query.limit]]


async def retrieve(call: Call, path: GroupPath) -> RecipientGroup:
    """Retrieve distribution group details; its customers are counted anew."""
    group = await recipientgroup_store.get(call, path.group_no)
    return _shown(
        replace(group, member_count=await recipientgroup_search.count(call, group.conditions))
    )


async def create(call: Call, draft: GroupDraft) -> RecipientGroup:
    """Create a distribution group.

    Raises Invalid (422) for bounds in the wrong order, NotFound (404) for an unknown customer
    group.
    """
    conditions = msgspec.convert(_conditions(draft), Conditions)
    await _check(call, conditions)
    created = await recipientgroup_store.add(
        call,
        Group(
            shop_no=call.shop_no,
            group_no=0,
            group_name=draft.group_name,
            group_description=sent_fields(draft).get("group_description", ""),
            conditions=conditions,
            member_count=await recipientgroup_search.count(call, conditions),
            created_at=int(call.clock.now()),
        ),
    )
    call.journal(f"recipient group {created.group_no}", differences_from_nothing(_shown(created)))
    return _shown(created)


async def update(call: Call, change: GroupChange) -> RecipientGroup:
    """Edit distribution group. Null takes a condition back.

    Raises the errors of `create`, and NotModified (409) when nothing changes.
    """
    return await apply(call, change.group_no, change)


async def apply(call: Call, group_no: int, change: GroupDraft) -> RecipientGroup:
    """Write the sent fields of a change. Raises as `update` does."""
    before = await recipientgroup_store.get(call, group_no, to_change=True)
    sent = sent_fields(change)
    conditions = replace(before.conditions, **_conditions(change))
    after = replace(
        before, conditions=conditions, **{name: sent[name] for name in _PLAIN if name in sent}
    )
    if after == before:
        raise NotModified(IDENTICAL)
    await _check(call, conditions)
    after = replace(after, member_count=await recipientgroup_search.count(call, conditions))
    await recipientgroup_store.write(call, after)
    call.journal(f"recipient group {after.group_no}", differences(_shown(before), _shown(after)))
    return _shown(after)


async def delete(call: Call, path: GroupPath) -> DeletedGroup:
    """Delete distribution group. What was sent to it stays."""
    await recipientgroup_store.delete_group(call, path.group_no)
    call.journal(f"recipient group {path.group_no}", {"group_no": (path.group_no, None)})
    return DeletedGroup(shop_no=call.shop_no, group_no=path.group_no)


def _conditions(draft: GroupDraft) -> dict[str, object]:
    return {
        name: value
        for name, value in sent_fields(draft).items()
        if name in Conditions.__struct_fields__
    }


async def _check(call: Call, of: Conditions) -> None:
    for low, high, parameter in (
        (of.start_date, of.end_date, "end_date"),
        (of.age_min, of.age_max, "age_max"),
        (of.available_points_min, of.available_points_max, "available_points_max"),
    ):
        if low is not None and high is not None and low > high:  # type: ignore[operator] # alike
            raise Invalid(RANGE_REVERSED, parameter=parameter)
    if of.date_type is None and (of.start_date is not None or of.end_date is not None):
        raise Invalid(PERIOD_WITHOUT_DATE_TYPE, parameter="date_type")
    group_no = of.member_group_no
    if group_no is not None and await customergroup_rules.find(call, group_no) is None:
        raise NotFound(NO_SUCH, parameter="member_group_no", resource=Phrase("customer group"))


def _shown(group: Group) -> RecipientGroup:
    return RecipientGroup(
        shop_no=group.shop_no,
        group_no=group.group_no,
        group_name=group.group_name,
        group_description=group.group_description,
        created_date=moment(group.created_at),
        group_member_count=group.member_count,
        **{
            name: value
            for name, value in asdict(group.conditions).items()
            if name not in SEGMENT_CONDITIONS
        },
    )
