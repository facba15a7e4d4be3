"""The tables whose rows about a customer are deleted when the membership ends."""

from openmall.commerce.customer.customers.tables import CUSTOMER, PERSON
from openmall.database.policies import policies_of
from openmall.database.schema import metadata

DELETED_WITH_THE_CUSTOMER = {CUSTOMER, PERSON} | {
    table for table in metadata().tables.values() if "customer" in policies_of(table).deleted_with
}
