"""The refusals of sign-in with other services."""

from typing import Final

from openmall.contract.refusal import Refusal

SIGN_IN_NOT_CONFIRMED: Final = Refusal(
    "sign_in_not_confirmed",
    "The service did not confirm the sign-in.",
    remedy="Begin another attempt with the service.",
)
SIGN_IN_SERVICE_AWAY: Final = Refusal(
    "sign_in_service_away",
    "The sign-in service does not answer. Try again later.",
    remedy="Try again after the seconds of the Retry-After header.",
)
REDIRECT_ADDRESS_REFUSED: Final = Refusal(
    "redirect_address_refused",
    "This is no address of a page: {problem}.",
    remedy="Send a public https address of the client's own page.",
)
ANOTHER_SESSION_BEGAN: Final = Refusal(
    "another_session_began",
    "Sign in first: another session began this. (invalid_session)",
    remedy="Sign in with the session that began to link the account.",
)
ONLY_WAY_TO_SIGN_IN: Final = Refusal(
    "only_way_to_sign_in",
    "Set a password first: there is no other way to sign in.",
    remedy="Let the customer set a password before the account is unlinked.",
)
SIGN_IN_SERVICE_NOT_OFFERED: Final = Refusal(
    "sign_in_service_not_offered",
    "The shop offers no sign-in with this service.",
    remedy="Offer only the services that the shop lists.",
)
SIGN_IN_EXPIRED: Final = Refusal(
    "sign_in_expired",
    "This sign-in is not valid any more.",
    remedy="Begin another attempt with the service.",
)
