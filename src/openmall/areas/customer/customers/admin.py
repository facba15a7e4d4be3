"""The admin API's operations on customers."""

from openmall.areas.customer.customers import rules
from openmall.areas.customer.customers.shape import Customer, CustomerKey
from openmall.areas.customer.customers.takes import CustomerQuery, Leaving
from openmall.contract.operation import delete, listing
from openmall.contract.scopes import READ_CUSTOMER, WRITE_CUSTOMER

OPERATIONS = [
    listing(
        "customers",
        rules.listing,
        takes=CustomerQuery,
        gives=Customer,
        key="customers",
        scope=READ_CUSTOMER,
    ),
    delete(
        "customers/{member_id}",
        rules.leave,
        takes=Leaving,
        gives=CustomerKey,
        key="customer",
        scope=WRITE_CUSTOMER,
        restricted=True,
    ),
]
