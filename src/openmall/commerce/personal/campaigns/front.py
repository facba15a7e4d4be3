"""The storefront's operation on a customer's campaigns, which is ours."""

from typing import Final

from openmall.commerce.personal.campaigns import participation
from openmall.commerce.promotion.customerevents.shape import OwnCustomerEvent
from openmall.contract.params import ShopParams
from openmall.contract.resource import Resource

_OWN: Final = Resource(OwnCustomerEvent, area="personal", key="customerevents")

OPERATIONS: Final = [
    _OWN.listing("customers/me/customerevents", participation.own, takes=ShopParams),
]
