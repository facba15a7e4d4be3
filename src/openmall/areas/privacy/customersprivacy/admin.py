"""The admin API's operations on who customers are."""

from openmall.areas.customer.customers.takes import CustomerPath
from openmall.areas.personal.wishlist import rules as wishlist
from openmall.areas.personal.wishlist.rules import WishersOf
from openmall.areas.personal.wishlist.shape import Wisher
from openmall.areas.privacy.customersprivacy import rules
from openmall.areas.privacy.customersprivacy.shape import (
    CHANGED,
    LISTED,
    RETRIEVED,
    CustomerPrivacy,
)
from openmall.areas.privacy.customersprivacy.takes import (
    CustomerChange,
    CustomerFilters,
    CustomerQuery,
)
from openmall.contract.operation import count, get, listing, put
from openmall.contract.scopes import READ_PRIVACY, WRITE_PRIVACY

OPERATIONS = [
    listing(
        "customersprivacy",
        rules.listing,
        takes=CustomerQuery,
        gives=CustomerPrivacy,
        key="customersprivacy",
        scope=READ_PRIVACY,
        shows=LISTED,
    ),
    count(
        "customersprivacy/count",
        rules.count,
        takes=CustomerFilters,
        scope=READ_PRIVACY,
    ),
    get(
        "customersprivacy/{member_id}",
        rules.retrieve,
        takes=CustomerPath,
        gives=CustomerPrivacy,
        key="customersprivacy",
        scope=READ_PRIVACY,
        shows=RETRIEVED,
    ),
    put(
        "customersprivacy/{member_id}",
        rules.change,
        takes=CustomerChange,
        gives=CustomerPrivacy,
        key="customersprivacy",
        scope=WRITE_PRIVACY,
        shows=CHANGED,
    ),
    listing(
        "products/{product_no}/wishlist/customers",
        wishlist.wishers,
        takes=WishersOf,
        gives=Wisher,
        key="customers",
        scope=READ_PRIVACY,
    ),
    count(
        "products/{product_no}/wishlist/customers/count",
        wishlist.count_wishers,
        takes=WishersOf,
        scope=READ_PRIVACY,
    ),
]
