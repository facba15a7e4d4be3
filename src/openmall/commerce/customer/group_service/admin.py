"""The admin API's operations on customer groups and their members."""

from typing import Final

from openmall.commerce.customer.customergroups import rules as customergroup_rules
from openmall.commerce.customer.customergroups.shape import (
    SHOWN,
    Group,
    GroupDraft,
    GroupFilters,
    GroupPath,
)
from openmall.commerce.customer.customers.takes import Grouped
from openmall.commerce.customer.group_service import group_moves
from openmall.contract.operation import post
from openmall.contract.resource import Resource
from openmall.contract.scopes import WRITE_CUSTOMER

_CUSTOMERGROUPS: Final = Resource(
    Group, area="customer", key="customergroup", listed="customergroups"
)

OPERATIONS = [
    _CUSTOMERGROUPS.listing(
        "customergroups", customergroup_rules.listing, takes=GroupFilters, shows=SHOWN
    ),
    _CUSTOMERGROUPS.count("customergroups/count", customergroup_rules.count, takes=GroupFilters),
    _CUSTOMERGROUPS.get(
        "customergroups/{group_no}", customergroup_rules.retrieve, takes=GroupPath, shows=SHOWN
    ),
    _CUSTOMERGROUPS.post("customergroups", customergroup_rules.create, takes=GroupDraft),
    post(
        "customergroups/{group_no}/customers",
        group_moves.move,
        takes=Grouped,
        gives=Grouped,
        key="customers",
        scope=WRITE_CUSTOMER,
        objects=200,
    ),
]
