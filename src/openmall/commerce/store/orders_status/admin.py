"""The admin API's operations on displayed order status.

Specification: "Retrieve displayed order status"; "Update displayed order status".
"""

from typing import Final

from openmall.commerce.store.orders_status import rules
from openmall.commerce.store.orders_status.shape import ShownStatus, ShownStatusChange
from openmall.contract.params import ShopParams
from openmall.contract.resource import Resource

_STATUS: Final = Resource(ShownStatus, area="store", key="status")

OPERATIONS = [
    _STATUS.listing("orders/status", rules.list_statuses, takes=ShopParams),
    _STATUS.put("orders/status", rules.change_status, takes=ShownStatusChange, objects=100),
]
