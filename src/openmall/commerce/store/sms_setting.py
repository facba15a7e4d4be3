"""Text message settings: whether a shop sends text messages, and their sender.

Specification: "Sms setting". A plain settings resource.
"""

from typing import Annotated, Literal

from msgspec import Meta

from openmall.contract.crud.changes import changes_of
from openmall.contract.crud.settings import Setting, setting_operations
from openmall.contract.labels import Label, Values
from openmall.contract.params import Flag

SendMethod = Annotated[
    Literal["S", "L"],
    Values({"S": Label("in several short messages"), "L": Label("in one long message")}),
]
"""A long text: S in several short messages, L in one long message."""
Automatic = Annotated[
    Literal["L", "S", "N"],
    Values(
        {
            "S": Label("in several short messages"),
            "L": Label("in one long message"),
            "N": Label("not at all"),
        }
    ),
]
"""A long text that is sent by itself: as of SendMethod, or N not sent."""
Phone = Annotated[str, Meta(max_length=14)]


class SmsSetting(Setting, frozen=True, kw_only=True):
    """A shop's text message settings; the defaults are what a new shop has."""

    use_sms: Annotated[Flag, Label("Send text messages")] = "F"
    exclude_unsubscriber: Annotated[Flag, Label("Leave out those who declined")] = "T"
    default_sender: Annotated[Phone, Label("Phone number of the sender")] = ""
    unsubscribe_phone: Annotated[Phone, Label("Phone number for declining")] = ""
    """Number at which customers decline advertisements."""
    send_method: Annotated[SendMethod, Label("Long texts are sent")] = "S"
    send_method_automatic: Annotated[Automatic, Label("Long automatic texts are sent")] = "S"


OPERATIONS = setting_operations(
    "sms/setting", SmsSetting, changes_of(SmsSetting), area="store", key="sms"
)
