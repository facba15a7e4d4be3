"""The operation of the back office's pages that gives a shipment to one of the shop's carriers.

The API names a carrier by its code alone, which carriers of the shop may share. No API has it.
"""

from msgspec import UNSET, UnsetType

from openmall.commerce.order.fulfilment.shipments import rules as shipment_rules
from openmall.commerce.order.fulfilment.shipments.shape import Sent, ShipmentChange
from openmall.contract.call import Call
from openmall.contract.operation import put
from openmall.contract.params import EntityNo
from openmall.contract.scopes import WRITE_ORDER


class ShipmentCarrierChange(ShipmentChange, frozen=True, kw_only=True):
    """A change of a parcel, with the number of the shop's carrier."""

    carrier_id: EntityNo | UnsetType = UNSET


async def change(call: Call, params: ShipmentCarrierChange) -> Sent:
    """Update a shipment: its tracking number, and its carrier among those of the shop."""
    return await shipment_rules.change_carrier(call, params, params.carrier_id)


OPERATIONS = [
    put(
        "orders/{order_id}/shipments/{shipping_code}",
        change,
        takes=ShipmentCarrierChange,
        gives=Sent,
        key="shipment",
        scope=WRITE_ORDER,
    ),
]
