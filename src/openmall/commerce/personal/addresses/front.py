"""The operations of the shop's own pages on a customer's address book. No API has them."""

from typing import Final

from openmall.commerce.personal.addresses import rules as address_rules
from openmall.commerce.personal.addresses.shape import (
    Address,
    AddressChange,
    AddressFields,
    AddressPath,
)
from openmall.contract.params import ShopParams
from openmall.contract.resource import Resource

_ADDRESS: Final = Resource(Address, area="personal", key="address", listed="addresses")

OPERATIONS = [
    _ADDRESS.listing("addresses", address_rules.listing, takes=ShopParams),
    _ADDRESS.post("addresses", address_rules.add, takes=AddressFields),
    _ADDRESS.put("addresses/{address_no}", address_rules.change, takes=AddressChange),
    _ADDRESS.giving(AddressPath).delete(
        "addresses/{address_no}", address_rules.remove, takes=AddressPath
    ),
]
