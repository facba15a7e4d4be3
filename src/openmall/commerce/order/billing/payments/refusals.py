"""The refusals of payments and their terms."""

from typing import Final

from openmall.contract.refusal import Refusal

PAYMENT_STATUS_OF_OTHER_APP: Final = Refusal(
    "payment_status_of_other_app",
    "An app changes the payment status here: {direct_url}",
    remedy="Leave the payment status of this shop's orders to the app that controls it.",
)
PAYMENT_PARTLY_REFUNDED: Final = Refusal(
    "payment_partly_refunded",
    "Something of what was paid is given back.",
    remedy="Cancel or return the items of the order instead.",
)
ITEM_SENT_OR_CLAIMED: Final = Refusal(
    "item_sent_or_claimed",
    "An item is in state {status}.",
    remedy="Take a payment back only while all items are paid and not sent.",
)
ORDER_NOT_AWAITING_PAYMENT: Final = Refusal(
    "order_not_awaiting_payment",
    "The order does not await payment.",
    remedy="Call it only for orders that are not paid and have an item in state N00.",
)
PAYMENT_CHANGE_WITHOUT_AMOUNT: Final = Refusal(
    "payment_change_without_amount",
    "The additional amount or the commission is required.",
    remedy="Send `admin_additional_amount` or `commission`.",
)
PAYMENT_METHOD_MISSING: Final = Refusal(
    "payment_method_missing",
    "The payment method is required.",
    remedy="Send `payment_method` with the new method.",
)
ACCOUNT_WITHOUT_TRANSFER: Final = Refusal(
    "account_without_transfer",
    "A bank account goes with a change of the payment method to a bank deposit.",
    remedy="Send `change_payment_method` T and `payment_method` cash with it.",
)
