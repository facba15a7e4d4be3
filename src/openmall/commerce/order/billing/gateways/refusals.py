"""The refusals of gateways and their callbacks."""

from typing import Final

from openmall.contract.refusal import Refusal

GATEWAY_STORES_NO_METHODS: Final = Refusal(
    "gateway_stores_no_methods",
    "The gateway stores no payment methods.",
    remedy="Store payment methods with a gateway that offers it.",
)
CALLBACK_WITHOUT_TIME: Final = Refusal(
    "callback_without_time",
    "The callback has no time. (invalid_signature)",
    remedy="Send the header with the time at which the callback was signed.",
)
CALLBACK_SIGNED_AT_OTHER_TIME: Final = Refusal(
    "callback_signed_at_other_time",
    "The callback was signed at another time. (invalid_signature)",
    remedy="Sign each callback anew when it is sent, by a clock that is right.",
)
CALLBACK_NOT_SIGNED_BY_APP: Final = Refusal(
    "callback_not_signed_by_app",
    "The callback is not signed by the app. (invalid_signature)",
    remedy="Sign the body as it is sent with the secret of the app.",
)
CALLBACK_NOT_READABLE: Final = Refusal(
    "callback_not_readable",
    "The callback is not readable: {error}",
    remedy="Send the JSON object that the contract of gateways describes.",
)
MORE_THAN_LEFT_OF_PAYMENT: Final = Refusal(
    "more_than_left_of_payment",
    "Nothing is left of the payment.",
    remedy="Return the money in another way, and execute the refund with "
    "`payment_gateway_cancel` F.",
)
TEST_PAYMENT_SETTLED: Final = Refusal(
    "test_payment_settled",
    "It was paid, or declined, before.",
    remedy="Begin another payment of the order to try another outcome.",
)
CALLBACK_NOT_SIGNED_BY_GATEWAY: Final = Refusal(
    "callback_not_signed_by_gateway",
    "The callback is not signed by the gateway. (invalid_signature)",
    remedy="Sign the body as it is sent with the secret of the gateway.",
)
GATEWAY_SILENT: Final = Refusal(
    "gateway_silent",
    "The gateway does not answer, ask again.",
    remedy="Repeat the call after the seconds of `Retry-After`.",
)
