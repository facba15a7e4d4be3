"""The refusals of posts by guests, of inquiries and of reviews."""

from typing import Final

from openmall.contract.refusal import Refusal

REVIEW_MONTHS_OUT_OF_RANGE: Final = Refusal(
    "review_months_out_of_range",
    "Expected a month from start_month on, {most} at most.",
    remedy="Send an `end_month` at or after `start_month`, within the permitted months.",
)
GUEST_WITHOUT_NAME: Final = Refusal(
    "guest_without_name",
    "`writer` is required of a guest.",
    remedy="Send the name under which the guest writes as `writer`.",
)
GUEST_WITHOUT_ANSWER_ADDRESS: Final = Refusal(
    "guest_without_answer_address",
    "`writer_email` is required of a guest.",
    remedy="Send the mail address for the answer as `writer_email`.",
)
TOO_MANY_POST_PASSWORDS: Final = Refusal(
    "too_many_post_passwords",
    "Too many wrong passwords.",
    remedy="Wait for the seconds of the Retry-After header before another password is tried.",
)
WRONG_POST_PASSWORD: Final = Refusal(
    "wrong_post_password",
    "The password is wrong.",
    remedy="Ask the guest for the password with which the article or comment was written.",
)
INQUIRY_NOT_ANSWERED: Final = Refusal(
    "inquiry_not_answered",
    "The inquiry is not answered.",
    remedy="Create the answer first.",
)
INQUIRY_ANSWERED: Final = Refusal(
    "inquiry_answered",
    "The inquiry is answered already.",
    remedy="Update the existing answer instead.",
)
