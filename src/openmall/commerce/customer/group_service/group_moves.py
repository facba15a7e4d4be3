"""Moves customers between groups."""

from openmall.commerce.customer.customergroups import rules as customergroup_rules
from openmall.commerce.customer.customergroups.shape import GroupPath
from openmall.commerce.customer.customers import store as customer_store
from openmall.commerce.customer.customers.events import CustomerMoved
from openmall.commerce.customer.customers.takes import Grouped
from openmall.contract.call import Call
from openmall.contract.errors import NotModified
from openmall.contract.refusals import IDENTICAL


async def move(call: Call, params: Grouped) -> Grouped:
    """Move a customer to a group, even when they were fixed in another.

    Raises NotFound (404) for an unknown group or customer, NotModified (409) for a customer who is
    in the group already, with the same `fixed_group`.
    """
    path = GroupPath(shop_no=call.shop_no, group_no=params.group_no)
    group = await customergroup_rules.retrieve(call, path)
    await customer_store.require(call, params.member_id, to_change=True)
    before = await customer_store.get(call, params.member_id)
    after = {"group_no": group.group_no, "fixed_group": params.fixed_group}
    changes = {
        name: (was, value)
        for name, value in after.items()
        if (was := getattr(before, name)) != value
    }
    if not changes:
        raise NotModified(IDENTICAL)
    await customer_store.put_in_group(
        call, params.member_id, group_no=group.group_no, fixed_group=params.fixed_group
    )
    if "group_no" in changes:
        _publish(call, params.member_id, group.group_name)
    call.journal(f"customer {params.member_id}", changes)
    return Grouped(
        shop_no=call.shop_no,
        group_no=group.group_no,
        member_id=params.member_id,
        fixed_group=params.fixed_group,
    )


async def announce(call: Call, member_id: str) -> None:
    """Publish the group that a customer is in now; nothing of one who is gone."""
    for customer in await customer_store.find(call, member_id=[member_id]):
        path = GroupPath(shop_no=call.shop_no, group_no=customer.group_no)
        group = await customergroup_rules.retrieve(call, path)
        _publish(call, member_id, group.group_name)


def _publish(call: Call, member_id: str, group_name: str) -> None:
    call.publish(
        CustomerMoved(
            event_shop_no=str(call.shop_no),
            member_id=member_id,
            after_member_group_name=group_name,
        )
    )
