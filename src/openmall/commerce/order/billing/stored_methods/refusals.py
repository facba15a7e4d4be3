"""The refusals of stored payment methods."""

from typing import Final

from openmall.contract.refusal import Refusal

NO_GATEWAY_STORES_METHOD: Final = Refusal(
    "no_gateway_stores_method",
    "No gateway of the shop stores it.",
    remedy="Store another payment method, or let the shop connect a gateway that stores this one.",
)
TOO_MANY_STORED_METHODS: Final = Refusal(
    "too_many_stored_methods",
    "A customer has at most {most} payment methods: remove one first.",
    remedy="Remove a stored payment method of the customer before another one is stored.",
)
METHOD_NOT_STORED_YET: Final = Refusal(
    "method_not_stored_yet",
    "The gateway has not stored it yet.",
    remedy="Let the shopper finish at the gateway, and read the payment method until it is stored.",
)
METHOD_PAYS_SUBSCRIPTION: Final = Refusal(
    "method_pays_subscription",
    "A subscription is paid with it.",
    remedy="Give the subscription another payment method, or end it.",
)
TEST_CARD_UNCHANGED: Final = Refusal(
    "test_card_unchanged",
    "The payment method has this test card already.",
    remedy="Send another test card to change how charges end.",
)
