"""The admin API's operations on the endpoints of payment gateways."""

from typing import Final

from openmall.commerce.store.paymentgateway.endpoints import rules as endpoint_rules
from openmall.commerce.store.paymentgateway.endpoints.shape import (
    Endpoints,
    EndpointsChange,
    EndpointsPath,
)
from openmall.contract.resource import Resource

_ENDPOINTS: Final = Resource(Endpoints, area="store", key="endpoints", restricted=True)
_PATH: Final = "paymentgateway/{client_id}/endpoints"

OPERATIONS = [
    _ENDPOINTS.get(_PATH, endpoint_rules.retrieve, takes=EndpointsPath),
    _ENDPOINTS.put(_PATH, endpoint_rules.change, takes=EndpointsChange),
]
