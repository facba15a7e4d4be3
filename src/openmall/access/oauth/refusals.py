"""The refusals of forms, and of apps in a shop: what they lack, actions, rules of approval."""

from typing import Final

from openmall.contract.refusal import Refusal

UNKNOWN_BUTTON: Final = Refusal(
    "unknown_button",
    "The page has no such button. Nothing was changed. Load the page again and repeat it.",
    remedy="Load the page again, and press one of its buttons.",
)
UNKNOWN_CHOICE: Final = Refusal(
    "unknown_choice",
    "The page offers no such choice. Nothing was changed. Load the page again and repeat it.",
    remedy="Load the page again, and choose one of the values that it offers.",
)
ACTION_ADDRESS_TOO_LONG: Final = Refusal(
    "action_address_too_long",
    "The address can have at most 500 characters.",
    remedy="Send a shorter address.",
)
TOO_MANY_ACTIONS: Final = Refusal(
    "too_many_actions",
    "An app has at most 20 actions.",
    remedy="Remove an action of the app first.",
)
ACTION_LABEL_TOO_LONG: Final = Refusal(
    "action_label_too_long",
    "Enter at most 40 letters.",
    remedy="Send at most 40 printable characters.",
)
APP_NOT_IN_SHOP: Final = Refusal(
    "app_not_in_shop",
    "The app is not in the shop.",
    remedy="Name an app that is installed in the shop.",
)
TOO_MANY_APPROVAL_RULES: Final = Refusal(
    "too_many_approval_rules",
    "A shop has at most {most} rules.",
    remedy="Remove a rule first.",
)
RULE_OF_APP_OR_ROLE: Final = Refusal(
    "rule_of_app_or_role",
    "A rule is about an app or about a role.",
    remedy="Send an app or a role, not both.",
)
RULE_WITHOUT_SUBJECT: Final = Refusal(
    "rule_without_subject",
    "Name an app, a role or a kind of write.",
    remedy="Send an app, a role, or a bound of the rule.",
)
NO_WHOLE_NUMBER: Final = Refusal(
    "bound_out_of_range",
    "A whole number from 0 to {most}.",
    remedy="Send a whole number within the bounds.",
)
APP_DELETED: Final = Refusal(
    "app_deleted",
    "The app has been deleted from the shop.",
    remedy="Stop calling for this shop until the app is installed again.",
)
APP_DELETED_FROM_MALL: Final = Refusal(
    "app_deleted_from_mall",
    "The app was deleted from the mall.",
    remedy="Install the app in the mall again.",
)
FIELD_EMPTY: Final = Refusal(
    "field_empty",
    "Please fill this in.",
    remedy="Fill in the field that `parameter` names.",
)
