"""The refusals of the back office: what its forms do not accept, and what managers may not do."""

from typing import Final

from openmall.contract.refusal import Refusal

# Accounts and passwords

PASSWORDS_DIFFER: Final = Refusal(
    "passwords_differ",
    "The passwords do not match.",
    remedy="Enter the same password twice.",
)
WRONG_OWN_PASSWORD: Final = Refusal(
    "wrong_own_password",
    "This is not your password.",
    remedy="Enter the password with which you sign in.",
)
WAIT_BETWEEN_ATTEMPTS: Final = Refusal(
    "wait_between_attempts",
    "Too many attempts. Please wait a while.",
    remedy="Wait some minutes, then try again.",
)
WRONG_SECOND_STEP_CODE: Final = Refusal(
    "wrong_second_step_code",
    "This code is wrong, too old, or was used already.",
    remedy="Enter the code that the authenticator shows now.",
)
PASSKEY_UNKNOWN: Final = Refusal(
    "passkey_unknown",
    "There is no such passkey.",
    remedy="Choose one of the passkeys on the page.",
)
TOO_MANY_PASSKEYS: Final = Refusal(
    "too_many_passkeys",
    "You have as many passkeys as one account may have. Remove one first.",
    remedy="Remove a passkey before you add another one.",
)
PASSKEYS_NEED_HOST_NAME: Final = Refusal(
    "passkeys_need_host_name",
    "Passkeys need a host name. This page was opened by an address.",
    remedy="Open the page by the host name of the shop.",
)
PASSKEY_NOT_ADDED: Final = Refusal(
    "passkey_not_added",
    "The passkey was not added. Please begin again.",
    remedy="Begin again, and let the browser make a new passkey.",
)
LINKED_ACCOUNT_UNKNOWN: Final = Refusal(
    "linked_account_unknown",
    "There is no such account.",
    remedy="Choose one of the accounts on the page.",
)

# Sign-in of staff with an account of a provider

STAFF_ACCOUNT_UNKNOWN: Final = Refusal(
    "staff_account_unknown",
    "No manager of this shop has this account. Accept your invitation first, or sign "
    "in with your password and connect the account on the page My account.",
    remedy="Sign in with the password, and connect the account.",
)
NO_STAFF_PROVIDER: Final = Refusal(
    "no_staff_provider",
    "This shop has no sign-in with another account.",
    remedy="Sign in with the password.",
)
PROVIDER_ADDRESS_WRONG: Final = Refusal(
    "provider_address_wrong",
    "Enter the address of the provider, which begins with https://.",
    remedy="Enter the issuer of the provider, an address on the internet.",
)
PROVIDER_UNREACHABLE: Final = Refusal(
    "provider_unreachable",
    "The provider does not answer at this address as OpenID Connect does.",
    remedy="Check that the issuer publishes /.well-known/openid-configuration.",
)
PROVIDER_FIELD_TOO_LONG: Final = Refusal(
    "provider_field_too_long",
    "This is too long.",
    remedy="Enter a shorter text.",
)
INVITATION_WITHOUT_ADDRESS: Final = Refusal(
    "invitation_without_address",
    "An invitation needs an e-mail address.",
    remedy="Enter the e-mail address of the manager first.",
)
OWN_SECOND_STEP: Final = Refusal(
    "own_second_step",
    "Switch your own second step off in your account.",
    remedy="Use the page My account instead.",
)

# Products

TEXT_TOO_DEEP: Final = Refusal(
    "text_too_deep",
    "The text is too long, or its elements are nested too deeply.",
    remedy="Shorten the text, or simplify its markup.",
)
NO_PRICE_HERE: Final = Refusal(
    "no_price_here",
    "It has no price in the currency of this shop yet.",
    remedy="Enter a price in the shop's currency first.",
)
SURCHARGES_OF_OTHER_SHOP: Final = Refusal(
    "surcharges_of_other_shop",
    "Its variants have additional prices in another shop's currency. Enter those of "
    "this shop first.",
    remedy="Enter the additional prices of the variants in the shop's currency.",
)
NO_PRICE_CHANGE: Final = Refusal(
    "no_price_change",
    "Enter a price such as 12000, or a change such as +10%, -10%, +500 or -500.",
    remedy="Enter an amount, or a signed amount or percentage.",
)
NO_STOCK_NUMBER: Final = Refusal(
    "no_stock_number",
    "Enter a whole number.",
    remedy="Enter the quantity in digits.",
)
NEW_PRICE_NEGATIVE: Final = Refusal(
    "new_price_negative",
    "The new price would be negative.",
    remedy="Enter a smaller reduction.",
)
NOTHING_TO_CHANGE: Final = Refusal(
    "nothing_to_change",
    "Enter what to change.",
    remedy="Fill in at least one field of the form.",
)
NO_COLOUR: Final = Refusal(
    "no_colour",
    "Enter a colour such as #1A2B3C.",
    remedy="Enter three or six hexadecimal digits behind #.",
)
OPTION_VALUES_MISSING: Final = Refusal(
    "option_values_missing",
    "Enter at least one value. Values of one option must differ.",
    remedy="Enter values that differ.",
)
OPTION_VALUE_WITHOUT_TEXT: Final = Refusal(
    "option_value_without_text",
    "Enter a text for this value, or remove it with its button.",
    remedy="Restore the text, or press Remove beside the value.",
)
OPTION_WITHOUT_NAME: Final = Refusal(
    "option_without_name",
    "Enter a name for this option.",
    remedy="Name the option, or remove its values.",
)
OPTION_NAMED_TWICE: Final = Refusal(
    "option_named_twice",
    "Another option has this name.",
    remedy="Name each option differently.",
)
FILE_TOO_LARGE: Final = Refusal(
    "file_too_large",
    "The file is larger than {most} MB.",
    remedy="Send a smaller file.",
)
PICTURES_CHANGED: Final = Refusal(
    "pictures_changed",
    "Another manager changed the pictures. Nothing was changed.",
    remedy="Load the page again, and repeat the change.",
)
SALE_PRICE_NOT_BELOW: Final = Refusal(
    "sale_price_not_below",
    "Enter a sale price below the usual price.",
    remedy="Enter a sale price below the usual price.",
)
RATE_OUT_OF_RANGE: Final = Refusal(
    "rate_out_of_range",
    "Enter a value from {least} to {most}.",
    remedy="Enter an amount within the bounds.",
)
NO_PLACE_OF_CATEGORIES: Final = Refusal(
    "no_place_of_categories",
    "The order is not one of these categories.",
    remedy="Load the page again, and move the category again.",
)

