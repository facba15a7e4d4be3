"""The refusals of the sample shop."""

from typing import Final

from openmall.contract.refusal import Refusal

# Pages and files

FORM_EXPIRED: Final = Refusal(
    "form_expired",
    "This page has expired. Go back, reload it and try again.",
    remedy="Load the page again, and send its form.",
)
FORM_OF_ANOTHER_SITE: Final = Refusal(
    "form_of_another_site",
    "Another website sent this form. Nothing was changed.",
    remedy="Send the form from a page of the shop.",
)
TOO_MANY_PAGES_OPENED: Final = Refusal(
    "too_many_pages_opened",
    "Too many pages were opened.",
    remedy="Wait as long as Retry-After says, then open the page again.",
)
PAGE_METHOD_NOT_ALLOWED: Final = Refusal(
    "page_method_not_allowed",
    "The method is not allowed.",
    remedy="Use GET to read a page, and POST to send its form.",
)
OTHER_FILES_ARE_MADE: Final = Refusal(
    "other_files_are_made",
    "Other files are made just now, try again.",
    remedy="Wait as long as Retry-After says, then ask again.",
)
SERVER_STOPPING: Final = Refusal(
    "server_stopping",
    "The server is stopping.",
    remedy="Wait as long as Retry-After says, then ask again.",
)
NO_PRODUCT_FEED: Final = Refusal(
    "no_product_feed",
    "The shop offers no product feed.",
    remedy="Let the shop switch the feed on.",
)
HIDDEN_FROM_SEARCH_ENGINES: Final = Refusal(
    "hidden_from_search_engines",
    "Search engines do not show this shop.",
    remedy="Let the shop open itself to search engines.",
)
PAGE_IN_FRAME: Final = Refusal(
    "page_in_frame",
    "Open this page in a window of its own.",
    remedy="Open the page in a window, and not in a frame.",
)

# Sign-in and assistants

SHOPPER_SIGN_IN_EXPIRED: Final = Refusal(
    "shopper_sign_in_expired",
    "This sign-in has expired. Please start again.",
    remedy="Begin the sign-in again.",
)
NO_SHOPPER_SIGNED_IN: Final = Refusal(
    "no_shopper_signed_in",
    "No shopper is signed in.",
    remedy="Sign in first.",
)
ASSISTANT_NOT_REGISTERED: Final = Refusal(
    "assistant_not_registered",
    "The assistant is not registered here, or with another address.",
    remedy="Register the assistant with its redirect address.",
)
ASSISTANT_REQUEST_INVALID: Final = Refusal(
    "assistant_request_invalid",
    "The authorization request of the assistant is not valid: {error}.",
    remedy="Send an authorization request as the metadata of the endpoint describes.",
)

# Cart, checkout and claims

NO_GIFT_NUMBER: Final = Refusal(
    "no_gift_number",
    "Please enter a whole number.",
    remedy="Enter the number of gifts in digits.",
)
PASSWORD_FOR_CONTACT: Final = Refusal(
    "password_for_contact",
    "Enter your current password, or sign out and in again, to change your e-mail address or "
    "mobile phone.",
    remedy="Send the current password with the change.",
)
OPTION_NOT_CHOSEN: Final = Refusal(
    "option_not_chosen",
    "Please choose one of the options.",
    remedy="Choose a value of every option.",
)
COMBINATION_UNAVAILABLE: Final = Refusal(
    "combination_unavailable",
    "This combination is not available.",
    remedy="Choose other values of the options.",
)
WITHDRAWAL_NOT_AGREED: Final = Refusal(
    "withdrawal_not_agreed",
    "Please agree to this first.",
    remedy="Agree to the terms of withdrawal.",
)
EXCHANGE_OUT_OF_STOCK: Final = Refusal(
    "exchange_out_of_stock",
    "Not enough stock.",
    remedy="Choose another variant.",
)
NO_SUBSCRIPTION_PRODUCT: Final = Refusal(
    "no_subscription_product",
    "The product is not offered as a subscription.",
    remedy="Choose a product with a subscription.",
)
UNREADABLE_FORM: Final = Refusal(
    "unreadable_form",
    "The form cannot be read: {detail}.",
    remedy="Send the form as the page does.",
)

# Checkout

TOTAL_HAS_RISEN: Final = Refusal(
    "total_has_risen",
    "The total is higher than the page showed. Please check it, and order again.",
    remedy="Show the checkout again, and order for the total that it shows.",
)
