"""The refusals of cash receipts."""

from typing import Final

from openmall.contract.refusal import Refusal

CASH_RECEIPT_EXISTS: Final = Refusal(
    "cash_receipt_exists",
    "The order has a cash receipt in state {status}.",
    remedy="Cancel the receipt of the order before another one is requested.",
)
CASH_RECEIPT_NOT_REQUESTED: Final = Refusal(
    "cash_receipt_not_requested",
    "The receipt is no longer requested.",
    remedy="Update only receipts whose status is request.",
)
CASH_RECEIPT_IN_OTHER_STATE: Final = Refusal(
    "cash_receipt_in_other_state",
    "The receipt is in another state.",
    remedy="Send type request for a receipt that is requested, issuance for an issued one.",
)
RECEIPT_COMPANY_MISSING: Final = Refusal(
    "receipt_company_missing",
    "A cash receipt of a business needs its registration number.",
    remedy="Send `company_registration_no` with a receipt of type business.",
)
RECEIPT_CELLPHONE_MISSING: Final = Refusal(
    "receipt_cellphone_missing",
    "A personal cash receipt needs a mobile number.",
    remedy="Send `cellphone` with a receipt of type personal.",
)
