"""The refusals of invitations to activate an account."""

from typing import Final

from openmall.contract.refusal import Refusal

CANNOT_SEND_TEXT_MESSAGES: Final = Refusal(
    "cannot_send_text_messages",
    "The shop cannot send text messages.",
    remedy="Send the invitation by mail, or set up text messages for the shop.",
)
CUSTOMER_WITHOUT_MAIL_ADDRESS: Final = Refusal(
    "customer_without_mail_address",
    "The customer has no mail address.",
    remedy="Send the invitation by text message, or store a mail address first.",
)
CUSTOMER_WITHOUT_PHONE: Final = Refusal(
    "customer_without_phone",
    "The customer has no phone.",
    remedy="Send the invitation by mail, or store a phone number first.",
)
