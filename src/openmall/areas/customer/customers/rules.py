"""What a shop owner would recognise: somebody joins, is found, and leaves."""

from collections.abc import Sequence

from msgspec import UNSET

from openmall.areas.customer import balances, belongings, customers_properties
from openmall.areas.customer.customergroups import rules as groups
from openmall.areas.customer.customergroups.shape import GENERAL, Group
from openmall.areas.customer.customers import store
from openmall.areas.customer.customers.events import CustomerJoined, CustomerLeft
from openmall.areas.customer.customers.shape import Blacklist, Customer, CustomerKey
from openmall.areas.customer.customers.takes import CustomerDraft, CustomerQuery, Leaving
from openmall.contract.call import Call
from openmall.contract.change import sent
from openmall.contract.errors import Invalid, NotModified


async def listing(call: Call, query: CustomerQuery) -> Sequence[Customer]:
    """Retrieve a list of customers, those of a member id or a cell phone number.

    Raises Invalid (422) when neither is said: the list has no pages, a mall has many customers.
    """
    wanted = {name: value for name, value in sent(query).items() if name != "shop_no"}
    if not wanted:
        raise Invalid("Say whom you look for: member_id or cellphone.", parameter="member_id")
    return await store.find(call, **wanted)


async def find(call: Call, member_id: str) -> Customer:
    """Return a customer in the call's shop. Raises NotFound (404)."""
    return await store.get(call, member_id)


async def group_of(call: Call, member_id: str) -> Group:
    """Return the group a customer is in, in the call's shop. Raises NotFound (404)."""
    found = await groups.find(call, (await store.get(call, member_id)).group_no)
    assert found is not None
    return found


async def join(call: Call, draft: CustomerDraft, *, password_hash: str | None = None) -> Customer:
    """Make somebody a customer of the mall, who joins in the call's shop.

    `password_hash`: of `signing_in.kept`; None: they cannot sign in. Raises Invalid (422) for a
    name that is somebody's or was, and for a group that the shop does not have.
    """
    if draft.group_no != GENERAL and await groups.find(call, draft.group_no) is None:
        raise Invalid("The shop has no such group.", parameter="group_no")
    if not await store.join(call, draft, password_hash):
        raise Invalid("This name is taken.", parameter="member_id")
    if draft.group_no != GENERAL or draft.fixed_group == "T":
        await store.put_in_group(
            call, draft.member_id, group_no=draft.group_no, fixed_group=draft.fixed_group
        )
    joined = await store.get(call, draft.member_id)
    call.announce(CustomerJoined.of(joined, draft))
    call.journal(f"customer {draft.member_id}", {"joined": (False, True)})
    return joined


async def sign_up(call: Call, draft: CustomerDraft, *, password_hash: str) -> Customer:
    """Make somebody a customer who asks for it on the storefront.

    Keeps only what the shop asks new customers for. Raises Invalid (422), beside what `join`
    refuses, when something is missing without which the shop takes nobody.
    """
    asked = await customers_properties.answered(call, "join", draft)
    return await join(call, asked, password_hash=password_hash)


async def block(call: Call, member_id: str, blacklist_type: Blacklist) -> Customer:
    """Decide what a customer may not do. Raises NotFound (404), NotModified (409)."""
    await store.require(call, member_id, to_change=True)
    before = await store.get(call, member_id)
    if before.blacklist_type == blacklist_type:
        raise NotModified("The content is identical to what is stored, nothing was changed.")
    await store.block(call, member_id, blacklist_type)
    changes = {"blacklist_type": (before.blacklist_type, blacklist_type)}
    call.journal(f"customer {member_id}", changes)
    return await store.get(call, member_id)


async def leave(call: Call, params: Leaving) -> CustomerKey:
    """Delete a customer: the membership ends, and what is known of the person is erased.

    The name stays taken, so that orders and points of the past are not somebody else's. Raises
    NotFound (404), and Invalid (422) for who has points left, when that is to be looked at.
    """
    await store.require(call, params.member_id, to_change=True)
    if params.is_point_check is not UNSET and params.is_point_check == "T":
        await refuse_points(call, params.member_id)
    await belongings.remove(call, params.member_id)
    await store.end(call, params.member_id)
    call.announce(CustomerLeft(event_shop_no=str(call.shop_no), member_id=params.member_id))
    call.journal(f"customer {params.member_id}", {"joined": (True, False)})
    return CustomerKey(shop_no=call.shop_no, member_id=params.member_id)


async def refuse_points(call: Call, member_id: str) -> None:
    """Raise Invalid (422) for a customer who has points left, in any shop of the mall."""
    if await balances.any_points(call, member_id):
        raise Invalid("The customer has points left.", parameter="is_point_check")
