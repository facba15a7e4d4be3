"""The customer group of a shopper, for its discounts and what it is shown."""

from openmall.commerce.customer.customergroups.shape import Group
from openmall.commerce.customer.customers import rules as customer_rules
from openmall.commerce.product.products.exposure import Viewer
from openmall.contract.call import Call
from openmall.contract.errors import NotFound


async def of_shopper(call: Call) -> Group | None:
    """Return the customer group of the shopper; None for a guest and for a former member."""
    if call.shopper is None or not call.shopper.member_id:
        return None
    try:
        return await customer_rules.group_of(call, call.shopper.member_id)
    except NotFound:
        return None


def viewer(group: Group | None) -> Viewer:
    """Return a member of a group as a viewer of products; None: a guest."""
    return Viewer(None if group is None else group.group_no)
