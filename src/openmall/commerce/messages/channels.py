"""The channels of a message to a customer.

Specification: "Automessages setting".
"""

from typing import Literal, Protocol

from msgspec import Struct

Channel = Literal["push", "chatapp", "sms"]
"""push: the shop's own mobile app; chatapp: an info message in the chat app; sms: a text."""


class Sending(Protocol):
    """A shop's settings of messages, each `T` or `F` unless stated otherwise."""

    @property
    def use_sms(self) -> str: ...
    @property
    def use_chatappalimtalk(self) -> str: ...
    @property
    def use_push(self) -> str: ...
    @property
    def send_method(self) -> str:
        """`S` SMS, `K` chat-app message."""
        ...

    @property
    def send_method_push(self) -> str: ...


class Recipient(Struct, frozen=True):
    """The fields of a recipient that decide the channel."""

    takes_push: bool
    """The customer opted in to push messages."""


def channels(setting: Sending, customer: Recipient) -> tuple[Channel, ...]:
    """Return the channels to try for a message, in order: each when the one before it failed.

    Push comes first where the shop uses it and the customer opted in; then the chat app, when it is
    the shop's send method and the shop uses it; then SMS, where the shop uses it. Empty without any
    channel.
    """
    ways: list[Channel] = []
    if setting.send_method_push == "T" and setting.use_push == "T" and customer.takes_push:
        ways.append("push")
    if setting.send_method == "K" and setting.use_chatappalimtalk == "T":
        ways.append("chatapp")
    if setting.use_sms == "T":
        ways.append("sms")
    return tuple(ways)
