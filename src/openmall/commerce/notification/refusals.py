"""The refusals of automatic mails and text messages."""

from typing import Final

from openmall.contract.refusal import Refusal

NO_SUCH_AUTOMAIL: Final = Refusal(
    "no_such_automail",
    "There is no automatic mail of this type.",
    remedy="Send one of the types that the list of automatic mails has.",
)
SUPPLIER_MAIL_ONLY_OF_ORDERS: Final = Refusal(
    "supplier_mail_only_of_orders",
    "Suppliers are only told of orders.",
    remedy="Leave `use_supplier` out for mails that are not about orders.",
)
TEXT_MESSAGE_BALANCE_SPENT: Final = Refusal(
    "text_message_balance_spent",
    "Too little is left to pay for text messages: see sms/balance.",
    remedy="Top up the balance that sms/balance shows.",
)
TEXT_MESSAGES_OFF: Final = Refusal(
    "text_messages_off",
    "The shop sends no text messages: see sms/setting.",
    remedy="Switch text messages on for the shop: sms/setting shows it.",
)
NO_APPROVED_SENDER: Final = Refusal(
    "no_approved_sender",
    "There is no approved sender of this number.",
    remedy="Send the number of a sender that sms/senders lists as approved.",
)
TEXT_MESSAGE_TOO_LONG: Final = Refusal(
    "text_message_too_long",
    "A text message has at most 2,000 bytes.",
    remedy="Shorten the text: a Korean letter has two bytes.",
)
MESSAGE_WITHOUT_RECIPIENT: Final = Refusal(
    "message_without_recipient",
    "The message has no recipient.",
    remedy="Name recipients who have a phone number and agreed to messages.",
)
