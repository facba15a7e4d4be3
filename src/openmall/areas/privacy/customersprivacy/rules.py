"""What a shop owner would recognise: looking up who customers are, and putting it right."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import asdict

from openmall.areas.customer.customers import store as customers
from openmall.areas.customer.customers.events import CustomerChanged
from openmall.areas.customer.customers.takes import CustomerPath
from openmall.areas.customer.discretion import discreet
from openmall.areas.privacy.customersprivacy import search, store
from openmall.areas.privacy.customersprivacy.shape import CustomerPrivacy
from openmall.areas.privacy.customersprivacy.takes import (
    CustomerChange,
    CustomerFilters,
    CustomerQuery,
)
from openmall.contract.call import Call
from openmall.contract.change import differences, patched
from openmall.contract.errors import Invalid

_PLAIN: Final = frozenset(("sms", "news_mail", "thirdparty_agree", "fixed_group"))
"""What the activity log may say of a customer: to what they have agreed, not who they are."""


async def listing(call: Call, query: CustomerQuery) -> Sequence[CustomerPrivacy]:
    """Retrieve a list of customer information.

    Raises Invalid (422) for a walk by the day of joining that does not say where it begins.
    """
    found = await search.page(call, query, limit=query.limit, offset=query.offset)
    return await store.find(call, found)


async def count(call: Call, filters: CustomerFilters) -> int:
    """Retrieve a count of customer information."""
    return await search.number(call, filters)


async def retrieve(call: Call, params: CustomerPath) -> CustomerPrivacy:
    """Retrieve a customer information.

    Raises NotFound (404).
    """
    return await store.get(call, params.member_id)


async def change(call: Call, params: CustomerChange) -> CustomerPrivacy:
    """Update a customer information.

    Raises NotFound (404), NotModified (409), and Invalid (422) for a customer who is said to have
    been brought by nobody the mall knows.
    """
    member_id = params.member_id
    await customers.require(call, member_id, to_change=True)
    before = await store.get(call, member_id)
    after = patched(before, params)
    changes = differences(before, after)
    if "recommend_id" in changes and after.recommend_id:
        found = await customers.find(call, member_id=[after.recommend_id])
        if not found or after.recommend_id == member_id:
            raise Invalid("There is no such other customer.", parameter="recommend_id")
    if "fixed_group" in changes:
        await customers.put_in_group(
            call, member_id, group_no=after.group_no, fixed_group=after.fixed_group
        )
    values = asdict(after)
    await store.change(
        call, member_id, {name: values[name] for name in changes if name != "fixed_group"}
    )
    call.announce(
        CustomerChanged(
            event_shop_no=str(call.shop_no),
            member_id=member_id,
            diff_key=sorted(changes),
            sub_event_code="EC_ADMIN",
        )
    )
    call.journal(f"customer {member_id}", discreet(changes, plain=_PLAIN))
    return await store.get(call, member_id)
