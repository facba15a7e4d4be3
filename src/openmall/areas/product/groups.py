"""To which customer group a shopper belongs, for what it lets them off."""

from openmall.areas.customer.customergroups.shape import Group
from openmall.areas.customer.customers import rules as customers
from openmall.contract.call import Call
from openmall.contract.errors import NotFound


async def of_shopper(call: Call) -> Group | None:
    """Return the group of the member who shops; None for a guest, and for who has left."""
    if call.shopper is None or not call.shopper.member_id:
        return None
    try:
        return await customers.group_of(call, call.shopper.member_id)
    except NotFound:
        return None
