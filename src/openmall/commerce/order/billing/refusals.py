"""The refusals of payment methods of a shop."""

from typing import Final

from openmall.contract.refusal import Refusal

PROVIDER_HAS_NO_SUCH_METHOD: Final = Refusal(
    "provider_has_no_such_method",
    "The shop has no such payment method.",
    remedy="Name one of the payment methods that the list of the shop has.",
)
NO_TRANSFER_ACCOUNT: Final = Refusal(
    "no_transfer_account",
    "The shop has no bank account that money can be transferred to.",
    remedy="Offer another payment method, or let the shop add a bank account.",
)
PAYMENT_METHOD_NOT_OFFERED: Final = Refusal(
    "payment_method_not_offered",
    "The shop does not offer this payment method.",
    remedy="Send one of the payment methods that the list of the shop has.",
)
