"""The tables of text messages: their senders, and what a mall has left to pay for them."""

from typing import Final

from openmall.database.policies import WITH_MALL, left_behind, no_personal_data
from openmall.database.schema import number, shop_table, text
from openmall.database.undo_policies import MESSAGES_WRITTEN, MONEY_MOVED

SMS_SENDER: Final = shop_table(
    "sms_sender",
    number("sender_no"),
    text("sender"),
    text("auth_status"),
    number("created_at"),
    backup=WITH_MALL,
    undo=MESSAGES_WRITTEN,
    personal_data=no_personal_data("phone numbers of a shop"),
    key=("sender_no",),
)
"""Phone numbers that text messages may come from. `auth_status`: see `senders`."""

SMS_BALANCE: Final = shop_table(
    "sms_balance",
    number("tenths"),
    backup=left_behind("a copy of a mall has not paid for text messages"),
    undo=MONEY_MOVED,
    personal_data=no_personal_data("what a shop has paid for"),
    key=(),
)
"""What a mall has left, in tenths of a text message; without a row it is nothing."""
