"""The refusals of malls, their managers and the managers' roles."""

from typing import Final

from openmall.contract.refusal import Refusal

USER_ID_TAKEN: Final = Refusal(
    "user_id_taken",
    "This user ID is already taken.",
    remedy="Choose another user ID.",
)
OWN_ROLE: Final = Refusal(
    "own_role_unchangeable",
    "You cannot change your own role.",
    remedy="Let another head admin change it.",
)
OWN_REMOVAL: Final = Refusal(
    "own_removal",
    "You cannot remove yourself.",
    remedy="Let another head admin do it.",
)
HEAD_ADMINS_ONLY: Final = Refusal(
    "head_admins_only",
    "Only head admins can manage managers.",
    remedy="Let a head admin do it.",
)
NO_SUCH_MANAGER_TYPE: Final = Refusal(
    "no_such_manager_type",
    "Choose head admin or sub-admin.",
    remedy="Send P for a head admin, A for a sub-admin.",
)
NO_PHONE_NUMBER: Final = Refusal(
    "no_phone_number",
    "This is not a phone number.",
    remedy="Send 3 to 30 digits, spaces, hyphens, plus signs or parentheses.",
)
NO_EMAIL_ADDRESS: Final = Refusal(
    "no_email_address",
    "This is not an e-mail address.",
    remedy="Send an address such as name@example.com.",
)
TOO_MANY_SAVED_VIEWS: Final = Refusal(
    "too_many_saved_views",
    "There are 50 saved views already.",
    remedy="Delete a saved view first.",
)
ACCOUNT_CONNECTED: Final = Refusal(
    "account_connected",
    "The account is connected already.",
    remedy="None is needed: the account can be used.",
)
TOO_MANY_ACCOUNTS: Final = Refusal(
    "too_many_accounts",
    "You have as many accounts as possible. Remove one first.",
    remedy="Remove a connected account first.",
)
TOO_MANY_ROLES: Final = Refusal(
    "too_many_roles",
    "There are 100 roles already.",
    remedy="Delete a role first.",
)
ROLE_IN_USE: Final = Refusal(
    "role_in_use",
    "Managers have this role. Give them another one first.",
    remedy="Give the managers of the role another one first.",
)
ROLE_NAME_TAKEN: Final = Refusal(
    "role_name_taken",
    "There is a role of this name already.",
    remedy="Choose another name.",
)
NO_AREA_CHOSEN: Final = Refusal(
    "no_area_chosen",
    "Choose at least one area.",
    remedy="Send at least one area.",
)
MALL_CLOSED: Final = Refusal(
    "mall_closed",
    "{notice}",
    remedy="Wait until the mall is open again.",
)
STAFF_PASSWORD_TOO_SHORT: Final = Refusal(
    "staff_password_too_short",
    "The password must have at least {least} characters.",
    remedy="Send a longer password.",
)
STAFF_PASSWORD_TOO_LONG: Final = Refusal(
    "staff_password_too_long",
    "The password must have at most {most} characters.",
    remedy="Send a shorter password.",
)
MALFORMED_USER_ID: Final = Refusal(
    "malformed_user_id",
    "The user ID must have 3 to 30 letters, digits, dots, hyphens or underscores.",
    remedy="Send another user ID, which begins with a letter or a digit.",
)
NAME_LENGTH: Final = Refusal(
    "name_length",
    "The name must have 1 to {most} characters.",
    remedy="Send a name within the bounds.",
)
