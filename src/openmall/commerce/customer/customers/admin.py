"""The admin API's operations on customers."""

from typing import Final

from openmall.commerce.customer.customers import rules as customer_rules
from openmall.commerce.customer.customers.shape import Customer, CustomerKey
from openmall.commerce.customer.customers.takes import CustomerQuery, Leaving
from openmall.contract.resource import Resource

_CUSTOMERS: Final = Resource(Customer, area="customer", key="customer", listed="customers")

OPERATIONS = [
    _CUSTOMERS.listing("customers", customer_rules.listing, takes=CustomerQuery),
    _CUSTOMERS.giving(CustomerKey).delete(
        "customers/{member_id}", customer_rules.leave, takes=Leaving, restricted=True
    ),
]
