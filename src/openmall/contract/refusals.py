"""The refusals that packages have in common: of types, bounds, dates and objects."""

from typing import Final

from openmall.contract.refusal import Phrase, Refusal

ERROR: Final = Phrase("error")
"""In front of a refusal, on the command line."""
LINE_AT_FAULT: Final = Phrase("line {line}: {reason}")
FIELD_AT_FAULT: Final = Phrase("line {line}, {field}: {reason}")
ROWS_AT_FAULT: Final = Phrase("{number} rows: {reason}")
"""What an import of the command line lists, in the language of the terminal."""
_FROM_TO: Final = Phrase("Expected {expected} from {least} to {most}.")
_OF_LENGTH: Final = Phrase("Expected {expected} of length {least} to {most}.")

UNKNOWN_COUNTRY: Final = Refusal(
    "unknown_country",
    "There is no country {country}.",
    remedy="Send a country code of ISO 3166-1, such as KR.",
)
MISSING: Final = Refusal(
    "missing", "A required parameter is missing.", remedy="Send the parameter that is named."
)
WRONG_TYPE: Final = Refusal(
    "wrong_type",
    "Expected {expected}, got {got}.",
    remedy="Send a value of the expected JSON type.",
)
EXPECTED_TYPE: Final = Refusal(
    "expected_type", "Expected {expected}.", remedy="Send a value of the expected type."
)
TOO_SMALL: Final = Refusal(
    "too_small",
    "Expected {expected} >= {least}.",
    remedy="Send the least value, or a greater one.",
    ranged=_FROM_TO,
)
TOO_GREAT: Final = Refusal(
    "too_great",
    "Expected {expected} <= {most}.",
    remedy="Send the greatest value, or a smaller one.",
    ranged=_FROM_TO,
)
TOO_SHORT: Final = Refusal(
    "too_short",
    "Expected {expected} of length >= {least}.",
    remedy="Send at least as many characters or elements.",
    ranged=_OF_LENGTH,
)
TOO_LONG: Final = Refusal(
    "too_long",
    "Expected {expected} of length <= {most}.",
    remedy="Send at most as many characters or elements.",
    ranged=_OF_LENGTH,
)
UNKNOWN_ENUM_VALUE: Final = Refusal(
    "unknown_enum_value",
    "Invalid enum value {value}.",
    remedy="Send one of the values that the reference lists for the parameter.",
)
WRONG_FORMAT: Final = Refusal(
    "wrong_format",
    "Wrong format: expected {expected}.",
    remedy="Send a text of the expected form; the reference has the pattern.",
)
NO_DATE: Final = Refusal(
    "no_date",
    "Not a date, as in 2026-11-21.",
    remedy="Send a date of the calendar as year, month and day.",
)
NO_DATETIME: Final = Refusal(
    "no_datetime",
    "Not a date, nor a date-time with offset.",
    remedy="Send a date, or a date-time with its offset from UTC.",
)
NO_TIME: Final = Refusal(
    "no_time",
    "Not a time, as in 09:00:00.",
    remedy="Send a time of the day as hours, minutes and seconds.",
)
NO_DECIMAL: Final = Refusal(
    "no_decimal", "Invalid decimal string.", remedy="Send an amount in digits, as a text."
)
NO_MOMENT: Final = Refusal(
    "no_moment",
    "not a date, nor a date-time with offset.",
    remedy="Send a date or a date-time; an offset from UTC may follow, without it +09:00 counts.",
)
INVALID_VALUE: Final = Refusal(
    "invalid_value",
    "The value is not valid.",
    remedy="Compare the value with the reference of the operation.",
)
BEYOND_BOUNDS: Final = Refusal(
    "beyond_bounds", "A value is beyond all bounds.", remedy="Send a smaller or a flatter value."
)
NO_DECIMALS: Final = Refusal(
    "no_decimals",
    "An amount in {currency} has no decimals.",
    remedy="Send a whole amount of the shop's currency.",
)
TOO_MANY_DECIMALS: Final = Refusal(
    "too_many_decimals",
    "An amount in {currency} has at most {decimals} decimals.",
    remedy="Round the amount to the smallest unit of the shop's currency.",
)
IDENTICAL: Final = Refusal(
    "identical",
    "The content is identical to what is stored, nothing was changed.",
    remedy="None is needed: the stored state is what the call asks for.",
)
DOES_NOT_EXIST: Final = Refusal(
    "does_not_exist",
    "The {resource} does not exist.",
    remedy="Read the list of the resource for the ids of the shop.",
)
NO_SUCH: Final = Refusal(
    "no_such",
    "There is no such {resource}.",
    remedy="Name one of the resources that the shop has.",
)
END_BEFORE_START: Final = Refusal(
    "end_before_start",
    "The end lies before the start.",
    remedy="Send an end that is not before the start.",
)
FIRST_ABOVE_LAST: Final = Refusal(
    "first_above_last",
    "`{first}` is above `{last}`.",
    remedy="Send a first value that is not above the last one.",
)
DATES_TOGETHER: Final = Refusal(
    "dates_together",
    "Start and end date come together.",
    remedy="Send both dates, or neither.",
)
AT_MOST_THREE_MONTHS: Final = Refusal(
    "at_most_three_months",
    "At most three months at once.",
    remedy="Ask for shorter periods, one after the other.",
)
NO_AMOUNT: Final = Refusal(
    "no_amount", "Expected an amount.", remedy="Send an amount in digits, such as 1000."
)
NO_ITEM_NAMED: Final = Refusal(
    "no_item_named", "At least one item is named.", remedy="Name the items that the call is about."
)
ITEM_NAMED_TWICE: Final = Refusal(
    "item_named_twice", "An item is named twice.", remedy="Name each item once."
)
NO_SHOP: Final = Refusal(
    "no_shop",
    "The mall has no such shop.",
    remedy="Name one of the mall's shops: GET shops lists their numbers.",
)
UNDECLARED: Final = Refusal(
    "undeclared",
    "{detail}",
    remedy="Read the message: a plug-in, or an earlier version, gave no code.",
)
NO_VERSION_DATE: Final = Refusal(
    "no_version_date",
    "{header} is not a date of the form yyyy-mm-dd.",
    remedy="Send the date of a version, such as 2026-03-01.",
)
TIER_ENDS_EARLY: Final = Refusal(
    "tier_ends_early",
    "A tier ends above where it begins.",
    remedy="Send an end above the begin of each tier.",
)
TIERS_NOT_JOINED: Final = Refusal(
    "tiers_not_joined",
    "A tier begins where the one before it ends.",
    remedy="Begin each tier where the one before it ends.",
)
WAITS_FOR_APPROVAL: Final = Refusal(
    "waits_for_approval",
    "Nothing was changed yet: it waits for approval as plan {plan_no}.",
    remedy="Read the plan until people of the shop have decided on it.",
)
UNKNOWN_FIELD: Final = Refusal(
    "unknown_field",
    "The object has no such field.",
    remedy="Compare the name with the reference of the operation.",
)
NUL_CHARACTER: Final = Refusal(
    "nul_character",
    "The value holds a NUL character.",
    remedy="Remove the NUL character from the value.",
)
PICTURE_NOT_BASE64: Final = Refusal(
    "picture_not_base64",
    "Expected a picture in base64.",
    remedy="Encode the file of the picture in base64.",
)
NO_PICTURE: Final = Refusal(
    "no_picture",
    "Expected a picture: {formats}.",
    remedy="Send a picture in one of these formats.",
)
CODE_SHORTENED: Final = Refusal(
    "code_shortened",
    "A spreadsheet has shortened this number, and digits of it are lost.",
    remedy="Format the column as text before the codes are entered.",
)
SPREADSHEET_ERROR: Final = Refusal(
    "spreadsheet_error",
    "This is an error of a spreadsheet and no value.",
    remedy="Correct the formula, and export the sheet again.",
)
CODE_MADE_A_DATE: Final = Refusal(
    "code_made_a_date",
    "A spreadsheet has made a date of this code.",
    remedy="Format the column as text before the codes are entered.",
)
CODE_ROUNDED: Final = Refusal(
    "code_rounded",
    "A spreadsheet has rounded this number: its last digits are zeros.",
    remedy="Format the column as text before the codes are entered.",
)
CODE_IS_NO_TEXT: Final = Refusal(
    "code_is_no_text",
    "Codes have to be texts: a number with decimals may have lost digits.",
    remedy="Send the code as a text.",
)
FLAG_EXPECTED: Final = Refusal(
    "flag_expected", "Expected T or F.", remedy="Send T for yes or F for no."
)
PERCENT_OUT_OF_BOUNDS: Final = Refusal(
    "percent_out_of_bounds",
    "Expected an amount from 0 to 100.",
    remedy="Send a percentage from 0 to 100.",
)
TOO_MANY_DECIMAL_PLACES: Final = Refusal(
    "too_many_decimal_places",
    "An amount has at most {most} decimals.",
    remedy="Round the amount.",
)
SHOP_NAMED_TWICE: Final = Refusal(
    "shop_named_twice",
    "A shop is named twice.",
    remedy="Name each shop once.",
)
TOO_MANY_SIGN_INS: Final = Refusal(
    "too_many_sign_ins",
    "Too many attempts to sign in.",
    remedy="Wait for the seconds of the Retry-After header before another attempt.",
)
ORDER_COSTS_TOO_MUCH: Final = Refusal(
    "order_costs_too_much",
    "An order costs at most {most} {currency}.",
    remedy="Order less at once, in several orders.",
)
NO_SUCH_COLUMN: Final = Refusal(
    "no_such_column",
    "The file has no column {column}.",
    remedy="Name a column of the first line of the file.",
)
