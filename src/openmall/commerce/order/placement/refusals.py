"""The refusals of orders that are placed, in whichever way."""

from typing import Final

from openmall.contract.refusal import Refusal

DESTINATION_COUNTRY_MISSING: Final = Refusal(
    "destination_country_missing",
    "The country that the order is sent to is required.",
    remedy="Send `country_code` with an order that is sent abroad.",
)
CUSTOMER_MAY_NOT_BUY: Final = Refusal(
    "customer_may_not_buy",
    "This customer may not buy.",
    remedy="Let the shop unblock the customer before the next order.",
)
