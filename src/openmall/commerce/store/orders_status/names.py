"""The states of orders, and their default names.

Facts of the platform are that 1 is "Awaiting Shipment" and 35 "Pending", both of type P; the other
numbers are ours. A number never changes its meaning: names of shops are stored by it.
"""

from typing import Final, Literal

from msgspec import Struct

from openmall.translations.catalogues import Message

StatusType = Literal["P", "D", "C", "R", "E", "U", "O"]
"""P payment and shipment, D the same with cash on delivery, C cancellation, R return, E exchange,
U refund, O other."""


class Status(Struct, frozen=True):
    """A state of an order."""

    status_name_id: int
    status_type: StatusType
    basic_name: Message


_STATUSES: Final = (
    Status(1, "P", Message("Awaiting Shipment")),
    Status(2, "P", Message("Awaiting Payment")),
    Status(3, "P", Message("Payment Complete")),
    Status(4, "P", Message("Preparing Products")),
    Status(5, "P", Message("Shipment On Hold")),
    Status(6, "P", Message("In Transit")),
    Status(7, "P", Message("Delivered")),
    Status(8, "P", Message("Purchase Confirmed")),
    Status(9, "D", Message("Awaiting Confirmation")),
    Status(10, "D", Message("Preparing Products")),
    Status(11, "D", Message("Awaiting Shipment")),
    Status(12, "D", Message("Shipment On Hold")),
    Status(13, "D", Message("In Transit")),
    Status(14, "D", Message("Delivered")),
    Status(15, "D", Message("Cash Collected")),
    Status(16, "C", Message("Cancellation Requested")),
    Status(17, "C", Message("Cancellation Accepted")),
    Status(18, "C", Message("Cancellation In Progress")),
    Status(19, "C", Message("Cancellation Refused")),
    Status(20, "C", Message("Cancelled")),
    Status(21, "R", Message("Return Requested")),
    Status(22, "R", Message("Return Accepted")),
    Status(23, "R", Message("Return Collected")),
    Status(24, "R", Message("Return Refused")),
    Status(25, "R", Message("Returned")),
    Status(26, "E", Message("Exchange Requested")),
    Status(27, "E", Message("Exchange Accepted")),
    Status(28, "E", Message("Replacement In Transit")),
    Status(29, "E", Message("Exchange Refused")),
    Status(30, "E", Message("Exchanged")),
    Status(31, "U", Message("Awaiting Refund")),
    Status(32, "U", Message("Refund On Hold")),
    Status(33, "U", Message("Refunded")),
    Status(34, "O", Message("Payment Failed")),
    Status(35, "P", Message("Pending")),
    Status(36, "O", Message("Under Review")),
)

STATUSES: Final = {each.status_name_id: each for each in _STATUSES}
"""Every state of an order by its number, without gaps."""
