"""The refusals of sessions of shoppers, signed links and endpoints of a mall."""

from typing import Final

from openmall.contract.refusal import Refusal

SESSION_OF_ANOTHER_SHOP: Final = Refusal(
    "session_of_another_shop",
    "The shopper's session is of another shop. (invalid_session)",
    remedy="Use the session in the shop in which it began.",
)
SESSION_BROKEN: Final = Refusal(
    "session_broken",
    "The shopper's session is broken. (invalid_session)",
    remedy="Send the session exactly as it was answered, or begin a new one.",
)
SESSION_EXPIRED: Final = Refusal(
    "session_expired",
    "The shopper's session has expired. (invalid_session)",
    remedy="Let the shopper sign in again.",
)
LINK_NOT_VALID: Final = Refusal(
    "link_not_valid",
    "This link is not valid any more.",
    remedy="Request a new link.",
)
FORM_FOR_STAFF_HOST: Final = Refusal(
    "form_for_staff_host",
    "Staff pages have a host of their own, which takes their forms.",
    remedy="Send the form to the host of the staff pages.",
)
METHOD_NOT_ALLOWED: Final = Refusal(
    "method_not_allowed",
    "Use {allowed}.",
    remedy="Send the request with one of the methods of the header Allow.",
)
