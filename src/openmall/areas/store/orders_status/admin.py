"""The admin API's operations on displayed order status.

Specification: "Retrieve displayed order status"; "Update displayed order status".
"""

from openmall.areas.store.orders_status import rules
from openmall.areas.store.orders_status.shape import ShownStatus, ShownStatusChange
from openmall.contract.operation import listing, put
from openmall.contract.params import ShopParams
from openmall.contract.scopes import READ_STORE, WRITE_STORE

OPERATIONS = [
    listing(
        "orders/status",
        rules.list_statuses,
        takes=ShopParams,
        gives=ShownStatus,
        key="status",
        scope=READ_STORE,
    ),
    put(
        "orders/status",
        rules.change_status,
        takes=ShownStatusChange,
        gives=ShownStatus,
        key="status",
        scope=WRITE_STORE,
        objects=100,
    ),
]
