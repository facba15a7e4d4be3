"""The admin API's operations on wish lists."""

from typing import Final

from openmall.commerce.customer.customers.takes import CustomerPath
from openmall.commerce.personal.wishlist import rules as wishlist_rules
from openmall.commerce.personal.wishlist.shape import Wish
from openmall.contract.resource import Resource

_WISHLIST: Final = Resource(Wish, area="personal", key="wishlist")

OPERATIONS = [
    _WISHLIST.listing("customers/{member_id}/wishlist", wishlist_rules.listing, takes=CustomerPath),
    _WISHLIST.count(
        "customers/{member_id}/wishlist/count", wishlist_rules.count, takes=CustomerPath
    ),
]
