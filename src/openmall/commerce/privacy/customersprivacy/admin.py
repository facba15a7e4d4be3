"""The admin API's operations on who customers are."""

from typing import Final

from openmall.commerce.customer.customers.takes import CustomerPath
from openmall.commerce.personal.wishlist import rules as wishlist_rules
from openmall.commerce.personal.wishlist.rules import WishlistCustomerQuery
from openmall.commerce.personal.wishlist.shape import Wisher
from openmall.commerce.privacy.customersprivacy import rules as customersprivacy_rules
from openmall.commerce.privacy.customersprivacy.shape import (
    CHANGED,
    LISTED,
    RETRIEVED,
    CustomerPrivacy,
)
from openmall.commerce.privacy.customersprivacy.takes import (
    CustomerChange,
    CustomerFilters,
    CustomerQuery,
)
from openmall.contract.resource import Resource

_CUSTOMERSPRIVACY: Final = Resource(CustomerPrivacy, area="privacy", key="customersprivacy")
_CUSTOMERS: Final = Resource(Wisher, area="privacy", key="customers")

OPERATIONS = [
    _CUSTOMERSPRIVACY.listing(
        "customersprivacy", customersprivacy_rules.listing, takes=CustomerQuery, shows=LISTED
    ),
    _CUSTOMERSPRIVACY.count(
        "customersprivacy/count", customersprivacy_rules.count, takes=CustomerFilters
    ),
    _CUSTOMERSPRIVACY.get(
        "customersprivacy/{member_id}",
        customersprivacy_rules.retrieve,
        takes=CustomerPath,
        shows=RETRIEVED,
        lock=customersprivacy_rules.lock,
    ),
    _CUSTOMERSPRIVACY.put(
        "customersprivacy/{member_id}",
        customersprivacy_rules.change,
        takes=CustomerChange,
        shows=CHANGED,
    ),
    _CUSTOMERS.listing(
        "products/{product_no}/wishlist/customers",
        wishlist_rules.wishers,
        takes=WishlistCustomerQuery,
    ),
    _CUSTOMERS.count(
        "products/{product_no}/wishlist/customers/count",
        wishlist_rules.count_wishers,
        takes=WishlistCustomerQuery,
    ),
]
