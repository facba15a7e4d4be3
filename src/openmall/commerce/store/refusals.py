"""The refusals of a shop's settings, bank accounts and limits."""

from typing import Final

from openmall.contract.refusal import Refusal

MALFORMED_ACCOUNT_NUMBER: Final = Refusal(
    "malformed_account_number",
    "The number of a bank account has digits, in groups by spaces or hyphens, and at most {most}"
    " characters.",
    remedy="Send the number as the bank prints it; an IBAN begins with two letters.",
)
BANK_ACCOUNT_CLOSED: Final = Refusal(
    "bank_account_closed",
    "The account is closed.",
    remedy="Choose an account that is in use.",
)
TOO_MANY_BANK_ACCOUNTS: Final = Refusal(
    "too_many_bank_accounts",
    "A shop uses at most {most} accounts.",
    remedy="Close an account that is no longer needed.",
)
CLEARED_TEXT_WITH_CONTENT: Final = Refusal(
    "cleared_text_with_content",
    "A text that is cleared has no content.",
    remedy="Send either the new content or the request to clear the text.",
)
ISSUER_REFUSED: Final = Refusal(
    "issuer_refused",
    "This is no issuer: {problem}.",
    remedy="Send the https address of the issuer as its discovery document has it.",
)
ISSUER_WITH_QUERY: Final = Refusal(
    "issuer_with_query",
    "it has a query",
    remedy="Send the address of the issuer without a query.",
)
SHOP_CLOSED: Final = Refusal(
    "shop_closed",
    "The shop is closed and takes no orders now.",
    remedy="Read the shop's notice, and order when it is open again.",
)
TOO_MANY_POSTS: Final = Refusal(
    "too_many_posts",
    "Too much is written from here.",
    remedy="Wait for the seconds of the Retry-After header before the next post.",
)
TOO_MANY_ADDRESSES: Final = Refusal(
    "too_many_addresses",
    "Too many e-mail addresses were tried.",
    remedy="Wait for the seconds of the Retry-After header before the next address.",
)
TOO_MANY_SIGN_UPS: Final = Refusal(
    "too_many_sign_ups",
    "Too many sign up from here.",
    remedy="Wait for the seconds of the Retry-After header before the next sign-up.",
)
