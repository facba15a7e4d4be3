"""The refusals of payment gateways and their methods."""

from typing import Final

from openmall.contract.refusal import Refusal

GATEWAY_EXISTS: Final = Refusal(
    "gateway_exists",
    "The app has a payment gateway in this shop already: update it, or delete it first.",
    remedy="Update the existing payment gateway, or delete it first.",
)
GATEWAY_METHOD_EXISTS: Final = Refusal(
    "gateway_method_exists",
    "The gateway has a payment method of this code already.",
    remedy="Update the existing payment method, or choose another code.",
)
GATEWAY_OF_ANOTHER_APP: Final = Refusal(
    "gateway_of_another_app",
    "A payment gateway is open only to the app that registered it.",
    remedy="Call with the client id of the app that registered the gateway.",
)
