"""Segments: recipient groups with conditions on purchases besides, for the back office's pages."""

from collections.abc import Sequence
from decimal import Decimal

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import asdict

from openmall.commerce.customer.customers import subscriber_store
from openmall.commerce.notification.recipientgroups import rules as recipientgroup_rules
from openmall.commerce.notification.recipientgroups import search as recipientgroup_search
from openmall.commerce.notification.recipientgroups import store as recipientgroup_store
from openmall.commerce.notification.recipientgroups.shape import (
    SEGMENT_CONDITIONS,
    Conditions,
    Days,
    DeletedGroup,
    GroupDraft,
    GroupPath,
    GroupQuery,
    MonthOfYear,
    RecipientGroup,
)
from openmall.commerce.notification.recipientgroups.store import Group
from openmall.contract.call import Call
from openmall.contract.moments import moment
from openmall.contract.params import EntityNo, Limit100, Number, Price, ShopParams


class Segment(RecipientGroup, frozen=True, kw_only=True):
    """A segment with all its conditions; `takes_mail`: its customers who may get a newsletter."""

    takes_mail: int = 0
    ordered_within_days: int | None = None
    not_ordered_within_days: int | None = None
    orders_min: int | None = None
    spent_min: Decimal | None = None
    birthday_month: int | None = None


class SegmentDraft(GroupDraft, frozen=True, kw_only=True):
    ordered_within_days: Days | None | UnsetType = UNSET
    not_ordered_within_days: Days | None | UnsetType = UNSET
    orders_min: Number | None | UnsetType = UNSET
    spent_min: Price | None | UnsetType = UNSET
    birthday_month: MonthOfYear | None | UnsetType = UNSET


class SegmentChange(SegmentDraft, frozen=True, kw_only=True):
    group_no: EntityNo


class MembersQuery(ShopParams, frozen=True, kw_only=True):
    group_no: EntityNo
    after: str = ""
    """Member id behind which the page begins."""
    limit: Limit100 = 50


class SegmentMember(Struct, frozen=True, kw_only=True):
    """A customer who meets the conditions of a segment now."""

    member_id: str
    name: str
    email: str


class AudienceQuery(ShopParams, frozen=True, kw_only=True):
    """Who a newsletter is for: a segment, a customer group, or without either all customers."""

    segment_no: EntityNo | UnsetType = UNSET
    member_group_no: EntityNo | UnsetType = UNSET


class Audience(Struct, frozen=True, kw_only=True):
    """How many customers there are, and to how many of them a newsletter may be sent.

    `subscribers`: addresses without an account that get it as well.
    """

    customers: int
    takes_mail: int
    subscribers: int = 0


async def listing(call: Call, query: GroupQuery) -> Sequence[Segment]:
    """Retrieve a list of segments; the customers of each are counted anew."""
    groups = await recipientgroup_store.listing(call, limit=query.limit + 1, offset=query.offset)
    call.effects.more = len(groups) > query.limit
    return [await _shown(call, each) for each in groups[: query.limit]]


async def retrieve(call: Call, path: GroupPath) -> Segment:
    """Retrieve a segment; its customers are counted anew. Raises NotFound (404)."""
    return await _shown(call, await recipientgroup_store.get(call, path.group_no))


async def create(call: Call, draft: SegmentDraft) -> Segment:
    """Create a segment. Raises as `recipientgroup_rules.create` does."""
    created = await recipientgroup_rules.create(call, draft)
    return await retrieve(call, GroupPath(group_no=created.group_no))


async def update(call: Call, change: SegmentChange) -> Segment:
    """Update a segment; null removes a condition. Raises as `recipientgroup_rules.apply` does."""
    await recipientgroup_rules.apply(call, change.group_no, change)
    return await retrieve(call, GroupPath(group_no=change.group_no))


async def delete(call: Call, path: GroupPath) -> DeletedGroup:
    """Delete a segment. Raises NotFound (404)."""
    return await recipientgroup_rules.delete(call, path)


async def members(call: Call, query: MembersQuery) -> Sequence[SegmentMember]:
    """Retrieve the customers of a segment in the order of their ids. Raises NotFound (404)."""
    conditions = (await recipientgroup_store.get(call, query.group_no)).conditions
    found = await recipientgroup_search.page(
        call, conditions, after=query.after, limit=query.limit + 1
    )
    call.effects.more = len(found) > query.limit
    return [
        SegmentMember(member_id=each.member_id, name=each.name, email=each.email)
        for each in found[: query.limit]
    ]


async def audience(call: Call, query: AudienceQuery) -> Audience:
    """Count the customers a newsletter is for. Raises NotFound (404) for an unknown segment."""
    conditions, subscribers = Conditions(), 0
    if query.segment_no is not UNSET:
        conditions = (await recipientgroup_store.get(call, query.segment_no)).conditions
    elif query.member_group_no is not UNSET:
        conditions = Conditions(member_group_no=query.member_group_no)
    else:
        subscribers = await subscriber_store.number(call.db, call.shop_no)
    return Audience(
        customers=await recipientgroup_search.count(call, conditions),
        takes_mail=await recipientgroup_search.count(call, conditions, takes_mail=True),
        subscribers=subscribers,
    )


async def _shown(call: Call, group: Group) -> Segment:
    return Segment(
        shop_no=group.shop_no,
        group_no=group.group_no,
        group_name=group.group_name,
        group_description=group.group_description,
        created_date=moment(group.created_at),
        group_member_count=await recipientgroup_search.count(call, group.conditions),
        takes_mail=await recipientgroup_search.count(call, group.conditions, takes_mail=True),
        **asdict(group.conditions),
    )


assert set(SEGMENT_CONDITIONS) < set(Segment.__struct_fields__)
