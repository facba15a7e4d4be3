"""The refusals of the endpoints of payment gateways."""

from typing import Final

from openmall.contract.refusal import Refusal

GATEWAY_WITHOUT_ENDPOINTS: Final = Refusal(
    "gateway_without_endpoints",
    "The paymentgateway has no endpoints.",
    remedy="Set the endpoints with PUT first.",
)
ENDPOINT_ADDRESS_REFUSED: Final = Refusal(
    "endpoint_address_refused",
    "This address is not called: {problem}.",
    remedy="Send a public https address.",
)
