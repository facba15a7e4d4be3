"""Customers move from group to group."""

from openmall.areas.customer.customergroups import rules as groups
from openmall.areas.customer.customergroups.shape import GroupPath
from openmall.areas.customer.customers import store
from openmall.areas.customer.customers.events import CustomerMoved
from openmall.areas.customer.customers.takes import Grouped
from openmall.contract.call import Call
from openmall.contract.errors import NotModified


async def move(call: Call, params: Grouped) -> Grouped:
    """Put a customer into a group, whether or not they were fixed in another.

    Raises NotFound (404) for a group or a customer that is not there, NotModified (409) for who
    is in the group already and as `fixed_group` says.
    """
    path = GroupPath(shop_no=call.shop_no, group_no=params.group_no)
    group = await groups.retrieve(call, path)
    await store.require(call, params.member_id, to_change=True)
    before = await store.get(call, params.member_id)
    after = {"group_no": group.group_no, "fixed_group": params.fixed_group}
    changes = {
        name: (was, value)
        for name, value in after.items()
        if (was := getattr(before, name)) != value
    }
    if not changes:
        raise NotModified("The content is identical to what is stored, nothing was changed.")
    await store.put_in_group(
        call, params.member_id, group_no=group.group_no, fixed_group=params.fixed_group
    )
    if "group_no" in changes:
        call.announce(
            CustomerMoved(
                event_shop_no=str(call.shop_no),
                member_id=params.member_id,
                after_member_group_name=group.group_name,
            )
        )
    call.journal(f"customer {params.member_id}", changes)
    return Grouped(
        shop_no=call.shop_no,
        group_no=group.group_no,
        member_id=params.member_id,
        fixed_group=params.fixed_group,
    )
