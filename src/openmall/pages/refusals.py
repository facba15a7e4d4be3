"""The refusals that pages have in common: of sign-ins with other accounts, payments and files."""

from typing import Final

from openmall.contract.refusal import Refusal

STAFF_SIGN_IN_EXPIRED: Final = Refusal(
    "staff_sign_in_expired",
    "This sign-in has expired. Please begin again.",
    remedy="Begin the sign-in again on the page where it began.",
)
TOO_MANY_PAYMENTS_OPENED: Final = Refusal(
    "too_many_payments_opened",
    "Too many payments are opened.",
    remedy="Wait as long as Retry-After says, then open the payment again.",
)
NO_GATEWAY_PAYMENT: Final = Refusal(
    "no_gateway_payment",
    "The gateway was asked for no such payment.",
    remedy="Call back about payments of this gateway and shop only.",
)
GATEWAY_NOT_ANSWERING: Final = Refusal(
    "gateway_not_answering",
    "The gateway does not answer, call back again.",
    remedy="Send the same callback again after some seconds.",
)
FILE_ADDRESS_EXPIRED: Final = Refusal(
    "file_address_expired",
    "The address of this file is not valid any more.",
    remedy="Ask for the export again: its answer has a new address.",
)
FORM_IN_PROGRESS: Final = Refusal(
    "form_in_progress",
    "This form was sent before and is being carried out.",
    remedy="Open the page again a little later to see what became of it.",
)
FORM_ANSWER_NOT_KEPT: Final = Refusal(
    "form_answer_not_kept",
    "This form was sent before and was carried out. Nothing was done again.",
    remedy="Open the page again to see what became of it: the answer named a customer whose data "
    "were erased since.",
)
SIGN_IN_CANCELLED: Final = Refusal(
    "sign_in_cancelled",
    "The sign-in was cancelled.",
    remedy="Begin the sign-in again, and agree at the provider.",
)
