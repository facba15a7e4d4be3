"""The refusals of refunds."""

from typing import Final

from openmall.contract.refusal import Refusal

NO_REFUND_AWAITED: Final = Refusal(
    "no_refund_awaited",
    "The order is in no state to be refunded: no refund is awaited.",
    remedy="Confirm a refund only after a claim of the order has come to it.",
)
BUYER_HAS_NO_ACCOUNT: Final = Refusal(
    "buyer_has_no_account",
    "Who ordered has no points and no deposit.",
    remedy="Refund in another way than by points and deposit.",
)
ORDER_HAS_NO_SUCH_REFUND: Final = Refusal(
    "order_has_no_such_refund",
    "The order has no such refund.",
    remedy="Read the refunds of the order for their codes.",
)
