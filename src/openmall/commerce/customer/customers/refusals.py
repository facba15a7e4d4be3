"""The refusals of customers: signing in, joining and leaving."""

from typing import Final

from openmall.contract.refusal import Refusal

SIGN_IN_BLOCKED: Final = Refusal(
    "sign_in_blocked",
    "This customer may not sign in.",
    remedy="Change the customer's entry on the blacklist first, or tell them to contact the shop.",
)
MEMBERS_ONLY: Final = Refusal(
    "members_only",
    "Sign in first: this is for members. (invalid_session)",
    remedy="Let the customer sign in, and send their session with the call.",
)
WRONG_CREDENTIALS: Final = Refusal(
    "wrong_credentials",
    "The member id or the password is wrong.",
    remedy="Let the customer try again, or offer to set a new password.",
)
PASSWORD_OUT_OF_BOUNDS: Final = Refusal(
    "password_out_of_bounds",
    "A password has {least} to {most} characters.",
    remedy="Ask for a password of a permitted length.",
)
RECENT_SIGN_IN_NEEDED: Final = Refusal(
    "recent_sign_in_needed",
    "Sign out and sign in again first: this needs a recent sign-in.",
    remedy="Let the customer sign out and in again, then repeat the call.",
)
NO_CUSTOMER_NAMED: Final = Refusal(
    "no_customer_named",
    "Either `member_id` or `cellphone` is required.",
    remedy="Send `member_id` or `cellphone`.",
)
NO_SUCH_CUSTOMER_GROUP: Final = Refusal(
    "no_such_customer_group",
    "The shop has no such group.",
    remedy="Send the number of a group that GET customergroups lists.",
)
MEMBER_ID_TAKEN: Final = Refusal(
    "member_id_taken",
    "This name is taken.",
    remedy="Choose another member id.",
)
EMAIL_TAKEN: Final = Refusal(
    "email_taken",
    "This e-mail address belongs to an account already. Sign in, ask for a new password, or enter "
    "another address.",
    remedy="Let the customer sign in or ask for a new password, or send another address.",
)
CUSTOMER_HAS_POINTS: Final = Refusal(
    "customer_has_points",
    "The customer has points left.",
    remedy="Send `is_point_check` F to remove the customer with the points.",
)
PERSONAL_DATE_OUT_OF_BOUNDS: Final = Refusal(
    "personal_date_out_of_bounds",
    "This date is in the future or before 1900. Enter the year with four digits.",
    remedy="Send a date from 1900-01-01 to today (+09:00).",
)
BIRTHDAY_VERIFIED: Final = Refusal(
    "birthday_verified",
    "The shop has verified this customer's age: only the shop changes the birthday.",
    remedy="Leave the birthday out, or tell the customer to contact the shop.",
)
