"""The admin API's operations on wish lists: what a customer wishes for."""

from openmall.areas.customer.customers.takes import CustomerPath
from openmall.areas.personal.wishlist import rules
from openmall.areas.personal.wishlist.shape import Wish
from openmall.contract.operation import count, listing
from openmall.contract.scopes import READ_PERSONAL

OPERATIONS = [
    listing(
        "customers/{member_id}/wishlist",
        rules.listing,
        takes=CustomerPath,
        gives=Wish,
        key="wishlist",
        scope=READ_PERSONAL,
    ),
    count(
        "customers/{member_id}/wishlist/count",
        rules.count,
        takes=CustomerPath,
        scope=READ_PERSONAL,
    ),
]
