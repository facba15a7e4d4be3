"""The refusals of push messages."""

from typing import Final

from openmall.contract.refusal import Refusal

PUSH_MESSAGE_SENT: Final = Refusal(
    "push_message_sent",
    "The push message was sent already.",
    remedy="Create another push message.",
)
RESERVATION_WITHOUT_TIME: Final = Refusal(
    "reservation_without_time",
    "`reserve_day` and `reserve_hour` are required of a reserved message.",
    remedy="Send day and hour, or the `send_type` immediately.",
)
PUSH_WITHOUT_TEXT: Final = Refusal(
    "push_without_text",
    "The text of the message is required.",
    remedy="Send a text for every system that the message goes to.",
)
PUSH_WITHOUT_GROUP: Final = Refusal(
    "push_without_group",
    "`group_no` is required of a message to groups.",
    remedy="Send the numbers of the customer groups that receive it.",
)
PUSH_WITHOUT_CUSTOMER: Final = Refusal(
    "push_without_customer",
    "`member_id` is required of a message to one customer.",
    remedy="Send the member id of the customer who receives it.",
)
PUSH_LINK_WITHOUT_TYPE: Final = Refusal(
    "push_link_without_type",
    "`link_type` is required of a message with a link.",
    remedy="Send what the link opens, or the `use_link` F.",
)
PUSH_POINTS_INCOMPLETE: Final = Refusal(
    "push_points_incomplete",
    "`benefit_points` and `benefit_end_day` are required of a message with points.",
    remedy="Send the points and the last day for them, or the `use_benefit` F.",
)