# Orders, claims and shipping

CLAIM_DECIDED_MEANWHILE: Final = Refusal(
    "claim_decided_meanwhile",
    "Another manager already decided this request. Nothing was changed.",
    remedy="Load the order again: another manager has decided the claim.",
)
NOTHING_TO_SHIP: Final = Refusal(
    "nothing_to_ship",
    "There is nothing to send.",
    remedy="Choose orders with items that are to be shipped.",
)
NO_TRACKING_ROWS: Final = Refusal(
    "no_tracking_rows",
    "Enter order numbers and tracking numbers.",
    remedy="Enter a row for each order.",
)
TOO_MANY_TRACKING_ROWS: Final = Refusal(
    "too_many_tracking_rows",
    "Enter at most {most} rows.",
    remedy="Ship the rest in another step.",
)
FILE_IS_NO_TEXT: Final = Refusal(
    "file_is_no_text",
    "The file is no text.",
    remedy="Save the file as CSV in UTF-8.",
)

# Files of other platforms

NOT_READ_FROM_PLATFORM: Final = Refusal(
    "not_read_from_platform",
    "These data are not read from this platform. Name its columns below instead.",
    remedy="Choose the data that are read from the platform, or name the columns.",
)
ENCODING_UNKNOWN: Final = Refusal(
    "encoding_unknown",
    "Unknown encoding: {encoding}",
    remedy="Choose one of the encodings that the form offers.",
)
FILE_UNREADABLE: Final = Refusal(
    "file_unreadable",
    "This file cannot be read.",
    remedy="Save the file as CSV again, in the encoding that is chosen.",
)
PLATFORM_FILE_TOO_LARGE: Final = Refusal(
    "platform_file_too_large",
    "This file is too large.",
    remedy="Send the rows in several files.",
)
ROW_OF_OTHER_WIDTH: Final = Refusal(
    "row_of_other_width",
    "Line {line} has {count} columns, but the first line names {named}.",
    remedy="Save the file again, with as many cells in each row.",
)
HEADING_REPEATED: Final = Refusal(
    "heading_repeated",
    "Several columns are named {column}, and line {line} has different values in them.",
    remedy="Rename or delete all but one of these columns.",
)
FILE_OF_OTHER_CURRENCY: Final = Refusal(
    "file_of_other_currency",
    "Line {line} has a price in '{text}', but the shop's currency is {currency}.",
    remedy="Export the prices in the shop's currency.",
)
UPLOAD_EMPTY: Final = Refusal(
    "upload_empty",
    "Choose a file that is not empty.",
    remedy="Choose a file that has rows.",
)

# Newsletters, posts and customers

OWN_ADDRESS_MISSING: Final = Refusal(
    "own_address_missing",
    "Your account has no e-mail address. A head admin can add it.",
    remedy="Let a head admin add the address.",
)
AUDIENCE_WITHOUT_CONSENT: Final = Refusal(
    "audience_without_consent",
    "None of these customers agreed to news by mail.",
    remedy="Choose other customers.",
)
AUTHOR_NO_CUSTOMER: Final = Refusal(
    "author_no_customer",
    "The author is no customer.",
    remedy="Give points to posts of customers only.",
)
POINTS_GIVEN_FOR_POST: Final = Refusal(
    "points_given_for_post",
    "Points were given for this post already.",
    remedy="None is needed: points are given for a post once.",
)

# Forms

CHANGED_MEANWHILE: Final = Refusal(
    "changed_meanwhile",
    "This was changed from '{shown}' to '{stored}' after this page was opened."
    " Save again to replace it with what is in the field.",
    remedy="Compare the values, then save the one that holds.",
)
CARRIER_UNKNOWN: Final = Refusal(
    "carrier_unknown",
    "There is no carrier '{code}'. Choose one of these: {names}.",
    remedy="Choose a carrier of the shop, or add one to it.",
)
