"""The operation of the back office's pages that changes a carrier. No API has it."""

from openmall.commerce.shipping import carriers
from openmall.commerce.shipping.carrier_shape import Carrier, CarrierDetails
from openmall.contract.resource import Resource

OPERATIONS = [
    Resource(Carrier, area="shipping", key="carrier").put(
        "carriers/{carrier_id}/details", carriers.change_details, takes=CarrierDetails
    ),
]
