"""The admin API's operations on customer groups, and on who is in them."""

from openmall.areas.customer.customergroups import rules
from openmall.areas.customer.customergroups.shape import (
    SHOWN,
    Group,
    GroupDraft,
    GroupFilters,
    GroupPath,
)
from openmall.areas.customer.customers import grouping
from openmall.areas.customer.customers.takes import Grouped
from openmall.contract.operation import count, get, listing, post
from openmall.contract.scopes import READ_CUSTOMER, WRITE_CUSTOMER

OPERATIONS = [
    listing(
        "customergroups",
        rules.listing,
        takes=GroupFilters,
        gives=Group,
        key="customergroups",
        scope=READ_CUSTOMER,
        shows=SHOWN,
    ),
    count("customergroups/count", rules.count, takes=GroupFilters, scope=READ_CUSTOMER),
    get(
        "customergroups/{group_no}",
        rules.retrieve,
        takes=GroupPath,
        gives=Group,
        key="customergroup",
        scope=READ_CUSTOMER,
        shows=SHOWN,
    ),
    post(
        "customergroups",
        rules.create,
        takes=GroupDraft,
        gives=Group,
        key="customergroup",
        scope=WRITE_CUSTOMER,
    ),
    post(
        "customergroups/{group_no}/customers",
        grouping.move,
        takes=Grouped,
        gives=Grouped,
        key="customers",
        scope=WRITE_CUSTOMER,
        objects=200,
    ),
]
