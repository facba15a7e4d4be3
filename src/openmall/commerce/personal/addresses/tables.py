"""The table of the address books."""

from typing import Final

from openmall.database.policies import WITH_MALL, rows_of_member
from openmall.database.schema import flag, number, shop_table, text
from openmall.database.undo_policies import CUSTOMERS_CHANGED

ADDRESS: Final = shop_table(
    "customer_address",
    text("member_id"),
    number("address_no"),
    flag("is_default"),
    text("address_name"),
    text("name"),
    text("cellphone"),
    text("zipcode"),
    text("address1"),
    text("address2"),
    backup=WITH_MALL,
    undo=CUSTOMERS_CHANGED,
    personal_data=rows_of_member(),
    deleted_with=("customer",),
    key=("member_id", "address_no"),
    wide=True,
)
"""An address of a customer in all shops of a mall. `is_default`: at most one of a customer is."""
