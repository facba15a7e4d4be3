"""The refusals of callbacks of Stripe."""

from typing import Final

from openmall.contract.refusal import Refusal

CALLBACK_NOT_SIGNED_BY_STRIPE: Final = Refusal(
    "callback_not_signed_by_stripe",
    "The callback is not signed by Stripe, or at another time. (invalid_signature)",
    remedy="Compare the webhook secret in the settings of the gateway with the one at Stripe.",
)
